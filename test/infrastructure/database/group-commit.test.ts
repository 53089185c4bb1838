/** Operations of one tenant that are submitted while others commit share the next commit. */
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { GroupCommit, onFailedGroup, QueueFull } from '../../../src/infrastructure/database/group-commit.ts';
import { DatabaseUnavailable } from '../../../src/infrastructure/database/unavailable.ts';

const db = {} as { origin: Database };
db.origin = db as unknown as Database;
const database = db as unknown as Database;

interface Item {
  readonly name: string;
  readonly key?: string;
}

/** A group commit with commits that the test ends. */
function controlled(perform: (items: readonly Item[]) => readonly string[], maxItems = 10) {
  const groups: string[][] = [];
  const gates: (() => void)[] = [];
  const commit = new GroupCommit<Item, string>({
    maxItems,
    keyOf: ({ key }) => key,
    perform: async (_db, items) => {
      groups.push(items.map(({ name }) => name));
      await new Promise<void>((resolve) => gates.push(resolve));
      return perform(items);
    },
  });
  return {
    groups,
    submit: (name: string, { key, tenant = 'tenant' }: { key?: string; tenant?: string } = {}) =>
      commit.submit(database, tenant, { name, ...(key !== undefined && { key }) }),
    /** Waits until the next commit has started, and ends it. */
    async endNext(): Promise<void> {
      while (gates.length === 0) await new Promise(setImmediate);
      gates.shift()?.();
    },
  };
}

const named = (items: readonly Item[]) => items.map(({ name }) => `done ${name}`);

