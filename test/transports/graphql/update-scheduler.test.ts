/** Updates of subscriptions take turns between platforms, and yield when a platform is over its budget. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createUpdateScheduler, UsageBudget } from '../../../src/transports/graphql/update-scheduler.ts';

const idle = {
  isServingOtherTenants: (_key: string) => false,
  otherTenantsAt: (_key: string) => Number.NEGATIVE_INFINITY,
};

/** Executions that the test ends. */
function controlled(scheduling: Partial<Parameters<typeof createUpdateScheduler>[0]> = {}) {
  const scheduler = createUpdateScheduler({
    perPlatform: 2,
    burst: 100,
    perSecond: 0,
    maxYieldMs: 60_000,
    ...scheduling,
  });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, { member = '', cost = 1, db = idle } = {}) =>
    scheduler.run({ partition: { key: name[0] as string, member }, cost, db }, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const startedAre = async (names: readonly string[]) => {
    while (started.length < names.length) await delay(1);
    await delay(20);
    expect(started).toEqual(names);
  };
  return { run, started, startedAre, end: (name: string) => ends.get(name)?.() };
}

describe('executions', () => {
  test('of one platform run two at once, and delay no other platform', async () => {
    const { run, startedAre, end } = controlled();
    for (let nth = 1; nth <= 60; nth += 1) void run(`a${nth}`);
    void run('b1');
    await startedAre(['a1', 'a2', 'b1']);
    end('a1');
    await startedAre(['a1', 'a2', 'b1', 'a3']);
  });

  test('of one platform take turns between its credentials', async () => {
    const { run, startedAre, end } = controlled({ perPlatform: 1 });
    for (const name of ['a1', 'a2', 'a3']) void run(name, { member: 'agent' });
    void run('a9', { member: 'token' });
    await startedAre(['a1']);
    for (const name of ['a1', 'a2']) {
      end(name);
      await delay(20);
    }
    await startedAre(['a1', 'a2', 'a9']);
  });

  test('over the budget wait while another platform is served, and then run', async () => {
    const { run, startedAre } = controlled();
    let others = true;
    const db = { ...idle, isServingOtherTenants: (key: string) => key === 'a' && others };
    void run('a1', { cost: 100, db });
    await startedAre(['a1']);
    void run('a2', { db });
    void run('b1', { db });
    await startedAre(['a1', 'b1']);
    others = false;
    await startedAre(['a1', 'b1', 'a2']);
  });

  test('over the budget run one at a time', async () => {
    const { run, startedAre, end } = controlled({ burst: 0 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) void run(name);
    await startedAre(['a1', 'b1']);
    end('a1');
    await startedAre(['a1', 'b1', 'a2']);
  });

  test('over the budget are followed by a pause as long as they took, while others use the database', async () => {
    const { run, started, startedAre, end } = controlled({ burst: 0 });
    const db = { ...idle, otherTenantsAt: () => performance.now() };
    void run('a1', { db });
    void run('a2', { db });
    await startedAre(['a1']);
    await delay(100);
    end('a1');
    await delay(60);
    expect(started).toEqual(['a1']);
    await startedAre(['a1', 'a2']);
  });

  test('wait no longer than the maximum', async () => {
    const { run, startedAre } = controlled({ maxYieldMs: 10 });
    const db = { ...idle, isServingOtherTenants: () => true };
    void run('a1', { cost: 1_000, db });
    void run('a2', { db });
    await startedAre(['a1', 'a2']);
  });

  test('that fail let the next one run', async () => {
    const scheduler = createUpdateScheduler();
    const turn = { partition: { key: 'a', member: '' }, cost: 1, db: idle };
    const failing = [1, 2, 3].map(() => scheduler.run(turn, () => Promise.reject(new Error('broken'))));
    for (const one of failing) await expect(one).rejects.toThrow('broken');
    expect(await scheduler.run(turn, async () => 'done')).toBe('done');
  });
});

describe('the budget of a platform', () => {
  const budget = () => new UsageBudget({ burst: 1_000, perSecond: 100 });

  test('is separate from that of others', () => {
    const used = budget();
    expect([used.use('a', 1_000, 0), used.use('a', 1, 0), used.use('b', 1, 0)]).toEqual([true, false, true]);
  });

  test('recovers with time', () => {
    const used = budget();
    used.use('a', 1_500, 0);
    expect([used.use('a', 0, 4_999), used.use('a', 0, 5_010)]).toEqual([false, true]);
  });

  test('is removed when its bucket is empty', () => {
    const used = budget();
    for (let nth = 0; nth < 100; nth += 1) used.use(`p${nth}`, 10, 0);
    expect(used.size).toBe(100);
    used.use('a', 10, 200);
    expect(used.size).toBe(1);
  });
});
