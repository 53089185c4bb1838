/**
 * Local dates and times of a time zone as instants.
 *
 * Decision: a local time is the first instant at which the clocks show it, or a later time. So a time that the clocks skip is
 * the instant at which they are changed, and a time that they show twice is the first one.
 */
import { invariant } from '../../kernel/errors.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const zoneName = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/;
const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Formats are expensive to make. There are about 600 names of zones, and a process uses few. */
const maxFormats = 64;

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(timeZone);
  if (known) return known;
  // Newer versions of Node also accept an offset such as +05:30, older ones do not.
  if (!zoneName.test(timeZone)) return undefined;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
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
    if (formats.size >= maxFormats) formats.clear();
    formats.set(timeZone, format);
    return format;
  } catch {
    return undefined;
  }
}

/** Whether the text is a time of day, `HH:MM` from 00:00 to 23:59. */
export const isTimeOfDay = (text: string): boolean => timePattern.test(text);

/** The local date and time at an instant, read as if it were in UTC, in whole seconds. */
function localMs(timeZone: string, at: number): number {
  const format = formatOf(timeZone);
  invariant(format, 'the time zone exists');
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The date in the zone at an instant, `YYYY-MM-DD`. */
export const dateIn = (timeZone: string, at: Date): string =>
  new Date(localMs(timeZone, at.getTime())).toISOString().slice(0, 10);

/** The time in the zone at an instant, `HH:MM`. */
export const timeIn = (timeZone: string, at: Date): string =>
  new Date(localMs(timeZone, at.getTime())).toISOString().slice(11, 16);

/** The first instant at which the clocks of the zone show the time of the date, or a later time. */
export function instantOf(timeZone: string, date: string, time: string): Date {
  invariant(isTimeOfDay(time), 'a time of day is HH:MM');
  const local = Date.parse(`${date}T${time}:00Z`);
  invariant(!Number.isNaN(local), 'a date is YYYY-MM-DD');
  const offsets = [local - dayMs, local + dayMs].map((at) => localMs(timeZone, at) - at);
  // The larger offset gives the earlier instant.
  const first = local - Math.max(...offsets);
  if (localMs(timeZone, first) === local) return new Date(first);
  return new Date(changeBetween(timeZone, local, first, local - Math.min(...offsets)));
}

/** The first instant, in whole seconds, after `low` and up to `high` at which the clocks show the local time or a later one. */
function changeBetween(timeZone: string, local: number, low: number, high: number): number {
  let [before, after] = [low / 1_000, high / 1_000];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localMs(timeZone, middle * 1_000) < local) before = middle;
    else after = middle;
  }
  return after * 1_000;
}
