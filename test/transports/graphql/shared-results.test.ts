/** Results of events are made once for all subscriptions, and cached within limits. */
import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from '../../../src/infrastructure/events/log.ts';
import { createSharedResults } from '../../../src/transports/graphql/shared-results.ts';

const anEvent = (position: number) => ({ position }) as LoggedEvent;
const bounds = { maxResults: 3, maxCharacters: 100, maxResultCharacters: 50 };

function counting(text: string) {
  const counter = {
    made: 0,
    make: async () => {
      counter.made += 1;
      return text;
    },
  };
  return counter;
}

describe('a result', () => {
  test('is made once per event and key', async () => {
    const cache = createSharedResults(bounds);
    const [first, other] = [counting('a'), counting('b')];
    const event = anEvent(1);
    expect(await Promise.all([1, 2].map(() => cache.get(event, 'q', first.make)))).toEqual(['a', 'a']);
    expect(await cache.get(event, 'q', first.make)).toBe('a');
    expect(await cache.get(event, 'r', other.make)).toBe('b');
    expect(await cache.get(anEvent(2), 'q', other.make)).toBe('b');
    expect([first.made, other.made]).toEqual([1, 2]);
  });

  test.each([
    ['of the maximum size is cached', 49, 1],
    ['above the maximum size is not cached, and is made again for the next subscription', 50, 2],
  ])('%s', async (_, length, made) => {
    const cache = createSharedResults(bounds);
    const response = counting('x'.repeat(length));
    const event = anEvent(1);
    await Promise.all([cache.get(event, 'q', response.make), cache.get(event, 'q', response.make)]);
    await cache.get(event, 'q', response.make);
    expect(response.made).toBe(made);
  });

  test('that failed is made again', async () => {
    const cache = createSharedResults(bounds);
    const event = anEvent(1);
    await expect(cache.get(event, 'q', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.get(event, 'q', counting('a').make)).toBe('a');
    expect([cache.size, cache.characters]).toEqual([1, 2]);
  });
});

describe('the cache is limited', () => {
  test.each([
    ['in number', 3, 'a', 3, 6],
    ['in characters of responses', 9, 'x'.repeat(39), 2, 80],
  ])('%s, oldest first', async (_, count, text, size, characters) => {
    const cache = createSharedResults(bounds);
    const events = Array.from({ length: count + 1 }, (_none, nth) => anEvent(nth));
    for (const event of events) await cache.get(event, 'q', counting(text).make);
    expect([cache.size, cache.characters]).toEqual([size, characters]);
    const again = counting(text);
    await cache.get(events.at(-1) as LoggedEvent, 'q', again.make);
    expect(again.made).toBe(0);
    await cache.get(events[0] as LoggedEvent, 'q', again.make);
    expect(again.made).toBe(1);
  });

  test('in characters of keys, also while results are being made', () => {
    const cache = createSharedResults(bounds);
    for (let nth = 0; nth < 9; nth += 1) {
      void cache.get(anEvent(nth), 'q'.repeat(40), () => new Promise<string>(() => undefined));
    }
    expect([cache.size, cache.characters]).toEqual([2, 80]);
  });

  test('a result that completes after its eviction does not count', async () => {
    const cache = createSharedResults(bounds);
    let resolveLate: (text: string) => void = () => undefined;
    const late = cache.get(anEvent(0), 'q', () => new Promise((resolve) => (resolveLate = resolve)));
    for (let nth = 1; nth <= 3; nth += 1) await cache.get(anEvent(nth), 'q', counting('a').make);
    resolveLate('late');
    expect(await late).toBe('late');
    expect([cache.size, cache.characters]).toEqual([3, 6]);
  });
});
