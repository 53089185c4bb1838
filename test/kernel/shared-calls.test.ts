import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** An execution starts within two turns of the event loop. */
async function started(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

test('calls of one turn share an execution', async () => {
  const { ends, call } = controlled();
  const calls = [call(), call(), call()];
  await started();
  expect(ends).toHaveLength(1);
  ends[0]?.('done');
  expect(await Promise.all(calls)).toEqual([0, 0, 0]);
});

test('calls during an execution share the next one, which starts after the running one has ended', async () => {
  const { ends, call } = controlled();
  const first = call();
  await started();
  const [second, third] = [call(), call()];
  await started();
  expect(ends).toHaveLength(1);
  ends[0]?.('done');
  expect(await first).toBe(0);
  await started();
  expect(ends).toHaveLength(2);
  const fourth = call();
  ends[1]?.('done');
  expect(await Promise.all([second, third])).toEqual([1, 1]);
  await started();
  ends[2]?.('done');
  expect(await fourth).toBe(2);
});

test('a call after all executions have ended starts a new one', async () => {
  const { ends, call } = controlled();
  const first = call();
  await started();
  ends[0]?.('done');
  await first;
  const later = call();
  await started();
  ends[1]?.('done');
  expect(await later).toBe(1);
});

test('a failure is the result of the calls that share the execution, and later calls run', async () => {
  const { ends, call } = controlled();
  const first = call();
  await started();
  const second = call();
  ends[0]?.('failed');
  await expect(first).rejects.toThrow('failed 0');
  await started();
  ends[1]?.('done');
  expect(await second).toBe(1);
});

test('different keys do not wait for each other', async () => {
  const { ends, call } = controlled();
  const results = [call('one'), call('other')];
  await started();
  expect(ends).toHaveLength(2);
  for (const end of ends) end('done');
  expect(await Promise.all(results)).toEqual([0, 1]);
});
