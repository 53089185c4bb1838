/**
 * Says what a movement of an entry is: a payment of ours, its return, a deposit, a fee, or a break. Pure: the candidates were read
 * before.
 *
 * Decision: the bank's entry is booked whatever it is, because the money has moved. What no record explains is a named break on an
 * account of its own, never a guess.
 *
 * Source: docs/behaviour/bank-connections.md#matching.
 */
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import type { Id } from '../../kernel/ids.ts';
import { referencesIn } from '../bank-connections/creditor-reference.ts';
import type { EntryDetail, StatementEntry } from '../bank-files/bank-file.ts';
import { batchOfId } from '../bank-files/iso20022/direct-debit-batches.ts';
import { type NamedPayment, wasSent } from '../bank-payments/bank-payment.ts';
import type { BreakKind } from '../bank-records/bank-entry.ts';
import { isDirectDebit, isFee, isReceivedTransfer, isReturn } from './bank-codes.ts';

/** One movement of an entry, with the sign of the entry. */
export interface Movement {
  readonly amount: bigint;
  readonly detail: EntryDetail;
  readonly index: number;
}

/** What a reference in a remittance text names. */
export type DepositTarget =
  | { readonly account: InternalAccount }
  | { readonly quoteId: Id<'Quote'>; readonly quoteReference: string };

export interface Candidates {
  /** By end-to-end id. */
  readonly payments: ReadonlyMap<string, NamedPayment>;
  /** By reference, and by virtual IBAN. */
  readonly targets: ReadonlyMap<string, DepositTarget>;
}

export type Classification =
  | { readonly as: 'PAYMENT'; readonly payment: NamedPayment }
  | { readonly as: 'RETURN'; readonly payment: NamedPayment; readonly reasonCode: string | undefined }
  | { readonly as: 'DEPOSIT'; readonly target: DepositTarget }
  | { readonly as: 'UNMATCHED_DEPOSIT'; readonly reason: string }
  | { readonly as: 'FEE' }
  | {
      readonly as: 'BREAK';
      readonly kind: BreakKind;
      readonly note: string;
      /** The payment that the entry names, which did not change. */
      readonly payment?: NamedPayment;
    };

