import { describe, expect, test } from 'vitest';
import { earliestUuidAt } from '../../../src/kernel/ids.ts';
import { nextEnd, type PartitionedTable, partitionName } from '../../../src/operations/partitions/period.ts';

const id = (at: string) => earliestUuidAt(new Date(at));

describe('the open partition is divided', () => {
  test.each<
    [
      what: string,
      parent: PartitionedTable,
      startsAt: string | undefined,
      lastId: string | undefined,
      now: string,
      end: string | undefined,
    ]
  >([
    ['at the end of this month', 'events', undefined, '2026-11-10', '2026-11-10', '2026-12-01'],
    [
      'at the end of the next month when this one ends within a day',
      'events',
      undefined,
      '2026-11-30',
      '2026-11-30T12:00:00Z',
      '2027-01-01',
    ],
    ['so that the next month has a partition', 'events', '2026-12-01', undefined, '2026-11-10', '2027-01-01'],
    ['not when the next month has one', 'events', '2027-01-01', undefined, '2026-11-30', undefined],
    [
      'once for all months in which no process ran',
      'events',
      '2026-03-01',
      '2026-02-28',
      '2026-11-10',
      '2026-12-01',
    ],
    ['after the last row', 'events', undefined, '2027-01-05', '2026-11-10', '2027-02-01'],
    ['at the end of the year', 'postings', undefined, '2026-11-10', '2026-11-10', '2027-01-01'],
    [
      'not in November when this year has a partition',
      'postings',
      '2027-01-01',
      undefined,
      '2026-11-30',
      undefined,
    ],
    [
      'in December, so that the next year has one',
      'entries',
      '2027-01-01',
      undefined,
      '2026-12-01',
      '2028-01-01',
    ],
  ])('%s', (_, parent, startsAt, lastId, now, end) => {
    const range = { startsAt: startsAt && id(startsAt), lastId: lastId && id(lastId) };
    expect(nextEnd(parent, range, new Date(now))).toBe(end && id(end));
  });

  test.each([
    ['events', '2027-12-05'],
    ['postings', '2028-01-05'],
    ['entries', 'ffffffff-0000-4000-8000-000000000000'],
  ] as const)('not by the server when an id of %s is more than a year ahead', (parent, last) => {
    const lastId = last.length === 36 ? last : id(last);
    expect(nextEnd(parent, { startsAt: undefined, lastId }, new Date('2026-11-10'))).toBe('far-future');
  });
});

test.each([
  ['events', '2026-12-01', 'events_2026_11'],
  ['events', '2027-01-01', 'events_2026_12'],
  ['postings', '2027-01-01', 'postings_2026'],
] as const)('a partition of %s that ends at %s is %s', (parent, end, name) => {
  expect(partitionName(parent, id(end))).toBe(name);
});
