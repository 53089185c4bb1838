/** Times in the zone of the viewer. */
import { createContext, useCallback, useContext, useEffect, useState } from 'react';

/** A format takes milliseconds to make, more on a phone, so each is made when it is first used. */
function once<Format>(make: () => Format): () => Format {
  let format: Format | undefined;
  return () => {
    format ??= make();
    return format;
  };
}

const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(undefined, options));

const short = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
const long = dateFormat({ dateStyle: 'full', timeStyle: 'long' });
const day = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });
const exact = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });
const relative = once(() => new Intl.RelativeTimeFormat(undefined, { numeric: 'always' }));

export const formatTime = (at: string): string => short().format(new Date(at));

export function Time({ at, withSeconds = false }: { readonly at: string; readonly withSeconds?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={`${long().format(date)} (${at})`}>
      {(withSeconds ? exact : short)().format(date)}
    </time>
  );
}

/** A date without a time, the same in each zone. */
export function CalendarDate({ date }: { readonly date: string }) {
  return <time dateTime={date}>{day().format(new Date(`${date.slice(0, 10)}T00:00:00Z`))}</time>;
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
  return relative().format(Math.trunc(ms / length), unit);
}

const ClockOffset = createContext(0);

/** How far the clock of the platform is ahead of that of the browser, in milliseconds. That of a sandbox can be moved. */
export const ClockOffsetProvider = ClockOffset.Provider;

/** Reads the clock of the platform, by which its records have their times. */
export function useClock(): () => number {
  const offset = useContext(ClockOffset);
  return useCallback(() => Date.now() + offset, [offset]);
}

/** The current time of the platform, at each interval. */
export function useNow(intervalMs = 1_000): number {
  const read = useClock();
  const [now, setNow] = useState(read);
  useEffect(() => {
    setNow(read());
    const timer = setInterval(() => setNow(read()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, read]);
  return now;
}

/** `in 3 hours`, `2 minutes ago`. */
export function RelativeTime({ at }: { readonly at: string }) {
  const now = useNow(10_000);
  return (
    <time dateTime={at} title={long().format(new Date(at))}>
      {difference(at, now)}
    </time>
  );
}
