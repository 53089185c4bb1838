import { describe, expect, test } from 'vitest';
import { RoundRobin } from '../../../src/infrastructure/jobs/round-robin.ts';

/** Takes keys, each of which is offered again at once: there is more work for it. */
const taken = (turns: RoundRobin, times: number) =>
  Array.from({ length: times }, () => {
    const key = turns.take();
    if (key !== undefined) turns.offer([key]);
    return key;
  });

describe('keys with work', () => {
  test('take turns, and a key that is offered again does not change its position', () => {
    const turns = new RoundRobin(() => 10);
    turns.offer(['a', 'b', 'c']);
    expect(taken(turns, 4)).toEqual(['a', 'b', 'c', 'a']);
    turns.offer(['a', 'b', 'c', 'd']);
    expect(taken(turns, 4)).toEqual(['b', 'c', 'a', 'd']);
  });

  test('are taken once until they are offered again', () => {
    const turns = new RoundRobin(() => 2);
    turns.offer(['a']);
    expect([turns.take(), turns.take()]).toEqual(['a', undefined]);
    turns.offer(['a']);
    expect([turns.take(), turns.take()]).toEqual(['a', undefined]);
  });

  test('have at most their quota of workers, and get the next one when a worker ends', () => {
    const turns = new RoundRobin(() => 2);
    turns.offer(['a']);
    expect(taken(turns, 3)).toEqual(['a', 'a', undefined]);
    turns.offer(['b']);
    expect(taken(turns, 3)).toEqual(['b', 'b', undefined]);
    turns.end('a');
    expect(taken(turns, 2)).toEqual(['a', undefined]);
  });

  test('get no worker while they have more than a maximum that fell', () => {
    let max = 3;
    const turns = new RoundRobin(() => max);
    turns.offer(['a']);
    expect(taken(turns, 3)).toEqual(['a', 'a', 'a']);
    max = 1;
    turns.end('a');
    turns.end('a');
    expect(turns.take()).toBeUndefined();
    turns.end('a');
    expect(taken(turns, 2)).toEqual(['a', undefined]);
  });

  test('leave the last worker to a key without workers', () => {
    const turns = new RoundRobin(() => 4, 6);
    turns.offer(['a', 'b']);
    expect(taken(turns, 6)).toEqual(['a', 'b', 'a', 'b', 'a', undefined]);
    turns.offer(['c']);
    expect(taken(turns, 2)).toEqual(['c', undefined]);
    turns.end('a');
    expect(turns.take()).toBeUndefined();
    turns.end('b');
    expect(turns.take()).toBeDefined();
  });

  test('take turns with a single worker', () => {
    const turns = new RoundRobin(() => 1, 1);
    turns.offer(['a', 'b']);
    expect(taken(turns, 1)).toEqual(['a']);
    turns.end('a');
    expect(turns.take()).toBe('b');
  });
});
