import { describe, expect, test } from 'vitest';
import { Turns } from '../../src/kernel/turns.ts';

describe('turns of one key', () => {
  test('come one after the other, in the order of arrival, and other keys do not wait for them', async () => {
    const turns = new Turns();
    const order: string[] = [];
    const first = await turns.take('a', 60_000);
    const second = turns.take('a', 60_000).then((end) => {
      order.push('second');
      return end;
    });
    const third = turns.take('a', 60_000).then((end) => {
      order.push('third');
      return end;
    });
    expect(await turns.take('b', 60_000)).toBeTypeOf('function');
    expect(order).toEqual([]);
    first?.();
    (await second)?.();
    expect(order).toEqual(['second']);
    (await third)?.();
    expect(order).toEqual(['second', 'third']);
    expect(await turns.take('a', 0)).toBeTypeOf('function');
  });

  test('are given up after the timeout, and the one behind has its own still', async () => {
    const turns = new Turns();
    const first = await turns.take('a', 60_000);
    const impatient = turns.take('a', 1);
    const patient = turns.take('a', 60_000);
    expect(await impatient).toBeUndefined();
    first?.();
    expect(await patient).toBeTypeOf('function');
  });
});
