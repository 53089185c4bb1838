import { expect, test } from 'vitest';
import { SharedCalls } from '../../src/kernel/shared-calls.ts';

/** Calls whose executions end when the test ends them. */
function controlled() {
  const shared = new SharedCalls<number>();
  const ends: ((outcome: 'done' | 'failed') => void)[] = [];
  const call = (key = 'key') =>
    shared.run(key, () => {
      const nth = ends.length;
      return new Promise<number>((resolve, reject) => {
        ends.push((outcome) => (outcome === 'done' ? resolve(nth) : reject(new Error(`failed ${nth}`))));
      });
    });
  return { ends, call };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('calls during an execution share the next one, which starts after the running one has ended', async () => {
  const { ends, call } = controlled();
  const first = call();
  const [second, third] = [call(), call()];
  expect(ends).toHaveLength(1);
  ends[0]?.('done');
  expect(await first).toBe(0);
  await settled();
  expect(ends).toHaveLength(2);
  ends[1]?.('done');
  expect(await Promise.all([second, third])).toEqual([1, 1]);
});

test('a call after all executions have ended starts a new one', async () => {
  const { ends, call } = controlled();
  const first = call();
  ends[0]?.('done');
  await first;
  await settled();
  const later = call();
  ends[1]?.('done');
  expect(await later).toBe(1);
});

test('a failure is the result of the calls that share the execution, and later calls run', async () => {
  const { ends, call } = controlled();
  const first = call();
  const second = call();
  ends[0]?.('failed');
  await expect(first).rejects.toThrow('failed 0');
  await settled();
  ends[1]?.('done');
  expect(await second).toBe(1);
});

test('different keys do not wait for each other', async () => {
  const { ends, call } = controlled();
  const results = [call('one'), call('other')];
  expect(ends).toHaveLength(2);
  for (const end of ends) end('done');
  expect(await Promise.all(results)).toEqual([0, 1]);
});
