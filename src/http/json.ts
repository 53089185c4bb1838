/** JSON as requests carry it: bounded in depth, so that nothing after it has to be. */

/** Far above what any input of the interface has. */
export const maxJsonDepth = 64;

const quote = 0x22;
const backslash = 0x5c;

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

/** Whether brackets outside of strings are nested deeper than `maxJsonDepth`. Linear in the text. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === quote) at = endOfString(text, at + 1);
    // `[` and `{`, `]` and `}` differ in one bit.
    else if ((char | 0x20) === 0x7b) {
      depth += 1;
      if (depth > maxJsonDepth) return true;
    } else if ((char | 0x20) === 0x7d) depth -= 1;
  }
  return false;
}

/** The value, or what is wrong with the text. */
export function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  if (isTooDeep(text)) return { problem: `must be nested at most ${maxJsonDepth} deep` };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'must be JSON in UTF-8' };
  }
}
