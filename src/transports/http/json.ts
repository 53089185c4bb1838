/** JSON as requests carry it: bounded in depth and in values, so that a body costs little more than its length. */

/** Far above what any input of the interface has. */
export const maxJsonDepth = 64;
/** Values and keys of objects and lists. The longest lists of the interface have some hundreds. */
export const maxJsonValues = 10_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** The index of the quote that ends a string; the length of a text whose string has no end. */
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
 * What of a text is more than JSON may have: brackets that are nested deeper, or more values than the maximum. Looks
 * outside of strings only, and no further than the maximum. Linear in the text.
 */
export function excessOf(text: string): string | undefined {
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
      if (depth > maxJsonDepth) return `must be nested at most ${maxJsonDepth} deep`;
    } else if ((char | 0x20) === 0x7d) depth -= 1;
    if (values > maxJsonValues) return `must have at most ${maxJsonValues} values`;
  }
  return undefined;
}

/** The value, or what is wrong with the text. */
export function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  const excess = excessOf(text);
  if (excess !== undefined) return { problem: excess };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'must be JSON in UTF-8' };
  }
}
