import { describe, expect, test } from 'vitest';
import { KeyedMutex } from '../../src/kernel/keyed-mutex.ts';

describe('turns of one key', () => {
  test('come one after the other, in the order of arrival, and other keys do not wait for them', async () => {
    const turns = new KeyedMutex();
    const order: string[] = [];
    const first = await turns.acquire('a', 60_000);
    const second = turns.acquire('a', 60_000).then((end) => {
      order.push('second');
      return end;
    });
    const third = turns.acquire('a', 60_000).then((end) => {
      order.push('third');
      return end;
    });
    expect(await turns.acquire('b', 60_000)).toBeTypeOf('function');
    expect(order).toEqual([]);
    first?.();
    (await second)?.();
    expect(order).toEqual(['second']);
    (await third)?.();
    expect(order).toEqual(['second', 'third']);
    expect(await turns.acquire('a', 0)).toBeTypeOf('function');
  });

  test('are given up after the timeout, and the one behind has its own still', async () => {
    const turns = new KeyedMutex();
    const first = await turns.acquire('a', 60_000);
    const impatient = turns.acquire('a', 1);
    const patient = turns.acquire('a', 60_000);
    expect(await impatient).toBeUndefined();
    first?.();
    expect(await patient).toBeTypeOf('function');
  });
});
