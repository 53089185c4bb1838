/**
 * An entry of a bank statement, and what it was booked as.
 *
 * Source: docs/behaviour/bank-connections.md#statements.
 */
import type { Id } from '../../kernel/ids.ts';
import type {
  ChangeNotice,
  EntryDetail,
  PaymentStatusReport,
  ReturnedPayment,
  StatementEntry,
} from '../bank-files/bank-file.ts';

/**
 * `PAYMENT`: a payment of ours was executed. `RETURN`: a payment of ours came back. `DEPOSIT`: the credit of an account or a quote.
 * `UNMATCHED_DEPOSIT`: a credit that no account matched. `FEE`: a fee of the bank. `BREAK`: what no record explains.
 */
export const entryKinds = ['PAYMENT', 'RETURN', 'DEPOSIT', 'UNMATCHED_DEPOSIT', 'FEE', 'BREAK'] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * `UNKNOWN_DEBIT`: no payment and no fee explains the debit. `AMOUNT_DIFFERS`: from the payment that the entry names.
 * `BOOKED_TWICE`: the bank booked a payment again. `RETURNED_DEBIT`: a direct debit came back after its money was credited.
 * `NOT_SENT`: the entry names a payment that is in no file that was sent. `BOOKED_AFTER_REJECTION`: the bank had rejected the payment.
 */
export const breakKinds = [
  'UNKNOWN_DEBIT',
  'AMOUNT_DIFFERS',
  'BOOKED_TWICE',
  'RETURNED_DEBIT',
  'NOT_SENT',
  'BOOKED_AFTER_REJECTION',
] as const;
export type BreakKind = (typeof breakKinds)[number];

/** A record as JSON: its amounts are text. */
type Stored<T> = Omit<T, 'amount'> & { readonly amount: string };

type StoredDetail = Omit<EntryDetail, 'amount'> & { readonly amount?: string | undefined };

export type StoredStatementEntry = Omit<Stored<StatementEntry>, 'details'> & {
  readonly details: readonly StoredDetail[];
};

export type BankReportRecord = PaymentStatusReport | Stored<ReturnedPayment> | ChangeNotice;

/** The record as it is stored. */
export const toStoredEntry = (entry: StatementEntry): StoredStatementEntry => ({
  ...entry,
  amount: String(entry.amount),
  details: entry.details.map(({ amount, ...detail }) => ({
    ...detail,
    ...(amount !== undefined && { amount: String(amount) }),
  })),
});

export const fromStoredEntry = (entry: StoredStatementEntry): StatementEntry => ({
  ...entry,
  amount: BigInt(entry.amount),
  details: entry.details.map(({ amount, ...detail }) => ({
    ...detail,
    ...(amount !== undefined && { amount: BigInt(amount) }),
  })),
});

/** An entry can have 200,000 details; people see its first. */
export const maxShownDetails = 100;

export interface BankEntry {
  readonly id: Id<'BankEntry'>;
  readonly platformId: Id<'Platform'>;
  readonly connectionId: Id<'BankConnection'>;
  readonly statementId: Id<'BankStatement'> | undefined;
  /** `YYYY-MM-DD`, of the bank. */
  readonly bookedOn: string;
  /** Positive for a credit of our account. */
  readonly amount: bigint;
  /** Read for a list, it has the first `maxShownDetails` details. */
  readonly record: StatementEntry;
  /** The number of all details. */
  readonly detailCount: number;
  readonly kind: EntryKind | undefined;
  readonly breakKind: BreakKind | undefined;
  /** What was booked on the account of breaks, with its sign; only of breaks. */
  readonly breakAmount: bigint | undefined;
  readonly note: string | undefined;
  readonly transactionId: Id<'Transaction'> | undefined;
  readonly bookedAt: Date | undefined;
  readonly resolvedAt: Date | undefined;
  readonly resolvedBy: string | undefined;
  readonly resolution: string | undefined;
  readonly createdAt: Date;
}
