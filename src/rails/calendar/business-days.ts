/**
 * Days on which banks work. `TARGET` is the calendar of SEPA and euro payments, `FEDWIRE` that of ACH and dollar payments.
 * `WEEKDAYS` has Monday to Friday without holidays.
 *
 * Dates are `YYYY-MM-DD` of the years 2000 to 2199.
 *
 * Decision: TARGET's closing days are listed here, and the library only computes Easter. The holidays of the United States come
 * from the library, without its substitute days: those are days off of federal offices, which differ from those of the Federal
 * Reserve Banks. The Banks are open on the Friday before a holiday on a Saturday, and closed on the Monday after a holiday on
 * a Sunday.
 *
 * Source: ECB, TARGET closing days (since 2002); Federal Reserve Financial Services, Holiday Schedules.
 */
import { invariant } from '../../kernel/errors.ts';

export const calendarKinds = ['TARGET', 'FEDWIRE', 'WEEKDAYS'] as const;
export type CalendarKind = (typeof calendarKinds)[number];

export interface BusinessCalendar {
  readonly kind: CalendarKind;
  /** Closing days of a year that are not at a weekend. */
  readonly holidaysOf: (year: number) => ReadonlySet<string>;
}

const targetClosingDays = ['01-01', 'easter -2', 'easter 1', '05-01', '12-25', '12-26'];

const dayMs = 24 * 60 * 60 * 1_000;
const [sunday, saturday] = [0, 6];
/** Files are made for a few days ahead. */
const maxBusinessDays = 366;
/** Years have at most a dozen closing days. More years than these are not in use at the same time. */
const maxCachedYears = 32;

function msOf(date: string): number {
  const ms = /^2[01]\d\d-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  // Some engines read 30 February as 1 March.
  invariant(!Number.isNaN(ms) && dateOf(ms) === date, 'a date is YYYY-MM-DD, from 2000 to 2199');
  return ms;
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A holiday on a Sunday is moved to Monday. */
function movedFromSunday(date: string): string {
  const ms = msOf(date);
  return new Date(ms).getUTCDay() === sunday ? dateOf(ms + dayMs) : date;
}

function cachedByYear(compute: (year: number) => readonly string[]): BusinessCalendar['holidaysOf'] {
  const years = new Map<number, ReadonlySet<string>>();
  return (year) => {
    const known = years.get(year);
    if (known) return known;
    if (years.size >= maxCachedYears) years.clear();
    const computed = new Set(compute(year));
    years.set(year, computed);
    return computed;
  };
}

/** Loads a calendar. The library takes about 0.2 seconds to load, so `calendarOf` loads it once for the process. */
export async function loadCalendar(kind: CalendarKind): Promise<BusinessCalendar> {
  if (kind === 'WEEKDAYS') return { kind, holidaysOf: () => new Set() };
  const { default: Holidays } = await import('date-holidays');
  if (kind === 'TARGET') {
    const holidays = new Holidays();
    for (const rule of targetClosingDays) holidays.setHoliday(rule, { name: rule, type: 'public' });
    return { kind, holidaysOf: cachedByYear((year) => datesOf(holidays.getHolidays(year))) };
  }
  const holidays = new Holidays('US', { types: ['public'] });
  const bankHolidays = (year: number) => datesOf(holidays.getHolidays(year)).map(movedFromSunday);
  return { kind, holidaysOf: cachedByYear(bankHolidays) };
}

const datesOf = (holidays: readonly { readonly date: string; readonly substitute?: boolean }[]): string[] =>
  holidays.filter(({ substitute }) => !substitute).map(({ date }) => date.slice(0, 'YYYY-MM-DD'.length));

export function isBusinessDay(calendar: BusinessCalendar, date: string): boolean {
  const day = new Date(msOf(date)).getUTCDay();
  return day !== saturday && day !== sunday && !calendar.holidaysOf(Number(date.slice(0, 4))).has(date);
}

/** The first business day after a date. */
export function nextBusinessDay(calendar: BusinessCalendar, date: string): string {
  let next = date;
  do next = dateOf(msOf(next) + dayMs);
  while (!isBusinessDay(calendar, next));
  return next;
}

/**
 * The business day that follows a date after a number of business days. With 0 days: the date itself, or the next business day
 * when banks are closed on it. A date on which banks are closed counts as the business day after it.
 *
 * @param days 0 to 366.
 */
export function addBusinessDays(calendar: BusinessCalendar, date: string, days: number): string {
  invariant(Number.isInteger(days) && days >= 0 && days <= maxBusinessDays, 'business days are 0 to 366');
  let result = isBusinessDay(calendar, date) ? date : nextBusinessDay(calendar, date);
  for (let added = 0; added < days; added += 1) result = nextBusinessDay(calendar, result);
  return result;
}

/** The date some days later, or earlier with a negative number. */
export const addDays = (date: string, days: number): string => dateOf(msOf(date) + days * dayMs);
