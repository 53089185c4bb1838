/** The rates that the feed of the deployment published. */
import { readList } from '../../src/infrastructure/database/wide-reads.ts';
import { InvalidInput } from '../../src/kernel/errors.ts';
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { jsonNumber } from '../../src/kernel/money/rate.ts';
import { parseInput } from '../../src/kernel/parse.ts';
import {
  ExchangeRateHistoryInput,
  exchangeRateHistory,
  type PastExchangeRate,
} from '../../src/payments/rates/exchange-rate-history.ts';
import { countSnapshots } from '../../src/payments/rates/rate-snapshot-store.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connect, connectionOf, pageArguments, pageShape } from '../core/connections.ts';
import { CurrencyRef } from '../core/money.ts';

const PastExchangeRateRef = builder.objectRef<PastExchangeRate>('PastExchangeRate').implement({
  description: 'A rate that the feed of the deployment published, without spread and fees.',
  fields: (t) => ({
    sourceCurrency: t.field({
      type: CurrencyRef,
      description: 'Currency that is sent.',
      resolve: (rate) => currencyOf(rate.sourceCurrency),
    }),
    destinationCurrency: t.field({
      type: CurrencyRef,
      description: 'Currency that is received.',
      resolve: (rate) => currencyOf(rate.destinationCurrency),
    }),
    exchangeRate: t.float({
      description: 'Exchange rate: units of sourceCurrency per unit of destinationCurrency, in major units.',
      resolve: (rate) => jsonNumber(rate.exchangeRate),
    }),
    rateSource: t.exposeString('rateSource', { description: 'The host of the feed.' }),
    publishedAt: t.field({
      type: 'DateTime',
      description: 'When the feed published the rate; the start of the day if it names a day only.',
      resolve: (rate) => rate.publishedAt,
    }),
    fetchedAt: t.field({
      type: 'DateTime',
      description: 'When the service first read the rate.',
      resolve: (rate) => rate.fetchedAt,
    }),
  }),
});

const PastExchangeRateConnection = connectionOf('PastExchangeRate', PastExchangeRateRef);

builder.queryField('exchangeRateHistory', (t) =>
  t.field({
    type: PastExchangeRateConnection,
    authScopes: { permission: 'VIEW_REFERENCE' },
    description:
      'Rates between two currencies that the feed of the deployment published. The one that was fetched last is first. Empty without a feed.',
    args: {
      sourceCurrency: t.arg.string({ required: true, description: 'Currency that is sent.' }),
      destinationCurrency: t.arg.string({ required: true, description: 'Currency that is received.' }),
      since: t.arg({ type: 'DateTime', description: 'Published at this time or later.' }),
      until: t.arg({ type: 'DateTime', description: 'Published before this time.' }),
      ...pageArguments(t),
    },
    ...accepting(
      { ...ExchangeRateHistoryInput.shape, ...pageShape },
      ({ first, after, last, before, ...given }, context) => {
        const filter = parseInput(ExchangeRateHistoryInput, given);
        if (filter instanceof InvalidInput) throw filter;
        const isWide = filter.since !== undefined || filter.until !== undefined;
        return connect(
          'exchangeRateHistory',
          filter,
          { first, after, last, before },
          (page) => readList(context.ports, isWide, (db) => exchangeRateHistory(db, filter, page)),
          (db) => countSnapshots(db, filter),
        );
      },
    ),
  }),
);
