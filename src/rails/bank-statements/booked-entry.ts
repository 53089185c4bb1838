/** What an entry is as a whole, from what its movements are. Pure. */
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { BankEntry, EntryKind } from '../bank-records/bank-entry.ts';
import type { Classification, Movement } from './classify-movement.ts';

/** A movement with what it is. */
export interface ClassifiedMovement {
  readonly movement: Movement;
  readonly found: Classification;
}

/** What an entry with several movements is called: its most noteworthy movement. */
const order: readonly EntryKind[] = ['BREAK', 'UNMATCHED_DEPOSIT', 'RETURN', 'PAYMENT', 'DEPOSIT', 'FEE'];

type Break = Extract<Classification, { readonly as: 'BREAK' }>;

const maxNotes = 3;

/** What the breaks of an entry are. If it has several movements, each with the payment that it names. */
function noteOf(breaks: readonly Break[], hasSeveral: boolean): string {
  const notes = breaks
    .slice(0, maxNotes)
    .map(({ note, payment }) => (payment && hasSeveral ? `${payment.endToEndId}: ${note}` : note));
  const others = breaks.length - notes.length;
  return [...notes, ...(others > 0 ? [`And ${others} more.`] : [])].join(' ');
}

/** @param credited transactions of its deposits. */
export function bookedEntryOf(
  classified: readonly ClassifiedMovement[],
  credited: readonly Id<'Transaction'>[] | undefined,
): Pick<BankEntry, 'breakKind' | 'breakAmount' | 'note' | 'transactionId'> & { readonly kind: EntryKind } {
  const found = classified.map((one) => one.found);
  const kind = order.find((one) => found.some(({ as }) => as === one));
  invariant(kind, 'an entry has a movement');
  const breaks = found.filter((one) => one.as === 'BREAK');
  const [broken] = breaks;
  const breakAmount = classified.reduce(
    (sum, one) => (one.found.as === 'BREAK' ? sum + one.movement.amount : sum),
    0n,
  );
  const ofPayments = found.flatMap((one) => ('payment' in one && one.payment?.transactionId) || []);
  const [transactionId, other] = new Set([...(credited ?? []), ...ofPayments]);
  return {
    kind,
    breakKind: broken?.kind,
    breakAmount: broken && breakAmount,
    note: broken && noteOf(breaks, found.length > 1),
    transactionId: other || !credited ? undefined : transactionId,
  };
}
