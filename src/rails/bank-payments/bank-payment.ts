/**
 * A payment that a bank executes, and the file that contains it.
 *
 * Source: docs/behaviour/bank-connections.md#payments.
 */
import type { Id } from '../../kernel/ids.ts';
import type { ServiceAccountCode } from '../../ledger/chart.ts';
import type { IncomingFileKind, OutgoingFileKind, ServiceLevel } from '../bank-files/bank-file.ts';

/**
 * `WAITING`: for the next file. `IN_FILE`: the file is recorded. `CONFIRMED`: an entry executed it, or an operator reported it.
 * `REJECTED`: by the bank before it was booked, by the report of an operator, or its file was cancelled. `RETURNED`: by the bank, or by
 * the report of an operator.
 */
export const bankPaymentStatuses = ['WAITING', 'IN_FILE', 'CONFIRMED', 'REJECTED', 'RETURNED'] as const;
export type BankPaymentStatus = (typeof bankPaymentStatuses)[number];

/**
 * Outgoing: `IN_REVIEW` waits for two persons, `READY` for the exchange, `STAGED` has its temporary name at the bank, `SENT` its
 * final name; `ACCEPTED`, `PARTIALLY_ACCEPTED` and `REJECTED` by a report of the bank; `CANCELLED` by a person.
 * Incoming: `RECEIVED` and stored, then `RECORDED` or `QUARANTINED`; `DISMISSED` by a person who has dealt with it.
 */
export const fileStatuses = [
  'IN_REVIEW',
  'READY',
  'STAGED',
  'SENT',
  'ACCEPTED',
  'PARTIALLY_ACCEPTED',
  'REJECTED',
  'CANCELLED',
  'RECEIVED',
  'RECORDED',
  'QUARANTINED',
  'DISMISSED',
] as const;
export type FileStatus = (typeof fileStatuses)[number];

export const fileDirections = ['OUT', 'IN'] as const;

export const paymentDirections = ['CREDIT', 'DEBIT'] as const;

export interface BankPayment {
  readonly id: Id<'BankPayment'>;
  readonly platformId: Id<'Platform'>;
  readonly connectionId: Id<'BankConnection'>;
  /** Absent for the return of an unmatched deposit. */
  readonly transactionId: Id<'Transaction'> | undefined;
  readonly depositId: Id<'UnmatchedDeposit'> | undefined;
  /** Whether the counterparty is credited or debited. */
  readonly direction: (typeof paymentDirections)[number];
  readonly serviceLevel: ServiceLevel;
  /** NACHA: PPD for individuals, CCD for businesses. */
  readonly entryClass: 'PPD' | 'CCD' | undefined;
  readonly status: BankPaymentStatus;
  /** The clearing account that the ledger credited when the payment was sent. */
  readonly clearingCode: ServiceAccountCode;
  readonly endToEndId: string;
  readonly amount: bigint;
  readonly fileId: Id<'BankFile'> | undefined;
  /** SEPA direct debits: the number of the batch in the file, from 1. */
  readonly batch: number | undefined;
  readonly traceSequence: number | undefined;
  /** The bank's code of a rejection or a return. */
  readonly reasonCode: string | undefined;
  /** The entry that executed it, and the entry by which it came back. */
  readonly entryId: Id<'BankEntry'> | undefined;
  readonly returnEntryId: Id<'BankEntry'> | undefined;
  /** Whether an operator reported that the bank executed it. */
  readonly isReported: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A payment that a bank names by its end-to-end id, with what decides about its entries. */
export interface NamedPayment extends BankPayment {
  /** Of its file; absent while it waits for one. */
  readonly fileStatus: FileStatus | undefined;
  readonly messageId: string | undefined;
  /** Whether its transaction is COMPLETED. Then the money of a direct debit is credited. */
  readonly isCompleted: boolean;
  /** Whether the money of the direct debit is an unmatched deposit, because no account could be credited with it. */
  readonly isUnmatched: boolean;
}

/** Of the ledger entry by which the money of a direct debit becomes an unmatched deposit. */
export const uncreditedDescription = 'Deposit not credited';

/** Whether the bank can have the payments of a file. One that it rejected was sent. */
export const wasSent = (status: FileStatus): boolean =>
  status === 'STAGED' ||
  status === 'SENT' ||
  status === 'ACCEPTED' ||
  status === 'PARTIALLY_ACCEPTED' ||
  status === 'REJECTED';

export interface BankFile {
  readonly id: Id<'BankFile'>;
  readonly platformId: Id<'Platform'>;
  readonly connectionId: Id<'BankConnection'>;
  readonly direction: (typeof fileDirections)[number];
  readonly kind: OutgoingFileKind | IncomingFileKind | undefined;
  readonly status: FileStatus;
  readonly name: string;
  readonly messageId: string | undefined;
  readonly serviceLevel: ServiceLevel | undefined;
  readonly paymentDirection: 'CREDIT' | 'DEBIT' | undefined;
  readonly executionDate: string | undefined;
  /** NACHA: distinguishes the files of a day. */
  readonly fileIdModifier: string | undefined;
  /** The fingerprint of the SFTP server at which it was staged. */
  readonly stagedHostKey: string | undefined;
  /** How many persons have released it in this round. */
  readonly releases: number;
  /** The round of decisions. A file that could not be written starts the next. */
  readonly round: number;
  readonly count: number;
  readonly total: bigint;
  readonly digest: Uint8Array | undefined;
  readonly byteLength: number | undefined;
  readonly storageKey: string | undefined;
  readonly reason: string | undefined;
  readonly line: number | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The job that fails the payments of a file, page by page: `{ fileId, after, reasonCode?, note? }`. */
export const cancelPaymentsJobKind = 'cancel-bank-payments';
