/** A small load generator: keep-alive connections that send one request after the other. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface Target {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Called for each request to make its body. */
  readonly body: () => string | undefined;
}

export interface Measured {
  readonly perSecond: number;
  /** The size of the last response. */
  readonly bytes: number;
}

const sendRequest = (
  target: Target,
  agent: Agent,
): Promise<{ status: number; isFailure: boolean; bytes: number }> =>
  new Promise((resolve, reject) => {
    const body = target.body();
    const call = request(
      target.url,
      {
        method: target.method,
        agent,
        headers: {
          ...target.headers,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const { statusCode: status = 0 } = response;
        let isFailure = status >= 300;
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          if (bytes === 0) isFailure ||= chunk.toString('latin1', 0, 9) === '{"errors"';
          bytes += chunk.length;
        });
        response.on('end', () => resolve({ status, isFailure, bytes }));
        response.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(body);
  });

/** Requests per second over `seconds` on that number of connections. Throws if a request fails: an error is made fast. */
export async function measure(target: Target, connections: number, seconds: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + seconds * 1000;
  let done = 0;
  let bytes = 0;
  const startMs = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const response = await sendRequest(target, agent);
        done += 1;
        bytes = response.bytes;
        if (response.isFailure) throw new Error(`${target.url} responded with ${response.status} or errors`);
      }
    }),
  );
  agent.destroy();
  return { perSecond: done / ((performance.now() - startMs) / 1000), bytes };
}

/**
 * Latencies in milliseconds of requests that arrive at a constant rate, whether earlier ones have their response or not. The
 * latency counts from the time at which a request was due, so a stall of the server shows in all requests that it delays.
 * Throws if a request fails.
 */
export async function latenciesAt(target: Target, perSecond: number, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const total = Math.floor(perSecond * seconds);
  const startedAt = performance.now();
  const requests: Promise<number>[] = [];
  while (requests.length < total) {
    const dueAt = startedAt + (requests.length * 1000) / perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await delay(waitMs);
    const sent = sendRequest(target, agent).then(({ status, isFailure }) => {
      if (isFailure) throw new Error(`${target.url} responded with ${status} or errors`);
      return performance.now() - dueAt;
    });
    // A failure is thrown below, when all requests are sent.
    sent.catch(() => undefined);
    requests.push(sent);
  }
  try {
    return await Promise.all(requests);
  } finally {
    agent.destroy();
  }
}

/** The median ratio of two targets, measured in turn, so that a slower machine affects both. */
export async function ratio(
  ours: Target,
  bare: Target,
  { connections = 8, seconds = 2, rounds = 5 } = {},
): Promise<{ ratio: number; ours: number; bare: number }> {
  await measure(ours, connections, 2);
  await measure(bare, connections, 1);
  const rows: { ratio: number; ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const a = await measure(ours, connections, seconds);
    const b = await measure(bare, connections, seconds);
    rows.push({
      ratio: a.perSecond / b.perSecond,
      ours: a.perSecond,
      bare: b.perSecond,
    });
  }
  const median = (pick: (row: { ratio: number; ours: number; bare: number }) => number) =>
    rows.map(pick).sort((x, y) => x - y)[Math.floor(rows.length / 2)] ?? 0;
  return {
    ratio: median((row) => row.ratio),
    ours: median((row) => row.ours),
    bare: median((row) => row.bare),
  };
}
