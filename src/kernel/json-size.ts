/**
 * Estimates the length of a value's JSON text without building it, so that a text that is too long is never built.
 *
 * Decision: an estimate of the UTF-8 bytes, much faster than the text itself. Numbers count as 4 bytes, escapes do not
 * count, and each character of a short string counts as one byte. A text that passes may therefore be a few times longer
 * if it consists mostly of those.
 */

/** Strings of this length or more are measured exactly. */
const shortString = 32;

/** The estimate for a number, a boolean or null. */
const scalarBytes = 4;

const stringBytes = (text: string): number =>
  (text.length < shortString ? text.length : Buffer.byteLength(text)) + 2;

/** The bytes left of `room` after the value. Negative if the value does not fit; then the rest of it is not visited. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - stringBytes(value);
  if (typeof value !== 'object' || value === null) return room - scalarBytes;
  let left = room - 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index += 1) {
      left = roomAfter(value[index], left - 1);
    }
    return left;
  }
  // `in` is safe because the objects of a response have no prototype. `Object.keys` would allocate an array for each.
  for (const name in value) {
    if (left < 0) return left;
    left = roomAfter((value as Record<string, unknown>)[name], left - name.length - 4);
  }
  return left;
}

/** Whether the estimated JSON text of the value is longer than `bytes`. */
export const exceedsJsonSize = (value: unknown, bytes: number): boolean => roomAfter(value, bytes) < 0;
