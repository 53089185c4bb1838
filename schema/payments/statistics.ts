/** Statistics of transactions. Source: docs/behaviour/payments.md#statistics. */
import { DomainError } from '../../src/kernel/errors.ts';
import { currencies, currencyOf } from '../../src/kernel/money/currencies.ts';
import { maxBuckets, statisticsIntervals } from '../../src/payments/statistics/intervals.ts';
import {
  type CurrencyStatistics,
  successRateOf,
  type TransactionStatistics,
  TransactionStatisticsInput,
  transactionStatistics,
} from '../../src/payments/statistics/transaction-statistics.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { visibleTo } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { CurrencyRef } from '../core/money.ts';
import { TransactionTypeEnum } from '../platforms/enums.ts';

const StatisticsIntervalEnum = describedEnum(
  'StatisticsInterval',
  'Length of the intervals of statistics, in the time zone of the request.',
  statisticsIntervals,
  { DAY: 'One day.', WEEK: 'One week, from Monday.', MONTH: 'One calendar month.' },
);

const CurrencyStatisticsRef = builder.objectRef<CurrencyStatistics>('CurrencyStatistics').implement({
  description: 'The transactions of one currency that were created in an interval, with their status now.',
  fields: (t) => ({
    currency: t.field({
      type: CurrencyRef,
      description: 'Currency of the sending side.',
      resolve: ({ currency }) => currencyOf(currency),
    }),
    transactionCount: t.exposeInt('transactionCount', { description: 'All transactions, also open ones.' }),
    completedCount: t.exposeInt('completedCount', { description: 'Transactions with the status COMPLETED.' }),
    failedCount: t.exposeInt('failedCount', {
      description: 'Transactions with the status FAILED, REJECTED or REFUNDED.',
    }),
    expiredCount: t.exposeInt('expiredCount', {
      description:
        'Transactions with the status EXPIRED: nearly all are of quotes that were never executed. The success rate excludes them.',
    }),
    successRate: t.float({
      nullable: true,
      description:
        'completedCount divided by the sum of completedCount and failedCount, from 0 to 1; null if both are 0.',
      resolve: (statistics) => successRateOf(statistics) ?? null,
    }),
    volume: t.field({
      type: 'Amount',
      nullable: true,
      description:
        'Sum of sentAmount of the completed transactions, in the smallest unit of the currency; null above 9007199254740991: request shorter intervals.',
      resolve: ({ volume }) => volume ?? null,
    }),
  }),
});

const TransactionStatisticsRef = builder.objectRef<TransactionStatistics>('TransactionStatistics').implement({
  description: 'The transactions that were created in one interval.',
  fields: (t) => ({
    start: t.field({
      type: 'DateTime',
      description: 'Start of the interval. The first interval starts at `since`.',
      resolve: ({ start }) => start,
    }),
    end: t.field({
      type: 'DateTime',
      description: 'End of the interval, exclusive. The last interval ends at `until`.',
      resolve: ({ end }) => end,
    }),
    currencies: t.field({
      type: [CurrencyStatisticsRef],
      bound: currencies.length,
      description: 'One item for each sending currency that has transactions, by code.',
      resolve: (interval) => [...interval.currencies],
    }),
  }),
});

builder.queryField('transactionStatistics', (t) =>
  t.field({
    type: [TransactionStatisticsRef],
    bound: maxBuckets,
    authScopes: { permission: 'VIEW' },
    description: `Numbers and volume of the transactions that the caller may see, for each interval from \`since\` to \`until\`, oldest first. At most ${maxBuckets} intervals. It has the time limit of a search.`,
    args: {
      since: t.arg({ type: 'DateTime', required: true, description: 'Start of the range, inclusive.' }),
      until: t.arg({ type: 'DateTime', required: true, description: 'End of the range, exclusive.' }),
      interval: t.arg({
        type: StatisticsIntervalEnum,
        required: true,
        description: 'Length of the intervals.',
      }),
      timeZone: t.arg.string({
        description:
          'Time zone whose days, weeks or months are meant, for example `Europe/Berlin` (IANA). Default: UTC.',
      }),
      type: t.arg({ type: TransactionTypeEnum, description: 'Only transactions of this type.' }),
      customerId: t.arg.id({
        description:
          "Only transactions of this customer, Customer:<uuid>; or the platform's own id, Platform:<uuid>, for those of the platform.",
      }),
    },
    ...accepting(TransactionStatisticsInput.shape, async (input, context) => {
      const statistics = await transactionStatistics(context.ports, visibleTo(context), input);
      if (statistics instanceof DomainError) throw statistics;
      return statistics;
    }),
  }),
);
