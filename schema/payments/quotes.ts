/** The quote type and the query quote. */

import { maxInstructions } from '../../src/accounts/internal/funding-instructions.ts';
import { quotesWithActions } from '../../src/agents/actions/history-store.ts';
import { invariant } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { jsonNumber } from '../../src/kernel/money/rate.ts';
import type { PaymentRail } from '../../src/ledger/payment-rails.ts';
import type { PaymentParty } from '../../src/payments/payment-party.ts';
import { QuoteExpired } from '../../src/payments/quotes/errors.ts';
import {
  type Quote,
  type QuoteStatus,
  quoteAsOf,
  quoteStatuses,
  quoteStatusFor,
  statusAt,
} from '../../src/payments/quotes/quote.ts';
import { findQuotes } from '../../src/payments/quotes/store.ts';
import { transactionMatching } from '../../src/payments/transactions/consistent-read.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import { whole } from '../../src/payments/transactions/transaction-summary.ts';
import { AccountRef, accountById } from '../accounts/accounts.ts';
import { PaymentRailEnum } from '../accounts/enums.ts';
import { PaymentInstructionsRef } from '../accounts/funding.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { mapCost } from '../core/complexity.ts';
import { batched, byId, type Context, principalOf, restrictedTo, visibleTo } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { ServiceError } from '../core/errors.ts';
import { CurrencyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { isApprover } from '../customers/approver-reach.ts';
import { CustomerRef, customerById } from '../customers/customers.ts';
import { PartyTypeEnum, RateDetailsRef } from './transaction-parts.ts';
import { TransactionRef, transactionById } from './transactions.ts';

export const quoteById = batched<Id<'Quote'>, Quote>('quoteById', async (context, ids) =>
  byId(await findQuotes(context.ports.db.orm, visibleTo(context), ids)),
);

const QuoteStatusEnum = describedEnum('QuoteStatus', 'Status of a quote.', quoteStatuses, {
  PENDING: 'The quote can be executed, or paid by a deposit.',
  PROCESSING: 'The quote was executed or paid. The payment is in progress.',
  COMPLETED: 'The payment reached its destination.',
  FAILED: 'The conversion or the payout failed.',
  EXPIRED: 'The quote was not executed or paid in time.',
});

const currentStatus = (context: Context, quote: Quote): QuoteStatus =>
  statusAt(quote, context.ports.clock.now(principalOf(context).platform));

/** A party with the fields of the quote that belong to its side. */
interface QuoteSide {
  readonly party: PaymentParty;
  readonly customerId?: Id<'Customer'> | undefined;
  readonly paymentRail?: PaymentRail | undefined;
}

const QuotePartyRef = builder.objectRef<QuoteSide>('QuoteParty').implement({
  description: 'Source or destination of a quote.',
  fields: (t) => ({
    type: t.field({
      type: PartyTypeEnum,
      description: 'Type of the endpoint.',
      resolve: ({ party }) => party.type,
    }),
    account: t.field({
      type: AccountRef,
      nullable: true,
      description: 'The account, if the type is ACCOUNT; otherwise null.',
      resolve: async ({ party }, _args, context) =>
        party.type === 'ACCOUNT' ? ((await accountById(context, party.accountId)) ?? null) : null,
    }),
    umaAddress: t.string({
      nullable: true,
      description: 'The UMA address, if the type is UMA_ADDRESS; otherwise null.',
      resolve: ({ party }) => (party.type === 'UMA_ADDRESS' ? party.umaAddress : null),
    }),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'Source: the customer who pays, or null if the platform pays. Destination: always null.',
      resolve: async ({ customerId }, _args, context) =>
        customerId ? ((await customerById(context, customerId)) ?? null) : null,
    }),
    paymentRail: t.field({
      type: PaymentRailEnum,
      nullable: true,
      description: 'Requested payment rail.',
      resolve: ({ paymentRail }) => paymentRail ?? null,
    }),
    currency: t.field({
      type: CurrencyRef,
      nullable: true,
      description: 'Currency of this side.',
      resolve: ({ party }) => currencyOf(party.currency),
    }),
  }),
});

