/**
 * Records each change of a transaction: its row and its event are one commit. The event stores the record as it was at
 * that step. The hooks update quotes and agent actions in the same commit, so that their statuses never disagree.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { appendEvents } from '../../infrastructure/events/log.ts';
import { invariant } from '../../kernel/errors.ts';
import { transactionEvent } from '../events.ts';
import type { TransactionHooks } from '../ports.ts';
import { toSnapshot } from './row.ts';
import { insertTransaction, updateTransaction } from './store.ts';
import { mayMove, type RefundStatus, type Transaction, type TransactionStatus } from './transaction.ts';

/** A step as the event log stores it. */
export interface RecordedStep {
  readonly status: TransactionStatus;
  readonly previousStatus: TransactionStatus | undefined;
  readonly refundStatus: RefundStatus | undefined;
  readonly note: string | undefined;
}

async function appendStepEvent(
  tx: Executor,
  before: Transaction | undefined,
  after: Transaction,
  note: string | undefined,
): Promise<void> {
  await appendEvents(tx, [
    {
      platformId: after.platformId,
      topic: 'transaction',
      type: transactionEvent({
        type: after.type,
        origin: after.origin,
        previous: before && { status: before.status, refundStatus: before.refund?.status },
        status: after.status,
        refundStatus: after.refund?.status,
      }),
      resourceId: after.id,
      data: {
        status: after.status,
        previousStatus: before?.status ?? null,
        refundStatus: after.refund?.status ?? null,
        note: note ?? null,
        record: toSnapshot(after),
      },
      occurredAt: after.updatedAt,
    },
  ]);
}

/** Inserts a new transaction and appends its first event. */
export async function recordNew(tx: Executor, transaction: Transaction, note?: string): Promise<void> {
  await insertTransaction(tx, transaction);
  await appendStepEvent(tx, undefined, transaction, note);
}

/** Records one step. The transaction's row is locked. */
export async function recordStep(
  tx: Executor,
  hooks: TransactionHooks,
  before: Transaction,
  change: Partial<
    Pick<Transaction, 'status' | 'failureReason' | 'refund' | 'settledAt' | 'received' | 'agentId'>
  >,
  at: Date,
  note?: string,
): Promise<Transaction> {
  const after: Transaction = { ...before, ...change, updatedAt: at };
  invariant(
    after.status === before.status || mayMove(before.type, before.status, after.status),
    `a transaction may move from ${before.status} to ${after.status}`,
  );
  await updateTransaction(tx, after);
  await appendStepEvent(tx, before, after, note);
  await hooks.advanced(tx, before, after, at);
  return after;
}
