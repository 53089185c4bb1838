/** `transactionUpdated`: each update has the transaction as it was directly after the change. */
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { optional } from '../../src/kernel/parse.ts';
import { fromSnapshot } from '../../src/payments/transactions/row.ts';
import type {
  RefundStatus,
  Transaction,
  TransactionStatus,
} from '../../src/payments/transactions/transaction.ts';
import { builder } from '../core/builder.ts';
import { type Context, may } from '../core/context.ts';
import {
  acceptingSubscription,
  afterArgument,
  createUpdateReader,
  positionAfter,
  streamUpdates,
  type Update,
  updateFields,
} from '../core/updates.ts';
import { RefundStatusEnum, TransactionStatusEnum } from './transaction-parts.ts';
import { TransactionRef } from './transactions.ts';

interface TransactionUpdate extends Update {
  readonly previousStatus: TransactionStatus | undefined;
  readonly status: TransactionStatus;
  readonly refundStatus: RefundStatus | undefined;
  readonly transaction: Transaction;
}

const readUpdate = createUpdateReader<TransactionUpdate>('transaction', (record, { data }) => ({
  previousStatus: (data['previousStatus'] as TransactionStatus | null) ?? undefined,
  status: data['status'] as TransactionStatus,
  refundStatus: (data['refundStatus'] as RefundStatus | null) ?? undefined,
  transaction: fromSnapshot(record),
}));

interface TransactionFilter {
  readonly transactionId?: Id<'Transaction'> | undefined;
  readonly customerId?: Id<'Customer'> | undefined;
  readonly accountId?: Id<'InternalAccount'> | Id<'ExternalAccount'> | undefined;
}

function matches(
  transaction: Transaction,
  { transactionId, customerId, accountId }: TransactionFilter,
): boolean {
  if (transactionId && transaction.id !== transactionId) return false;
  if (customerId && transaction.customerId !== customerId) return false;
  return (
    !accountId ||
    [transaction.source, transaction.destination].some(
      (party) => party.type === 'ACCOUNT' && party.accountId === accountId,
    )
  );
}

const transactionUpdates = (
  context: Context,
  { after, ...filter }: TransactionFilter & { after?: number | undefined },
) => {
  // An approver follows the payments that actions start.
  const seesAll = may(context, 'VIEW_TRANSACTIONS');
  return streamUpdates(
    context,
    readUpdate,
    after,
    ({ transaction }, scope) =>
      (!scope.customerId || transaction.customerId === scope.customerId) &&
      (seesAll || transaction.agentId !== undefined) &&
      matches(transaction, filter),
  );
};

const TransactionUpdateRef = builder.objectRef<TransactionUpdate>('TransactionUpdate').implement({
  description:
    'One status change of a transaction or of its refund. A refund of a failed transaction causes updates with status FAILED and refundStatus PENDING, then COMPLETED.',
  fields: (t) => ({
    ...updateFields(t),
    previousStatus: t.field({
      type: TransactionStatusEnum,
      nullable: true,
      description: 'Status before the change; null if the transaction was just created.',
      resolve: (update) => update.previousStatus ?? null,
    }),
    status: t.field({
      type: TransactionStatusEnum,
      description: 'Status after the change.',
      resolve: (u) => u.status,
    }),
    refundStatus: t.field({
      type: RefundStatusEnum,
      nullable: true,
      description: 'Status of the refund after the change; null if there is no refund.',
      resolve: (update) => update.refundStatus ?? null,
    }),
    transaction: t.field({
      type: TransactionRef,
      description: 'The transaction directly after the change.',
      resolve: (update) => update.transaction,
    }),
  }),
});

builder.subscriptionField('transactionUpdated', (t) =>
  t.field({
    type: TransactionUpdateRef,
    authScopes: { permission: 'SUBSCRIBE' },
    description:
      'Emits every change of the transactions that match. Pass the cursor of the last received update as `after` to receive missed updates first, in order, and then new ones. No update is lost across a reconnection or a restart of the server. An access token with the scope APPROVE alone receives the transactions of agents.',
    args: {
      transactionId: t.arg.id({ description: 'Transaction:<uuid>' }),
      customerId: t.arg.id({ description: 'Customer:<uuid>' }),
      accountId: t.arg.id({
        description:
          'Only transactions from or to this account, InternalAccount:<uuid> or ExternalAccount:<uuid>.',
      }),
      after: t.arg.string({ description: afterArgument }),
    },
    ...acceptingSubscription(
      {
        transactionId: optional(idSchema('Transaction')),
        customerId: optional(idSchema('Customer')),
        accountId: optional(idSchema('InternalAccount', 'ExternalAccount')),
        after: positionAfter,
      },
      (args, context) => transactionUpdates(context, args),
    ),
    resolve: (update) => update,
  }),
);
