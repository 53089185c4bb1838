/** What a quote is asked for with: who pays, who is paid, and which side is fixed. */

import { purposesOfPayment } from '../../src/payments/quotes/quote.ts';
import { lockedCurrencySides } from '../../src/payments/rates/pricing.ts';
import { PaymentRailEnum } from '../accounts/enums.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';

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
