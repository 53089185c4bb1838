import { describe, expect, test } from 'vitest';
import {
  addBusinessDays,
  type CalendarKind,
  calendarKinds,
  isBusinessDay,
  loadCalendar,
  nextBusinessDay,
} from '../../../src/rails/calendar/business-days.ts';

/** The dates from Monday to Friday of a year on which banks are closed. */
async function closedWeekdays(kind: CalendarKind, year: number): Promise<string[]> {
  const calendar = await loadCalendar(kind);
  const dates: string[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) {
    const day = new Date(at).getUTCDay();
    const date = new Date(at).toISOString().slice(0, 10);
    if (day !== 0 && day !== 6 && !isBusinessDay(calendar, date)) dates.push(date.slice(5));
  }
  return dates;
}

/** ECB, "TARGET closing days", without those at weekends. */
describe('TARGET is closed on the published weekdays', () => {
  test.each([
    [2020, ['01-01', '04-10', '04-13', '05-01', '12-25']],
    [2024, ['01-01', '03-29', '04-01', '05-01', '12-25', '12-26']],
    [2025, ['01-01', '04-18', '04-21', '05-01', '12-25', '12-26']],
    [2026, ['01-01', '04-03', '04-06', '05-01', '12-25']],
    [2027, ['01-01', '03-26', '03-29']],
    [2028, ['04-14', '04-17', '05-01', '12-25', '12-26']],
  ])('of %i', async (year, dates) => {
    expect(await closedWeekdays('TARGET', year)).toEqual(dates);
  });
});

/** Federal Reserve Financial Services, "Holiday Schedules". */
describe('the Federal Reserve Banks are closed on the published weekdays', () => {
  test.each([
    [
      2024,
      ['01-01', '01-15', '02-19', '05-27', '06-19', '07-04', '09-02', '10-14', '11-11', '11-28', '12-25'],
    ],
    [
      2025,
      ['01-01', '01-20', '02-17', '05-26', '06-19', '07-04', '09-01', '10-13', '11-11', '11-27', '12-25'],
    ],
    // 4 July is a Saturday: open on Friday, 3 July.
    [2026, ['01-01', '01-19', '02-16', '05-25', '06-19', '09-07', '10-12', '11-11', '11-26', '12-25']],
    // 19 June and 25 December are Saturdays. 4 July is a Sunday: closed on Monday.
    [2027, ['01-01', '01-18', '02-15', '05-31', '07-05', '09-06', '10-11', '11-11', '11-25']],
    // 11 November is a Saturday in 2028. 11 November is a Sunday in 2029.
    [2028, ['01-17', '02-21', '05-29', '06-19', '07-04', '09-04', '10-09', '11-23', '12-25']],
    [
      2029,
      ['01-01', '01-15', '02-19', '05-28', '06-19', '07-04', '09-03', '10-08', '11-12', '11-22', '12-25'],
    ],
    // Juneteenth is a holiday since 2021, when it was a Saturday.
    [2021, ['01-01', '01-18', '02-15', '05-31', '07-05', '09-06', '10-11', '11-11', '11-25']],
    // 1 January is a Sunday, 11 November a Saturday.
    [2023, ['01-02', '01-16', '02-20', '05-29', '06-19', '07-04', '09-04', '10-09', '11-23', '12-25']],
  ])('of %i', async (year, dates) => {
    expect(await closedWeekdays('FEDWIRE', year)).toEqual(dates);
  });
});

test('weekdays have no holidays', async () => {
  expect(await closedWeekdays('WEEKDAYS', 2026)).toEqual([]);
});

test.each(calendarKinds)('%s is closed on Saturdays and Sundays', async (kind) => {
  const calendar = await loadCalendar(kind);
  const open = ['2026-01-09', '2026-01-10', '2026-01-11', '2026-01-12'].map((date) =>
    isBusinessDay(calendar, date),
  );
  expect(open).toEqual([true, false, false, true]);
});

describe('business days are added', () => {
  test.each<[string, CalendarKind, string, number, string]>([
    ['none to a business day', 'TARGET', '2026-04-02', 0, '2026-04-02'],
    ['none to a holiday, which gives the next business day', 'TARGET', '2026-04-03', 0, '2026-04-07'],
    ['over Easter', 'TARGET', '2026-04-02', 1, '2026-04-07'],
    ['to a holiday, which counts as the business day after it', 'TARGET', '2026-04-03', 1, '2026-04-08'],
    ['over Christmas and the new year', 'TARGET', '2026-12-24', 5, '2027-01-04'],
    ['over Thanksgiving', 'FEDWIRE', '2026-11-25', 2, '2026-11-30'],
    ['over a weekend', 'WEEKDAYS', '2026-01-09', 1, '2026-01-12'],
    ['up to a year', 'WEEKDAYS', '2026-01-01', 366, '2027-05-28'],
  ])('%s', async (_, kind, date, days, expected) => {
    expect(addBusinessDays(await loadCalendar(kind), date, days)).toBe(expected);
  });

  test.each([[-1], [0.5], [367], [Number.NaN]])('but not %d', async (days) => {
    const calendar = await loadCalendar('WEEKDAYS');
    expect(() => addBusinessDays(calendar, '2026-01-01', days)).toThrow('business days');
  });
});

test('the next business day is after the date', async () => {
  const calendar = await loadCalendar('TARGET');
  expect(nextBusinessDay(calendar, '2026-04-01')).toBe('2026-04-02');
  expect(nextBusinessDay(calendar, '2026-12-31')).toBe('2027-01-04');
});

test.each([['2026-02-30'], ['2026-1-1'], ['1999-12-31'], ['2200-01-01'], ['2026-01-01T00:00'], ['']])(
  '"%s" is no date',
  async (date) => {
    const calendar = await loadCalendar('WEEKDAYS');
    expect(() => isBusinessDay(calendar, date)).toThrow('YYYY-MM-DD');
  },
);
