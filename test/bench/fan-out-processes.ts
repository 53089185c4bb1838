/**
 * 100,000 subscribers on ten processes, which receive events over NATS: the time from a payment until all of them have it, and
 * the memory of each process. All processes and subscribers share the machine's cores.
 */
import { connect } from 'node:net';
import { basic } from '../support/service.ts';
import { startSubscribers } from './fan-out.ts';
import { megabytesOf } from './idle.ts';
import { benchToken, type Running, startBuilt } from './processes.ts';
import { middle } from './statistics.ts';
import { sendDocument } from './tenants.ts';
import type { Payer } from './transfers.ts';

export const processes = 10;
const sockets = 100;
const each = 100;
export const subscribers = processes * sockets * each;
const warmUpRounds = 3;
const rounds = 10;

const broker = process.env['BENCH_NATS_URL'] ?? 'nats://127.0.0.1:4222';

const answers = ({ hostname, port }: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

async function pay(server: Running, payer: Payer): Promise<{ id: string; at: number }> {
  const at = performance.timeOrigin + performance.now();
  const { transferOut } = await sendDocument<{ transferOut: { id: string } }>(
    server,
    { authorization: basic(benchToken) },
    'mutation ($input: TransferInput!) { transferOut(input: $input) { ... on Transaction { id } } }',
    { input: { source: payer.internal, destination: payer.external, amount: 1 } },
  );
  return { id: transferOut.id, at };
}

export interface FanOutOverProcesses {
  readonly medianMs: number;
  readonly worstMs: number;
  /** Of the process with the most memory. */
  readonly megabytes: number;
}

/** `undefined`, with a line that says why, without a broker. */
export async function measureFanOutOverProcesses(
  url: string,
  payers: readonly Payer[],
): Promise<FanOutOverProcesses | undefined> {
  if (!(await answers(new URL(broker)))) {
    console.error(`No NATS broker answers at ${broker}, so nothing is measured over several processes.`);
    return undefined;
  }
  const servers: Running[] = [];
  const listening: ReturnType<typeof startSubscribers>[] = [];
  try {
    for (let nth = 0; nth < processes; nth += 1) {
      const server = await startBuilt(url, { EVENT_BUS: broker, WORKER: 'off' });
      servers.push(server);
      const subscribing = startSubscribers(server.url, sockets, each);
      listening.push(subscribing);
      const isReady = await subscribing.line(({ ready }) => ready !== undefined, 60_000);
      if (!isReady) throw new Error('the subscribers never came');
    }
    const [first] = servers;
    if (!first) throw new Error('there are processes');
    const delays: number[] = [];
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const { id, at } = await pay(first, payers[round % payers.length] as Payer);
      const last = await Promise.all(listening.map((one) => one.line((line) => line.id === id, 30_000)));
      const times = last.map((one) => one?.lastAt ?? Number.NaN);
      if (round < warmUpRounds) continue;
      if (times.some(Number.isNaN)) throw new Error('not every subscriber received the update');
      delays.push(Math.max(...times) - at);
    }
    return {
      medianMs: middle(delays),
      worstMs: Math.max(...delays),
      megabytes: Math.max(...servers.map(({ pid }) => megabytesOf(pid))),
    };
  } finally {
    for (const one of listening) one.stop();
    await Promise.all(servers.map((server) => server.stop()));
  }
}
