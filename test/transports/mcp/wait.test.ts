import { describe, expect, test, vi } from 'vitest';
import type { LoggedEvent } from '../../../src/infrastructure/events/log.ts';
import { createChangeFeed } from '../../../src/transports/mcp/change-feed.ts';
import { maxWaitSeconds, timeoutSeconds, waitFor } from '../../../src/transports/mcp/wait.ts';

/** A record that a test changes, and the feed of its changes. */
function changing(initial: string) {
  let listener: (event: LoggedEvent) => void = () => undefined;
  const feed = createChangeFeed({
    listen(given) {
      listener = given;
      return () => undefined;
    },
  });
  let value = initial;
  let reads = 0;
  return {
    feed,
    get reads() {
      return reads;
    },
    read: async () => {
      reads += 1;
      return value;
    },
    change(to: string, { resourceId = 'record', topic = 'agent-action' } = {}) {
      value = to;
      listener({ topic, resourceId } as LoggedEvent);
    },
  };
}

const waiting = (
  record: ReturnType<typeof changing>,
  seconds: number,
  signal = new AbortController().signal,
) => {
  const seen: string[] = [];
  const ended = waitFor(record.feed, {
    recordId: 'record',
    read: record.read,
    isOver: (value) => value === 'done',
    onProgress: (value) => seen.push(value),
    seconds,
    signal,
  });
  return { ended, seen };
};

describe('a wait', () => {
  test('is over at once when the record has changed before', async () => {
    expect(await waiting(changing('done'), 60).ended).toBe('done');
  });

  test('is over with the change, and reads only after changes of its record', async () => {
    const record = changing('pending');
    const { ended, seen } = waiting(record, 60);
    await vi.waitFor(() => expect(record.reads).toBe(1));
    record.change('pending', { resourceId: 'another' });
    record.change('voted');
    await vi.waitFor(() => expect(seen).toEqual(['pending', 'voted']));
    record.change('done');
    expect(await ended).toBe('done');
    expect(record.reads).toBe(3);
  });

  test('misses no change between a read and the wait', async () => {
    const record = changing('pending');
    const { ended } = waiting(
      {
        ...record,
        read: async () => {
          const value = await record.read();
          if (record.reads === 1) record.change('done');
          return value;
        },
      } as typeof record,
      60,
    );
    expect(await ended).toBe('done');
  });

  test('returns the last value when the time is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const { ended, seen } = waiting(changing('pending'), 60);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await ended).toBe('pending');
      // At the start, and every ten seconds: a client that resets its timeout on progress keeps waiting.
      expect(seen).toHaveLength(7);
    } finally {
      vi.useRealTimers();
    }
  });

  test('ends with the call, and leaves no watcher', async () => {
    const record = changing('pending');
    const abort = new AbortController();
    const { ended } = waiting(record, 60, abort.signal);
    await vi.waitFor(() => expect(record.reads).toBe(1));
    abort.abort();
    expect(await ended).toBe('pending');
    record.change('done');
    expect(record.reads).toBe(1);
  });
});

test.each([
  [undefined, 45],
  [1, 1],
  [maxWaitSeconds, 60],
])('the time %j is %i seconds', (given, seconds) => {
  expect(timeoutSeconds.parse(given)).toBe(seconds);
});

test.each([0, 61, 1.5, '5'])('the time %j is not valid', (given) => {
  expect(timeoutSeconds.safeParse(given).success).toBe(false);
});
