/** Quotes: read, made and executed. */
import { paymentCallerOf } from '../src/access/payment-caller.ts';
import type { PaymentRail } from '../src/accounts/payment-rails.ts';
import { IdempotencyKey } from '../src/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, NotFound, Unauthorized, Upstream } from '../src/kernel/errors.ts';
import { type Id, idSchema } from '../src/kernel/ids.ts';
import { InsufficientBalance } from '../src/ledger/entry.ts';
import { currencyOf } from '../src/money/currencies.ts';
import { jsonNumber } from '../src/money/rate.ts';
import { CreateQuoteInput, createQuote } from '../src/quotes/create-quote.ts';
import { QuoteExpired } from '../src/quotes/errors.ts';
import { ExecuteQuoteInput, executeQuote } from '../src/quotes/execute-quote.ts';
import { lockedCurrencySides } from '../src/quotes/pricing.ts';
import { purposesOfPayment, type Quote, quoteStatuses, statusAt } from '../src/quotes/quote.ts';
import { findQuotes } from '../src/quotes/store.ts';
import { SignedRequestChallenge } from '../src/signed-requests/challenge.ts';
import { accepting } from './accepting.ts';
import { AccountRef, accountById } from './accounts.ts';
import { builder } from './builder.ts';
import { batched, byId, principalOf, visibleTo } from './context.ts';
import { CustomerRef, customerById } from './customers.ts';
import { describedEnum, PaymentRailEnum } from './enums.ts';
import { ServiceError } from './errors.ts';
import { PaymentInstructionsRef } from './funding.ts';
import { CurrencyRef } from './money.ts';
import { NodeRef, registerNode } from './node.ts';
import { SignedRequestChallengeRef } from './signed-requests.ts';
import { PartyTypeEnum, RateDetailsRef, TransactionRef, transactionById } from './transactions.ts';

export const quoteById = batched<Id<'Quote'>, Quote>('quoteById', async (context, ids) =>
  byId(await findQuotes(context.ports.db.orm, visibleTo(context), ids)),
);

export const QuoteStatusEnum = describedEnum('QuoteStatus', 'Where a quote stands.', quoteStatuses, {
  PENDING: 'May be executed, or paid by deposit.',
  PROCESSING: 'Executed or paid, and on its way.',
  COMPLETED: 'The payout reached the destination.',
  FAILED: 'The conversion or the payout failed.',
  EXPIRED: 'Neither happened in time.',
});

const LockedCurrencySideEnum = describedEnum(
  'LockedCurrencySide',
  'Which side of a quote lockedCurrencyAmount fixes.',
  lockedCurrencySides,
  { SENDING: 'The total that leaves the payer, fees included.', RECEIVING: 'What arrives.' },
);

const PurposeOfPaymentEnum = describedEnum(
  'PurposeOfPayment',
  'Why somebody pays, as some countries want to know.',
  purposesOfPayment,
);

/** One side of a quote, as both sides are shown. */
interface Party {
  readonly type: 'ACCOUNT' | 'UMA_ADDRESS' | 'REALTIME_FUNDING';
  readonly accountId?: Id<'InternalAccount'> | Id<'ExternalAccount'>;
  readonly umaAddress?: string;
  readonly customerId?: Id<'Customer'> | undefined;
  readonly paymentRail?: PaymentRail | undefined;
  readonly currency: string;
}

const QuotePartyRef = builder.objectRef<Party>('QuoteParty').implement({
  description: 'One side of a quote.',
  fields: (t) => ({
    type: t.field({ type: PartyTypeEnum, description: 'What it is.', resolve: (party) => party.type }),
    account: t.field({
      type: AccountRef,
      nullable: true,
      description: 'The account, where it is one.',
      resolve: async ({ accountId }, _args, context) =>
        accountId ? ((await accountById(context, accountId)) ?? null) : null,
    }),
    umaAddress: t.string({
      nullable: true,
      description: 'The UMA address, where it is one.',
      resolve: (party) => party.umaAddress ?? null,
    }),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'On the source: who pays; null when the platform does. On the destination: always null.',
      resolve: async ({ customerId }, _args, context) =>
        customerId ? ((await customerById(context, customerId)) ?? null) : null,
    }),
    paymentRail: t.field({
      type: PaymentRailEnum,
      nullable: true,
      description: 'The rail that was asked for.',
      resolve: (party) => party.paymentRail ?? null,
    }),
    currency: t.field({
      type: CurrencyRef,
      nullable: true,
      description: 'Currency on this side.',
      resolve: (party) => currencyOf(party.currency),
    }),
  }),
});

const sourceOf = ({ source, sending: { currency }, customerId }: Quote): Party =>
  source.type === 'ACCOUNT'
    ? { type: source.type, accountId: source.accountId, customerId, currency }
    : { type: source.type, customerId, currency };

const destinationOf = ({ destination, receiving: { currency } }: Quote): Party => ({
  ...destination,
  currency,
});

