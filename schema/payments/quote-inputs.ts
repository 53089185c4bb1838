/** Input types of createQuote: source, destination and locked side. */

import { purposesOfPayment } from '../../src/payments/quotes/quote.ts';
import { lockedCurrencySides } from '../../src/payments/rates/pricing.ts';
import { PaymentRailEnum } from '../accounts/enums.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { SandboxOutcomeEnum, sandboxOutcomeDescription } from './sandbox-outcome.ts';

const LockedCurrencySideEnum = describedEnum(
  'LockedCurrencySide',
  'Side of a quote whose amount lockedCurrencyAmount fixes.',
  lockedCurrencySides,
  {
    SENDING: 'The total amount debited from the payer, including fees.',
    RECEIVING: 'The amount credited to the beneficiary.',
  },
);

const PurposeOfPaymentEnum = describedEnum(
  'PurposeOfPayment',
  'Purpose of a payment, required by some countries.',
  purposesOfPayment,
);

const QuoteAccountArgs = builder.inputType('QuoteAccountInput', {
  description: 'Account on one side of a quote.',
  fields: (t) => ({
    accountId: t.id({ required: true, description: 'InternalAccount:<uuid> or ExternalAccount:<uuid>' }),
    customerId: t.id({
      description:
        'Customer:<uuid>. The owner of the account, or for an account of the platform the customer that it pays for.',
    }),
    paymentRail: t.field({
      type: PaymentRailEnum,
      description: 'Payment rail, one of the rails of the external account.',
    }),
  }),
});

const RealtimeFundingArgs = builder.inputType('RealtimeFundingInput', {
  description: 'A deposit to the payment instructions of the quote.',
  fields: (t) => ({
    currency: t.string({ required: true, description: 'Currency of the deposit.' }),
    customerId: t.id({ description: 'Payer, Customer:<uuid>. Default: the platform.' }),
    cryptoNetwork: t.string({
      description:
        'Network of the deposit: SOLANA, ETHEREUM, BASE, POLYGON, SPARK, LIGHTNING or BITCOIN. Required for a stablecoin.',
    }),
  }),
});

const UmaDestinationArgs = builder.inputType('UmaDestinationInput', {
  description: 'Receiver by UMA address, from an earlier receiverLookup.',
  fields: (t) => ({
    umaAddress: t.string({ required: true, description: '$name@domain' }),
    currency: t.string({
      description: 'Currency that the receiver gets. Optional if the receiver accepts only one currency.',
    }),
  }),
});

const QuoteSourceArgs = builder.inputType('QuoteSourceInput', {
  description: 'Source of a payment: exactly one of the fields.',
  isOneOf: true,
  fields: (t) => ({
    account: t.field({ type: QuoteAccountArgs, description: 'Account to debit.' }),
    realtimeFunding: t.field({ type: RealtimeFundingArgs, description: 'Deposit that funds the payment.' }),
  }),
});

const QuoteDestinationArgs = builder.inputType('QuoteDestinationInput', {
  description: 'Destination of a payment: exactly one of the fields.',
  isOneOf: true,
  fields: (t) => ({
    account: t.field({ type: QuoteAccountArgs, description: 'Account to credit.' }),
    umaAddress: t.field({ type: UmaDestinationArgs, description: 'UMA address to pay.' }),
  }),
});

export const CreateQuoteArgs = builder.inputType('CreateQuoteInput', {
  description: 'Input of createQuote.',
  fields: (t) => ({
    source: t.field({ type: QuoteSourceArgs, required: true, description: 'Source of the payment.' }),
    destination: t.field({
      type: QuoteDestinationArgs,
      required: true,
      description: 'Destination of the payment.',
    }),
    lockedCurrencySide: t.field({
      type: LockedCurrencySideEnum,
      required: true,
      description: 'Side whose amount lockedCurrencyAmount fixes.',
    }),
    lockedCurrencyAmount: t.field({
      type: 'Amount',
      required: true,
      description: 'Amount in the smallest unit of the locked currency, 1 to 9000000000000000.',
    }),
    lookupId: t.id({ description: 'Receiver look-up, Lookup:<uuid>. Required for a UMA address.' }),
    immediatelyExecute: t.boolean({
      defaultValue: false,
      description: 'Executes the quote immediately. Not allowed for deposits and for embedded wallets.',
    }),
    description: t.string({ description: 'Memo, at most 255 characters.' }),
    purposeOfPayment: t.field({
      type: PurposeOfPaymentEnum,
      description: 'Purpose of the payment. Required by some countries.',
    }),
    senderCustomerInfo: t.field({
      type: 'StringMap',
      description:
        'Payer data that the receiver look-up requires and the customer record does not contain, for example {"FULL_NAME": "..."}.',
    }),
    sandboxOutcome: t.field({ type: SandboxOutcomeEnum, description: sandboxOutcomeDescription }),
  }),
});