describe('operations of one tenant', () => {
  test('form a group of one if there is only one', async () => {
    const { groups, submit, endNext } = controlled(named);
    const result = submit('a');
    await endNext();
    expect(await result).toBe('done a');
    expect(groups).toEqual([['a']]);
  });

  test('form the next group while a group commits, each with its own result', async () => {
    const { groups, submit, endNext } = controlled(named);
    const first = submit('a');
    while (groups.length === 0) await new Promise(setImmediate);
    const others = ['b', 'c', 'd'].map((name) => submit(name));
    await endNext();
    await endNext();
    expect(await Promise.all([first, ...others])).toEqual(['done a', 'done b', 'done c', 'done d']);
    expect(groups).toEqual([['a'], ['b', 'c', 'd']]);
  });

  test('form groups up to a maximum size, in order', async () => {
    const { groups, submit, endNext } = controlled(named, 2);
    const results = ['a', 'b', 'c', 'd', 'e'].map((name) => submit(name));
    for (let nth = 0; nth < 3; nth += 1) await endNext();
    await Promise.all(results);
    expect(groups).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('with the same key are in different groups, the earlier one first', async () => {
    const { groups, submit, endNext } = controlled(named);
    const results = [submit('a', { key: '1' }), submit('b', { key: '1' }), submit('c', { key: '2' })];
    await endNext();
    await endNext();
    await Promise.all(results);
    expect(groups).toEqual([['a', 'c'], ['b']]);
  });

  test('run if they follow the end of a group after any number of event loop turns', async () => {
    const commit = new GroupCommit<Item, string>({
      maxItems: 10,
      perform: async (_db, items) => named(items),
    });
    for (let turns = 0; turns < 30; turns += 1) {
      await commit.submit(database, 'tenant', { name: 'first' });
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      expect(await commit.submit(database, 'tenant', { name: `after ${turns}` })).toBe(`done after ${turns}`);
    }
  });

  test('are not blocked by a slow group: the next group starts after a delay', async () => {
    const { groups, submit, endNext } = controlled(named);
    const slow = submit('slow');
    while (groups.length === 0) await new Promise(setImmediate);
    const next = submit('next');
    await expect.poll(() => groups).toEqual([['slow'], ['next']]);
    await endNext();
    await endNext();
    expect(await Promise.all([slow, next])).toEqual(['done slow', 'done next']);
  });

  test('have at most three slow groups, and continue when one of them ends', async () => {
    const { groups, submit, endNext } = controlled(named);
    const results: Promise<string>[] = [];
    for (const name of ['a', 'b', 'c']) {
      const before = groups.length;
      results.push(submit(name));
      await expect.poll(() => groups.length).toBe(before + 1);
    }
    results.push(submit('d'));
    await new Promise((resolve) => void setTimeout(resolve, 400));
    expect(groups).toEqual([['a'], ['b'], ['c']]);
    await endNext();
    await expect.poll(() => groups).toEqual([['a'], ['b'], ['c'], ['d']]);
    for (let nth = 0; nth < 3; nth += 1) await endNext();
    expect(await Promise.all(results)).toEqual(['done a', 'done b', 'done c', 'done d']);
  });

  test('are rejected when too many wait, and the waiting ones still run', async () => {
    const { groups, submit, endNext } = controlled(named, 5_000);
    const first = submit('first');
    while (groups.length === 0) await new Promise(setImmediate);
    const waiting = Array.from({ length: 5_000 }, (_, nth) => submit(`${nth}`));
    await expect(submit('one too many')).rejects.toBeInstanceOf(QueueFull);
    await endNext();
    await endNext();
    expect(await first).toBe('done first');
    expect(new Set(await Promise.all(waiting)).size).toBe(5_000);
    const later = submit('later');
    await endNext();
    expect(await later).toBe('done later');
  });

  test('of different tenants are in different groups, which do not wait for each other', async () => {
    const { groups, submit, endNext } = controlled(named);
    const results = [submit('a', { tenant: 'one' }), submit('b', { tenant: 'two' })];
    while (groups.length < 2) await new Promise(setImmediate);
    expect(groups).toEqual([['a'], ['b']]);
    await endNext();
    await endNext();
    expect(await Promise.all(results)).toEqual(['done a', 'done b']);
  });
});

describe('a group that fails', () => {
  test('is retried one by one, so that only the faulty operation fails', async () => {
    const { groups, submit, endNext } = controlled((items) => {
      if (items.some(({ name }) => name === 'bad')) throw new Error('broken');
      return named(items);
    });
    const sizes: number[] = [];
    onFailedGroup(
      database,
      ({ error, size }) => void (String(error) === 'Error: broken' && sizes.push(size)),
    );
    const results = Promise.allSettled(['a', 'bad', 'c'].map((name) => submit(name)));
    for (let nth = 0; nth < 4; nth += 1) await endNext();
    expect(
      (await results).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))),
    ).toEqual(['done a', 'Error: broken', 'done c']);
    expect(groups).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
    expect(sizes).toEqual([3]);
  });

  test('is retried with three operations at a time, in parallel to the next groups', async () => {
    const { groups, submit, endNext } = controlled((items) => {
      if (items.length > 1) throw new Error('broken');
      return named(items);
    });
    const results = ['a', 'b', 'c', 'd', 'e'].map((name) => submit(name));
    await endNext();
    await expect.poll(() => groups.slice(1)).toEqual([['a'], ['b'], ['c']]);
    results.push(submit('next'));
    await expect.poll(() => groups.slice(4)).toEqual([['next']]);
    for (let nth = 0; nth < 6; nth += 1) await endNext();
    expect(await Promise.all(results)).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'next'].map((name) => `done ${name}`),
    );
  });

  test('because the database is unavailable is not retried, because it may have committed', async () => {
    const unavailable = new DatabaseUnavailable(new Error('connection lost'), true);
    const { groups, submit, endNext } = controlled(() => {
      throw unavailable;
    });
    const results = Promise.allSettled(['a', 'b'].map((name) => submit(name)));
    await endNext();
    expect(await results).toEqual([
      { status: 'rejected', reason: unavailable },
      { status: 'rejected', reason: unavailable },
    ]);
    expect(groups).toEqual([['a', 'b']]);
  });
});
