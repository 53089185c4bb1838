/** Converts transactions between their row, their record and the JSON in the event log. */

import { invariant } from '../../kernel/errors.ts';
import { idOf, uuidOf } from '../../kernel/ids.ts';
import { exactText, parseRatio, type Ratio } from '../../kernel/money/rate.ts';
import {
  accountFromColumns,
  depositFromColumn,
  type PartyColumns,
  partyToColumns,
  umaFromColumn,
} from '../party-row.ts';
import type { PaymentParty } from '../payment-party.ts';
import type { RateDetails } from '../rates/rate-details.ts';
import type { transactions } from '../tables.ts';
import type { Transaction } from './transaction.ts';
import type { TransactionSummary } from './transaction-summary.ts';

type Row = typeof transactions.$inferSelect;

function partyFromRow(
  type: Row['sourceType'],
  columns: PartyColumns,
  currency: string,
  customer: string | null,
): PaymentParty {
  switch (type) {
    case 'ACCOUNT':
      return accountFromColumns(columns, currency);
    case 'UMA_ADDRESS':
      return umaFromColumn(columns.umaAddress, currency);
    case 'REALTIME_FUNDING':
      return depositFromColumn(customer, currency);
  }
}

function rateFromText(text: string): Ratio {
  const rate = parseRatio(text);
  invariant(rate, 'a stored rate is readable');
  return rate;
}

/** Amounts are stored as text, because a JSON number may lose digits. */
export const rateDetailsFromJson = (stored: Readonly<Record<string, string | number>>): RateDetails => ({
  counterpartyMultiplier: Number(stored['counterpartyMultiplier']),
  counterpartyFixedFee: BigInt(stored['counterpartyFixedFee'] ?? 0),
  serviceApiMultiplier: Number(stored['serviceApiMultiplier']),
  serviceApiFixedFee: BigInt(stored['serviceApiFixedFee'] ?? 0),
  serviceApiVariableFeeRate: Number(stored['serviceApiVariableFeeRate']),
  ...(stored['exactVariableFeeRate'] !== undefined && {
    exactVariableFeeRate: String(stored['exactVariableFeeRate']),
  }),
  serviceApiVariableFeeAmount: BigInt(stored['serviceApiVariableFeeAmount'] ?? 0),
});

export const rateDetailsToJson = ({
  exactVariableFeeRate,
  ...details
}: RateDetails): Record<string, string | number> => ({
  ...details,
  ...(exactVariableFeeRate !== undefined && { exactVariableFeeRate }),
  counterpartyFixedFee: String(details.counterpartyFixedFee),
  serviceApiFixedFee: String(details.serviceApiFixedFee),
  serviceApiVariableFeeAmount: String(details.serviceApiVariableFeeAmount),
});

const moneyFrom = (amount: bigint | null, currency: string) =>
  amount === null ? undefined : { amount, currency };

