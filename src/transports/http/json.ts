/** Parses JSON with limits on depth and number of values, so that parsing costs little more than the body's length. */

/** Far above the depth of any input of the interface. */
export const maxJsonDepth = 64;
/** Values and keys of objects and lists. The longest lists of the interface have some hundred items. */
export const maxJsonValues = 10_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** The index of the quote that ends a string; the text's length when the string is not terminated. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end >= 0) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash && end - 1 - slashes >= start) slashes += 1;
    if (slashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/**
 * Describes the limit that a text exceeds: the nesting of brackets or the number of values. Skips strings, and stops at
 * the first excess. Linear in the text.
 */
export function limitViolationOf(text: string): string | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === quote) at = endOfString(text, at + 1);
    else if (char === comma) values += 1;
    // `[` and `{`, `]` and `}` differ in one bit.
    else if ((char | 0x20) === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > maxJsonDepth) return `must have at most ${maxJsonDepth} levels of nesting`;
    } else if ((char | 0x20) === 0x7d) depth -= 1;
    if (values > maxJsonValues) return `must have at most ${maxJsonValues} values`;
  }
  return undefined;
}

/** The parsed value, or the problem with the text. */
export function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  const violation = limitViolationOf(text);
  if (violation !== undefined) return { problem: violation };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'must be JSON in UTF-8' };
  }
}
