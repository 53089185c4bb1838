/**
 * Every change of a transaction goes through here: the row and the event that tells it are one write. The event keeps
 * the record as it was then, so that whoever reads the log later sees each step as it happened. A quote follows its
 * transaction here, so that the two never tell different stories.
 */
import { followWithAction } from '../agents/follow-transaction.ts';
import type { Executor } from '../database/client.ts';
import { transactionEvent } from '../events/kinds.ts';
import { appendEvents } from '../events/log.ts';
import { invariant } from '../kernel/errors.ts';
import { uuidOf } from '../kernel/ids.ts';
import { followWithQuote } from '../quotes/follow.ts';
import { toSnapshot } from './row.ts';
import { insertTransaction, updateTransaction } from './store.ts';
import { mayMove, type RefundStatus, type Transaction, type TransactionStatus } from './transaction.ts';

/** What the log keeps of one step. */
export interface TransactionStep {
  readonly status: TransactionStatus;
  readonly previousStatus: TransactionStatus | undefined;
  readonly refundStatus: RefundStatus | undefined;
  readonly note: string | undefined;
}

async function tell(
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
  await tell(tx, undefined, transaction, note);
}

/** Records one step of a transaction whose row is locked. */
export async function recordStep(
  tx: Executor,
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
  if (after.status !== before.status) await followWithQuote(tx, after, at);
  await tell(tx, before, after, note);
  await followWithAction(tx, before, after, at);
  return after;
}
