import { describe, expect, test } from 'vitest';
import { RoundRobin } from '../../../src/infrastructure/jobs/round-robin.ts';

const taken = (turns: RoundRobin, times: number) => Array.from({ length: times }, () => turns.take());

describe('keys that have work', () => {
  test('take turns, and a key that is offered again keeps its place', () => {
    const turns = new RoundRobin(() => 10);
    turns.offer(['a', 'b', 'c']);
    expect(taken(turns, 4)).toEqual(['a', 'b', 'c', 'a']);
    turns.offer(['a', 'b', 'c', 'd']);
    expect(taken(turns, 4)).toEqual(['b', 'c', 'a', 'd']);
  });

  test('have at most their share at once, and the next when one of it has ended', () => {
    const turns = new RoundRobin(() => 2);
    turns.offer(['a']);
    expect(taken(turns, 3)).toEqual(['a', 'a', undefined]);
    turns.offer(['b']);
    expect(taken(turns, 3)).toEqual(['b', 'b', undefined]);
    turns.end('a', { mayHaveMore: true });
    expect(taken(turns, 2)).toEqual(['a', undefined]);
  });

  test('get no worker while they have more than a maximum that fell', () => {
    let max = 3;
    const turns = new RoundRobin(() => max);
    turns.offer(['a']);
    expect(taken(turns, 3)).toEqual(['a', 'a', 'a']);
    max = 1;
    turns.end('a', { mayHaveMore: true });
    turns.end('a', { mayHaveMore: true });
    expect(turns.take()).toBeUndefined();
    turns.end('a', { mayHaveMore: true });
    expect(taken(turns, 2)).toEqual(['a', undefined]);
  });

  test('leave the last worker to a key that has none', () => {
    const turns = new RoundRobin(() => 4, 6);
    turns.offer(['a', 'b']);
    expect(taken(turns, 6)).toEqual(['a', 'b', 'a', 'b', 'a', undefined]);
    turns.offer(['c']);
    expect(taken(turns, 2)).toEqual(['c', undefined]);
    turns.end('a', { mayHaveMore: true });
    expect(turns.take()).toBeUndefined();
    turns.end('b', { mayHaveMore: true });
    expect(turns.take()).toBeDefined();
  });

  test('have the only worker in turn', () => {
    const turns = new RoundRobin(() => 1, 1);
    turns.offer(['a', 'b']);
    expect(taken(turns, 1)).toEqual(['a']);
    turns.end('a', { mayHaveMore: true });
    expect(turns.take()).toBe('b');
  });

  test('have no turn any more once one of them was found to be without work, until it is offered', () => {
    const turns = new RoundRobin(() => 2);
    turns.offer(['a', 'b']);
    expect(turns.take()).toBe('a');
    turns.end('a', { mayHaveMore: false });
    expect(taken(turns, 3)).toEqual(['b', 'b', undefined]);
    turns.offer(['a']);
    expect(turns.take()).toBe('a');
  });
});
