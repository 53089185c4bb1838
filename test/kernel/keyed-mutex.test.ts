import { describe, expect, test } from 'vitest';
import { KeyedMutex } from '../../src/kernel/keyed-mutex.ts';

describe('locks of one key', () => {
  test('are granted one after the other in the order of the requests, and do not delay other keys', async () => {
    const mutex = new KeyedMutex();
    const order: string[] = [];
    const first = await mutex.acquire('a', 60_000);
    const second = mutex.acquire('a', 60_000).then((end) => {
      order.push('second');
      return end;
    });
    const third = mutex.acquire('a', 60_000).then((end) => {
      order.push('third');
      return end;
    });
    expect(await mutex.acquire('b', 60_000)).toBeTypeOf('function');
    expect(order).toEqual([]);
    first?.();
    (await second)?.();
    expect(order).toEqual(['second']);
    (await third)?.();
    expect(order).toEqual(['second', 'third']);
    expect(await mutex.acquire('a', 0)).toBeTypeOf('function');
  });

  test('are given up after the timeout without an effect on the next waiter', async () => {
    const mutex = new KeyedMutex();
    const first = await mutex.acquire('a', 60_000);
    const timedOut = mutex.acquire('a', 1);
    const next = mutex.acquire('a', 60_000);
    expect(await timedOut).toBeUndefined();
    first?.();
    expect(await next).toBeTypeOf('function');
  });
});
