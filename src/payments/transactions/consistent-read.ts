/**
 * Shows a transaction in the state that matches another record in the same response.
 *
 * A response that contains two records reads them in two statements, and a commit in between changes both. The first
 * record is already fixed, so the transaction is shown as it was then. The event log stores the transaction of each step.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { eventsOfResources } from '../../infrastructure/events/event-store.ts';
import { fromSnapshot } from './row.ts';
import type { Transaction } from './transaction.ts';

/**
 * The transaction if it matches, otherwise its last step that did.
 *
 * @param matches whether a state of the transaction is consistent with the other record.
 * @param read the current transaction. It nearly always matches, and then the event log is not read.
 */
export async function transactionMatching(
  matches: (transaction: Transaction) => boolean,
  db: Executor,
  read: Transaction,
): Promise<Transaction> {
  if (matches(read)) return read;
  const steps = (await eventsOfResources(db, [read.id])).get(read.id) ?? [];
  const past = steps
    .map(({ data }) => fromSnapshot(data['record'] as Record<string, unknown>))
    .findLast(matches);
  return past ?? read;
}

interface Step {
  readonly status: Transaction['status'];
  readonly refundStatus: NonNullable<Transaction['refund']>['status'] | null | undefined;
}

/** The steps up to the transaction's state, without those recorded after it was read. */
export function stepsUpTo<T extends Step>(
  { status, refund }: Pick<Transaction, 'status' | 'refund'>,
  steps: readonly T[],
): readonly T[] {
  const last = steps.findLastIndex(
    (step) => step.status === status && (step.refundStatus ?? undefined) === refund?.status,
  );
  return last < 0 ? steps : steps.slice(0, last + 1);
}
