const zero = 48;
const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;

/** Parses `2026-11-02 09:00:00.123+00`, the format of a server in UTC. Other formats go through `new Date`. */
export function parseTimestamp(text: string): Date {
  const { length } = text;
  if (length < 22 || length > 26 || text.charCodeAt(10) !== 32 || !text.endsWith('+00'))
    return new Date(text);
  let milliseconds = 0;
  if (text.charCodeAt(19) === 46) {
    for (let at = 20, worth = 100; at < length - 3; at += 1, worth /= 10) {
      milliseconds += (text.charCodeAt(at) - zero) * worth;
    }
  }
  return new Date(
    Date.UTC(
      twoDigits(text, 0) * 100 + twoDigits(text, 2),
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      twoDigits(text, 11),
      twoDigits(text, 14),
      twoDigits(text, 17),
      milliseconds,
    ),
  );
}
