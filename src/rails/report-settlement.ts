/**
 * Settles a payment of a production platform that no bank connection sends: an operator reports the outcome at the bank.
 *
 * Decision: a sandbox payment settles without reports. The outcome of a payment that a connection sends comes from the bank alone:
 * a payment that was refunded by a report would still be in the next file. An operator can try a failed refund again, and decides
 * about a payment that the bank booked with another amount. That report is then the outcome of the bank payment too, so that its
 * connection can be closed.
 * Decision: a bank can lose a file, or book it with an entry that no record explains. So an operator who has asked the bank can
 * report the outcome of a payment in a file that was sent (`confirmed`). A payment that no bank can have stays with its file.
 * Decision: a direct debit that no account can be credited with is FAILED although it was collected. Its payment is CONFIRMED, and its
 * money becomes an unmatched deposit when the entry of the bank brings it, because before there is no money to decide about.
 */
import { z } from 'zod';
import { lockUnusedMandates, markMandatesUsed } from '../accounts/external/external-account-store.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import { transact } from '../infrastructure/database/transact.ts';
import { Conflict, invariant } from '../kernel/errors.ts';
import { idSchema } from '../kernel/ids.ts';
import { oneOf } from '../kernel/parse.ts';
import { externalAccountOf } from '../payments/payment-party.ts';
import type { Ports } from '../payments/ports.ts';
import { TransactionNotFound } from '../payments/transactions/errors.ts';
import { findExternalParties, settlePayments } from '../payments/transactions/settle.ts';
import { settlementOutcomes, settlementSteps } from '../payments/transactions/settlement-steps.ts';
import { lockTransaction, platformOfTransaction } from '../payments/transactions/store.ts';
import type { Transaction } from '../payments/transactions/transaction.ts';
import { findPlatform } from '../platforms/store.ts';
import { type BankPayment, type BankPaymentStatus, wasSent } from './bank-payments/bank-payment.ts';
import { findFiles } from './bank-payments/file-store.ts';
import { lockPaymentOfTransaction } from './bank-payments/payment-list-store.ts';
import { paymentsOfTransactions, savePayments } from './bank-payments/store.ts';
import { hasOtherAmount } from './bank-records/entry-break-store.ts';

export const ReportSettlementInput = z.object({
  id: idSchema('Transaction'),
  outcome: oneOf(settlementOutcomes),
  /** The bank has confirmed the outcome of a payment in a file that was sent to it. */
  confirmed: z.boolean().default(false),
});

type Report = z.output<typeof ReportSettlementInput>;
type SettlementReport = Omit<Report, 'confirmed'> & Partial<Report>;

/** The final status of a bank payment whose outcome an operator reports; `undefined` when it has one. */
function statusAfter(
  { status }: BankPayment,
  outcome: (typeof settlementOutcomes)[number],
): BankPaymentStatus | undefined {
  if (status === 'IN_FILE') return outcome === 'COMPLETED' ? 'CONFIRMED' : 'REJECTED';
  return status === 'CONFIRMED' && outcome === 'FAILED' ? 'RETURNED' : undefined;
}

/** Whether the payment is in a file that was sent, and the bank has not reported its outcome. */
async function isAtBank(tx: Executor, payment: BankPayment): Promise<boolean> {
  const { status, platformId, fileId } = payment;
  const isReported = payment.entryId !== undefined || payment.returnEntryId !== undefined;
  if (status !== 'IN_FILE' || isReported || !fileId) return false;
  const [file] = await findFiles(tx, platformId, [fileId]);
  return file !== undefined && file.status !== 'STAGED' && wasSent(file.status);
}

/** Applies all steps to the outcome in one commit. Operators call this, so the transaction may belong to any platform. */
export async function reportSettlement(
  { db, clock, transactionHooks }: Pick<Ports, 'db' | 'clock' | 'transactionHooks'>,
  { id, outcome, confirmed = false }: SettlementReport,
): Promise<Transaction | TransactionNotFound | Conflict> {
  return transact(db, async (tx) => {
    const platformId = await platformOfTransaction(tx, id);
    if (!platformId) return new TransactionNotFound(id);
    const platform = await findPlatform(tx, platformId);
    invariant(platform, 'the platform of a transaction exists');
    if (platform.mode === 'SANDBOX') {
      return new Conflict('It is a sandbox transaction, which settles by itself.');
    }
    // Banks' outcomes lock the bank payment before its transaction.
    const locked = await lockPaymentOfTransaction(tx, platformId, id);
    const transaction = await lockTransaction(tx, { platformId }, id);
    invariant(transaction, 'a transaction is never deleted');
    const steps = settlementSteps(transaction, outcome);
    if (!steps) {
      return new Conflict(`Nothing can be reported about it: it is ${transaction.status}.`);
    }
    // A payment that was submitted in between waits for its file.
    const payment = locked ?? (await paymentsOfTransactions(tx, platformId, [id]))[0];
    const isBooked = payment?.status === 'IN_FILE' && Boolean(payment.entryId ?? payment.returnEntryId);
    const isOpen =
      transaction.status === 'FAILED' ||
      (await hasOtherAmount(tx, id)) ||
      (confirmed && payment !== undefined && (await isAtBank(tx, payment)));
    if (payment && (isBooked || !isOpen)) {
      return new Conflict(
        confirmed
          ? 'A bank connection sends it, and the bank has not received it, or has reported its outcome.'
          : 'A bank connection sends it, so the bank reports its outcome.',
      );
    }
    const debtor = externalAccountOf(transaction.source);
    const debtors = outcome === 'COMPLETED' && debtor ? [debtor] : [];
    // In the order of requests, which lock the agent first.
    await transactionHooks.lockFollowers(tx, [transaction]);
    await lockUnusedMandates(tx, debtors);
    const parties = (await findExternalParties(tx, { platformId }, [transaction]))(transaction);
    const now = clock.now(platform);
    const payments = [{ transaction, parties, steps }];
    const [settled] = await settlePayments(tx, transactionHooks, { platformId }, payments, now);
    const status = payment && statusAfter(payment, outcome);
    if (status) {
      await savePayments(tx, [payment.id], { status, isReported: status === 'CONFIRMED' }, now);
    }
    await markMandatesUsed(tx, debtors);
    return settled ?? transaction;
  });
}
