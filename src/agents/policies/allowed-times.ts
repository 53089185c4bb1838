/**
 * Days and hours in a time zone at which an agent may submit payments.
 *
 * Decision: a window ends on the day on which it starts. A window over midnight is two windows, so that it is clear to which day
 * an hour belongs. `to` is not included, and `24:00` is the end of the day.
 *
 * Decision: local times are those of the clock on the wall. On the day on which clocks go back, a window has an hour more.
 *
 * Source: docs/behaviour/agents.md#rules.
 */
import { z } from 'zod';
import { boundedList, choices } from '../../kernel/lists.ts';
import { textMatching } from '../../kernel/parse.ts';
import { isTimeZone } from '../../kernel/time-zone.ts';

export const weekdays = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;
type Weekday = (typeof weekdays)[number];

export const maxTimeWindows = 14;

export interface TimeWindow {
  readonly days: readonly Weekday[];
  /** HH:MM, included. */
  readonly from: string;
  /** HH:MM, not included. */
  readonly to: string;
}

export interface AllowedTimes {
  /** A name of the IANA time zone database. */
  readonly timeZone: string;
  readonly windows: readonly TimeWindow[];
}

const formats = new Map<string, Intl.DateTimeFormat>();
const maxFormats = 100;

/** A format is costly to make, so the last ones stay. Throws a RangeError for an unknown time zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(timeZone, format);
  return format;
}

const timeOfDay = (last: string) =>
  textMatching(
    last === '24:00' ? /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/ : /^([01]\d|2[0-3]):[0-5]\d$/,
    `a time from 00:00 to ${last}`,
    5,
  );

const timeWindow = z
  .strictObject(
    {
      days: choices(weekdays, { error: 'must be a list of days', nonEmpty: 'must not be empty' }).transform(
        (days) => [...new Set(days)],
      ),
      from: timeOfDay('23:59'),
      to: timeOfDay('24:00'),
    },
    { error: 'must be an object' },
  )
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'must be after from' });

export const allowedTimes: z.ZodType<AllowedTimes, unknown> = z.strictObject(
  {
    timeZone: textMatching(/^[A-Za-z][A-Za-z0-9_+/-]*$/, 'the name of a time zone', 64).refine(isTimeZone, {
      error: 'must be a name of the IANA time zone database, for example Europe/Berlin',
    }),
    windows: boundedList(timeWindow, maxTimeWindows, {
      error: 'must be a list of windows',
      nonEmpty: 'must not be empty',
    }),
  },
  { error: 'must be an object' },
);

/** Whether a window contains the instant. */
export function isAllowedAt({ timeZone, windows }: AllowedTimes, now: Date): boolean {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  const day = parts.get('weekday')?.toUpperCase() as Weekday;
  const time = `${parts.get('hour')}:${parts.get('minute')}`;
  return windows.some(({ days, from, to }) => days.includes(day) && from <= time && time < to);
}
