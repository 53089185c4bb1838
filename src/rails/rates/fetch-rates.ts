/** Fetches and reads a feed. What begins with `<` is read as the XML of the European Central Bank, everything else as JSON. */
import { open } from 'node:fs/promises';
import type { SafeFetch } from '../../infrastructure/http-client/safe-fetch.ts';
import type { PublishedRates } from '../../payments/rates/rate-snapshot.ts';
import { readEcbRates } from './ecb-rates.ts';
import { type FeedProblem, isProblem } from './feed-values.ts';
import { readJsonRates } from './json-rates.ts';
import type { RateFeed } from './settings.ts';

/** The file of the last 90 days has about 60 kB. Parsing more would stop the event loop for too long. */
const maxBytes = 256 * 1024;
const timeoutMs = 20_000;

async function readBounded(path: string): Promise<Uint8Array | FeedProblem> {
  try {
    const file = await open(path, 'r');
    try {
      const buffer = new Uint8Array(maxBytes + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < buffer.length; length += read) {
        ({ bytesRead: read } = await file.read(buffer, length, buffer.length - length));
      }
      return length > maxBytes ? { problem: `it has more than ${maxBytes} bytes` } : buffer.slice(0, length);
    } finally {
      await file.close();
    }
  } catch {
    return { problem: 'the file cannot be read' };
  }
}

async function download(fetch: SafeFetch, url: string): Promise<Uint8Array | FeedProblem> {
  const headers = { accept: 'application/xml, application/json;q=0.9, */*;q=0.1' };
  const result = await fetch({ method: 'GET', url, headers, timeoutMs, maxBytes });
  if (!result.ok) return { problem: `the request failed: ${result.failure}` };
  return result.status === 200 ? result.body : { problem: `the status of the response is ${result.status}` };
}

/** @param now real time. */
export async function fetchRates(
  fetch: SafeFetch,
  { location: { kind, at }, mapping }: RateFeed,
  now: Date,
): Promise<PublishedRates | FeedProblem> {
  const bytes = await (kind === 'url' ? download(fetch, at) : readBounded(at));
  if (isProblem(bytes)) return bytes;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'it is not UTF-8' };
  }
  return text.trimStart().startsWith('<') ? readEcbRates(text, now) : readJsonRates(text, mapping, now);
}
