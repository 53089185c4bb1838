import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import {
  bucketsOf,
  maxBuckets,
  type StatisticsInterval,
  type StatisticsRange,
} from '../../../src/payments/statistics/intervals.ts';

const buckets = (range: Partial<StatisticsRange> & { since: Date; until: Date }) => {
  const result = bucketsOf({ interval: 'DAY', timeZone: 'UTC', ...range });
  if (result instanceof InvalidInput) throw result;
  return result;
};
const hours = ({ start, end }: { start: Date; end: Date }) => (end.getTime() - start.getTime()) / 3_600_000;
const at = (text: string) => new Date(text);

describe('days of a time zone', () => {
  test.each([
    ['Europe/Berlin', '2026-03-28T23:00Z', [23, 24], 'the clocks go forward in the night'],
    ['Europe/Berlin', '2026-10-24T22:00Z', [25, 24], 'the clocks go back in the night'],
    ['America/New_York', '2026-03-08T05:00Z', [23, 24], 'the clocks go forward'],
    ['America/New_York', '2026-11-01T04:00Z', [25, 24], 'the clocks go back'],
    ['Australia/Lord_Howe', '2026-10-03T13:30Z', [23.5, 24], 'the clocks change by half an hour'],
    ['America/Sao_Paulo', '2018-11-03T03:00Z', [24, 23, 24], 'midnight does not exist'],
    ['America/Sao_Paulo', '2019-02-16T02:00Z', [25, 24], 'the hour before midnight occurs twice'],
    ['America/Havana', '2026-11-01T04:00Z', [25, 24], 'midnight occurs twice'],
    ['Asia/Kathmandu', '2026-06-01T18:15Z', [24, 24], 'the offset is 5:45'],
    ['Asia/Kolkata', '2026-06-01T18:30Z', [24, 24], 'the offset is 5:30'],
  ])('%s from %s have %j hours: %s', (timeZone, since, lengths) => {
    const start = at(since);
    const until = new Date(start.getTime() + lengths.reduce((sum, one) => sum + one, 0) * 3_600_000);
    expect(buckets({ since: start, until, timeZone }).map(hours)).toEqual(lengths);
  });

  test('a date that the zone skipped has no day', () => {
    const days = buckets({
      since: at('2011-12-29T10:00Z'),
      until: at('2011-12-31T10:00Z'),
      timeZone: 'Pacific/Apia',
    });
    expect(days.map(({ start }) => start.toISOString())).toEqual([
      '2011-12-29T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
    ]);
  });
});

describe.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Chatham', 'Africa/Cairo', 'Asia/Beirut'])(
  'intervals of %s',
  (timeZone) => {
    test.each<[StatisticsInterval, string]>([
      ['DAY', '2026-04-08T00:00Z'],
      ['WEEK', '2027-11-01T12:34:56.789Z'],
      ['MONTH', '2033-01-01T00:00Z'],
    ])('%s cover the range without gaps, and start where the calendar does', (interval, until) => {
      const since = at('2026-01-01T12:34:56.789Z');
      const found = buckets({ since, until: at(until), interval, timeZone });
      expect(found[0]?.start).toEqual(since);
      expect(found.at(-1)?.end).toEqual(at(until));
      const format = new Intl.DateTimeFormat('en-US', {
        timeZone,
        weekday: 'short',
        day: 'numeric',
        hour: 'numeric',
        hourCycle: 'h23',
        minute: 'numeric',
      });
      for (const [index, { start }] of found.entries()) {
        if (index === 0) continue;
        expect(start).toEqual(found[index - 1]?.end);
        const part = (type: string) => format.formatToParts(start).find((one) => one.type === type)?.value;
        // At a change of the clocks the first hour of a day can be 1.
        expect([`${part('hour')}:${part('minute')}`, '1:00', '01:00']).toContain(
          `${part('hour')}:${part('minute')}`,
        );
        if (interval === 'WEEK') expect(part('weekday')).toBe('Mon');
        if (interval === 'MONTH') expect(part('day')).toBe('1');
      }
    });
  },
);

describe('a range', () => {
  const since = at('2026-01-01T00:00Z');
  const days = (count: number) => new Date(since.getTime() + count * 24 * 3_600_000);

  test('has one interval when it is a millisecond long', () => {
    const until = new Date(since.getTime() + 1);
    expect(buckets({ since, until, interval: 'MONTH' })).toEqual([{ start: since, end: until }]);
  });

  test(`has at most ${maxBuckets} intervals`, () => {
    expect(buckets({ since, until: days(maxBuckets) })).toHaveLength(maxBuckets);
    expect(() => buckets({ since, until: new Date(days(maxBuckets).getTime() + 1) })).toThrow(
      'must be at most 100 days after since',
    );
    expect(() => buckets({ since, until: at('9999-12-31T00:00Z') })).toThrow('must be at most 100 days');
  });

  test('every wrong argument is named', () => {
    const result = bucketsOf({
      since: at('1969-12-31T23:59:59.999Z'),
      until: at('1960-01-01T00:00Z'),
      interval: 'DAY',
      timeZone: 'Europe/Atlantis',
    });
    expect(result instanceof InvalidInput && result.fields).toEqual([
      { path: 'since', message: 'must be 1970-01-01T00:00:00.000Z or later' },
      { path: 'until', message: 'must be after since' },
      { path: 'timeZone', message: 'must be a time zone of the IANA database' },
    ]);
  });

  test.each(['+05:30', '', 'Europe/Berlin\u0000', '__proto__', 'a'.repeat(65)])(
    'the time zone %j is rejected',
    (timeZone) => {
      expect(() => buckets({ since, until: days(1), timeZone })).toThrow('must be a time zone');
    },
  );
});
