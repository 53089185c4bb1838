/** Converts quotes between their row and their record. */

import { invariant } from '../../kernel/errors.ts';
import { idOf, uuidOf } from '../../kernel/ids.ts';
import { money } from '../../kernel/money/amount.ts';
import { exactText, parseRatio } from '../../kernel/money/rate.ts';
import { accountFromColumns, depositFromColumn, partyToColumns, umaFromColumn } from '../party-row.ts';
import type { quotes } from '../tables.ts';
import { rateDetailsFromJson, rateDetailsToJson } from '../transactions/row.ts';
import type { Quote } from './quote.ts';

type Row = typeof quotes.$inferSelect;
const sourceOf = (row: Row): Quote['source'] =>
  row.sourceType === 'ACCOUNT'
    ? accountFromColumns(
        { internal: row.sourceInternalId, external: row.sourceExternalId },
        row.sendingCurrency,
      )
    : depositFromColumn(row.customerId, row.sendingCurrency);

const destinationOf = (row: Row): Quote['destination'] =>
  row.destinationType === 'ACCOUNT'
    ? accountFromColumns(
        { internal: row.destinationInternalId, external: row.destinationExternalId },
        row.receivingCurrency,
      )
    : umaFromColumn(row.destinationUmaAddress, row.receivingCurrency);

export function fromRow(row: Row): Quote {
  const exchangeRate = parseRatio(row.exchangeRate);
  invariant(exchangeRate, 'a stored rate is readable');
  return {
    id: idOf('Quote', row.id),
    platformId: idOf('Platform', row.platformId),
    customerId: row.customerId ? idOf('Customer', row.customerId) : undefined,
    agentId: row.agentId ? idOf('Agent', row.agentId) : undefined,
    transactionId: idOf('Transaction', row.transactionId),
    status: row.status,
    source: sourceOf(row),
    destination: destinationOf(row),
    cryptoNetwork: row.cryptoNetwork ?? undefined,
    paymentRail: row.paymentRail ?? undefined,
    lockedSide: row.lockedSide,
    sending: money(row.sendingAmount, row.sendingCurrency),
    receiving: money(row.receivingAmount, row.receivingCurrency),
    exchangeRate,
    feesIncluded: row.feesIncluded,
    rateDetails: rateDetailsFromJson(row.rateDetails),
    rateSource: row.rateSource ?? undefined,
    ratePublishedAt: row.ratePublishedAt ?? undefined,
    repricedFrom: row.repricedFrom ? idOf('Quote', row.repricedFrom) : undefined,
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

export function toRow(quote: Quote): Row {
  const source = partyToColumns(quote.source);
  const destination = partyToColumns(quote.destination);
  return {
    id: uuidOf(quote.id),
    platformId: uuidOf(quote.platformId),
    customerId: quote.customerId ? uuidOf(quote.customerId) : null,
    agentId: quote.agentId ? uuidOf(quote.agentId) : null,
    transactionId: uuidOf(quote.transactionId),
    status: quote.status,
    sourceType: quote.source.type,
    sourceInternalId: source.internal,
    sourceExternalId: source.external,
    cryptoNetwork: quote.cryptoNetwork ?? null,
    destinationType: quote.destination.type,
    destinationInternalId: destination.internal,
    destinationExternalId: destination.external,
    destinationUmaAddress: destination.umaAddress,
    paymentRail: quote.paymentRail ?? null,
    lockedSide: quote.lockedSide,
    sendingCurrency: quote.sending.currency,
    sendingAmount: quote.sending.amount,
    receivingCurrency: quote.receiving.currency,
    receivingAmount: quote.receiving.amount,
    exchangeRate: exactText(quote.exchangeRate),
    feesIncluded: quote.feesIncluded,
    rateDetails: rateDetailsToJson(quote.rateDetails),
    rateSource: quote.rateSource ?? null,
    ratePublishedAt: quote.ratePublishedAt ?? null,
    repricedFrom: quote.repricedFrom ? uuidOf(quote.repricedFrom) : null,
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