export const fromRow = (row: Row): Transaction => ({
  id: idOf('Transaction', row.id),
  platformId: idOf('Platform', row.platformId),
  customerId: row.customerId ? idOf('Customer', row.customerId) : undefined,
  platformCustomerId: row.platformCustomerId ?? undefined,
  type: row.type,
  origin: row.origin,
  status: row.status,
  source: partyFromRow(
    row.sourceType,
    {
      internal: row.sourceInternalId,
      external: row.sourceExternalId,
      umaAddress: row.sourceUmaAddress,
    },
    row.sourceCurrency,
    row.customerId,
  ),
  destination: partyFromRow(
    row.destinationType,
    {
      internal: row.destinationInternalId,
      external: row.destinationExternalId,
      umaAddress: row.destinationUmaAddress,
    },
    row.destinationCurrency,
    row.customerId,
  ),
  sent: moneyFrom(row.sentAmount, row.sourceCurrency),
  received: moneyFrom(row.receivedAmount, row.destinationCurrency),
  exchangeRate: row.exchangeRate === null ? undefined : rateFromText(row.exchangeRate),
  fees: row.fees,
  rateDetails: row.rateDetails ? rateDetailsFromJson(row.rateDetails) : undefined,
  quoteId: row.quoteId ? idOf('Quote', row.quoteId) : undefined,
  agentId: row.agentId ? idOf('Agent', row.agentId) : undefined,
  description: row.description ?? undefined,
  counterpartyInformation: row.counterpartyInformation ?? undefined,
  reference: row.reference,
  // Absent in events of earlier versions.
  sandboxOutcome: row.sandboxOutcome ?? undefined,
  failureReason: row.failureReason ?? undefined,
  refund:
    row.refundStatus && row.refundReason && row.refundReference && row.refundInitiatedAt
      ? {
          reference: row.refundReference,
          status: row.refundStatus,
          reason: row.refundReason,
          initiatedAt: row.refundInitiatedAt,
          settledAt: row.refundSettledAt ?? undefined,
        }
      : undefined,
  settledAt: row.settledAt ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export const summaryColumns = [
  'id',
  'type',
  'status',
  'failureReason',
  'description',
  'sourceCurrency',
  'sentAmount',
  'destinationCurrency',
  'receivedAmount',
  'createdAt',
] as const;

export const summaryFromRow = (row: Pick<Row, (typeof summaryColumns)[number]>): TransactionSummary => ({
  isSummary: true,
  id: idOf('Transaction', row.id),
  type: row.type,
  status: row.status,
  failureReason: row.failureReason ?? undefined,
  description: row.description ?? undefined,
  sent: moneyFrom(row.sentAmount, row.sourceCurrency),
  received: moneyFrom(row.receivedAmount, row.destinationCurrency),
  createdAt: row.createdAt,
});

export function toRow(transaction: Transaction) {
  const source = partyToColumns(transaction.source);
  const destination = partyToColumns(transaction.destination);
  const { rateDetails, refund } = transaction;
  return {
    id: uuidOf(transaction.id),
    platformId: uuidOf(transaction.platformId),
    customerId: transaction.customerId ? uuidOf(transaction.customerId) : null,
    platformCustomerId: transaction.platformCustomerId ?? null,
    type: transaction.type,
    origin: transaction.origin,
    status: transaction.status,
    sourceType: transaction.source.type,
    sourceInternalId: source.internal,
    sourceExternalId: source.external,
    sourceUmaAddress: source.umaAddress,
    sourceCurrency: transaction.source.currency,
    destinationType: transaction.destination.type,
    destinationInternalId: destination.internal,
    destinationExternalId: destination.external,
    destinationUmaAddress: destination.umaAddress,
    destinationCurrency: transaction.destination.currency,
    sentAmount: transaction.sent?.amount ?? null,
    receivedAmount: transaction.received?.amount ?? null,
    exchangeRate: transaction.exchangeRate ? exactText(transaction.exchangeRate) : null,
    fees: transaction.fees,
    rateDetails: rateDetails ? rateDetailsToJson(rateDetails) : null,
    quoteId: transaction.quoteId ? uuidOf(transaction.quoteId) : null,
    agentId: transaction.agentId ? uuidOf(transaction.agentId) : null,
    description: transaction.description ?? null,
    counterpartyInformation: transaction.counterpartyInformation ?? null,
    reference: transaction.reference,
    sandboxOutcome: transaction.sandboxOutcome ?? null,
    failureReason: transaction.failureReason ?? null,
    refundReference: refund?.reference ?? null,
    refundStatus: refund?.status ?? null,
    refundReason: refund?.reason ?? null,
    refundInitiatedAt: refund?.initiatedAt ?? null,
    refundSettledAt: refund?.settledAt ?? null,
    settledAt: transaction.settledAt ?? null,
    createdAt: transaction.createdAt,
    updatedAt: transaction.updatedAt,
  };
}

/** The record as JSON for the event log. Subscribers and webhooks receive the record as it was at that step. */
export function toSnapshot(transaction: Transaction): Record<string, unknown> {
  const row = toRow(transaction);
  const textOf = (amount: bigint | null) => (amount === null ? null : String(amount));
  return {
    ...row,
    sentAmount: textOf(row.sentAmount),
    receivedAmount: textOf(row.receivedAmount),
    fees: String(row.fees),
  };
}

const instants = ['refundInitiatedAt', 'refundSettledAt', 'settledAt', 'createdAt', 'updatedAt'] as const;
const amounts = ['sentAmount', 'receivedAmount', 'fees'] as const;

export function fromSnapshot(snapshot: Readonly<Record<string, unknown>>): Transaction {
  const row: Record<string, unknown> = { ...snapshot };
  for (const name of instants) if (row[name] !== null) row[name] = new Date(row[name] as string);
  for (const name of amounts) if (row[name] !== null) row[name] = BigInt(row[name] as string);
  return fromRow(row as unknown as Row);
}
