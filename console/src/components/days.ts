/** Ranges of days in the zone of the viewer, as filters have them. */

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** The start of a day; undefined for a text that is no day. */
function startOf(day: string | null, offsetDays = 0): Date | undefined {
  if (day === null || !datePattern.test(day)) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + offsetDays);
  return Number.isNaN(start.getTime()) ? undefined : start;
}

/** The first instant of the day `from` and the last of the day `to`. */
export function dayRange(parameters: URLSearchParams): {
  readonly start: string | undefined;
  readonly end: string | undefined;
} {
  const nextDay = startOf(parameters.get('to'), 1);
  return {
    start: startOf(parameters.get('from'))?.toISOString(),
    // A range includes its end, so it ends a millisecond before the next day.
    end: nextDay && new Date(nextDay.getTime() - 1).toISOString(),
  };
}
