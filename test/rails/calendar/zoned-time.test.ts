import { describe, expect, test } from 'vitest';
import { dateIn, instantOf, isTimeOfDay } from '../../../src/rails/calendar/zoned-time.ts';

describe('a time of day', () => {
  test.each([
    ['00:00', true],
    ['23:59', true],
    ['24:00', false],
    ['9:30', false],
    ['09:60', false],
    ['09:30\n', false],
    ['09:30:00', false],
  ])('%j: %s', (text, expected) => {
    expect(isTimeOfDay(text)).toBe(expected);
  });
});

test.each([
  ['March', Date.UTC(2026, 2, 27), Date.UTC(2026, 2, 31)],
  ['October', Date.UTC(2026, 9, 23), Date.UTC(2026, 9, 27)],
])('every hour around the change of the clocks in %s is the first instant that shows it', (_, from, to) => {
  const timeZone = 'Europe/Berlin';
  for (let at = from; at < to; at += 3_600_000) {
    const [date = '', time = ''] = new Date(at).toISOString().split('T');
    const instant = instantOf(timeZone, date, time.slice(0, 5));
    const isSkipped = at === Date.UTC(2026, 2, 29, 2);
    expect(dateIn(timeZone, instant)).toBe(date);
    // At the hour that the clocks skip, they show the next one.
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(instant);
    expect(shown).toBe(isSkipped ? '03:00' : time.slice(0, 5));
  }
});

test('an hour that the clocks show twice is the first one', () => {
  expect(instantOf('Europe/Berlin', '2026-10-25', '02:30')).toEqual(new Date('2026-10-25T00:30Z'));
});

test('the date of an instant is that of the zone', () => {
  expect(dateIn('Pacific/Auckland', new Date('2026-01-07T12:00Z'))).toBe('2026-01-08');
  expect(dateIn('America/Los_Angeles', new Date('2026-01-07T07:59Z'))).toBe('2026-01-06');
});