export const QuoteRef = builder.objectRef<Quote>('Quote');
QuoteRef.implement({
  description: 'A rate and fees promised for some minutes, and the payment that they are for.',
  interfaces: [NodeRef],
  fields: (t) => ({
    status: t.field({
      type: QuoteStatusEnum,
      description: 'Where it stands.',
      resolve: (quote, _args, context) =>
        statusAt(quote, context.ports.clock.now(principalOf(context).platform)),
    }),
    source: t.field({ type: QuotePartyRef, description: 'Who pays, out of what.', resolve: sourceOf }),
    destination: t.field({ type: QuotePartyRef, description: 'Who is paid.', resolve: destinationOf }),
    sendingCurrency: t.field({
      type: CurrencyRef,
      description: 'Currency that the payer pays in.',
      resolve: ({ sending }) => currencyOf(sending.currency),
    }),
    receivingCurrency: t.field({
      type: CurrencyRef,
      description: 'Currency that arrives.',
      resolve: ({ receiving }) => currencyOf(receiving.currency),
    }),
    totalSendingAmount: t.field({
      type: 'Amount',
      description: 'What leaves the payer, fees included; smallest unit of sendingCurrency.',
      resolve: ({ sending }) => sending.amount,
    }),
    totalReceivingAmount: t.field({
      type: 'Amount',
      description: 'What arrives; smallest unit of receivingCurrency.',
      resolve: ({ receiving }) => receiving.amount,
    }),
    exchangeRate: t.float({
      description: 'Sending units per receiving unit, in major units.',
      resolve: ({ exchangeRate }) => jsonNumber(exchangeRate),
    }),
    feesIncluded: t.field({
      type: 'Amount',
      description: 'Part of totalSendingAmount; smallest unit of sendingCurrency.',
      resolve: (quote) => quote.feesIncluded,
    }),
    rateDetails: t.field({
      type: RateDetailsRef,
      nullable: true,
      description: 'What it is priced by.',
      resolve: (quote) => quote.rateDetails,
    }),
    paymentInstructions: t.field({
      type: [PaymentInstructionsRef],
      description:
        'Ways to pay it, any one of which will do. Empty when executing it debits an account without more.',
      resolve: (quote) => [...quote.paymentInstructions],
    }),
    counterpartyInformation: t.field({
      type: 'StringMap',
      nullable: true,
      description: 'What is known of the receiver, for example {"FULL_NAME": "..."}.',
      resolve: (quote) => quote.counterpartyInformation ?? null,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was made.', resolve: (q) => q.createdAt }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'The first instant at which it can no longer be executed.',
      resolve: (quote) => quote.expiresAt,
    }),
    transaction: t.field({
      type: TransactionRef,
      description: 'The payment; there from the beginning.',
      resolve: async (quote, _args, context) =>
        (await transactionById(context, quote.transactionId)) as NonNullable<
          Awaited<ReturnType<typeof transactionById>>
        >,
    }),
  }),
});

registerNode('Quote', 'Quote', quoteById, 'VIEW_QUOTES');

builder.objectField(TransactionRef, 'quote', (t) =>
  t.field({
    type: QuoteRef,
    nullable: true,
    description: 'The quote that it pays; null for a transfer or a deposit.',
    resolve: async ({ quoteId }, _args, context) =>
      quoteId ? ((await quoteById(context, quoteId)) ?? null) : null,
  }),
);

// A quote is over when its time is, whether or not that is written down: its own error says when that was.
builder.objectType(QuoteExpired, {
  name: 'QuoteExpiredError',
  description: 'Returned when the quote was not executed or paid in time. Create a new one.',
  interfaces: [ServiceError],
  fields: (t) => ({
    expiredAt: t.field({
      type: 'DateTime',
      description: 'When it expired.',
      resolve: (error) => error.expiredAt,
    }),
  }),
});

const QuoteAccountArgs = builder.inputType('QuoteAccountInput', {
  description: 'An account on one side of a quote.',
  fields: (t) => ({
    accountId: t.id({ required: true, description: 'InternalAccount:<uuid> or ExternalAccount:<uuid>' }),
    customerId: t.id({
      description: 'Customer:<uuid>: the owner, or for an account of the platform whom it pays for.',
    }),
    paymentRail: t.field({ type: PaymentRailEnum, description: 'One of the rails of an external account.' }),
  }),
});

const RealtimeFundingArgs = builder.inputType('RealtimeFundingInput', {
  description: "A deposit that somebody makes to the quote's payment instructions.",
  fields: (t) => ({
    currency: t.string({ required: true, description: 'What is deposited.' }),
    customerId: t.id({ description: 'Customer:<uuid> who pays; the platform when absent.' }),
    cryptoNetwork: t.string({
      description:
        'Required for a stablecoin: SOLANA, ETHEREUM, BASE, POLYGON, SPARK, LIGHTNING or BITCOIN, as carries it.',
    }),
  }),
});

