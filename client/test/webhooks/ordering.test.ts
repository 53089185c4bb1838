/** Which events wait for an earlier event of their object. */
import { describe, expect, test } from 'vitest';
import { eventOrder } from '../../src/webhooks/ordering.ts';

let nowMs = 0;
const anOrder = (timeoutMs = 1_000) => eventOrder(timeoutMs, () => nowMs);
const at = (sequence: number | undefined, id = `Webhook:${sequence}`) => ({
  id,
  resourceId: 'Customer:1',
  sequence,
});

describe('an event waits', () => {
  test.each([
    ['not when it is the first of its object', 1, undefined, false],
    ['when it is not the first, and none was handled', 2, undefined, true],
    ['not when it is the next', 4, 3, false],
    ['when there is a gap', 5, 3, true],
    ['not when it is older than the latest', 2, 3, false],
    ['not when it has no sequence', undefined, undefined, false],
  ])('%s', (_, sequence, latest, waits) => {
    expect(anOrder()(at(sequence), latest)).toBe(waits);
  });

  test('until the time ends, which starts with its first delivery', () => {
    nowMs = 5_000;
    const mustWait = anOrder();
    expect(mustWait(at(2), undefined)).toBe(true);
    nowMs = 5_999;
    expect(mustWait(at(2), undefined)).toBe(true);
    expect(mustWait(at(3), undefined)).toBe(true);
    nowMs = 6_000;
    expect(mustWait(at(2), undefined)).toBe(false);
    expect(mustWait(at(4), undefined)).toBe(true);
  });

  test('not without a time', () => {
    expect(anOrder(0)(at(9), 1)).toBe(false);
  });
});

test('events that wait do not use memory without a limit', () => {
  nowMs = 0;
  const mustWait = anOrder();
  for (let n = 0; n <= 10_000; n += 1) mustWait(at(2, `Webhook:${n}`), undefined);
  nowMs = 1_000;
  expect(mustWait(at(2, 'Webhook:1'), undefined)).toBe(false);
  expect(mustWait(at(2, 'Webhook:0'), undefined)).toBe(true);
});
