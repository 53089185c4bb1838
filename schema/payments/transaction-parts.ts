/** Types that transactions and quotes share: statuses, parties, rates, refunds and steps of the timeline. */
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { type PaymentParty, partyTypes } from '../../src/payments/payment-party.ts';
import type { RateDetails } from '../../src/payments/rates/rate-details.ts';
import type { TimelineStep } from '../../src/payments/transactions/timeline.ts';
import {
  type Refund,
  refundReasons,
  refundStatuses,
  transactionFailureReasons,
  transactionStatuses,
} from '../../src/payments/transactions/transaction.ts';
import { AccountRef, accountById } from '../accounts/accounts.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { CurrencyRef } from '../core/money.ts';

export const TransactionStatusEnum = describedEnum(
  'TransactionStatus',
  'Status of a transaction. An OUTGOING transaction never becomes REJECTED or REFUNDED: see refund.',
  transactionStatuses,
  {
    CREATED: 'Created by a receiver look-up.',
    PENDING: 'Accepted. The payment has not started.',
    PROCESSING: 'Debited or funded. The payment is in progress.',
    COMPLETED: 'Delivered to the destination.',
    REJECTED: 'Rejected by the receiving side.',
    FAILED: 'Failed: see failureReason, and refund for the return of the money.',
    REFUNDED: 'Returned to the sender.',
    EXPIRED: 'The quote was not executed in time.',
  },
);

export const FailureReasonEnum = describedEnum(
  'TransactionFailureReason',
  'Reason for the failure of a transaction.',
  transactionFailureReasons,
);

export const RefundStatusEnum = describedEnum('RefundStatus', 'Status of a refund.', refundStatuses, {
  PENDING: 'The refund was started.',
  COMPLETED: 'The source account was credited.',
  FAILED: 'The refund failed.',
});

const RefundReasonEnum = describedEnum('RefundReason', 'Reason for a refund.', refundReasons, {
  TRANSACTION_FAILED: 'The payment failed.',
  USER_CANCELLATION: 'The payment was cancelled.',
  TIMEOUT: 'The payment was not completed in time.',
});

export const PartyTypeEnum = describedEnum('PartyType', 'Type of a source or destination.', partyTypes, {
  ACCOUNT: 'An internal or external account.',
  UMA_ADDRESS: 'A UMA address.',
  REALTIME_FUNDING: 'A deposit that funds the payment.',
});

export const EntryDirectionEnum = describedEnum(
  'EntryDirection',
  'Direction of a posting.',
  ['DEBIT', 'CREDIT'],
  {
    DEBIT: 'Reduces the balance of the account.',
    CREDIT: 'Increases the balance of the account.',
  },
);

export const TransactionPartyRef = builder.objectRef<PaymentParty>('TransactionParty').implement({
  description: 'Source or destination of a transaction.',
  fields: (t) => ({
    type: t.field({
      type: PartyTypeEnum,
      description: 'Type of the endpoint.',
      resolve: (party) => party.type,
    }),
    account: t.field({
      type: AccountRef,
      nullable: true,
      description: 'The account, if the type is ACCOUNT; otherwise null.',
      resolve: async (party, _args, context) =>
        party.type === 'ACCOUNT' ? ((await accountById(context, party.accountId)) ?? null) : null,
    }),
    umaAddress: t.string({
      nullable: true,
      description: 'The UMA address, if the type is UMA_ADDRESS; otherwise null.',
      resolve: (party) => (party.type === 'UMA_ADDRESS' ? party.umaAddress : null),
    }),
    currency: t.field({
      type: CurrencyRef,
      nullable: true,
      description: 'Currency of this side.',
      resolve: (party) => currencyOf(party.currency),
    }),
  }),
});

export const RateDetailsRef = builder.objectRef<RateDetails>('RateDetails').implement({
  description: 'Exchange rates and fees of a payment with currency conversion.',
  fields: (t) => ({
    counterpartyMultiplier: t.float({
      nullable: true,
      description: 'Conversion from milli-satoshis to the receiving currency.',
      resolve: (rate) => rate.counterpartyMultiplier,
    }),
    counterpartyFixedFee: t.field({
      type: 'Amount',
      nullable: true,
      description: 'Fixed fee of the counterparty, in the smallest unit of the receiving currency.',
      resolve: (rate) => rate.counterpartyFixedFee,
    }),
    serviceApiMultiplier: t.float({
      nullable: true,
      description:
        'Conversion from the sending currency to milli-satoshis, including the variable fee; for incoming payments from milli-satoshis to the receiving currency. In smallest units.',
      resolve: (rate) => rate.serviceApiMultiplier,
    }),
    serviceApiFixedFee: t.field({
      type: 'Amount',
      nullable: true,
      description: 'Fixed fee of the service, in the smallest unit of the sending currency.',
      resolve: (rate) => rate.serviceApiFixedFee,
    }),
    serviceApiVariableFeeRate: t.float({
      nullable: true,
      description: 'Variable fee of the service as a fraction of the sending amount: 0.003 is 0.3 %.',
      resolve: (rate) => rate.serviceApiVariableFeeRate,
    }),
    serviceApiVariableFeeAmount: t.field({
      type: 'Amount',
      nullable: true,
      description:
        'Variable fee of the service: amount times rate, in the smallest unit of the sending currency.',
      resolve: (rate) => rate.serviceApiVariableFeeAmount,
    }),
  }),
});

export const RefundRef = builder.objectRef<Refund>('Refund').implement({
  description: 'Return of the money of a failed payment to its source.',
  fields: (t) => ({
    reference: t.exposeString('reference', { description: 'Reference of the refund payment.' }),
    status: t.field({
      type: RefundStatusEnum,
      description: 'Status of the refund.',
      resolve: (r) => r.status,
    }),
    reason: t.field({
      type: RefundReasonEnum,
      nullable: true,
      description: 'Reason for the refund.',
      resolve: (refund) => refund.reason,
    }),
    initiatedAt: t.field({
      type: 'DateTime',
      description: 'Start time of the refund.',
      resolve: (r) => r.initiatedAt,
    }),
    settledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'End time of the refund; null while status is PENDING.',
      resolve: (refund) => refund.settledAt ?? null,
    }),
  }),
});

export const ReconciliationRef = builder
  .objectRef<{ reference: string }>('ReconciliationInstructions')
  .implement({
    description: 'Data that matches the payment in reconciliation.',
    fields: (t) => ({
      reference: t.exposeString('reference', { description: 'Reference of the payment.' }),
    }),
  });

export const TransactionEventRef = builder.objectRef<TimelineStep>('TransactionEvent').implement({
  description: 'One status change of a transaction.',
  fields: (t) => ({
    status: t.field({
      type: TransactionStatusEnum,
      description: 'Status after the change.',
      resolve: (s) => s.status,
    }),
    refundStatus: t.field({
      type: RefundStatusEnum,
      nullable: true,
      description: 'Status of the refund after the change; null if there is no refund.',
      resolve: (step) => step.refundStatus ?? null,
    }),
    occurredAt: t.field({
      type: 'DateTime',
      description: 'Time of the change.',
      resolve: (step) => step.occurredAt,
    }),
    note: t.string({
      nullable: true,
      description: 'Additional details.',
      resolve: (step) => step.note ?? null,
    }),
  }),
});
