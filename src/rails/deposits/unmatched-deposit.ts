/**
 * A deposit that was not credited to an account: no reference matched, or its payment was not approved or was refunded. People
 * assign it to an account or return it.
 *
 * Source: docs/behaviour/bank-connections.md#unmatched-deposits.
 */
import type { Id } from '../../kernel/ids.ts';
import type { BankParty } from '../bank-files/bank-file.ts';

/** `IN_REVIEW`: one person has decided, a second must confirm. */
export const depositStatuses = ['OPEN', 'IN_REVIEW', 'ASSIGNED', 'RETURNED'] as const;
export type DepositStatus = (typeof depositStatuses)[number];

export const depositDecisions = ['ASSIGN', 'RETURN'] as const;
type DepositDecision = (typeof depositDecisions)[number];

export interface UnmatchedDeposit {
  readonly id: Id<'UnmatchedDeposit'>;
  readonly platformId: Id<'Platform'>;
  readonly connectionId: Id<'BankConnection'>;
  readonly entryId: Id<'BankEntry'>;
  /** The movement of the entry, from 0. */
  readonly detailIndex: number;
  readonly amount: bigint;
  readonly currency: string;
  /** Who paid, as the bank names the party. */
  readonly depositor: BankParty | undefined;
  readonly remittance: string | undefined;
  readonly status: DepositStatus;
  /** A sentence: why it was not credited. */
  readonly reason: string;
  readonly decision: DepositDecision | undefined;
  /** The round of decisions: another decision than that of the first person starts the next. */
  readonly round: number;
  readonly decidedAccountId: Id<'InternalAccount'> | undefined;
  readonly transactionId: Id<'Transaction'> | undefined;
  /** The direct debit whose money it is. */
  readonly bankPaymentId: Id<'BankPayment'> | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
