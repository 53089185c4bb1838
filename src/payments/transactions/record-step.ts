/**
 * Every change of a transaction goes through here: the row and the event that tells it are one write. The event keeps
 * the record as it was then, so that a later reader of the log sees each step as it happened. Quotes and agent actions
 * follow their transaction through the hooks, in the same commit, so that their statuses never disagree.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { appendEvents } from '../../infrastructure/events/log.ts';
import { invariant } from '../../kernel/errors.ts';
import { uuidOf } from '../../kernel/ids.ts';
import { transactionEvent } from '../events.ts';
import type { TransactionHooks } from '../ports.ts';
import { toSnapshot } from './row.ts';
import { insertTransaction, updateTransaction } from './store.ts';
import { mayMove, type RefundStatus, type Transaction, type TransactionStatus } from './transaction.ts';

/** What the log keeps of one step. */
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
      platformUuid: uuidOf(after.platformId),
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

/** Records a new transaction and that it began. */
export async function recordNew(tx: Executor, transaction: Transaction, note?: string): Promise<void> {
  await insertTransaction(tx, transaction);
  await appendStepEvent(tx, undefined, transaction, note);
}

/** Records one step of a transaction whose row is locked. */
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
