/**
 * The rates that a feed has published over time.
 *
 * Decision: the history has the rates as published, without the spread of a platform: its settings change, and the rate of a
 * payment is on its quote. Rates of files have no history.
 *
 * Source: docs/behaviour/payments.md#history-of-rates.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import { whenValid } from '../../kernel/field-rules.ts';
import type { Id } from '../../kernel/ids.ts';
import { findCurrency } from '../../kernel/money/currencies.ts';
import { quotient, type Ratio } from '../../kernel/money/rate.ts';
import type { Page, PageRequest } from '../../kernel/page.ts';
import { codedIssue, instant, optional, text } from '../../kernel/parse.ts';
import { type HistoryFilter, listSnapshots } from './rate-snapshot-store.ts';

const currencyCode = text(10).superRefine((code, context) => {
  if (!findCurrency(code)) {
    context.addIssue(codedIssue('INVALID_CURRENCY', 'is not a supported currency'));
  }
});

export const ExchangeRateHistoryInput = z
  .object({
    sourceCurrency: currencyCode,
    destinationCurrency: currencyCode,
    since: optional(instant),
    until: optional(instant),
  })
  .refine(({ since, until }) => !since || !until || since <= until, {
    path: ['until'],
    error: 'must not be before since',
    ...whenValid('since', 'until'),
  });

export interface PastExchangeRate {
  readonly id: Id<'RateSnapshot'>;
  readonly sourceCurrency: string;
  readonly destinationCurrency: string;
  /** Source units per one destination unit, in major units. */
  readonly exchangeRate: Ratio;
  readonly rateSource: string;
  readonly publishedAt: Date;
  readonly fetchedAt: Date;
}

/** A page of the history, the rates that were fetched last first. */
export async function exchangeRateHistory(
  db: Executor,
  filter: HistoryFilter,
  page: PageRequest,
): Promise<Page<PastExchangeRate>> {
  const { items, ...position } = await listSnapshots(db, filter, page);
  const { sourceCurrency, destinationCurrency } = filter;
  return {
    ...position,
    items: items.map(({ id, rates, source: rateSource, publishedAt, fetchedAt }) => {
      const [from, to] = [rates.get(sourceCurrency), rates.get(destinationCurrency)];
      invariant(from && to, 'a snapshot of the history has both currencies');
      const exchangeRate = quotient(from, to);
      return { id, sourceCurrency, destinationCurrency, exchangeRate, rateSource, publishedAt, fetchedAt };
    }),
  };
}
