/**
 * How quotes and UMA payments end in the sandbox, as data: by the suffix of the external account's identifier, or by
 * the name of the sandbox's own UMA receivers.
 *
 * A plan begins after the step that starts it, which is the service's own and commits with the debit: execution (or
 * the arrival of a deposit) has made an outgoing transaction PROCESSING, approval an incoming one.
 *
 * Source: interface, "Sandbox behaviour"; gaps 5.2 (orders of events), 7.4, 7.6.
 */

import type { AmountRange } from '../kernel/money/amount-range.ts';
import { partsOfUma, type UmaAddress } from '../kernel/uma-address.ts';
import { quoteLifetimeSeconds } from '../payments/quotes/quote.ts';
import type { SettlementPlan, SettlementStep } from '../payments/transactions/settlement-plan.ts';
import type { RefundReason, TransactionFailureReason } from '../payments/transactions/transaction.ts';
import type { PartyFields } from '../platforms/party-fields.ts';

const longPaymentSeconds = 6 * 60;
const bankReturnSeconds = 5;
const umaQuoteSeconds = quoteLifetimeSeconds.UMA_ADDRESS;

const completed = (afterSeconds = 0): SettlementStep => ({ afterSeconds, to: 'COMPLETED' });

const failed = (failureReason: TransactionFailureReason, afterSeconds = 0): SettlementStep => ({
  afterSeconds,
  to: 'FAILED',
  failureReason,
});

const refund = (refundReason: RefundReason, outcome: 'COMPLETED' | 'FAILED'): SettlementPlan => [
  { afterSeconds: 0, refund: 'PENDING', refundReason },
  { afterSeconds: 0, refund: outcome },
];

const refunded = refund('TRANSACTION_FAILED', 'COMPLETED');

const success: SettlementPlan = [completed()];
const longPayment: SettlementPlan = [completed(longPaymentSeconds)];
const executionFailed: SettlementPlan = [failed('QUOTE_EXECUTION_FAILED'), ...refunded];

/** Quotes to an external account, by the last three digits of its identifier. */
const plansBySuffix: Readonly<Record<string, SettlementPlan>> = {
  '002': executionFailed,
  '003': longPayment,
  '004': [failed('COUNTERPARTY_POST_TX_FAILED'), ...refunded],
  '005': [completed(), failed('COUNTERPARTY_POST_TX_FAILED', bankReturnSeconds), ...refunded],
  '006': [...refund('USER_CANCELLATION', 'COMPLETED'), completed()],
  '007': [failed('QUOTE_EXECUTION_FAILED'), ...refund('TRANSACTION_FAILED', 'FAILED')],
  '050': [failed('LIGHTNING_PAYMENT_FAILED'), ...refunded],
};

/** What happens after a quote to an external account was executed or funded; other suffixes succeed. */
export const quotePlan = (suffix: string | undefined): SettlementPlan =>
  (suffix !== undefined && Object.hasOwn(plansBySuffix, suffix) && plansBySuffix[suffix]) || success;

/** A party that answers under the sandbox's UMA domain. */
export interface SandboxUmaParty {
  /** The address without its `$` and domain. */
  readonly name: string;
  readonly currency: string;
  /** After a quote to it was executed. */
  readonly paymentPlan: SettlementPlan;
  /** After a payment from it was approved. */
  readonly receiptPlan: SettlementPlan;
}

const succeeds = (currency: string): SandboxUmaParty => ({
  name: `success.${currency.toLowerCase()}`,
  currency,
  paymentPlan: success,
  receiptPlan: success,
});

export const sandboxUmaParties: readonly SandboxUmaParty[] = [
  succeeds('USD'),
  succeeds('EUR'),
  succeeds('MXN'),
  { name: 'pending.long.usd', currency: 'USD', paymentPlan: longPayment, receiptPlan: longPayment },
  {
    name: 'fail.compliance.usd',
    currency: 'USD',
    paymentPlan: executionFailed,
    receiptPlan: [failed('OFFRAMP_FAILED')],
  },
];

/** A party that pays. */
export interface SandboxUmaSender extends Pick<SandboxUmaParty, 'name' | 'currency' | 'receiptPlan'> {
  /** Why its provider fails before it has asked for anything; absent where the payment comes to a decision. */
  readonly failsAtOnce?: 'LNURLP_FAILED' | 'PAY_REQUEST_FAILED';
}

/**
 * Who pays: those who are paid, and some who only pay.
 *
 * Decision: the published addresses reach neither a failure of the sender's provider, nor a quote of the sender that
 * runs out, nor money that goes back. These do. Nobody can pay them: a look-up of them is UMA_NOT_FOUND.
 */
export const sandboxUmaSenders: readonly SandboxUmaSender[] = [
  ...sandboxUmaParties,
  { name: 'fail.lookup.usd', currency: 'USD', receiptPlan: [], failsAtOnce: 'LNURLP_FAILED' },
  { name: 'fail.payreq.usd', currency: 'USD', receiptPlan: [], failsAtOnce: 'PAY_REQUEST_FAILED' },
  { name: 'fail.expired.usd', currency: 'USD', receiptPlan: [failed('QUOTE_EXPIRED', umaQuoteSeconds)] },
  { name: 'fail.refunded.usd', currency: 'USD', receiptPlan: [{ afterSeconds: 0, to: 'REFUNDED' }] },
];

/** The party of that name, which is in lower case as in every parsed UMA address. */
export const findSandboxUmaParty = (name: string): SandboxUmaParty | undefined =>
  sandboxUmaParties.find((party) => party.name === name);

/** The sender of that name. */
export const findSandboxUmaSender = (name: string): SandboxUmaSender | undefined =>
  sandboxUmaSenders.find((sender) => sender.name === name);

/** What a look-up of any of them tells: amounts in the receiving currency, and facts wanted about the payer. */
export const sandboxUmaReceivingRange: AmountRange = { min: 100n, max: 1_000_000n };
export const sandboxUmaRequiredPayerData = [
  { name: 'FULL_NAME', mandatory: true },
  { name: 'BIRTH_DATE', mandatory: true },
] as const;

/** What their provider tells of each of them, on either side of a payment. All made up. */
export const sandboxUmaFields = (address: UmaAddress): PartyFields => ({
  FULL_NAME: `Sandbox ${partsOfUma(address).name}`,
  BIRTH_DATE: '1990-01-01',
  NATIONALITY: 'US',
  PHONE_NUMBER: '+12025550123',
  EMAIL: address.slice(1),
  POSTAL_ADDRESS: '1 Sandbox Street, Springfield, 00000, US',
  TAX_ID: '000000000',
  USER_TYPE: 'INDIVIDUAL',
  COUNTRY_OF_RESIDENCE: 'US',
  ACCOUNT_IDENTIFIER: address,
  FI_LEGAL_ENTITY_NAME: 'Sandbox',
  FI_ADDRESS: '2 Sandbox Street, Springfield, 00000, US',
  ULTIMATE_INSTITUTION_COUNTRY: 'US',
  IDENTIFIER: address,
});
