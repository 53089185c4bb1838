/** The calendars of this process: the holidays of a year are computed once for all connections. */
import { type BusinessCalendar, type CalendarKind, loadCalendar } from './business-days.ts';

const calendars = new Map<CalendarKind, Promise<BusinessCalendar>>();

export function calendarOf(kind: CalendarKind): Promise<BusinessCalendar> {
  const known = calendars.get(kind);
  if (known) return known;
  const loading = loadCalendar(kind);
  calendars.set(kind, loading);
  // A later call loads it again.
  loading.catch(() => calendars.delete(kind));
  return loading;
}
