/** The payment of a bank connection: its file, and the statement entries that executed it or returned it. */

import type { Id } from '../../kernel/ids.ts';
import { formatMoney, money } from '../../kernel/money/amount.ts';
import type { TimelineStep } from '../../payments/transactions/timeline.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import type { BankFile, BankPayment } from '../../rails/bank-payments/bank-payment.ts';
import { findFiles } from '../../rails/bank-payments/file-store.ts';
import { paymentsOfTransactions } from '../../rails/bank-payments/store.ts';
import type { BankEntry } from '../../rails/bank-records/bank-entry.ts';
import { findEntries } from '../../rails/bank-records/entry-store.ts';
import { reasonText } from '../../rails/bank-statements/payment-outcomes.ts';
import { entriesOfDeposits } from '../../rails/deposits/deposit-source-store.ts';
import type { ExplanationStep, StepOutcome } from './explanation.ts';
import { inWords, noSteps, type Part, type Reading } from './reading.ts';

function paymentStep(payment: BankPayment, currency: string): ExplanationStep {
  const { id, connectionId, status, direction, serviceLevel, endToEndId, amount, createdAt } = payment;
  const value = money(amount, currency);
  const kind = direction === 'CREDIT' ? 'credit transfer' : 'direct debit';
  return {
    kind: 'BANK_PAYMENT_CREATED',
    at: createdAt,
    text: `The bank was to execute a ${kind} of ${formatMoney(value)} over ${serviceLevel}, with the end-to-end id ${endToEndId}.`,
    outcome: status === 'WAITING' ? 'WAITING' : 'NEUTRAL',
    references: [id, connectionId],
    amounts: [{ name: 'SENT', value }],
  };
}

const fileOutcomes: Readonly<Partial<Record<BankFile['status'], StepOutcome>>> = {
  IN_REVIEW: 'WAITING',
  READY: 'WAITING',
  STAGED: 'WAITING',
  ACCEPTED: 'SUCCEEDED',
  REJECTED: 'FAILED',
  CANCELLED: 'FAILED',
};

const fileStep = (file: BankFile, currency: string): ExplanationStep => ({
  kind: 'BANK_FILE_MADE',
  at: file.createdAt,
  text: `It went into the file ${file.name} with ${file.count} ${file.count === 1 ? 'payment' : 'payments'}${file.messageId ? `, message ${file.messageId}` : ''}. The file is ${inWords(file.status)}.`,
  outcome: fileOutcomes[file.status] ?? 'NEUTRAL',
  comment: file.reason,
  references: [file.id, file.connectionId],
  amounts: [{ name: 'FILE_TOTAL', value: money(file.total, currency) }],
});

/** @param own the amount of the bank payment, which can be a part of the entry: a bank books many payments as one. */
const entryStep = (
  entry: BankEntry,
  own: bigint | undefined,
  currency: string,
  verb: string,
  outcome: StepOutcome,
): ExplanationStep => {
  const booked = entry.amount < 0n ? -entry.amount : entry.amount;
  const value = money(own ?? booked, currency);
  const side = entry.amount < 0n ? 'debit' : 'credit';
  const whole = value.amount === booked ? '' : `, in an entry of ${formatMoney(money(booked, currency))}`;
  return {
    kind: 'BANK_ENTRY_BOOKED',
    at: entry.bookedAt ?? entry.createdAt,
    text: `The bank ${verb} with a ${side} of ${formatMoney(value)}${whole}, booked on ${entry.bookedOn}.`,
    outcome,
    comment: entry.note,
    references: [entry.id, entry.connectionId, ...(entry.statementId ? [entry.statementId] : [])],
    amounts: [{ name: 'BOOKED', value }],
  };
};

/** The time of the failure is that of the transaction. A payment that failed before may have changed since. */
function failureStep(payment: BankPayment, timeline: readonly TimelineStep[]): ExplanationStep {
  const failed = timeline.findLast(({ status }) => status === 'FAILED');
  const reason = reasonText(payment.reasonCode);
  return {
    kind: 'BANK_PAYMENT_FAILED',
    at: failed?.occurredAt ?? payment.updatedAt,
    text: `The bank ${payment.status === 'REJECTED' ? 'rejected' : 'returned'} the payment${reason ? `: ${reason}` : ''}.`,
    outcome: 'FAILED',
    references: [payment.id],
  };
}

interface BankRecords {
  readonly payment: BankPayment | undefined;
  readonly file: BankFile | undefined;
  readonly executed: BankEntry | undefined;
  readonly returned: BankEntry | undefined;
  readonly deposited: BankEntry | undefined;
}

function stepsOf(
  { payment, file, executed, returned, deposited }: BankRecords,
  currencies: { readonly executed: string; readonly deposited: string },
  timeline: readonly TimelineStep[],
): ExplanationStep[] {
  const currency = currencies.executed;
  const isFailed = payment?.status === 'REJECTED' || payment?.status === 'RETURNED';
  return [
    ...(payment ? [paymentStep(payment, currency)] : []),
    ...(file ? [fileStep(file, currency)] : []),
    ...(executed ? [entryStep(executed, payment?.amount, currency, 'executed it', 'SUCCEEDED')] : []),
    ...(payment && isFailed ? [failureStep(payment, timeline)] : []),
    ...(returned ? [entryStep(returned, payment?.amount, currency, 'returned it', 'FAILED')] : []),
    ...(deposited
      ? [entryStep(deposited, undefined, currencies.deposited, 'reported the deposit', 'SUCCEEDED')]
      : []),
  ];
}

/** The payments of transactions, with their files and the entries that executed or returned them. */
async function readBankRecords({ db, scope: { platformId } }: Reading, transactions: readonly Transaction[]) {
  const ids = transactions.map(({ id }) => id);
  const [payments, deposits] = await Promise.all([
    paymentsOfTransactions(db, platformId, ids),
    entriesOfDeposits(db, platformId, ids),
  ]);
  const fileIds = payments.flatMap(({ fileId }) => fileId ?? []);
  const entryIds = [
    ...payments.flatMap(({ entryId }) => entryId ?? []),
    ...payments.flatMap(({ returnEntryId }) => returnEntryId ?? []),
    ...deposits.values(),
  ];
  const [files, entries] = await Promise.all([
    fileIds.length > 0 ? findFiles(db, platformId, fileIds) : [],
    entryIds.length > 0 ? findEntries(db, platformId, entryIds) : [],
  ]);
  const fileById = new Map(files.map((file) => [file.id, file]));
  const entryById = new Map(entries.map((entry) => [entry.id, entry]));
  const paymentOf = new Map(payments.map((payment) => [payment.transactionId, payment]));
  const entryOf = (id: Id<'BankEntry'> | undefined) => id && entryById.get(id);
  return ({ id }: Transaction): BankRecords => {
    const payment = paymentOf.get(id);
    return {
      payment,
      file: payment?.fileId && fileById.get(payment.fileId),
      executed: entryOf(payment?.entryId),
      returned: entryOf(payment?.returnEntryId),
      deposited: entryOf(deposits.get(id)),
    };
  };
}

export const explainBanks: Part = async (reading, transactions) => {
  if (!reading.mayReadPlatform) return noSteps;
  const recordsOf = await readBankRecords(reading, transactions);
  return (transaction) => {
    const records = recordsOf(transaction);
    // A connection has one currency: that of the side that the bank executes.
    const { source, destination } = transaction;
    const { currency } = records.payment?.direction === 'CREDIT' ? destination : source;
    const currencies = { executed: currency, deposited: source.currency };
    return stepsOf(records, currencies, reading.timelineOf(transaction));
  };
};
