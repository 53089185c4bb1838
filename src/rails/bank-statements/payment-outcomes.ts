/**
 * What a bank reports about payments becomes the outcome of their transactions. Payments are locked by the caller.
 *
 * A transaction that an operator settled already, or whose state is final, does not change.
 *
 * Source: docs/behaviour/bank-connections.md#outcomes.
 */
import { lockUnusedMandates, markMandatesUsed } from '../../accounts/external/external-account-store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { openLedger } from '../../ledger/ledger-batch-store.ts';
import { externalAccountOf } from '../../payments/payment-party.ts';
import type { TransactionHooks } from '../../payments/ports.ts';
import { internalAccountsOf } from '../../payments/transactions/payment-batch.ts';
import {
  findExternalParties,
  type PaymentToSettle,
  settlePayments,
} from '../../payments/transactions/settle.ts';
import { settlementSteps } from '../../payments/transactions/settlement-steps.ts';
import { findTransactions, lockTransactions } from '../../payments/transactions/store.ts';
import type { Transaction, TransactionFailureReason } from '../../payments/transactions/transaction.ts';
import { type BankPayment, paymentDirections } from '../bank-payments/bank-payment.ts';
import { reasonTitleOf } from '../bank-payments/reason-title.ts';
import { savePayments } from '../bank-payments/store.ts';
import { type CreditedAccount, lockOwners } from '../deposits/accept-deposit.ts';
import { recordUncredited, type UncreditedDebit } from '../deposits/record-uncredited.ts';
import { reopenDeposits } from '../deposits/reopen-deposits.ts';

/** Why a payment failed, as the bank reports it. */
interface BankFailure {
  readonly status: 'REJECTED' | 'RETURNED';
  /** ISO external code or NACHA return code; unknown codes are kept. */
  readonly reasonCode: string | undefined;
  /** A sentence; by default it is made of the code. */
  readonly note?: string | undefined;
}

/**
 * Codes that say of a credit transfer that our own account or file was wrong. Of a direct debit the same codes are about the debtor,
 * for example insufficient funds.
 */
const ownFailures = new Set(['AM04', 'AM05', 'AG01', 'AG02', 'DT01', 'DUPL', 'FF01', 'TECH', 'TM01']);

const failureReasonOf = (
  reasonCode: string | undefined,
  direction: BankPayment['direction'],
): TransactionFailureReason =>
  direction === 'CREDIT' && reasonCode && ownFailures.has(reasonCode)
    ? 'QUOTE_EXECUTION_FAILED'
    : 'COUNTERPARTY_POST_TX_FAILED';

/** The code with its published title: `AC01, incorrect account number`. */
export function reasonText(code: string | undefined): string | undefined {
  if (!code) return undefined;
  const title = reasonTitleOf(code);
  return title ? `${code}, ${title}` : code;
}

/**
 * Locks everything that the outcomes of payments and the credits of deposits change, before the first of them is recorded: the
 * transactions, then the agents of these, then the customers of credited accounts, then the external accounts whose mandate gets used,
 * then the accounts of the ledger, each by id. Requests lock in this order too; outcomes that lock one account after the other would
 * deadlock with them.
 *
 * @param credited accounts of deposits.
 */
export async function lockForOutcomes(
  tx: Executor,
  hooks: TransactionHooks,
  platformId: Id<'Platform'>,
  payments: readonly BankPayment[],
  credited: readonly CreditedAccount[] = [],
): Promise<void> {
  const ids = payments.flatMap(({ transactionId }) => transactionId ?? []);
  const transactions = ids.length > 0 ? await lockTransactions(tx, { platformId }, ids) : [];
  await hooks.lockFollowers(tx, transactions);
  await lockOwners(tx, platformId, credited);
  await lockUnusedMandates(tx, debtorsOf(transactions));
  await openLedger(tx, [...credited.map(({ id }) => id), ...transactions.flatMap(internalAccountsOf)]);
}

const debtorsOf = (transactions: readonly Transaction[]): Id<'ExternalAccount'>[] => [
  ...new Set(transactions.flatMap(({ source }) => externalAccountOf(source) ?? [])),
];

