/** What a transaction and a quote are shown with: states, parties, rates, refunds, steps. */
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import type { RateDetails } from '../../src/payments/rates/pricing.ts';
import type { LoggedStep } from '../../src/payments/transactions/timeline.ts';
import {
  type Refund,
  refundReasons,
  refundStatuses,
  type TransactionParty,
  transactionFailureReasons,
  transactionStatuses,
} from '../../src/payments/transactions/transaction.ts';
import { AccountRef, accountById } from '../accounts/accounts.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { CurrencyRef } from '../core/money.ts';

export const TransactionStatusEnum = describedEnum(
  'TransactionStatus',
  'Where a transaction stands. An OUTGOING one never becomes REJECTED or REFUNDED: see refund.',
  transactionStatuses,
  {
    CREATED: 'A look-up was made.',
    PENDING: 'Accepted, not on its way yet.',
    PROCESSING: 'Debited or funded, and on its way.',
    COMPLETED: 'Delivered.',
    REJECTED: 'The receiving side refused it.',
    FAILED: 'It went wrong: see failureReason, and refund for the money.',
    REFUNDED: 'Sent back.',
    EXPIRED: 'Its quote was not executed in time.',
  },
);

export const FailureReasonEnum = describedEnum(
  'TransactionFailureReason',
  'Why a transaction failed.',
  transactionFailureReasons,
);

export const RefundStatusEnum = describedEnum('RefundStatus', 'Where a refund stands.', refundStatuses, {
  PENDING: 'Begun.',
  COMPLETED: 'The source account has the money back.',
  FAILED: 'The money could not be given back.',
});

const RefundReasonEnum = describedEnum('RefundReason', 'Why money is given back.', refundReasons, {
  TRANSACTION_FAILED: 'The payment failed.',
  USER_CANCELLATION: 'Somebody cancelled it.',
  TIMEOUT: 'It took too long.',
});

export const PartyTypeEnum = describedEnum(
  'PartyType',
  'What stands on one side of a payment.',
  ['ACCOUNT', 'UMA_ADDRESS', 'REALTIME_FUNDING'],
  {
    ACCOUNT: 'An internal or external account.',
    UMA_ADDRESS: 'A UMA address.',
    REALTIME_FUNDING: 'A deposit made for this payment.',
  },
);

export const EntryDirectionEnum = describedEnum(
  'EntryDirection',
  'Which way money moves.',
  ['DEBIT', 'CREDIT'],
  {
    DEBIT: 'Out of the account.',
    CREDIT: 'Into the account.',
  },
);

export const TransactionPartyRef = builder.objectRef<TransactionParty>('TransactionParty').implement({
  description: 'One side of a transaction.',
  fields: (t) => ({
    type: t.field({ type: PartyTypeEnum, description: 'What it is.', resolve: (party) => party.type }),
    account: t.field({
      type: AccountRef,
      nullable: true,
      description: 'The account, where it is one.',
      resolve: async (party, _args, context) =>
        party.type === 'ACCOUNT' ? ((await accountById(context, party.accountId)) ?? null) : null,
    }),
    umaAddress: t.string({
      nullable: true,
      description: 'The UMA address, where it is one.',
      resolve: (party) => (party.type === 'UMA_ADDRESS' ? party.umaAddress : null),
    }),
    currency: t.field({
      type: CurrencyRef,
      nullable: true,
      description: 'Currency on this side.',
      resolve: (party) => currencyOf(party.currency),
    }),
  }),
});

export const RateDetailsRef = builder.objectRef<RateDetails>('RateDetails').implement({
  description: 'What a converted payment is priced by.',
  fields: (t) => ({
    counterpartyMultiplier: t.float({
      nullable: true,
      description: 'Milli-satoshi to receiving currency.',
      resolve: (rate) => rate.counterpartyMultiplier,
    }),
    counterpartyFixedFee: t.field({
      type: 'Amount',
      nullable: true,
      description: 'In the smallest unit of the receiving currency.',
      resolve: (rate) => rate.counterpartyFixedFee,
    }),
    serviceApiMultiplier: t.float({
      nullable: true,
      description:
        'Sending currency to milli-satoshi, the variable fee included; of what comes in, milli-satoshi to the receiving currency. In smallest units.',
      resolve: (rate) => rate.serviceApiMultiplier,
    }),
    serviceApiFixedFee: t.field({
      type: 'Amount',
      nullable: true,
      description: 'In the smallest unit of the sending currency.',
      resolve: (rate) => rate.serviceApiFixedFee,
    }),
    serviceApiVariableFeeRate: t.float({
      nullable: true,
      description: 'Fraction of the sending amount: 0.003 is 0.3 %.',
      resolve: (rate) => rate.serviceApiVariableFeeRate,
    }),
    serviceApiVariableFeeAmount: t.field({
      type: 'Amount',
      nullable: true,
      description: 'Amount times rate, in the smallest unit of the sending currency.',
      resolve: (rate) => rate.serviceApiVariableFeeAmount,
    }),
  }),
});

export const RefundRef = builder.objectRef<Refund>('Refund').implement({
  description: 'Money that goes back to the source.',
  fields: (t) => ({
    reference: t.exposeString('reference', { description: 'What the refund carries.' }),
    status: t.field({ type: RefundStatusEnum, description: 'Where it stands.', resolve: (r) => r.status }),
    reason: t.field({
      type: RefundReasonEnum,
      nullable: true,
      description: 'Why.',
      resolve: (refund) => refund.reason,
    }),
    initiatedAt: t.field({ type: 'DateTime', description: 'When it began.', resolve: (r) => r.initiatedAt }),
    settledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null while PENDING.',
      resolve: (refund) => refund.settledAt ?? null,
    }),
  }),
});

export const ReconciliationRef = builder
  .objectRef<{ reference: string }>('ReconciliationInstructions')
  .implement({
    description: 'How the payment is matched.',
    fields: (t) => ({
      reference: t.exposeString('reference', { description: 'What the payment carries.' }),
    }),
  });

export const TransactionEventRef = builder.objectRef<LoggedStep>('TransactionEvent').implement({
  description: 'One step of a transaction.',
  fields: (t) => ({
    status: t.field({
      type: TransactionStatusEnum,
      description: 'Status after it.',
      resolve: (s) => s.status,
    }),
    refundStatus: t.field({
      type: RefundStatusEnum,
      nullable: true,
      description: "The refund's status after it.",
      resolve: (step) => step.refundStatus ?? null,
    }),
    occurredAt: t.field({ type: 'DateTime', description: 'When.', resolve: (step) => step.occurredAt }),
    note: t.string({ nullable: true, description: 'More about it.', resolve: (step) => step.note ?? null }),
  }),
});
