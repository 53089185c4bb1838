/**
 * The structured results of tools and resources: records as a language model needs them. What other people wrote is marked.
 *
 * Decision: these are not the bodies of REST. They are shorter, each amount has its text, and a field that is added to a body
 * later does not reach a model unmarked.
 *
 * Source: docs/behaviour/mcp.md#results.
 */
import { z } from 'zod';
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import { payeeOf } from '../../accounts/external/payee.ts';
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { formatMoney, type Money, money, toWire } from '../../kernel/money/amount.ts';
import { jsonNumber } from '../../kernel/money/rate.ts';
import { instantView } from '../../kernel/view.ts';
import { available } from '../../ledger/entry.ts';
import type { PaymentParty } from '../../payments/payment-party.ts';
import { type Quote, statusAt } from '../../payments/quotes/quote.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { UntrustedText, untrusted } from './untrusted-text.ts';

export const instant = z.string().meta({ format: 'date-time' });

export const MoneyView = z.object({
  amount: z.int().meta({ description: 'In the smallest unit of the currency.' }),
  currency: z.string(),
  display: z.string().meta({ description: 'In major units, for people.' }),
});

export const moneyOf = (value: Money): z.output<typeof MoneyView> => ({
  amount: toWire(value.amount),
  currency: value.currency,
  display: formatMoney(value),
});

const Party = z.object({
  accountId: z.string().optional(),
  umaAddress: UntrustedText.optional(),
  currency: z.string().optional(),
});

type Sides = Quote['source'] | Quote['destination'] | PaymentParty;

const partyOf = (party: Sides): z.output<typeof Party> => ({
  accountId: party.type === 'ACCOUNT' ? party.accountId : undefined,
  umaAddress: party.type === 'UMA_ADDRESS' ? untrusted(party.umaAddress) : undefined,
  currency: party.currency,
});

/** What is known about the other side of a payment: texts under names that a provider chose. */
const Counterparty = z.array(z.object({ name: UntrustedText, value: UntrustedText })).max(50);

function counterpartyOf(known: Readonly<Record<string, string>> | undefined) {
  const pairs = Object.entries(known ?? {}).flatMap(([key, text]) => {
    const [name, value] = [untrusted(key), untrusted(text)];
    return name && value ? [{ name, value }] : [];
  });
  return pairs.length > 0 ? pairs.slice(0, 50) : undefined;
}

export const QuoteView = z.object({
  id: z.string(),
  status: z.string(),
  source: Party,
  destination: Party,
  sending: MoneyView.meta({ description: 'Total debit, fees included.' }),
  receiving: MoneyView,
  fees: MoneyView,
  exchangeRate: z.number().meta({ description: 'Sending units per receiving unit, in major units.' }),
  transactionId: z.string(),
  needsDeposit: z.boolean().meta({ description: 'The payment starts when money is deposited.' }),
  counterparty: Counterparty.optional(),
  createdAt: instant,
  expiresAt: instant,
});

/** @param now on the platform's clock. */
export const quoteOf = (quote: Quote, now: Date): z.output<typeof QuoteView> => ({
  id: quote.id,
  status: statusAt(quote, now),
  source: partyOf(quote.source),
  destination: partyOf(quote.destination),
  sending: moneyOf(quote.sending),
  receiving: moneyOf(quote.receiving),
  fees: moneyOf(money(quote.feesIncluded, quote.sending.currency)),
  exchangeRate: jsonNumber(quote.exchangeRate),
  transactionId: quote.transactionId,
  needsDeposit: quote.source.type === 'REALTIME_FUNDING',
  counterparty: counterpartyOf(quote.counterpartyInformation),
  createdAt: instantView(quote.createdAt),
  expiresAt: instantView(quote.expiresAt),
});

export const TransactionView = z.object({
  id: z.string(),
  status: z.string(),
  type: z.string(),
  source: Party,
  destination: Party,
  sent: MoneyView.optional(),
  received: MoneyView.optional(),
  description: UntrustedText.optional(),
  counterparty: Counterparty.optional(),
  failureReason: z.string().optional(),
  refundStatus: z.string().optional(),
  quoteId: z.string().optional(),
  createdAt: instant,
  updatedAt: instant,
  settledAt: instant.optional(),
});

export const transactionOf = (transaction: Transaction): z.output<typeof TransactionView> => ({
  id: transaction.id,
  status: transaction.status,
  type: transaction.type,
  source: partyOf(transaction.source),
  destination: partyOf(transaction.destination),
  sent: transaction.sent && moneyOf(transaction.sent),
  received: transaction.received && moneyOf(transaction.received),
  description: untrusted(transaction.description),
  counterparty: counterpartyOf(transaction.counterpartyInformation),
  failureReason: transaction.status === 'FAILED' ? transaction.failureReason : undefined,
  refundStatus: transaction.refund?.status,
  quoteId: transaction.quoteId,
  createdAt: instantView(transaction.createdAt),
  updatedAt: instantView(transaction.updatedAt),
  settledAt: transaction.settledAt && instantView(transaction.settledAt),
});

export const InternalAccountView = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  currency: z.string(),
  available: MoneyView,
  total: MoneyView.meta({ description: 'With what is on hold for payments under way.' }),
  isAllowed: z.boolean().meta({ description: 'Whether the policy allows payments of this account.' }),
});

export const internalAccountOf = (
  account: InternalAccount,
  isAllowed: boolean,
): z.output<typeof InternalAccountView> => ({
  id: account.id,
  type: account.type,
  status: account.status,
  currency: account.currency,
  available: moneyOf(money(available(account), account.currency)),
  total: moneyOf(money(account.posted, account.currency)),
  isAllowed,
});

export const ExternalAccountView = z.object({
  id: z.string(),
  status: z.string(),
  currency: z.string(),
  accountType: z.string(),
  displayName: UntrustedText.optional(),
  bankName: UntrustedText.optional(),
  last4: UntrustedText.optional(),
  country: z.string().optional(),
  createdAt: instant,
});

export function externalAccountOf(account: ExternalAccount): z.output<typeof ExternalAccountView> {
  const { displayName, bankName, last4, country } = payeeOf(account.accountInfo);
  return {
    id: account.id,
    status: account.status,
    currency: account.currency,
    accountType: account.accountInfo.accountType,
    displayName: untrusted(displayName),
    bankName: untrusted(bankName),
    last4: untrusted(last4),
    country,
    createdAt: instantView(account.createdAt),
  };
}
