/** Live updates, resumable by cursor. Each tells the record as it was at that step. */
import { z } from 'zod';
import { eventCursor, type LoggedEvent, parseEventCursor } from '../../src/infrastructure/events/log.ts';
import { EventStream } from '../../src/infrastructure/events/stream.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { optional, text } from '../../src/kernel/parse.ts';
import { fromSnapshot } from '../../src/payments/transactions/row.ts';
import type {
  RefundStatus,
  Transaction,
  TransactionStatus,
} from '../../src/payments/transactions/transaction.ts';
import { agentPaused, PolicyViolation } from '../../src/platforms/access/policy-violation.ts';
import type { Scope } from '../../src/platforms/access/principal.ts';
import { acceptingSubscription } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { type Context, principalOf, visibleTo } from '../core/context.ts';
import { RefundStatusEnum, TransactionStatusEnum } from './transaction-parts.ts';
import { TransactionRef } from './transactions.ts';

/** An update with its place in the log; SSE sends that place as the `id:` of the message. */
export interface Update {
  readonly cursor: string;
  readonly occurredAt: Date;
  /** The event that it tells: what all subscribers with the same question share an answer to. */
  readonly event: LoggedEvent;
}

export interface TransactionUpdate extends Update {
  readonly previousStatus: TransactionStatus | undefined;
  readonly status: TransactionStatus;
  readonly refundStatus: RefundStatus | undefined;
  readonly transaction: Transaction;
}

/** The position that `after` names, or the refusal of what is not a cursor of the log. */
export const positionAfter = optional(
  text(100).transform((cursor, context) => {
    const position = parseEventCursor(cursor);
    if (position !== undefined) return position;
    context.addIssue({ code: 'custom', message: 'is not a cursor of the event log' });
    return z.NEVER;
  }),
);

const known = new WeakMap<LoggedEvent, Transaction>();

/** The record that an event tells, made once for all who are told. */
export function transactionOf(event: LoggedEvent): Transaction {
  let transaction = known.get(event);
  if (!transaction) {
    transaction = fromSnapshot(event.data['record'] as Record<string, unknown>);
    known.set(event, transaction);
  }
  return transaction;
}

interface Wanted {
  readonly transactionId?: Id<'Transaction'> | undefined;
  readonly customerId?: Id<'Customer'> | undefined;
  readonly accountId?: Id<'InternalAccount'> | Id<'ExternalAccount'> | undefined;
}

function concerns(transaction: Transaction, { transactionId, customerId, accountId }: Wanted): boolean {
  if (transactionId && transaction.id !== transactionId) return false;
  if (customerId && transaction.customerId !== customerId) return false;
  return (
    !accountId ||
    [transaction.source, transaction.destination].some(
      (party) => party.type === 'ACCOUNT' && party.accountId === accountId,
    )
  );
}

/** The scope of a caller who may follow live: a paused agent reads, and its streams are closed. */
export function mayFollow(context: Context): Scope {
  const principal = principalOf(context);
  if (principal.kind === 'agent' && principal.agent.isPaused) throw new PolicyViolation(agentPaused);
  return visibleTo(context);
}

function transactionUpdates(
  context: Context,
  { after, ...wanted }: Wanted & { after?: number | undefined },
): EventStream<TransactionUpdate> {
  const scope = mayFollow(context);
  return new EventStream(context.ports.db, context.tail, {
    platformId: scope.platformId,
    after: after ?? context.arrivedAt,
    toMessage: (event) => {
      if (event.topic !== 'transaction') return undefined;
      const transaction = transactionOf(event);
      if (scope.customerId && transaction.customerId !== scope.customerId) return undefined;
      if (!concerns(transaction, wanted)) return undefined;
      return {
        cursor: eventCursor(event.position),
        occurredAt: event.occurredAt,
        event,
        previousStatus: (event.data['previousStatus'] as TransactionStatus | null) ?? undefined,
        status: event.data['status'] as TransactionStatus,
        refundStatus: (event.data['refundStatus'] as RefundStatus | null) ?? undefined,
        transaction,
      };
    },
  });
}

const TransactionUpdateRef = builder.objectRef<TransactionUpdate>('TransactionUpdate').implement({
  description:
    'One status change of a transaction or of its refund. A refund of a failed transaction causes updates with status FAILED and refundStatus PENDING, then COMPLETED.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      description: 'Cursor of the update. Pass it as `after` to continue after this update.',
    }),
    occurredAt: t.field({
      type: 'DateTime',
      description: 'Time of the change.',
      resolve: (update) => update.occurredAt,
    }),
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

export const afterArgument =
  'Cursor of the last update that the client received. Updates after it are sent first, in order. Omitted: the stream starts with new updates.';

builder.subscriptionField('transactionUpdated', (t) =>
  t.field({
    type: TransactionUpdateRef,
    authScopes: { permission: 'SUBSCRIBE' },
    description:
      'Emits every change of the transactions that match. Pass the cursor of the last received update as `after` to receive missed updates first, in order, and then new ones. No update is lost across a reconnection or a restart of the server.',
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
