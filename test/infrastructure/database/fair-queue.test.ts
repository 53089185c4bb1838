/** Fair queueing: in turn between keys, and between the members of one. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  anonymousPartition,
  FairQueue,
  FairSemaphore,
  KeyCounts,
  type Partition,
  servicePartition,
} from '../../../src/infrastructure/database/fair-queue.ts';

const of = (key: string, member = ''): Partition => ({ key, member });

const takeAll = <T>(queue: FairQueue<T>): T[] => {
  const items: T[] = [];
  for (let next = queue.take(() => 0); next; next = queue.take(() => 0)) items.push(next.item);
  return items;
};

describe('a fair queue', () => {
  test('serves keys in turn, and the items of each in order', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.push(of('a'), item);
    queue.push(of('b'), 'b1');
    queue.push(of('c'), 'c1');
    queue.push(of('c'), 'c2');
    expect(queue.size).toBe(7);
    expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
    expect(queue.size).toBe(0);
  });

  test('serves the members of a key in turn', () => {
    const queue = new FairQueue<string>();
    for (const item of ['agent 1', 'agent 2', 'agent 3']) queue.push(of('a', 'agent'), item);
    queue.push(of('a', 'token'), 'token 1');
    expect(takeAll(queue)).toEqual(['agent 1', 'token 1', 'agent 2', 'agent 3']);
  });

  test('prefers the lowest rank, and does not serve keys without a rank', () => {
    const queue = new FairQueue<string>();
    for (const key of ['a', 'b', 'c']) queue.push(of(key), key);
    const ranks: Record<string, number | undefined> = { a: 2, b: 1, c: undefined };
    const rankOf = (key: string) => ranks[key];
    expect([queue.take(rankOf)?.item, queue.take(rankOf)?.item, queue.take(rankOf)]).toEqual([
      'b',
      'a',
      undefined,
    ]);
    expect(queue.size).toBe(1);
    expect(queue.drain()).toEqual(['c']);
  });

  test('does not serve a key twice in a row because it was queued again', () => {
    const queue = new FairQueue<string>();
    queue.push(of('a'), 'a1');
    queue.push(of('b'), 'b1');
    expect(queue.take(() => 0)?.item).toBe('a1');
    queue.push(of('a'), 'a2');
    expect(takeAll(queue)).toEqual(['b1', 'a2']);
  });
});

/** Work that ends when it is stopped. */
function controlled(gate: FairSemaphore) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (key: string, name: string, pauseMs?: (workedMs: number) => number) =>
    gate.run(
      of(key),
      () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      pauseMs,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    // The promises of the gate settle before timers run.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, run, end };
}

describe('when other tenants were last counted', () => {
  const at = (ms: number) => vi.spyOn(performance, 'now').mockReturnValue(ms);
  afterEach(() => void vi.restoreAllMocks());

  test('is known for every tenant, the last one included', () => {
    const counts = new KeyCounts();
    at(10);
    counts.add('a', 1);
    at(20);
    counts.add('b', 1);
    at(30);
    counts.add('b', -1);
    expect(counts.otherTenantsAt('b')).toBe(10);
    expect(counts.otherTenantsAt('a')).toBe(30);
    expect(counts.otherTenantsAt('c')).toBe(30);
  });

  test('is never for a tenant that is alone beside the service and unauthenticated requests', () => {
    const counts = new KeyCounts();
    at(10);
    for (const key of ['a', servicePartition.key, anonymousPartition('127.0.0.1').key]) counts.add(key, 1);
    expect(counts.otherTenantsAt('a')).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('a fair gate', () => {
  test('runs one task at a time, and keys take turns', async () => {
    const { started, run, end } = controlled(new FairSemaphore({ maxRunning: 1 }));
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => run(name[0] as string, name));
    expect(started).toEqual(['a1']);
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    await Promise.all(all);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('limits the concurrent tasks of one key, whatever the free capacity', async () => {
    const { started, run, end } = controlled(new FairSemaphore({ maxRunning: 4, maxRunningPerKey: 1 }));
    for (const name of ['a1', 'a2', 'b1']) void run(name[0] as string, name);
    expect(started).toEqual(['a1', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  test('applies a limit of a key that changes when the next task may start', async () => {
    const limits: Record<string, number> = { a: 2 };
    const maxRunningPerKey = (key: string) => limits[key] ?? 1;
    const { started, run, end } = controlled(new FairSemaphore({ maxRunning: 4, maxRunningPerKey }));
    for (const name of ['a1', 'a2', 'a3', 'a4']) void run('a', name);
    expect(started).toEqual(['a1', 'a2']);
    limits['a'] = 1;
    await end('a1');
    expect(started).toEqual(['a1', 'a2']);
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'a3']);
  });

  test('leaves the slot of ended work occupied for its pause, and returns its result at once', async () => {
    const workedMs: number[] = [];
    const { run, started, end } = controlled(new FairSemaphore({ maxRunning: 1 }));
    const first = run('a', 'a1', (ms) => {
      workedMs.push(ms);
      return 50;
    });
    const second = run('b', 'b1');
    const startedAt = performance.now();
    await end('a1');
    await first;
    expect(started).toEqual(['a1']);
    await vi.waitFor(() => expect(started).toEqual(['a1', 'b1']));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(49);
    await end('b1');
    await second;
    expect(workedMs).toEqual([expect.any(Number)]);
  });

  test('continues after a task fails', async () => {
    const gate = new FairSemaphore({ maxRunning: 1 });
    const failing = gate.run(of('a'), () => Promise.reject(new Error('broken')));
    const next = gate.run(of('a'), async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
