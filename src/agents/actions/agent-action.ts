/**
 * The agent action: the record of what an agent asked for and what became of it, and the table of its legal moves.
 *
 * Decision: a direct submission whose execution fails is recorded as APPROVED first and then FAILED, both in one
 * commit, so that every action came into being by one of the table's two first rows.
 *
 * Source: interface, AgentAction and its states; gaps 5.4, 9.4; contract, `AgentAction`.
 */
import { errorCodes } from '../../kernel/error-codes.ts';
import { DomainError, invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import { type Quote, quoteAsOf } from '../../payments/quotes/quote.ts';
import {
  type Transaction,
  type TransactionStatus,
  transactionFailureReasons,
} from '../../payments/transactions/transaction.ts';
import { PolicyViolation } from '../../platforms/access/policy-violation.ts';
import { AgentActionNotPending } from '../errors.ts';
import type { ApprovalReason } from '../policies/policy.ts';
import { policyRules } from '../policies/policy-rules.ts';

export const agentActionStatuses = ['PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED'] as const;
export type AgentActionStatus = (typeof agentActionStatuses)[number];

export const agentActionTypes = ['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'] as const;
export type AgentActionType = (typeof agentActionTypes)[number];

export interface TransferDetails {
  readonly amount: bigint;
  readonly currency: string;
  readonly sourceAccountId: Id<'InternalAccount'> | Id<'ExternalAccount'>;
  readonly destinationAccountId: Id<'InternalAccount'> | Id<'ExternalAccount'>;
}

/** What was asked for: a quote's execution, or a transfer with all its details. */
export type AgentActionSubject =
  | {
      readonly type: 'EXECUTE_QUOTE';
      readonly quoteId: Id<'Quote'>;
      /** What the wallet signed: verified at submission, so it holds at approval too. Only of a wallet's quote. */
      readonly walletSignature: string | undefined;
    }
  | {
      readonly type: 'TRANSFER_OUT' | 'TRANSFER_IN';
      readonly transferDetails: TransferDetails;
      /** The memo of the transaction to come. */
      readonly description: string | undefined;
    };

export interface AgentAction {
  readonly id: Id<'AgentAction'>;
  readonly platformId: Id<'Platform'>;
  readonly agentId: Id<'Agent'>;
  readonly customerId: Id<'Customer'>;
  readonly platformCustomerId: string;
  readonly status: AgentActionStatus;
  readonly subject: AgentActionSubject;
  /** Present once execution began. */
  readonly transactionId: Id<'Transaction'> | undefined;
  /** Only of a submission that needed a person. */
  readonly approvalReason: ApprovalReason | undefined;
  /** What it counts against the limits: set aside while it waits, spent from `spentAt`. */
  readonly charge: Money;
  /** When it was counted as spent; in whose day and month. */
  readonly spentAt: Date | undefined;
  readonly rejectionReason: string | undefined;
  readonly failureReason: string | undefined;
  readonly decidedAt: Date | undefined;
  /** Name of the token, or subject of the access token, that decided. */
  readonly decidedBy: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An action that a person may still decide; only `pending` makes one. */
export type PendingAgentAction = AgentAction & { readonly status: 'PENDING_APPROVAL' };

/** Legal moves; `NONE` is before the submission. What is absent here is a defect. */
const moves: Record<'NONE' | AgentActionStatus, readonly AgentActionStatus[]> = {
  NONE: ['PENDING_APPROVAL', 'APPROVED'],
  PENDING_APPROVAL: ['APPROVED', 'REJECTED', 'FAILED'],
  APPROVED: ['FAILED'],
  REJECTED: [],
  FAILED: [],
};

export const mayMove = (from: 'NONE' | AgentActionStatus, to: AgentActionStatus): boolean =>
  moves[from].includes(to);

/** The action, if it still waits for its one decision. */
export function pending(action: AgentAction): PendingAgentAction | AgentActionNotPending {
  const { status } = action;
  return status === 'PENDING_APPROVAL' ? { ...action, status } : new AgentActionNotPending();
}

const failures: readonly TransactionStatus[] = ['FAILED', 'REJECTED', 'REFUNDED', 'EXPIRED'];

/** Whether a payment that comes to this status has failed, and its action with it. */
export const isFailure = (status: TransactionStatus): boolean => failures.includes(status);

/** Whether the action and its transaction can have stood so at one moment: an action fails with its payment. */
export const standsWith = (
  { status }: Pick<AgentAction, 'status'>,
  transaction: Pick<Transaction, 'status'>,
): boolean => status !== 'APPROVED' || !isFailure(transaction.status);

/**
 * The quote as it stood together with the action that is shown with it: a quote that waits for a decision has not been
 * executed, and one that was executed follows the action's transaction.
 *
 * @param transaction the one that is shown with the action, if any.
 */
export function quoteOf(
  { status }: Pick<AgentAction, 'status'>,
  quote: Quote,
  transaction: Transaction | undefined,
): Quote {
  if (transaction) return quoteAsOf(quote, transaction);
  return status === 'PENDING_APPROVAL' ? { ...quote, status: 'PENDING' } : quote;
}

/** Who decided, and when. */
export interface ActionDecision {
  readonly decidedBy: string;
  readonly decidedAt: Date;
}

/** A person said yes, and the execution began. */
export const approved = (
  action: PendingAgentAction,
  transactionId: Id<'Transaction'>,
  { decidedBy, decidedAt }: ActionDecision,
): AgentAction => ({
  ...action,
  status: 'APPROVED',
  transactionId,
  decidedBy,
  decidedAt,
  spentAt: decidedAt,
  updatedAt: decidedAt,
});

/** A person said no. */
export const rejected = (
  action: PendingAgentAction,
  rejectionReason: string | undefined,
  { decidedBy, decidedAt }: ActionDecision,
): AgentAction => ({
  ...action,
  status: 'REJECTED',
  rejectionReason,
  decidedBy,
  decidedAt,
  updatedAt: decidedAt,
});

/** Whose deletion ends what waits. */
export type DeletedOwner = 'Agent' | 'Customer';

/** The agent or its customer was deleted while the action waited: nobody decided, and nobody can any more. */
export const rejectedWithOwner = (
  action: PendingAgentAction,
  deleted: DeletedOwner,
  now: Date,
): AgentAction => ({
  ...action,
  status: 'REJECTED',
  rejectionReason: `${deleted} deleted`,
  updatedAt: now,
});

/**
 * Why an action failed: the code of the error that ended its execution, the rule of the policy in the words of a violation's
 * `reason`, or the failure reason of its transaction.
 */
export const actionFailureCodes: readonly string[] = [
  ...new Set([...errorCodes, ...policyRules.map(({ reason }) => reason), ...transactionFailureReasons]),
];

const codeOf = (error: DomainError): string => (error instanceof PolicyViolation ? error.reason : error.code);

/** The same of a transaction that ended without its money having moved for good. */
export const failureOf = ({ status, failureReason }: Pick<Transaction, 'status' | 'failureReason'>) =>
  failureReason ?? (status === 'EXPIRED' ? 'QUOTE_EXPIRED' : 'QUOTE_EXECUTION_FAILED');

/**
 * The action could not be executed, or its execution failed later.
 *
 * @param decision of the person whose approval met the failure; a sweep and a late failure have none of their own.
 */
export function failed(
  action: AgentAction,
  because: DomainError | string,
  now: Date,
  decision?: ActionDecision,
): AgentAction {
  invariant(mayMove(action.status, 'FAILED'), `an action that is ${action.status} may fail`);
  return {
    ...action,
    ...decision,
    status: 'FAILED',
    failureReason: because instanceof DomainError ? codeOf(because) : because,
    updatedAt: now,
  };
}

export const pendingTransferLifetimeDays = 7;

/**
 * When an action that nobody decided is swept to FAILED: with its quote, or a transfer after 7 days.
 *
 * @param quoteExpiresAt of the quote to execute; a transfer has none.
 */
export function sweepDueAt(action: AgentAction, quoteExpiresAt: Date | undefined): Date {
  if (action.subject.type === 'EXECUTE_QUOTE') {
    invariant(quoteExpiresAt, 'an action that executes a quote is swept with its quote');
    return quoteExpiresAt;
  }
  return new Date(action.createdAt.getTime() + pendingTransferLifetimeDays * 24 * 60 * 60 * 1000);
}
