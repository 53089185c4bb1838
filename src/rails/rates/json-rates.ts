/** Reads a JSON feed by a mapping. Source: docs/reference/settings.md#rates. */
import type { PublishedRates } from '../../payments/rates/rate-snapshot.ts';
import { type FeedProblem, publishedRates } from './feed-values.ts';
import type { FeedMapping } from './settings.ts';

/** The value at a dotted path. Only own members of objects are read. */
function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** @param now real time. */
export function readJsonRates(
  text: string,
  { base, time, rates }: FeedMapping,
  now: Date,
): PublishedRates | FeedProblem {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { problem: 'it is not JSON' };
  }
  const found = valueAt(document, rates);
  if (typeof found !== 'object' || found === null || Array.isArray(found)) {
    return { problem: `it has no object of rates at ${rates}` };
  }
  return publishedRates(
    {
      base: base.startsWith('=') ? base.slice(1) : valueAt(document, base),
      time: valueAt(document, time),
      rates: Object.entries(found),
    },
    now,
  );
}
