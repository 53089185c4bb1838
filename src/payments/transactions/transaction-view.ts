/** The transaction's JSON body. Source: docs/behaviour/payments.md#transactions. */
import { platformConfigId } from '../../kernel/ids.ts';
import { toWire } from '../../kernel/money/amount.ts';
import { jsonNumber } from '../../kernel/money/rate.ts';
import { instantView, type JsonBody, moneyView } from '../../kernel/view.ts';
import { type PaymentParty, umaAddressOf } from '../payment-party.ts';
import type { RateDetails } from '../rates/rate-details.ts';
import type { Refund, Transaction } from './transaction.ts';

/** The body of a party. `role` is the name of the discriminating field. */
function partyView(role: 'sourceType' | 'destinationType', party: PaymentParty): JsonBody {
  const { type, currency } = party;
  switch (type) {
    case 'ACCOUNT':
      return { [role]: type, accountId: party.accountId, currency };
    case 'UMA_ADDRESS':
      return { [role]: type, umaAddress: party.umaAddress, currency };
    case 'REALTIME_FUNDING':
      return { [role]: type, currency, customerId: party.customerId };
  }
}

/** All six fields for outgoing payments, the service's own four for incoming payments. */
export function rateDetailsView(type: Transaction['type'], details: RateDetails): JsonBody {
  const own = {
    serviceApiMultiplier: details.serviceApiMultiplier,
    serviceApiFixedFee: toWire(details.serviceApiFixedFee),
    serviceApiVariableFeeRate: details.serviceApiVariableFeeRate,
    serviceApiVariableFeeAmount: toWire(details.serviceApiVariableFeeAmount),
  };
  if (type === 'INCOMING') return own;
  return {
    counterpartyMultiplier: details.counterpartyMultiplier,
    counterpartyFixedFee: toWire(details.counterpartyFixedFee),
    ...own,
  };
}

const refundView = ({ reference, initiatedAt, settledAt, status, reason }: Refund): JsonBody => ({
  reference,
  initiatedAt: instantView(initiatedAt),
  settledAt: settledAt && instantView(settledAt),
  status,
  reason,
});

export function transactionView(transaction: Transaction): JsonBody {
  const { id, status, type, platformId, customerId, platformCustomerId, source, destination } = transaction;
  const ownId = platformConfigId(platformId);
  const outgoing = type === 'OUTGOING';
  return {
    id,
    status,
    type,
    customerId: customerId ?? ownId,
    platformCustomerId: platformCustomerId ?? ownId,
    source: partyView('sourceType', source),
    destination: partyView('destinationType', destination),
    senderUmaAddress: umaAddressOf(source),
    receiverUmaAddress: umaAddressOf(destination),
    sentAmount: outgoing && transaction.sent ? moneyView(transaction.sent) : undefined,
    receivedAmount: transaction.received && moneyView(transaction.received),
    exchangeRate: outgoing && transaction.exchangeRate ? jsonNumber(transaction.exchangeRate) : undefined,
    fees: outgoing ? toWire(transaction.fees) : undefined,
    quoteId: outgoing ? transaction.quoteId : undefined,
    rateDetails: transaction.rateDetails && rateDetailsView(type, transaction.rateDetails),
    refund: transaction.refund && refundView(transaction.refund),
    agentId: transaction.agentId,
    description: transaction.description,
    counterpartyInformation: transaction.counterpartyInformation,
    reconciliationInstructions: status === 'CREATED' ? undefined : { reference: transaction.reference },
    failureReason: status === 'FAILED' ? transaction.failureReason : undefined,
    settledAt: transaction.settledAt && instantView(transaction.settledAt),
    createdAt: instantView(transaction.createdAt),
    updatedAt: instantView(transaction.updatedAt),
  };
}
