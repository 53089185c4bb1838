/**
 * Records each change of a transaction: its row and its event are one commit. The event stores the record as it was at
 * that step. The hooks update quotes and agent actions in the same commit, so that their statuses never disagree.
 */

import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { balanceUpdatedEvent } from '../../accounts/internal/publish-balance.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { appendEvents, type NewEvent } from '../../infrastructure/events/log.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { transactionEvent } from '../events.ts';
import type { TransactionHooks } from '../ports.ts';
import { toSnapshot } from './row.ts';
import { insertTransactions, updateTransactions } from './store.ts';
import { mayMove, type RefundStatus, type Transaction, type TransactionStatus } from './transaction.ts';

/** A step as the event log stores it. */
export interface RecordedStep {
  readonly status: TransactionStatus;
  readonly previousStatus: TransactionStatus | undefined;
  readonly refundStatus: RefundStatus | undefined;
  readonly note: string | undefined;
}

type StepChange = Partial<
  Pick<Transaction, 'status' | 'failureReason' | 'refund' | 'settledAt' | 'received' | 'agentId'>
>;

const stepEvent = (
  before: Transaction | undefined,
  after: Transaction,
  note: string | undefined,
): NewEvent => ({
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
});

/** The steps of any number of transactions, collected in memory and written by the same few statements. */
export class StepBatch {
  readonly #inserted = new Map<Id<'Transaction'>, Transaction>();
  readonly #updated = new Map<Id<'Transaction'>, Transaction>();
  readonly #steps: { before: Transaction; after: Transaction; at: Date }[] = [];
  readonly #events: NewEvent[] = [];

  /** Adds a new transaction with its first event. */
  recordNew(transaction: Transaction, note?: string): void {
    this.#inserted.set(transaction.id, transaction);
    this.#events.push(stepEvent(undefined, transaction, note));
  }

  /** Adds one step. The transaction is new in this batch, or its row is locked. */
  recordStep(before: Transaction, change: StepChange, at: Date, note?: string): Transaction {
    const after: Transaction = { ...before, ...change, updatedAt: at };
    invariant(
      after.status === before.status || mayMove(before.type, before.status, after.status),
      `a transaction may move from ${before.status} to ${after.status}`,
    );
    (this.#inserted.has(after.id) ? this.#inserted : this.#updated).set(after.id, after);
    this.#events.push(stepEvent(before, after, note));
    this.#steps.push({ before, after, at });
    return after;
  }

  /** Adds the event of an account whose balance has changed. The ledger has locked the account. */
  publishBalance(platformId: Id<'Platform'>, account: InternalAccount, at: Date): void {
    this.#events.push(balanceUpdatedEvent(platformId, account, at));
  }

  /** Writes the last state of each transaction and all events, then calls the hooks for each step. */
  async write(tx: Executor, hooks: TransactionHooks): Promise<void> {
    await insertTransactions(tx, [...this.#inserted.values()]);
    await updateTransactions(tx, [...this.#updated.values()]);
    await appendEvents(tx, this.#events);
    for (const { before, after, at } of this.#steps) await hooks.advanced(tx, before, after, at);
  }
}

/** Inserts a new transaction and appends its first event. */
export async function recordNew(tx: Executor, transaction: Transaction): Promise<void> {
  await insertTransactions(tx, [transaction]);
  await appendEvents(tx, [stepEvent(undefined, transaction, undefined)]);
}

/** Records one step. The transaction's row is locked. */
export async function recordStep(
  tx: Executor,
  hooks: TransactionHooks,
  before: Transaction,
  change: StepChange,
  at: Date,
  note?: string,
): Promise<Transaction> {
  const batch = new StepBatch();
  const after = batch.recordStep(before, change, at, note);
  await batch.write(tx, hooks);
  return after;
}
