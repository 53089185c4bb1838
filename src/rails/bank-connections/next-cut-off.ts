/** The next cut-off of a bank connection, as people and clients see it. */
import { type BusinessCalendar, type CalendarKind, loadCalendar } from '../calendar/business-days.ts';
import { nextCutOff } from '../calendar/cut-offs.ts';
import type { BankConnection } from './bank-connection.ts';

/** Its holidays of a year are computed once for all connections. */
const calendars = new Map<CalendarKind, Promise<BusinessCalendar>>();

function calendarOf(kind: CalendarKind): Promise<BusinessCalendar> {
  const known = calendars.get(kind);
  if (known) return known;
  const loading = loadCalendar(kind);
  calendars.set(kind, loading);
  // A later call loads it again.
  loading.catch(() => calendars.delete(kind));
  return loading;
}

/** When the connection next makes files of waiting payments; `undefined` for a closed connection. */
export async function nextCutOffOf(
  { status, cutOffs }: Pick<BankConnection, 'status' | 'cutOffs'>,
  now: Date,
): Promise<Date | undefined> {
  if (status !== 'ACTIVE') return undefined;
  return nextCutOff({ ...cutOffs, calendar: await calendarOf(cutOffs.calendar) }, now);
}
