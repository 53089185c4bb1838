/** A receiver of webhooks with random failures: it returns 500, resets the connection, or responds late. */

import { verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause, type Random } from './random.ts';
import type { RunRecord } from './record.ts';

export interface Taken {
  /** Webhook:<uuid of the event> */
  readonly id: string;
  readonly sequence: number | undefined;
  /** The id of the resource of the event. */
  readonly resourceId: string;
}

export interface Receiver {
  readonly url: string;
  /** The events that got 200, each once, in order of the first time. */
  readonly taken: readonly Taken[];
  /** The valid public keys for signatures, in PEM. */
  trust(keys: readonly string[]): void;
  /** Accepts all later deliveries. */
  recover(): void;
  close(): Promise<void>;
}

export async function startReceiver(record: RunRecord, random: Random): Promise<Receiver> {
  const taken = new Map<string, Taken>();
  let keys: readonly string[] = [];
  let failing = true;

  const genuine = (raw: Buffer, header: string | string[] | undefined): boolean => {
    const { s = '' } = JSON.parse(String(header ?? '{}')) as { s?: string };
    return keys.some((key) => verify('sha256', raw, key, Buffer.from(s, 'base64')));
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    record.count('webhooks received');
    const { id, type, sequence, data } = JSON.parse(raw.toString('utf8')) as {
      id: string;
      type: string;
      sequence?: number;
      data: { id: string };
    };
    if (type === 'TEST') return void response.writeHead(200).end();
    if (!genuine(raw, request.headers['x-service-signature']))
      record.finding('a webhook without a good signature');
    if (failing && random.chance(0.05)) await pause(random.between(100, 1_000));
    if (failing && random.chance(0.03)) return void request.socket.destroy();
    if (failing && random.chance(0.07)) return void response.writeHead(500).end();
    // Also accepted if the response is lost, because receivers detect duplicates by id.
    if (taken.has(id)) record.count('webhooks received again');
    else taken.set(id, { id, sequence, resourceId: data.id });
    response.writeHead(200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    get taken() {
      return [...taken.values()];
    },
    trust(given) {
      keys = given;
    },
    recover() {
      failing = false;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
