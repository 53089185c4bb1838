/**
 * The outcomes of quotes and UMA payments in the sandbox: by the suffix of the external account's identifier, or by the
 * name of the sandbox's UMA receiver.
 *
 * A plan starts after the transaction is PROCESSING. Execution (or the arrival of the deposit) does this for an outgoing
 * transaction, approval for an incoming one, in the commit of the debit.
 *
 * Source: docs/behaviour/sandbox.md; docs/behaviour/payments.md#states-of-an-outgoing-transaction (orders of events), docs/behaviour/sandbox.md#quotes-to-external-accounts, docs/behaviour/sandbox.md#fund-send-and-receive.
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

/** The plan of a quote to an external account after its execution or funding. Other suffixes succeed. */
export const quotePlan = (suffix: string | undefined): SettlementPlan =>
  (suffix !== undefined && Object.hasOwn(plansBySuffix, suffix) && plansBySuffix[suffix]) || success;

/** A UMA receiver under the sandbox's UMA domain. */
interface SandboxUmaParty {
  /** The address without its `$` and domain. */
  readonly name: string;
  readonly currency: string;
  /** The plan of a payment to it, after the quote is executed. */
  readonly paymentPlan: SettlementPlan;
  /** The plan of a payment from it, after the approval. */
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

/** A UMA party that pays. */
interface SandboxUmaSender extends Pick<SandboxUmaParty, 'name' | 'currency' | 'receiptPlan'> {
  /** The failure of its provider before the platform receives an approval request. Absent: the platform decides. */
  readonly immediateFailure?: 'LNURLP_FAILED' | 'PAY_REQUEST_FAILED';
}

/**
 * The UMA senders: all receivers, and some parties that only pay.
 *
 * Decision: with the published addresses the sender's provider never fails, its quote never expires, and no payment is
 * refunded. The additional senders have these outcomes. They cannot be paid: a look-up returns UMA_NOT_FOUND.
 */
const sandboxUmaSenders: readonly SandboxUmaSender[] = [
  ...sandboxUmaParties,
  { name: 'fail.lookup.usd', currency: 'USD', receiptPlan: [], immediateFailure: 'LNURLP_FAILED' },
  { name: 'fail.payreq.usd', currency: 'USD', receiptPlan: [], immediateFailure: 'PAY_REQUEST_FAILED' },
  { name: 'fail.expired.usd', currency: 'USD', receiptPlan: [failed('QUOTE_EXPIRED', umaQuoteSeconds)] },
  { name: 'fail.refunded.usd', currency: 'USD', receiptPlan: [{ afterSeconds: 0, to: 'REFUNDED' }] },
];

/** Finds a receiver. The name is in lower case, as in every parsed UMA address. */
export const findSandboxUmaParty = (name: string): SandboxUmaParty | undefined =>
  sandboxUmaParties.find((party) => party.name === name);

/** Finds a sender. The name is in lower case. */
export const findSandboxUmaSender = (name: string): SandboxUmaSender | undefined =>
  sandboxUmaSenders.find((sender) => sender.name === name);

/** The result of every look-up: the range in the receiving currency, and the required payer data. */
export const sandboxUmaReceivingRange: AmountRange = { min: 100n, max: 1_000_000n };
export const sandboxUmaRequiredPayerData = [
  { name: 'FULL_NAME', mandatory: true },
  { name: 'BIRTH_DATE', mandatory: true },
] as const;

/** Fictional data of a party, as its provider sends it for either side of a payment. */
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
