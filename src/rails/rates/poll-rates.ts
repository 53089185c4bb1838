/**
 * Polls the feed when it is due. Any number of processes may call this; the lease in the database lets one of them poll. The feed
 * is fetched outside of any transaction.
 *
 * Decision: a publication that is older than the last known one is ignored, because caches on the way may return old responses.
 * Decision: after a failed poll the next one is five minutes later, or after the interval if that is shorter.
 *
 * Source: docs/behaviour/payments.md#where-rates-come-from.
 */
import { transact } from '../../infrastructure/database/transact.ts';
import { newId } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import { claimPoll, endPoll } from '../../payments/rates/rate-feed-store.ts';
import type { PublishedRates } from '../../payments/rates/rate-snapshot.ts';
import {
  findNewestSnapshot,
  insertSnapshot,
  isSamePublication,
} from '../../payments/rates/rate-snapshot-store.ts';
import { isProblem } from './feed-values.ts';
import { fetchRates } from './fetch-rates.ts';
import type { RateFeed } from './settings.ts';

/** Longer than the time limit of the request. */
const leaseMs = 60_000;
const retryMs = 5 * 60_000;

type PollPorts = Pick<Ports, 'db' | 'clock' | 'fetch'>;

export interface PollOptions {
  /** Whether the deployment has a rate of BTC without the feed: `perUsd.BTC` of `RATES_FILE`. */
  readonly hasBitcoin: boolean;
  /** Called after a failed poll. `problem` contains no secret and no value of the feed. */
  readonly onFailure: (problem: string) => void;
}

type Outcome = 'not-due' | 'failed' | 'unchanged' | 'stored';

async function record(
  { db }: PollPorts,
  { source, pollMs }: RateFeed,
  published: PublishedRates,
  now: Date,
): Promise<Outcome> {
  const nextPollAt = new Date(now.getTime() + pollMs);
  return transact<Outcome>(db, async (tx) => {
    await endPoll(tx, source, { nextPollAt, hasFailed: false });
    const newest = await findNewestSnapshot(tx, source);
    const isKnown =
      newest && (published.publishedAt < newest.publishedAt || isSamePublication(newest, published));
    if (isKnown) return 'unchanged';
    await insertSnapshot(tx, { ...published, id: newId('RateSnapshot'), source, fetchedAt: now });
    return 'stored';
  });
}

export async function pollRates(
  ports: PollPorts,
  feed: RateFeed,
  { hasBitcoin, onFailure }: PollOptions,
): Promise<Outcome> {
  const { db, clock, fetch } = ports;
  const { source, pollMs } = feed;
  if (!(await claimPoll(db.orm, source, clock.real(), leaseMs))) return 'not-due';
  const published = await fetchRates(fetch, feed, clock.real());
  const now = clock.real();
  const problem = isProblem(published)
    ? published.problem
    : !published.rates.has('BTC') && !hasBitcoin
      ? 'it has no rate of BTC, and neither has RATES_FILE: set perUsd.BTC there'
      : undefined;
  if (problem === undefined && !isProblem(published)) return record(ports, feed, published, now);
  await endPoll(db.orm, source, {
    nextPollAt: new Date(now.getTime() + Math.min(retryMs, pollMs)),
    hasFailed: true,
  });
  onFailure(problem ?? '');
  return 'failed';
}
