/**
 * Cut-offs: the times of a business day at which the waiting payments of a bank connection are sent as a file.
 */
import { invariant } from '../../kernel/errors.ts';
import { addBusinessDays, addDays, type BusinessCalendar, isBusinessDay } from './business-days.ts';
import { dateIn, instantOf } from './zoned-time.ts';

export interface CutOffs {
  /** A name of the IANA database: the zone of the times and of the dates of business days. */
  readonly timeZone: string;
  /** `HH:MM`, in any order, at most 24. */
  readonly times: readonly string[];
  readonly calendar: BusinessCalendar;
}

export const maxCutOffTimes = 24;

/** Longer than any run of days on which banks are closed. */
const maxDays = 14;

/** The instants of a day, earliest first. None when banks are closed. */
function instantsOn({ timeZone, times, calendar }: CutOffs, date: string): Date[] {
  if (!isBusinessDay(calendar, date)) return [];
  return times.map((time) => instantOf(timeZone, date, time)).sort((a, b) => a.getTime() - b.getTime());
}

/** The first instant that `find` selects, on the date of `now` and then day by day. */
function searchDays(
  cutOffs: CutOffs,
  now: Date,
  step: 1 | -1,
  find: (instants: readonly Date[]) => Date | undefined,
): Date | undefined {
  invariant(cutOffs.times.length <= maxCutOffTimes, `there are at most ${maxCutOffTimes} cut-offs a day`);
  let date = dateIn(cutOffs.timeZone, now);
  for (let day = 0; day <= maxDays; day += 1, date = addDays(date, step)) {
    const found = find(instantsOn(cutOffs, date));
    if (found) return found;
  }
  return undefined;
}

/** The latest cut-off at or before `now`. `undefined` only without times. */
export const lastCutOff = (cutOffs: CutOffs, now: Date): Date | undefined =>
  searchDays(cutOffs, now, -1, (instants) => instants.findLast((at) => at <= now));

/** The first cut-off after `now`. `undefined` only without times. */
export const nextCutOff = (cutOffs: CutOffs, now: Date): Date | undefined =>
  searchDays(cutOffs, now, 1, (instants) => instants.find((at) => at > now));

/**
 * The execution date of a file: its date in the bank's zone, plus a number of business days.
 *
 * @param madeAt when the file is made. It can be later than its cut-off, after an outage, and no date may be in the past.
 * @param businessDays 0 for the same day. ACH credits usually need 1, direct debits more.
 */
export const executionDateOf = (
  { timeZone, calendar }: Pick<CutOffs, 'timeZone' | 'calendar'>,
  madeAt: Date,
  businessDays: number,
): string => addBusinessDays(calendar, dateIn(timeZone, madeAt), businessDays);
