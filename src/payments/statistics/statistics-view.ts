/** The statistics of transactions as REST shows them. Source: docs/behaviour/payments.md#statistics. */
import { toWire } from '../../kernel/money/amount.ts';
import { currencyView, instantView, type JsonBody } from '../../kernel/view.ts';
import { successRateOf, type TransactionStatistics } from './transaction-statistics.ts';

export const statisticsView = ({ start, end, currencies }: TransactionStatistics): JsonBody => ({
  start: instantView(start),
  end: instantView(end),
  currencies: currencies.map(({ currency, volume, ...numbers }) => ({
    currency: currencyView(currency),
    ...numbers,
    successRate: successRateOf(numbers),
    volume: volume === undefined ? undefined : toWire(volume),
  })),
});
