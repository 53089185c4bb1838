/**
 * Ten endpoints, of which one accepts connections and never responds, which is the worst failure of an endpoint. Measures
 * the time until the other nine have every event, compared with the same nine alone.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { startReceiver, until, webhookService } from '../support/webhook-service.ts';
import { middle } from './statistics.ts';

const endpoints = 10;
const events = 200;
/** Events of one object are sent one after the other, so that the order within an endpoint is part of the measurement. */
const objects = 50;

async function startDead(): Promise<{ url: string; close(): Promise<void> }> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  return {
    url: `http://127.0.0.1:${address.port}/dead`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Seconds until the responding endpoints of a new platform have all events. */
async function deliverAll(url: string, withDead: boolean): Promise<number> {
  const db = await openPostgres(url);
  const service = await webhookService(db);
  const living = await Promise.all(Array.from({ length: endpoints - 1 }, () => startReceiver()));
  const dead = withDead ? await startDead() : undefined;
  // The endpoint without responses comes first, where it could delay all others.
  await service.configure({
    webhookEndpoints: [...(dead ? [dead] : []), ...living].map((receiver) => ({ url: receiver.url })),
  });
  for (let from = 0; from < events; from += objects) {
    await service.publishEvents(Array.from({ length: objects }, (_, index) => `Customer:${index}`));
  }
  const count = () =>
    living.every(({ received }) => new Set(received.map(({ event }) => event.id)).size >= events);
  const startMs = performance.now();
  await service.deliver();
  await until(count);
  const seconds = (performance.now() - startMs) / 1000;
  // The next run must not retry the failed deliveries of this one.
  await service.configure({ webhookEndpoints: [] });
  await dead?.close();
  await service.close();
  await Promise.all(living.map((receiver) => receiver.close()));
  if (service.failures.length > 0) throw service.failures[0];
  return seconds;
}

/** The median ratio of both, measured in turn, so that a slower machine affects both. */
export async function measureWebhooks(url: string, rounds = 3) {
  await deliverAll(url, false);
  const pairs: { with: number; without: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ without: await deliverAll(url, false), with: await deliverAll(url, true) });
  }
  return {
    ratio: middle(pairs.map((pair) => pair.with / pair.without)),
    withDead: middle(pairs.map((pair) => pair.with)),
    without: middle(pairs.map((pair) => pair.without)),
  };
}