async function settle(
  tx: Executor,
  hooks: TransactionHooks,
  platformId: Id<'Platform'>,
  payments: readonly BankPayment[],
  outcome: 'COMPLETED' | 'FAILED',
  failure: Parameters<typeof settlementSteps>[2] | undefined,
  now: Date,
): Promise<void> {
  const scope = { platformId };
  const ids = payments.flatMap(({ transactionId }) => transactionId ?? []);
  if (ids.length === 0) return;
  const transactions = await lockTransactions(tx, scope, ids);
  invariant(transactions.length === new Set(ids).size, 'the transaction of a bank payment exists');
  const partiesOf = await findExternalParties(tx, scope, transactions);
  const settled = transactions.flatMap((transaction): PaymentToSettle[] => {
    const steps = settlementSteps(transaction, outcome, failure);
    return steps ? [{ transaction, parties: partiesOf(transaction), steps }] : [];
  });
  await settlePayments(tx, hooks, scope, settled, now);
}

async function transactionsOf(
  tx: Executor,
  platformId: Id<'Platform'>,
  payments: readonly BankPayment[],
): Promise<Transaction[]> {
  const ids = payments.flatMap(({ transactionId }) => transactionId ?? []);
  return ids.length > 0 ? findTransactions(tx, { platformId }, ids) : [];
}

/** The next direct debit of a mandate is a recurring one. */
async function markMandates(
  tx: Executor,
  platformId: Id<'Platform'>,
  collected: readonly BankPayment[],
): Promise<void> {
  const transactions = await transactionsOf(tx, platformId, collected);
  await markMandatesUsed(tx, debtorsOf(transactions));
}

/**
 * The bank has executed the payments by an entry, which they have. Money that no account can be credited with becomes an unmatched
 * deposit. A payment whose return was reported first stays returned.
 */
export async function completePayments(
  tx: Executor,
  hooks: TransactionHooks,
  platformId: Id<'Platform'>,
  payments: readonly BankPayment[],
  entryId: Id<'BankEntry'>,
  now: Date,
): Promise<void> {
  const confirmed = payments.filter(({ status }) => status === 'IN_FILE');
  await savePayments(
    tx,
    confirmed.map(({ id }) => id),
    { status: 'CONFIRMED' },
    now,
  );
  await settle(tx, hooks, platformId, confirmed, 'COMPLETED', undefined, now);
  const collected = confirmed.filter(({ direction }) => direction === 'DEBIT');
  // The report of an operator used the mandate, which can be another one since.
  await markMandates(
    tx,
    platformId,
    collected.filter(({ isReported }) => !isReported),
  );
  // Also a transaction that failed before: the bank has the money, and no account was credited with it.
  const transactions = await transactionsOf(tx, platformId, collected);
  const failed = new Map(transactions.flatMap((one) => (one.status === 'FAILED' ? [[one.id, one]] : [])));
  const uncredited = collected.flatMap((payment): UncreditedDebit[] => {
    const transaction = payment.transactionId && failed.get(payment.transactionId);
    return transaction ? [{ payment, transaction }] : [];
  });
  await recordUncredited(tx, platformId, uncredited, entryId, now);
}

/** The bank rejected or returned the payments. */
export async function failPayments(
  tx: Executor,
  hooks: TransactionHooks,
  platformId: Id<'Platform'>,
  payments: readonly BankPayment[],
  { status, reasonCode, note }: BankFailure,
  now: Date,
): Promise<void> {
  const failed = payments.filter((payment) => payment.status === 'IN_FILE' || payment.status === 'CONFIRMED');
  await savePayments(
    tx,
    failed.map(({ id }) => id),
    { status, reasonCode },
    now,
  );
  // The account was credited with a confirmed direct debit. Its return is a break, whether a report or its entry comes first.
  const open = failed.filter(
    ({ direction, status: before }) => direction === 'CREDIT' || before === 'IN_FILE',
  );
  // A direct debit that was collected has used its mandate, also if it came back before its money was credited.
  await markMandates(
    tx,
    platformId,
    open.filter(({ direction, entryId }) => direction === 'DEBIT' && entryId !== undefined),
  );
  const text = reasonText(reasonCode);
  const verb = status === 'REJECTED' ? 'Rejected by the bank' : 'Returned by the bank';
  const failureNote = note ?? (text ? `${verb}: ${text}` : verb);
  for (const direction of paymentDirections) {
    const failure = { failureReason: failureReasonOf(reasonCode, direction), note: failureNote };
    const ofDirection = open.filter((payment) => payment.direction === direction);
    await settle(tx, hooks, platformId, ofDirection, 'FAILED', failure, now);
  }
  await reopenDeposits(tx, failed, failureNote, now);
}
