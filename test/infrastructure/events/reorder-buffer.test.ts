import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from '../../../src/infrastructure/events/log.ts';
import { decodePage, encodePage } from '../../../src/infrastructure/events/page-text.ts';
import { ReorderBuffer } from '../../../src/infrastructure/events/reorder-buffer.ts';
import type { EventPage } from '../../../src/infrastructure/ports.ts';
import { newId } from '../../../src/kernel/ids.ts';

const platformId = newId('Platform');

const event = (position: number, log = 'log', bytes = 0): LoggedEvent => ({
  uuid: `${log} ${position}`,
  position,
  platformId,
  topic: 'test',
  type: undefined,
  resourceId: 'Test:one',
  sequence: undefined,
  data: { text: 'ü'.repeat(bytes / 2) },
  occurredAt: new Date(1_700_000_000_000 + position),
});

const page = (from: number, to: number, log = 'log'): EventPage => ({
  previousUuid: from === 1 ? undefined : `${log} ${from - 1}`,
  events: Array.from({ length: to - from + 1 }, (_, nth) => event(from + nth, log)),
});

const positions = (events: unknown) => (events as LoggedEvent[]).map(({ position }) => position);
const at = (position: number) => ({ position, uuid: `log ${position}` });

describe('a received page', () => {
  test('continues directly after the position, once', () => {
    const buffer = new ReorderBuffer();
    buffer.add(page(5, 7));
    expect(positions(buffer.after(at(4)))).toEqual([5, 6, 7]);
    expect(buffer.after(at(4))).toBeUndefined();
    expect(buffer.hasGap).toBe(false);
  });

  test('waits until the events before it are received, and is trimmed to the unknown events', () => {
    const buffer = new ReorderBuffer();
    buffer.add(page(5, 7));
    expect(buffer.after(at(3))).toBeUndefined();
    expect(buffer.hasGap).toBe(true);
    expect(positions(buffer.after(at(5)))).toEqual([6, 7]);
  });

  test('is discarded if all of its events are known', () => {
    const buffer = new ReorderBuffer();
    buffer.add(page(5, 7));
    expect(buffer.after(at(7))).toBeUndefined();
    expect(buffer.hasGap).toBe(false);
  });

  test.each([
    ['of a copy of the database', page(5, 7, 'copy'), at(4)],
    ['of a copy, a part of it behind the position', page(5, 7, 'copy'), at(6)],
    ['where the last event is not known', page(5, 7), { position: 4, uuid: undefined }],
  ])('is not dispatched: %s', (_, received, position) => {
    const buffer = new ReorderBuffer();
    buffer.add(received);
    expect(buffer.after(position)).toBe('other-log');
    expect(buffer.hasGap).toBe(false);
  });

  test('is discarded above the maximum number of waiting events', () => {
    const buffer = new ReorderBuffer();
    for (let from = 10; from < 5_000; from += 100) buffer.add(page(from, from + 99));
    let held = 0;
    for (let position = 1; position < 5_100; position += 1) {
      const next = buffer.after(at(position));
      if (Array.isArray(next)) held += next.length;
    }
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThanOrEqual(2_000);
  });

  test('is dispatched without gaps or repetitions, for any pages in any order', () => {
    const cut = fc.record({ from: fc.integer({ min: 1, max: 30 }), count: fc.integer({ min: 1, max: 8 }) });
    fc.assert(
      fc.property(fc.array(fc.tuple(cut, fc.boolean()), { maxLength: 40 }), (pages) => {
        const buffer = new ReorderBuffer();
        const dispatched: LoggedEvent[] = [];
        for (const [{ from, count }, ofCopy] of pages) {
          buffer.add(page(from, from + count - 1, ofCopy ? 'copy' : 'log'));
          const position = () => ({ position: dispatched.length, uuid: dispatched.at(-1)?.uuid });
          for (let next = buffer.after(position()); next; next = buffer.after(position())) {
            if (next !== 'other-log') dispatched.push(...next);
          }
        }
        // The first page may belong to either log, because no event precedes it.
        const [first] = dispatched;
        const log = first?.uuid.split(' ')[0] ?? 'log';
        expect(dispatched).toEqual(dispatched.map((_, nth) => event(nth + 1, log)));
      }),
    );
  });
});

describe('a serialized page', () => {
  const read = (whole: EventPage, most?: number) =>
    [...encodePage(whole, most)].map((text) => decodePage(text) as EventPage);

  test('is parsed to the same page', () => {
    const { events, previousUuid } = page(3, 4);
    const published = [{ ...(events[0] as LoggedEvent), type: 'TEST', sequence: 4 }, ...events.slice(1)];
    expect(read({ previousUuid, events: published })).toEqual([{ previousUuid, events: published }]);
    expect(read(page(1, 1))).toEqual([page(1, 1)]);
  });

  test('is split at the maximum length of a message, each part after the one before', () => {
    const events = [1, 2, 3, 4, 5].map((position) => event(position, 'log', 400));
    const parts = read({ previousUuid: undefined, events }, 1_300);
    expect(parts.map((part) => positions(part.events))).toEqual([[1, 2], [3, 4], [5]]);
    expect(parts.map(({ previousUuid }) => previousUuid)).toEqual([undefined, 'log 2', 'log 4']);
  });

  test('has a gap in position of an event that is too long', () => {
    const events = [event(1), event(2, 'log', 2_000), event(3)];
    expect(read({ previousUuid: undefined, events }, 1_300)).toEqual([
      { previousUuid: undefined, events: [event(1)] },
      { previousUuid: 'log 2', events: [event(3)] },
    ]);
  });

  test('of another version is ignored', () => {
    const [text = ''] = encodePage(page(1, 1));
    expect(decodePage(text.replace('"format":2', '"format":3'))).toBeUndefined();
  });
});
