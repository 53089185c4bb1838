import { describe, expect, test } from 'vitest';
import { type CalendarKind, loadCalendar } from '../../../src/rails/calendar/business-days.ts';
import {
  type CutOffs,
  executionDateOf,
  lastCutOff,
  maxCutOffTimes,
  nextCutOff,
} from '../../../src/rails/calendar/cut-offs.ts';

async function cutOffsOf(timeZone: string, calendar: CalendarKind, ...times: string[]): Promise<CutOffs> {
  return { timeZone, times, calendar: await loadCalendar(calendar) };
}

describe('with cut-offs at 09:30 and 14:00 in Berlin', () => {
  test.each([
    ['before the first of the day', '2026-01-07T08:29:59.999Z', '2026-01-06T13:00Z', '2026-01-07T08:30Z'],
    ['at the first', '2026-01-07T08:30:00.000Z', '2026-01-07T08:30Z', '2026-01-07T13:00Z'],
    ['between both', '2026-01-07T10:00:00.000Z', '2026-01-07T08:30Z', '2026-01-07T13:00Z'],
    ['at the last', '2026-01-07T13:00:00.000Z', '2026-01-07T13:00Z', '2026-01-08T08:30Z'],
    ['at a weekend', '2026-01-11T12:00:00.000Z', '2026-01-09T13:00Z', '2026-01-12T08:30Z'],
    [
      'over Easter and the change to summer time',
      '2026-04-05T12:00Z',
      '2026-04-02T12:00Z',
      '2026-04-07T07:30Z',
    ],
    ['on the next local date', '2026-01-08T23:30Z', '2026-01-08T13:00Z', '2026-01-09T08:30Z'],
  ])('%s', async (_, now, last, next) => {
    const cutOffs = await cutOffsOf('Europe/Berlin', 'TARGET', '14:00', '09:30');
    expect(lastCutOff(cutOffs, new Date(now))).toEqual(new Date(last));
    expect(nextCutOff(cutOffs, new Date(now))).toEqual(new Date(next));
  });
});

test('every day has its local time on both sides of a change of the clocks', async () => {
  const cutOffs = await cutOffsOf('America/New_York', 'FEDWIRE', '16:45');
  const instants: string[] = [];
  let now = new Date('2026-03-05T00:00Z');
  for (let count = 0; count < 5; count += 1) {
    now = nextCutOff(cutOffs, now) ?? now;
    instants.push(now.toISOString());
  }
  expect(instants).toEqual([
    '2026-03-05T21:45:00.000Z',
    '2026-03-06T21:45:00.000Z',
    // The clocks were changed on Sunday, 8 March.
    '2026-03-09T20:45:00.000Z',
    '2026-03-10T20:45:00.000Z',
    '2026-03-11T20:45:00.000Z',
  ]);
});

/** Zones that change their clocks on a weekday. */
describe('a local time', () => {
  test.each([
    // Cairo: Friday, 24 April 2026, 00:00 becomes 01:00.
    [
      'that the clocks skip is the instant of the change',
      'Africa/Cairo',
      '00:30',
      '2026-04-23T12:00Z',
      '2026-04-23T22:00Z',
    ],
    ['just after a skipped hour', 'Africa/Cairo', '01:00', '2026-04-23T12:00Z', '2026-04-23T22:00Z'],
    // Cairo: Friday, 30 October 2026, 00:00 becomes Thursday, 23:00.
    [
      'that the clocks show twice is the first one',
      'Africa/Cairo',
      '23:30',
      '2026-10-29T12:00Z',
      '2026-10-29T20:30Z',
    ],
    // Apia had no Friday, 30 December 2011.
    [
      'of a day that a zone skipped is the start of the next day',
      'Pacific/Apia',
      '12:00',
      '2011-12-30T00:00Z',
      '2011-12-30T10:00Z',
    ],
    ['in a zone of half hours', 'Asia/Kolkata', '14:00', '2026-01-07T00:00Z', '2026-01-07T08:30Z'],
    // Lord Howe Island: Monday, 6 April 2026, after a change by half an hour.
    [
      'after a change by half an hour',
      'Australia/Lord_Howe',
      '09:00',
      '2026-04-05T00:00Z',
      '2026-04-05T22:30Z',
    ],
  ])('%s', async (_, timeZone, time, now, expected) => {
    const cutOffs = await cutOffsOf(timeZone, 'WEEKDAYS', time);
    expect(nextCutOff(cutOffs, new Date(now))).toEqual(new Date(expected));
  });

  test('that was skipped occurs once', async () => {
    const cutOffs = await cutOffsOf('Africa/Cairo', 'WEEKDAYS', '00:15', '00:45');
    const first = nextCutOff(cutOffs, new Date('2026-04-23T12:00Z')) ?? new Date(0);
    expect(first).toEqual(new Date('2026-04-23T22:00Z'));
    expect(lastCutOff(cutOffs, first)).toEqual(first);
    expect(nextCutOff(cutOffs, first)).toEqual(new Date('2026-04-26T21:15Z'));
  });
});

describe('the execution date', () => {
  test.each<[string, CalendarKind, string, string, number, string]>([
    ['of the same day', 'TARGET', 'Europe/Berlin', '2026-01-07T13:00Z', 0, '2026-01-07'],
    ['of the next business day', 'FEDWIRE', 'America/New_York', '2026-07-02T20:45Z', 1, '2026-07-03'],
    ['is in the zone of the bank', 'FEDWIRE', 'America/New_York', '2026-01-08T02:00Z', 1, '2026-01-08'],
    ['of a file made at a weekend', 'TARGET', 'Europe/Berlin', '2026-01-10T13:00Z', 0, '2026-01-12'],
    ['over a holiday', 'FEDWIRE', 'America/New_York', '2026-11-25T20:45Z', 1, '2026-11-27'],
  ])('%s', async (_, kind, timeZone, madeAt, days, expected) => {
    const calendar = await loadCalendar(kind);
    expect(executionDateOf({ timeZone, calendar }, new Date(madeAt), days)).toBe(expected);
  });
});

test('without times there is no cut-off', async () => {
  const cutOffs = await cutOffsOf('Europe/Berlin', 'TARGET');
  expect(lastCutOff(cutOffs, new Date('2026-01-07T13:00Z'))).toBeUndefined();
  expect(nextCutOff(cutOffs, new Date('2026-01-07T13:00Z'))).toBeUndefined();
});

test.each([
  [maxCutOffTimes, true],
  [maxCutOffTimes + 1, false],
])('%i cut-offs a day: %s', async (count, isAllowed) => {
  const times = Array.from({ length: count }, (_, index) => `09:${String(index).padStart(2, '0')}`);
  const cutOffs = await cutOffsOf('UTC', 'WEEKDAYS', ...times);
  const search = () => nextCutOff(cutOffs, new Date('2026-01-07T00:00Z'));
  if (isAllowed) expect(search()).toEqual(new Date('2026-01-07T09:00Z'));
  else expect(search).toThrow('at most 24');
});
