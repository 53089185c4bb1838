/** A statement, report or notification of a bank. Source: docs/behaviour/bank-connections.md#statements. */
import type { Id } from '../../kernel/ids.ts';
import type { IncomingFileKind } from '../bank-files/bank-file.ts';

export interface BankStatement {
  readonly id: Id<'BankStatement'>;
  readonly platformId: Id<'Platform'>;
  readonly connectionId: Id<'BankConnection'>;
  readonly fileId: Id<'BankFile'>;
  readonly kind: IncomingFileKind;
  /** The bank's id. */
  readonly statementId: string;
  readonly sequenceNumber: number | undefined;
  readonly pageNumber: number;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
  /** Booked balances, in the smallest unit; negative for a debit balance. */
  readonly opening: bigint | undefined;
  readonly closing: bigint | undefined;
  /** The sum and the number of the booked entries. */
  readonly sum: bigint;
  readonly count: number;
  /** SHA-256 of its balances, entries and texts; absent until the statement is complete. */
  readonly digest: Uint8Array | undefined;
  /** The bank sent it again with other contents. */
  readonly hasConflict: boolean;
  readonly createdAt: Date;
}
