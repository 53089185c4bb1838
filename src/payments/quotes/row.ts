/** Quotes between their row and their record. */

import { invariant } from '../../kernel/errors.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { money } from '../../kernel/money/amount.ts';
import { exactText, parseRatio } from '../../kernel/money/rate.ts';
import type { UmaAddress } from '../../kernel/uma-address.ts';
import type { quotes } from '../tables.ts';
import { rateDetailsFromJson, rateDetailsToJson } from '../transactions/row.ts';
import type { Quote, QuoteDestination, QuoteSource } from './quote.ts';

type Row = typeof quotes.$inferSelect;
type AccountId = Id<'InternalAccount'> | Id<'ExternalAccount'>;

function accountId(internal: string | null, external: string | null): AccountId {
  if (internal) return idOf('InternalAccount', internal);
  invariant(external, 'an account side of a quote names an account');
  return idOf('ExternalAccount', external);
}

const sourceOf = (row: Row): QuoteSource =>
  row.sourceType === 'ACCOUNT'
    ? { type: 'ACCOUNT', accountId: accountId(row.sourceInternalId, row.sourceExternalId) }
    : {
        type: 'REALTIME_FUNDING',
        currency: row.sendingCurrency,
        cryptoNetwork: row.cryptoNetwork ?? undefined,
      };

const destinationOf = (row: Row): QuoteDestination =>
  row.destinationType === 'ACCOUNT'
    ? {
        type: 'ACCOUNT',
        accountId: accountId(row.destinationInternalId, row.destinationExternalId),
        paymentRail: row.paymentRail ?? undefined,
      }
    : { type: 'UMA_ADDRESS', umaAddress: row.destinationUmaAddress as UmaAddress };

export function fromRow(row: Row): Quote {
  const exchangeRate = parseRatio(row.exchangeRate);
  invariant(exchangeRate, 'a stored rate can be read');
  return {
    id: idOf('Quote', row.id),
    platformId: idOf('Platform', row.platformId),
    customerId: row.customerId ? idOf('Customer', row.customerId) : undefined,
    agentId: row.agentId ? idOf('Agent', row.agentId) : undefined,
    transactionId: idOf('Transaction', row.transactionId),
    status: row.status,
    source: sourceOf(row),
    destination: destinationOf(row),
    lockedSide: row.lockedSide,
    sending: money(row.sendingAmount, row.sendingCurrency),
    receiving: money(row.receivingAmount, row.receivingCurrency),
    exchangeRate,
    feesIncluded: row.feesIncluded,
    rateDetails: rateDetailsFromJson(row.rateDetails),
    paymentInstructions: row.paymentInstructions,
    requestId: row.requestId ? idOf('Request', row.requestId) : undefined,
    lookupId: row.lookupId ? idOf('Lookup', row.lookupId) : undefined,
    purposeOfPayment: row.purposeOfPayment ?? undefined,
    description: row.description ?? undefined,
    senderCustomerInfo: row.senderCustomerInfo ?? undefined,
    counterpartyInformation: row.counterpartyInformation ?? undefined,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    updatedAt: row.updatedAt,
  };
}

const uuidIf = (type: 'InternalAccount' | 'ExternalAccount', id: AccountId | undefined): string | null =>
  id?.startsWith(`${type}:`) ? uuidOf(id) : null;

export function toRow(quote: Quote): Row {
  const { source, destination } = quote;
  const from = source.type === 'ACCOUNT' ? source.accountId : undefined;
  const to = destination.type === 'ACCOUNT' ? destination.accountId : undefined;
  return {
    id: uuidOf(quote.id),
    platformId: uuidOf(quote.platformId),
    customerId: quote.customerId ? uuidOf(quote.customerId) : null,
    agentId: quote.agentId ? uuidOf(quote.agentId) : null,
    transactionId: uuidOf(quote.transactionId),
    status: quote.status,
    sourceType: source.type,
    sourceInternalId: uuidIf('InternalAccount', from),
    sourceExternalId: uuidIf('ExternalAccount', from),
    cryptoNetwork: source.type === 'REALTIME_FUNDING' ? (source.cryptoNetwork ?? null) : null,
    destinationType: destination.type,
    destinationInternalId: uuidIf('InternalAccount', to),
    destinationExternalId: uuidIf('ExternalAccount', to),
    destinationUmaAddress: destination.type === 'UMA_ADDRESS' ? destination.umaAddress : null,
    paymentRail: destination.type === 'ACCOUNT' ? (destination.paymentRail ?? null) : null,
    lockedSide: quote.lockedSide,
    sendingCurrency: quote.sending.currency,
    sendingAmount: quote.sending.amount,
    receivingCurrency: quote.receiving.currency,
    receivingAmount: quote.receiving.amount,
    exchangeRate: exactText(quote.exchangeRate),
    feesIncluded: quote.feesIncluded,
    rateDetails: rateDetailsToJson(quote.rateDetails),
    paymentInstructions: [...quote.paymentInstructions],
    requestId: quote.requestId ? uuidOf(quote.requestId) : null,
    lookupId: quote.lookupId ? uuidOf(quote.lookupId) : null,
    purposeOfPayment: quote.purposeOfPayment ?? null,
    description: quote.description ?? null,
    senderCustomerInfo: quote.senderCustomerInfo ?? null,
    counterpartyInformation: quote.counterpartyInformation ?? null,
    createdAt: quote.createdAt,
    expiresAt: quote.expiresAt,
    updatedAt: quote.updatedAt,
  };
}