const UmaDestinationArgs = builder.inputType('UmaDestinationInput', {
  description: 'A receiver by UMA address, looked up before.',
  fields: (t) => ({
    umaAddress: t.string({ required: true, description: '$name@domain' }),
    currency: t.string({
      description: 'What arrives; may be left out where the receiver takes one currency.',
    }),
  }),
});

const QuoteSourceArgs = builder.inputType('QuoteSourceInput', {
  description: 'Who pays, and out of what.',
  isOneOf: true,
  fields: (t) => ({
    account: t.field({ type: QuoteAccountArgs, description: 'Money that is there.' }),
    realtimeFunding: t.field({ type: RealtimeFundingArgs, description: 'Money that will be deposited.' }),
  }),
});

const QuoteDestinationArgs = builder.inputType('QuoteDestinationInput', {
  description: 'Who is paid.',
  isOneOf: true,
  fields: (t) => ({
    account: t.field({ type: QuoteAccountArgs, description: 'An account.' }),
    umaAddress: t.field({ type: UmaDestinationArgs, description: 'A UMA address.' }),
  }),
});

export const CreateQuoteArgs = builder.inputType('CreateQuoteInput', {
  description: 'A payment to price.',
  fields: (t) => ({
    source: t.field({ type: QuoteSourceArgs, required: true, description: 'Who pays, and out of what.' }),
    destination: t.field({ type: QuoteDestinationArgs, required: true, description: 'Who is paid.' }),
    lockedCurrencySide: t.field({
      type: LockedCurrencySideEnum,
      required: true,
      description: 'Which side lockedCurrencyAmount fixes.',
    }),
    lockedCurrencyAmount: t.field({
      type: 'Amount',
      required: true,
      description: '1 to 9000000000000000, smallest unit of the locked currency.',
    }),
    lookupId: t.id({ description: 'Lookup:<uuid>. Required for a UMA address.' }),
    immediatelyExecute: t.boolean({
      defaultValue: false,
      description: 'Executes it at once. Not for deposits and not for embedded wallets.',
    }),
    description: t.string({ description: 'Memo, at most 255 characters.' }),
    purposeOfPayment: t.field({ type: PurposeOfPaymentEnum, description: 'Some countries want to know.' }),
    senderCustomerInfo: t.field({
      type: 'StringMap',
      description:
        'What the look-up requires of the payer and the customer\'s record does not have, for example {"FULL_NAME": "..."}.',
    }),
  }),
});

builder.queryField('quote', (t) =>
  t.field({
    type: QuoteRef,
    nullable: true,
    authScopes: { permission: 'VIEW_QUOTES' },
    description: 'One quote; null when there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Quote:<uuid>' }) },
    ...accepting({ id: idSchema('Quote') }, ({ id }, context) => quoteById(context, id)),
  }),
);

builder.mutationFields((t) => ({
  createQuote: t.errorUnionField({
    description: 'Locks a rate and fees for a payment, and makes its transaction.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      input: t.arg({ type: CreateQuoteArgs, required: true, description: 'The payment.' }),
      idempotencyKey: t.arg.string({ description: 'Makes a repeated call answer the same quote.' }),
    },
    types: [QuoteRef, InvalidInput, Forbidden, NotFound, Conflict, InsufficientBalance, Upstream],
    union: {
      name: 'CreateQuoteResult',
      description: 'What createQuote answers.',
      resolveType: () => QuoteRef,
    },
    ...accepting({ input: CreateQuoteInput, idempotencyKey: IdempotencyKey }, (args, context) =>
      createQuote(context.ports, paymentCallerOf(principalOf(context)), args.input, args.idempotencyKey),
    ),
  }),
  executeQuote: t.errorUnionField({
    description:
      'Executes a quote that draws on an account. A quote from an embedded wallet answers a challenge until its signature is given.',
    authScopes: { permission: 'EXECUTE_QUOTE' },
    args: {
      quoteId: t.arg.id({ required: true, description: 'Quote:<uuid>' }),
      signature: t.arg.string({
        description:
          'For a quote from an embedded wallet: the stamp over its payloadToSign, or a DER signature in base64. Otherwise ignored.',
      }),
      idempotencyKey: t.arg.string({ description: 'Makes a repeated call answer the same transaction.' }),
    },
    types: [
      TransactionRef,
      SignedRequestChallengeRef,
      QuoteExpired,
      InsufficientBalance,
      InvalidInput,
      Forbidden,
      NotFound,
      Unauthorized,
      Conflict,
    ],
    union: {
      name: 'ExecuteQuoteResult',
      description: 'What executeQuote answers.',
      resolveType: (answer: unknown) =>
        answer instanceof SignedRequestChallenge ? SignedRequestChallengeRef : TransactionRef,
    },
    ...accepting({ ...ExecuteQuoteInput.shape, idempotencyKey: IdempotencyKey }, (args, context) => {
      const { idempotencyKey, ...input } = args;
      return executeQuote(context.ports, paymentCallerOf(principalOf(context)), input, idempotencyKey);
    }),
  }),
}));