export const QuoteRef = builder.objectRef<Quote>('Quote');
QuoteRef.implement({
  description: 'A locked rate and fees for a payment, valid for some minutes.',
  interfaces: [NodeRef],
  fields: (t) => ({
    status: t.field({
      type: QuoteStatusEnum,
      description: 'Status of the quote.',
      resolve: (quote, _args, context) => currentStatus(context, quote),
    }),
    source: t.field({
      type: QuotePartyRef,
      description: 'Source of the payment.',
      resolve: ({ source, customerId }) => ({ party: source, customerId }),
    }),
    destination: t.field({
      type: QuotePartyRef,
      description: 'Destination of the payment.',
      resolve: ({ destination, paymentRail }) => ({ party: destination, paymentRail }),
    }),
    sendingCurrency: t.field({
      type: CurrencyRef,
      description: 'Currency of the sending amount.',
      resolve: ({ sending }) => currencyOf(sending.currency),
    }),
    receivingCurrency: t.field({
      type: CurrencyRef,
      description: 'Currency of the receiving amount.',
      resolve: ({ receiving }) => currencyOf(receiving.currency),
    }),
    totalSendingAmount: t.field({
      type: 'Amount',
      description:
        'Total amount debited from the payer, including fees, in the smallest unit of sendingCurrency.',
      resolve: ({ sending }) => sending.amount,
    }),
    totalReceivingAmount: t.field({
      type: 'Amount',
      description: 'Amount credited to the beneficiary, in the smallest unit of receivingCurrency.',
      resolve: ({ receiving }) => receiving.amount,
    }),
    exchangeRate: t.float({
      description: 'Exchange rate: units of sendingCurrency per unit of receivingCurrency, in major units.',
      resolve: ({ exchangeRate }) => jsonNumber(exchangeRate),
    }),
    feesIncluded: t.field({
      type: 'Amount',
      description: 'Fees, included in totalSendingAmount, in the smallest unit of sendingCurrency.',
      resolve: (quote) => quote.feesIncluded,
    }),
    rateDetails: t.field({
      type: RateDetailsRef,
      nullable: true,
      description: 'Rate and fees in detail.',
      resolve: (quote) => quote.rateDetails,
    }),
    rateSource: t.string({
      nullable: true,
      description:
        'Where the rate comes from: the host of a feed, RATES_FILE or SANDBOX. Null within one currency, and on quotes of earlier versions.',
      resolve: ({ rateSource }) => rateSource ?? null,
    }),
    ratePublishedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the source published the rate, in real time; null where `rateSource` is.',
      resolve: ({ ratePublishedAt }) => ratePublishedAt ?? null,
    }),
    repricedFromId: t.id({
      nullable: true,
      description:
        'The expired quote whose payment this quote prices again, after a late approval; otherwise null.',
      resolve: ({ repricedFrom }) => repricedFrom ?? null,
    }),
    paymentInstructions: t.field({
      type: [PaymentInstructionsRef],
      bound: maxInstructions,
      description:
        'Alternative ways to fund the payment; one of them is sufficient. Empty if executing the quote debits an account directly.',
      resolve: restrictedTo('VIEW_QUOTES', (quote) => [...quote.paymentInstructions]),
    }),
    counterpartyInformation: t.field({
      type: 'StringMap',
      complexity: mapCost,
      nullable: true,
      description: 'Known data of the receiver, for example {"FULL_NAME": "..."}.',
      resolve: restrictedTo('VIEW_QUOTES', (quote) => quote.counterpartyInformation ?? null),
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Creation time.', resolve: (q) => q.createdAt }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time from which the quote can no longer be executed.',
      resolve: (quote) => quote.expiresAt,
    }),
    transaction: t.field({
      type: TransactionRef,
      description: 'The transaction of the payment. It is created together with the quote.',
      resolve: async (quote, _args, context) => {
        const found = await transactionById(context, quote.transactionId);
        invariant(found, 'the transaction of a quote exists');
        // A quote expires by the clock, before a job updates its stored status and its transaction. Until then a
        // transaction of either status is consistent with the quote.
        const statuses = [currentStatus(context, quote), quote.status];
        const matches = (transaction: Transaction) => statuses.includes(quoteStatusFor(transaction));
        return transactionMatching(matches, context.ports.db.orm, found);
      },
    }),
  }),
});

const hasAction = batched<Id<'Quote'>, true>('quoteHasAction', (context, ids) =>
  quotesWithActions(context.ports.db.orm, visibleTo(context), ids),
);

registerNode(
  'Quote',
  'Quote',
  quoteById,
  'VIEW_QUOTE_AMOUNTS',
  async (context, id) => !isApprover(context) || (await hasAction(context, id)) === true,
);

builder.objectField(TransactionRef, 'quote', (t) =>
  t.field({
    type: QuoteRef,
    nullable: true,
    description: 'Quote of the transaction; null for a transfer or a deposit.',
    resolve: async (summaryOrWhole, _args, context) => {
      const transaction = whole(summaryOrWhole);
      const quote = transaction.quoteId && (await quoteById(context, transaction.quoteId));
      return quote ? quoteAsOf(quote, transaction) : null;
    },
  }),
);

// A type of its own, because the error has the time of expiry.
builder.objectType(QuoteExpired, {
  name: 'QuoteExpiredError',
  description: 'Returned when the quote was not executed or paid in time. Create a new quote.',
  interfaces: [ServiceError],
  fields: (t) => ({
    expiredAt: t.field({
      type: 'DateTime',
      description: 'Expiry time of the quote.',
      resolve: (error) => error.expiredAt,
    }),
  }),
});

builder.queryField('quote', (t) =>
  t.field({
    type: QuoteRef,
    nullable: true,
    authScopes: { permission: 'VIEW_QUOTES' },
    description: 'Returns one quote; null if the caller can see no quote with this id.',
    args: { id: t.arg.id({ required: true, description: 'Quote:<uuid>' }) },
    ...accepting({ id: idSchema('Quote') }, ({ id }, context) => quoteById(context, id)),
  }),
);
