import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventQueue } from '../../../src/agents/backtest/event-queue.ts';

test('events are taken in the order of their time, and of one instant in the order in which they were added', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 3_000 }), (times) => {
      const queue = new EventQueue<{ at: number; index: number }>();
      for (const [index, at] of times.entries()) queue.add(new Date(at), { at, index });
      const taken = [];
      for (let next = queue.next(new Date(20)); next; next = queue.next(new Date(20))) taken.push(next);
      const expected = times
        .map((at, index) => ({ at, index }))
        .sort((a, b) => a.at - b.at || a.index - b.index);
      expect(taken).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test('an event is taken at its instant, and not before', () => {
  const queue = new EventQueue<string>();
  queue.add(new Date(10), 'event');
  expect(queue.next(new Date(9))).toBeUndefined();
  expect(queue.next(new Date(10))).toBe('event');
  expect(queue.next(new Date(10))).toBeUndefined();
});
