/**
 * A transaction as it stood when a record beside it was read.
 *
 * A response that shows two records reads them in two statements, and a commit between them moves both. The record that
 * was read first cannot be changed any more, so the later one is shown as it stood then: the event log keeps the
 * transaction of every step.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { eventsOfResources } from '../../infrastructure/events/log.ts';
import { fromSnapshot } from './row.ts';
import type { Transaction } from './transaction.ts';

/**
 * The transaction itself where it fits what is shown already, otherwise its last step that did.
 *
 * @param read the transaction as it was read just now. It fits nearly always, and then nothing more is read.
 * @param fits whether a transaction that stands so belongs to the record that is shown.
 */
export async function transactionMatching(
  fits: (transaction: Transaction) => boolean,
  db: Executor,
  read: Transaction,
): Promise<Transaction> {
  if (fits(read)) return read;
  const steps = (await eventsOfResources(db, [read.id])).get(read.id) ?? [];
  const past = steps
    .map(({ data }) => fromSnapshot(data['record'] as Record<string, unknown>))
    .findLast(fits);
  return past ?? read;
}

interface Step {
  readonly status: Transaction['status'];
  readonly refundStatus: NonNullable<Transaction['refund']>['status'] | null | undefined;
}

/** The steps that the transaction has come to, without those that were recorded after it was read. */
export function stepsUpTo<T extends Step>(
  { status, refund }: Pick<Transaction, 'status' | 'refund'>,
  steps: readonly T[],
): readonly T[] {
  const last = steps.findLastIndex(
    (step) => step.status === status && (step.refundStatus ?? undefined) === refund?.status,
  );
  return last < 0 ? steps : steps.slice(0, last + 1);
}
