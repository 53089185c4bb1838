/**
 * The agent action: the record of an operation that an agent submitted and its outcome, and the table of its status
 * changes.
 *
 * Decision: a direct submission whose execution fails is recorded as APPROVED first and then FAILED, both in one
 * commit, so that every action starts in one of the two statuses that `NONE` allows.
 *
 * Source: docs/behaviour/agents.md#states-of-an-action, docs/behaviour/agents.md#approvals; schema.graphql, `AgentAction`.
 */
import { DomainError, invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import { type Quote, quoteAsOf } from '../../payments/quotes/quote.ts';
import type { Transaction, TransactionStatus } from '../../payments/transactions/transaction.ts';
import { PolicyViolation } from '../../platforms/access/policy-violation.ts';
import type { AgentActionSubject, TransferDetails } from '../action-subject.ts';
import { AgentActionNotPending } from '../errors.ts';
import type { ApprovalReason } from '../policies/policy-checks.ts';
import type { Vote } from '../votes/vote.ts';
import type { Repricing } from './repricing.ts';

export const agentActionStatuses = ['PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED'] as const;
export type AgentActionStatus = (typeof agentActionStatuses)[number];

export const agentActionTypes = ['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'] as const;

export type { AgentActionSubject, TransferDetails };

export interface AgentAction {
  readonly id: Id<'AgentAction'>;
  readonly platformId: Id<'Platform'>;
  readonly agentId: Id<'Agent'>;
  readonly customerId: Id<'Customer'>;
  readonly platformCustomerId: string;
  readonly status: AgentActionStatus;
  readonly subject: AgentActionSubject;
  /** Present once the execution started. */
  readonly transactionId: Id<'Transaction'> | undefined;
  /** Only for a submission that needed approval. */
  readonly approvalReason: ApprovalReason | undefined;
  /** What it counts against the limits: reserved while it is pending, spent from `spentAt`. */
  readonly charge: Money;
  /** When the charge was counted as spent: it belongs to the day and month of this instant. */
  readonly spentAt: Date | undefined;
  readonly rejectionReason: string | undefined;
  readonly failureReason: string | undefined;
  readonly decidedAt: Date | undefined;
  /** Who decided: the name of the API token, or the subject of the access token. */
  readonly decidedBy: string | undefined;
  /** What the person who approved said about it. For a rejection it is its reason. */
  readonly decisionComment: string | undefined;
  /** The approvals that are required and given. Absent for a waiting action as it is stored: `withApprovals` computes them. */
  readonly requiredApprovals: number | undefined;
  readonly approvalsGiven: number | undefined;
  /** When a waiting action expires, where that is later than its quote. */
  readonly decidableUntil: Date | undefined;
  /** Oldest first. */
  readonly repricings: readonly Repricing[];
  /** Oldest first. Absent where they were not read. */
  readonly votes?: readonly Vote[] | undefined;
  /** Votes about earlier prices, which no longer count. Absent where `votes` is. */
  readonly supersededVotes?: readonly Vote[] | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An action that can still be decided; only `pending` returns one. */
export type PendingAgentAction = AgentAction & { readonly status: 'PENDING_APPROVAL' };

/** Allowed status changes; `NONE` is before the submission. Any other change is a bug. */
const moves: Record<'NONE' | AgentActionStatus, readonly AgentActionStatus[]> = {
  NONE: ['PENDING_APPROVAL', 'APPROVED'],
  PENDING_APPROVAL: ['APPROVED', 'REJECTED', 'FAILED'],
  APPROVED: ['FAILED'],
  REJECTED: [],
  FAILED: [],
};

export const mayMove = (from: 'NONE' | AgentActionStatus, to: AgentActionStatus): boolean =>
  moves[from].includes(to);

/** Returns the action if it is still pending. */
export function pending(action: AgentAction): PendingAgentAction | AgentActionNotPending {
  const { status } = action;
  return status === 'PENDING_APPROVAL' ? { ...action, status } : new AgentActionNotPending();
}

const failures: readonly TransactionStatus[] = ['FAILED', 'REJECTED', 'REFUNDED', 'EXPIRED'];

/** Whether a payment in this status has failed, and its action with it. */
export const isFailure = (status: TransactionStatus): boolean => failures.includes(status);

/** Whether the action and its transaction can have these statuses at the same time: an action fails with its payment. */
export const isConsistentWith = (
  { status }: Pick<AgentAction, 'status'>,
  transaction: Pick<Transaction, 'status'>,
): boolean => status !== 'APPROVED' || !isFailure(transaction.status);

/**
 * The quote in the status that matches its action: the quote of a pending action is not executed, and an executed quote
 * has the status of the action's transaction.
 *
 * @param transaction of the action, if any.
 */
export function quoteOf(
  { status }: Pick<AgentAction, 'status'>,
  quote: Quote,
  transaction: Transaction | undefined,
): Quote {
  if (transaction) return quoteAsOf(quote, transaction);
  return status === 'PENDING_APPROVAL' ? { ...quote, status: 'PENDING' } : quote;
}

/** The action as it was when its transaction had the given status. It fails when the transaction does. */
export function actionAsOf(action: AgentAction, { status, updatedAt }: Transaction): AgentAction {
  return action.status === 'FAILED' && !isFailure(status)
    ? { ...action, status: 'APPROVED', failureReason: undefined, updatedAt }
    : action;
}

/** Who decided, when, and what they said about an approval. */
export interface ActionDecision {
  readonly decidedBy: string;
  readonly decidedAt: Date;
  readonly decisionComment?: string | undefined;
}

/** The decision of a person; absent while there is none, and where the action ran, expired or ended without one. */
export function decisionOf(action: AgentAction) {
  const { status, decidedBy, decidedAt, decisionComment, rejectionReason } = action;
  if (decidedBy === undefined || decidedAt === undefined) return undefined;
  // A decided action that failed was approved: a rejected one stays as it is.
  const isApproved = status !== 'REJECTED';
  return { isApproved, decidedBy, decidedAt, comment: isApproved ? decisionComment : rejectionReason };
}

/**
 * The stored numbers of approvals. An action without them was decided by an earlier version, where one person decided, or
 * needed no approval.
 */
export function approvalsOf(action: AgentAction): Record<'requiredApprovals' | 'approvalsGiven', number> {
  return {
    requiredApprovals: action.requiredApprovals ?? (action.approvalReason ? 1 : 0),
    approvalsGiven: action.approvalsGiven ?? (decisionOf(action)?.isApproved ? 1 : 0),
  };
}

/** A person approved the action, and the execution started. */
export const approved = (
  action: PendingAgentAction,
  transactionId: Id<'Transaction'>,
  decision: ActionDecision,
): AgentAction => ({
  ...action,
  ...decision,
  status: 'APPROVED',
  transactionId,
  spentAt: decision.decidedAt,
  updatedAt: decision.decidedAt,
});

/** A person rejected the action. */
export const rejected = (
  action: PendingAgentAction,
  rejectionReason: string | undefined,
  decision: ActionDecision,
): AgentAction => ({
  ...action,
  ...decision,
  status: 'REJECTED',
  rejectionReason,
  updatedAt: decision.decidedAt,
});

/** The record whose deletion rejects pending actions. */
export type DeletedOwner = 'Agent' | 'Customer';

/** The agent or its customer was deleted while the action was pending. It has no decision. */
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

const codeOf = (error: DomainError): string => (error instanceof PolicyViolation ? error.reason : error.code);

/** The failure code of a transaction that failed, expired, or was rejected or refunded. */
export const failureOf = ({ status, failureReason }: Pick<Transaction, 'status' | 'failureReason'>) =>
  failureReason ?? (status === 'EXPIRED' ? 'QUOTE_EXPIRED' : 'QUOTE_EXECUTION_FAILED');

/**
 * The action could not be executed, or its execution failed later.
 *
 * @param decision the approval during which the execution failed; absent for an expired action and for a later failure.
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

const maxWaitDays = 7;

/** No action waits longer, however often it is priced again. */
export const maxWaitOf = ({ createdAt }: Pick<AgentAction, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + maxWaitDays * 24 * 60 * 60 * 1000);

/**
 * When a pending action expires and becomes FAILED: a quote at its own expiry, or later where it may be approved late; a
 * transfer after 7 days.
 *
 * @param quoteExpiresAt expiry of the quote to execute; absent for a transfer.
 */
export function expiresAt(action: AgentAction, quoteExpiresAt: Date | undefined): Date {
  if (action.subject.type === 'EXECUTE_QUOTE') {
    invariant(quoteExpiresAt, 'an action that executes a quote expires with the quote');
    return action.decidableUntil ?? quoteExpiresAt;
  }
  return maxWaitOf(action);
}
