/**
 * Reads the daily reference rates of the European Central Bank: XML with an element `Cube` for the day and, in it, one for each
 * currency. The base is the euro.
 *
 *     <gesmes:Envelope><Cube><Cube time="2026-11-23"><Cube currency="USD" rate="1.0823"/>…
 *
 * Decision: of a feed with several days the newest one counts, so that the file of the last 90 days works too.
 *
 * Source: https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/.
 */
import { SaxesParser } from 'saxes';
import type { PublishedRates } from '../../payments/rates/rate-snapshot.ts';
import { type FeedProblem, publishedRates } from './feed-values.ts';

/** Envelope, Cube, Cube of a day, Cube of a currency. Other parts of the envelope are not deeper. */
const maxDepth = 8;

type Rates = (readonly [string, string])[];

class TooDeep extends Error {}

/** The rates of each day, in the order of the file. Throws what the parser throws. */
function readDays(xml: string): Map<string, Rates> {
  const days = new Map<string, Rates>();
  const path: (string | undefined)[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length >= maxDepth) throw new TooDeep();
    const isCube = name.split(':').at(-1) === 'Cube';
    const day = isCube ? (attributes['time'] ?? path.at(-1)) : undefined;
    path.push(day);
    if (day === undefined) return;
    const rates = days.get(day) ?? [];
    days.set(day, rates);
    const { currency, rate } = attributes;
    if (currency !== undefined && rate !== undefined) rates.push([currency, rate]);
  });
  parser.on('closetag', () => path.pop());
  parser.write(xml).close();
  return days;
}

/** @param now real time. */
export function readEcbRates(xml: string, now: Date): PublishedRates | FeedProblem {
  let days: Map<string, Rates>;
  try {
    days = readDays(xml);
  } catch {
    return { problem: 'it is not well-formed XML' };
  }
  const time = [...days.keys()].sort().at(-1);
  if (time === undefined) return { problem: 'it has no Cube with a time' };
  return publishedRates({ base: 'EUR', time, rates: days.get(time) ?? [] }, now);
}
