/**
 * Parses URLs without `URL.canParse`: in Node.js 20 its compiled form returns false for texts with letters such as ü
 * (20.20.2; `test/kernel/url.test.ts` says when that is mended).
 */

/** The URL; undefined for a text that is none. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