/** The movements of an entry. Without usable amounts of its details, the entry is one movement. */
export function movementsOf({ amount, details }: StatementEntry): Movement[] {
  const [first] = details;
  const sign = amount < 0n ? -1n : 1n;
  const total = amount * sign;
  const sum = details.reduce((all, detail) => all + (detail.amount ?? 0n), 0n);
  const isComplete =
    details.length > 1 && details.every((detail) => detail.amount !== undefined) && sum === total;
  if (isComplete) {
    return details.map((detail, index) => ({ amount: sign * (detail.amount ?? 0n), detail, index }));
  }
  return [{ amount, detail: details.length === 1 && first ? first : {}, index: 0 }];
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

function breakOf(kind: BreakKind, note: string, payment?: NamedPayment): Classification {
  return { as: 'BREAK', kind, note, ...(payment && { payment }) };
}

/** Whether the bank says that money came back. */
const isMarkedReturn = (entry: StatementEntry, { returnReason }: EntryDetail): boolean =>
  returnReason !== undefined || entry.isReversal || isReturn(entry);

/** Whether the bank says that a credit collects the direct debit: by its code, by the ids of our file or batch, or by a mandate. */
function isMarkedCollection(
  entry: StatementEntry,
  detail: EntryDetail,
  { messageId }: NamedPayment,
): boolean {
  if (isDirectDebit(entry)) return true;
  const ids = [entry.batch?.messageId, entry.batch?.batchId, detail.messageId, detail.batchId];
  const namesFile = ids.some((id) => id && messageId && batchOfId(messageId, id) !== undefined);
  return namesFile || (detail.mandateReference !== undefined && !isReceivedTransfer(entry));
}

/**
 * Whether a credit is about the payment that it names. Who pays us chooses the end-to-end id, so that id alone says nothing: the bank
 * must say that it collected a direct debit, or that a payment came back.
 */
function isOfPayment(entry: StatementEntry, detail: EntryDetail, payment: NamedPayment): boolean {
  if (isMarkedReturn(entry, detail)) return true;
  return payment.direction === 'DEBIT'
    ? isMarkedCollection(entry, detail, payment)
    : payment.status === 'RETURNED';
}

const isExecutionOf = ({ direction }: NamedPayment, amount: bigint): boolean =>
  direction === 'CREDIT' ? amount < 0n : amount > 0n;

/** Whether the bank had no file with the payment. */
const isUnsent = ({ status, entryId, fileStatus }: NamedPayment): boolean =>
  status === 'WAITING' || (entryId === undefined && fileStatus !== undefined && !wasSent(fileStatus));

/** Whether the money of a direct debit was credited to its account, or became an unmatched deposit. */
const isBookedOn = ({ direction, isCompleted, isUnmatched, status, entryId }: NamedPayment): boolean =>
  direction === 'DEBIT' && (isCompleted || isUnmatched || (status === 'CONFIRMED' && entryId !== undefined));

/** A movement that names a payment of ours, and executes or returns it. */
function ofPayment({ amount, detail }: Movement, payment: NamedPayment): Classification {
  const isExecution = isExecutionOf(payment, amount);
  if (isUnsent(payment)) {
    return breakOf('NOT_SENT', 'The payment has not been sent to the bank.', payment);
  }
  if (absolute(amount) !== payment.amount) {
    return breakOf('AMOUNT_DIFFERS', 'The amount differs from the payment.', payment);
  }
  if (isExecution) {
    if (payment.entryId) return breakOf('BOOKED_TWICE', 'The payment was booked before.', payment);
    if (payment.status === 'REJECTED') {
      return breakOf(
        'BOOKED_AFTER_REJECTION',
        'The bank had rejected the payment, and it was refunded.',
        payment,
      );
    }
    return { as: 'PAYMENT', payment };
  }
  if (payment.returnEntryId) return breakOf('BOOKED_TWICE', 'The return was booked before.', payment);
  // A direct debit whose money was not booked on fails as any other payment: its return can be known before its entry.
  if (isBookedOn(payment)) {
    const note = payment.isCompleted
      ? 'The direct debit came back after its money was credited.'
      : 'The direct debit came back after its money became an unmatched deposit. Do not return the deposit.';
    return breakOf('RETURNED_DEBIT', note, payment);
  }
  // The entry of a rejected payment was a break, so its return is one too.
  if (payment.status === 'REJECTED' && !payment.entryId) {
    return payment.direction === 'DEBIT'
      ? breakOf('RETURNED_DEBIT', 'The bank took back a direct debit that it had rejected.', payment)
      : breakOf(
          'BOOKED_AFTER_REJECTION',
          'The bank took back the entry of a payment that it had rejected.',
          payment,
        );
  }
  return { as: 'RETURN', payment, reasonCode: detail.returnReason };
}

/**
 * A credit of our account that neither executes nor returns a payment of ours.
 *
 * @param payment that it names.
 */
function ofCredit({ detail }: Movement, { targets }: Candidates, payment?: NamedPayment): Classification {
  const { reference = '', remittance = '', endToEndId = '', creditedAccount } = detail;
  const named = [...new Set([reference, remittance, endToEndId].flatMap(referencesIn))];
  const found = named.flatMap((one) => targets.get(one) ?? []);
  const [target, other] = found;
  if (other) return { as: 'UNMATCHED_DEPOSIT', reason: 'It names several accounts or quotes.' };
  if (target) return { as: 'DEPOSIT', target };
  const virtual = creditedAccount?.iban && targets.get(creditedAccount.iban);
  if (virtual) return { as: 'DEPOSIT', target: virtual };
  if (payment) {
    const reason =
      payment.direction === 'DEBIT'
        ? 'It names a direct debit, and the bank does not say that it collected it.'
        : 'It names a payment, and is not its return.';
    return { as: 'UNMATCHED_DEPOSIT', reason };
  }
  const reason = named.length > 0 ? 'No active account has its reference.' : 'It states no reference.';
  return { as: 'UNMATCHED_DEPOSIT', reason };
}

export function classifyMovement(
  entry: StatementEntry,
  movement: Movement,
  candidates: Candidates,
): Classification {
  const payment = movement.detail.endToEndId && candidates.payments.get(movement.detail.endToEndId);
  if (payment) {
    const isDeposit = movement.amount > 0n && !isOfPayment(entry, movement.detail, payment);
    return isDeposit ? ofCredit(movement, candidates, payment) : ofPayment(movement, payment);
  }
  if (isFee(entry)) return { as: 'FEE' };
  if (movement.amount > 0n) return ofCredit(movement, candidates);
  return breakOf('UNKNOWN_DEBIT', 'No payment explains the debit.');
}

/** The texts of a movement that can contain references. */
export const referenceTexts = ({
  reference = '',
  remittance = '',
  endToEndId = '',
}: EntryDetail): string[] => [reference, remittance, endToEndId];
