/**
 * URLs, and which of them name this machine.
 *
 * They are parsed without `URL.canParse`: in Node.js 20 its compiled form returns false for texts with letters such as ü
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

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the URL has one of the usual names of this machine. Nothing is resolved. */
export const isLoopbackUrl = ({ hostname }: URL): boolean => loopbackHosts.has(hostname);
