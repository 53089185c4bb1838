/**
 * Instants as text, faster than `toISOString`. A page has hundreds of instants, mostly of a few days, so the calendar date
 * is computed only when the day differs from that of the previous call.
 */
const dayMs = 24 * 60 * 60 * 1000;
const padded = (count: number, width: number): readonly string[] =>
  Array.from({ length: count }, (_, value) => String(value).padStart(width, '0'));
const two = padded(60, 2);
const three = padded(1000, 3);

let knownDay = Number.NaN;
let knownDate = '';

/** ISO 8601 in UTC with milliseconds. The result equals that of `toISOString`. */
export function isoInstant(at: Date): string {
  const time = at.getTime();
  const day = Math.floor(time / dayMs);
  if (day !== knownDay) {
    const text = at.toISOString();
    knownDate = text.slice(0, text.indexOf('T') + 1);
    knownDay = day;
  }
  const ofDay = time - day * dayMs;
  const seconds = Math.floor(ofDay / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${knownDate}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${three[ofDay % 1000]}Z`;
}
