/**
 * Divides a range of time into days, weeks or months of a time zone.
 *
 * Decision: the first and the last bucket are cut at the ends of the range, so that the sums of the buckets are those of the
 * range. A week starts on Monday (ISO 8601).
 *
 * Decision: a day starts at the first instant that has its date. At a change of the clocks it has 23 or 25 hours, or another
 * length, and a day that a zone skipped (Pacific/Apia, 2011-12-30) has no bucket.
 */
import { type FieldError, InvalidInput } from '../../kernel/errors.ts';

export const statisticsIntervals = ['DAY', 'WEEK', 'MONTH'] as const;
export type StatisticsInterval = (typeof statisticsIntervals)[number];

/** Enough for the days of a quarter, or the weeks of a year. */
export const maxBuckets = 100;

/** A range of time. The end is exclusive. */
export interface Bucket {
  readonly start: Date;
  readonly end: Date;
}

/** A calendar date, as an instant in UTC. */
type LocalDate = Date;

const dayMs = 24 * 60 * 60_000;
/** Statistics start here: the names of earlier years need an era, and ids have no earlier time. */
const earliest = new Date(0);

const zoneName = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/;

/** The format that shows the local time of a zone, or `undefined` if there is no such zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  // Newer versions of Node also accept an offset such as +05:30, older ones do not.
  if (!zoneName.test(timeZone)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
}

/** The calendar of a time zone. */
class LocalCalendar {
  readonly #format: Intl.DateTimeFormat;

  constructor(format: Intl.DateTimeFormat) {
    this.#format = format;
  }

  /** The local date and time, read as if it were in UTC, in whole seconds. */
  #localMs(at: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(at)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }

  #offsetMs(at: number): number {
    return this.#localMs(at) - Math.floor(at / 1_000) * 1_000;
  }

  dateOf(at: Date): LocalDate {
    return new Date(Math.floor(this.#localMs(at.getTime()) / dayMs) * dayMs);
  }

  /** The first instant with this local date or a later one. */
  startOf(date: LocalDate): Date {
    const midnight = date.getTime();
    const [before, after] = [this.#offsetMs(midnight - dayMs), this.#offsetMs(midnight + dayMs)];
    if (before === after) return new Date(midnight - before);
    // The clocks change near this midnight. The start is between the instants that the two offsets give.
    let low = midnight - Math.max(before, after) - 1;
    let high = midnight - Math.min(before, after);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#localMs(middle) < midnight) low = middle;
      else high = middle;
    }
    return new Date(high);
  }
}

/** The first date of the interval that contains a date. */
function firstDateOf(interval: StatisticsInterval, date: LocalDate): LocalDate {
  switch (interval) {
    case 'DAY':
      return date;
    case 'WEEK':
      return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * dayMs);
    case 'MONTH':
      return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()));
  }
}

function nextDateOf(interval: StatisticsInterval, first: LocalDate): LocalDate {
  if (interval === 'MONTH') return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1));
  return new Date(first.getTime() + (interval === 'WEEK' ? 7 : 1) * dayMs);
}

export interface StatisticsRange {
  readonly since: Date;
  /** Exclusive. */
  readonly until: Date;
  readonly interval: StatisticsInterval;
  readonly timeZone: string;
}

/** The buckets of a range, oldest first, or an error for a range that is empty or has too many. */
export function bucketsOf({ since, until, interval, timeZone }: StatisticsRange): Bucket[] | InvalidInput {
  const format = formatOf(timeZone);
  const wrong: FieldError[] = [];
  if (since < earliest) wrong.push({ path: 'since', message: `must be ${earliest.toISOString()} or later` });
  if (until <= since) wrong.push({ path: 'until', message: 'must be after since' });
  if (!format) wrong.push({ path: 'timeZone', message: 'must be a time zone of the IANA database' });
  if (!format || wrong.length > 0) return new InvalidInput(wrong);

  const calendar = new LocalCalendar(format);
  const buckets: Bucket[] = [];
  let date = firstDateOf(interval, calendar.dateOf(since));
  for (let start = since; start < until; ) {
    date = nextDateOf(interval, date);
    const next = calendar.startOf(date);
    const end = next < until ? next : until;
    if (end <= start) continue;
    if (buckets.length === maxBuckets) {
      const unit = interval.toLowerCase();
      return InvalidInput.at('until', `must be at most ${maxBuckets} ${unit}s after since`);
    }
    buckets.push({ start, end });
    start = end;
  }
  return buckets;
}
