/**
 * The input of a new quote. All transports parse it to `NewQuote`.
 *
 * Source: docs/behaviour/payments.md#quotes; schema.graphql, CreateQuoteInput.
 */
import { z } from 'zod';
import { idSchema } from '../../kernel/ids.ts';
import { stringMap } from '../../kernel/lists.ts';
import { movedAmount } from '../../kernel/money/amount.ts';
import { falseByDefault, oneOf, optional, text } from '../../kernel/parse.ts';
import { umaAddress } from '../../kernel/uma-address.ts';
import { paymentRails } from '../../ledger/payment-rails.ts';
import { lockedCurrencySides } from '../rates/pricing.ts';
import { sandboxOutcome } from '../transactions/sandbox-outcome.ts';
import { cryptoNetworks, purposesOfPayment } from './quote.ts';

/** The fields of each party type. GraphQL and REST arrange them in different shapes. */
export const quoteAccount = z.object({
  accountId: idSchema('InternalAccount', 'ExternalAccount'),
  customerId: optional(idSchema('Customer')),
  paymentRail: optional(oneOf(paymentRails)),
});

export const quoteFunding = z.object({
  currency: text(10),
  customerId: optional(idSchema('Customer')),
  cryptoNetwork: optional(oneOf(cryptoNetworks)),
});

export const quoteUmaReceiver = z.object({ umaAddress, currency: optional(text(10)) });

const source = z
  .object({ account: optional(quoteAccount), realtimeFunding: optional(quoteFunding) })
  .transform((given, context) => {
    if (given.account && !given.realtimeFunding) return { type: 'ACCOUNT', ...given.account } as const;
    if (given.realtimeFunding && !given.account) {
      return { type: 'REALTIME_FUNDING', ...given.realtimeFunding } as const;
    }
    context.addIssue({ code: 'custom', message: 'must have exactly one of account, realtimeFunding' });
    return z.NEVER;
  });

const destination = z
  .object({ account: optional(quoteAccount), umaAddress: optional(quoteUmaReceiver) })
  .transform((given, context) => {
    if (given.account && !given.umaAddress) return { type: 'ACCOUNT', ...given.account } as const;
    if (given.umaAddress && !given.account) {
      // The output is validated again against the GraphQL input types, where `umaAddress` is an object. So the address
      // has another name here.
      const { umaAddress: address, currency } = given.umaAddress;
      return { type: 'UMA_ADDRESS', address, currency } as const;
    }
    context.addIssue({ code: 'custom', message: 'must have exactly one of account, umaAddress' });
    return z.NEVER;
  });

export const CreateQuoteInput = z.object({
  source,
  destination,
  lockedCurrencySide: oneOf(lockedCurrencySides),
  lockedCurrencyAmount: movedAmount,
  lookupId: optional(idSchema('Lookup')),
  immediatelyExecute: falseByDefault,
  description: optional(text(255)),
  purposeOfPayment: optional(oneOf(purposesOfPayment)),
  senderCustomerInfo: optional(stringMap),
  sandboxOutcome,
});

export type NewQuote = z.output<typeof CreateQuoteInput>;
export type NewQuoteSource = NewQuote['source'];
export type NewQuoteDestination = NewQuote['destination'];
