/** Times in the zone of the viewer. */
import { useEffect, useState } from 'react';

const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

export const formatTime = (at: string): string => short.format(new Date(at));

export function Time({ at, withSeconds = false }: { readonly at: string; readonly withSeconds?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={`${long.format(date)} (${at})`}>
      {(withSeconds ? exact : short).format(date)}
    </time>
  );
}

/** A date without a time, the same in each zone. */
export function CalendarDate({ date }: { readonly date: string }) {
  return <time dateTime={date}>{day.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))}</time>;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

function difference(at: string, now: number): string {
  const ms = new Date(at).getTime() - now;
  const [unit, length] = units.find(([, one]) => Math.abs(ms) >= one) ?? units[3];
  return relative.format(Math.trunc(ms / length), unit);
}

/** The current time, each second or minute. */
export function useNow(intervalMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

/** `in 3 hours`, `2 minutes ago`. */
export function RelativeTime({ at }: { readonly at: string }) {
  const now = useNow(10_000);
  return (
    <time dateTime={at} title={long.format(new Date(at))}>
      {difference(at, now)}
    </time>
  );
}
