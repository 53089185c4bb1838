/** The agent action's JSON body. Source: docs/behaviour/agents.md#what-an-approver-sees, docs/behaviour/agents.md#approvals (failureReason). */

import { toWire } from '../../kernel/money/amount.ts';
import { jsonNumber } from '../../kernel/money/rate.ts';
import { instantView, type JsonBody, moneyView } from '../../kernel/view.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { transactionView } from '../../payments/transactions/transaction-view.ts';
import { reasonText } from '../policies/approval-reason.ts';
import { evaluationView } from '../policies/evaluation-view.ts';
import type { LimitState } from '../policies/limit-states.ts';
import type { ApprovalReason } from '../policies/policy-checks.ts';
import { fractionText, type Tolerance } from '../votes/tolerance.ts';
import { newestVotes, type Vote } from '../votes/vote.ts';
import type { ActionDetails } from './action-details.ts';
import { decidableUntil } from './action-payment.ts';
import { type AgentAction, approvalsOf, decisionOf } from './agent-action.ts';
import type { PaymentFigures, Repricing } from './repricing.ts';

/** Which details the caller may see. An agent without the permission sees neither balances nor external accounts. */
export interface ShownDetails {
  readonly balance: boolean;
  readonly payee: boolean;
  /** An agent sees how many approvals there are, not the approvers. */
  readonly votes: boolean;
}

interface Related {
  /** The body of the quote that the action executes. */
  readonly quote?: JsonBody | undefined;
  /** The transaction that the action started. */
  readonly transaction?: Transaction | undefined;
  /** Absent for an event of an earlier version, which stored only the record. */
  readonly details?: ActionDetails | undefined;
}

const limitView = ({ name, currency, limit, used, reserved, remaining }: LimitState): JsonBody => ({
  name,
  currency,
  limit: toWire(limit),
  used: toWire(used),
  reserved: toWire(reserved),
  remaining: toWire(remaining),
});

export const approvalReasonView = ({ rule, threshold, requested, currency }: ApprovalReason): JsonBody => ({
  rule,
  threshold: threshold === undefined ? undefined : toWire(threshold),
  requested: toWire(requested),
  currency,
});

function decisionView(action: AgentAction): JsonBody | undefined {
  const decision = decisionOf(action);
  return (
    decision && {
      isApproved: decision.isApproved,
      decidedBy: decision.decidedBy,
      decidedAt: instantView(decision.decidedAt),
      comment: decision.comment,
    }
  );
}

const toleranceView = (tolerance: Tolerance): JsonBody =>
  tolerance.kind === 'SLIPPAGE'
    ? { maxSlippage: fractionText(tolerance.millionths) }
    : { maxSendingAmount: toWire(tolerance.limit) };

const voteView = ({ actor, decision, comment, tolerance, createdAt }: Vote): JsonBody => ({
  actor: { kind: actor.kind, id: actor.id, name: actor.name },
  decision,
  comment,
  tolerance: tolerance && toleranceView(tolerance),
  createdAt: instantView(createdAt),
});

const figuresView = ({ quoteId, sending, receiving, fees, exchangeRate }: PaymentFigures): JsonBody => ({
  quoteId,
  sendingAmount: moneyView(sending),
  receivingAmount: moneyView(receiving),
  fees: toWire(fees),
  exchangeRate: jsonNumber(exchangeRate),
});

const repricingView = ({ at, outcome, slippage, before, after }: Repricing): JsonBody => ({
  createdAt: instantView(at),
  outcome,
  slippage,
  before: figuresView(before),
  after: figuresView(after),
});

function detailsView(
  action: AgentAction,
  { payment, availableBalance, payee, limits, history, evaluation }: ActionDetails,
  shown: ShownDetails,
): JsonBody {
  const { source, sending, receiving, fees, exchangeRate, description } = payment;
  return {
    description,
    sourceAccount: {
      id: source.accountId,
      currency: source.currency,
      availableBalance:
        shown.balance && availableBalance !== undefined ? toWire(availableBalance) : undefined,
    },
    payee: shown.payee ? payee : undefined,
    sendingAmount: moneyView(sending),
    receivingAmount: moneyView(receiving),
    fees: toWire(fees),
    exchangeRate: exchangeRate && jsonNumber(exchangeRate),
    expiresAt: instantView(decidableUntil(action, payment)),
    limits: limits.map(limitView),
    evaluation: evaluation && evaluationView(evaluation),
    history: history.map((earlier) => ({
      id: earlier.action.id,
      status: earlier.action.status,
      type: earlier.action.subject.type,
      sendingAmount: moneyView(earlier.sending),
      createdAt: instantView(earlier.action.createdAt),
    })),
  };
}

export function agentActionView(
  action: AgentAction,
  { quote, transaction, details }: Related,
  shown: ShownDetails = { balance: true, payee: true, votes: true },
): JsonBody {
  const { subject, approvalReason } = action;
  const decision = decisionView(action);
  return {
    id: action.id,
    agentId: action.agentId,
    customerId: action.customerId,
    platformCustomerId: action.platformCustomerId,
    status: action.status,
    type: subject.type,
    ...(details && detailsView(action, details, shown)),
    quote: subject.type === 'EXECUTE_QUOTE' ? (quote ?? { id: subject.quoteId }) : undefined,
    transferDetails:
      subject.type === 'EXECUTE_QUOTE'
        ? undefined
        : { ...subject.transferDetails, amount: toWire(subject.transferDetails.amount) },
    transaction: transaction && transactionView(transaction),
    reason: approvalReason && reasonText(approvalReason),
    approvalReason: approvalReason && approvalReasonView(approvalReason),
    ...approvalsOf(action),
    votes: shown.votes && action.votes ? newestVotes(action.votes).map(voteView) : undefined,
    supersededVotes:
      shown.votes && action.supersededVotes?.length
        ? newestVotes(action.supersededVotes).map(voteView)
        : undefined,
    repricings: action.repricings.length > 0 ? action.repricings.map(repricingView) : undefined,
    decision,
    decidedBy: decision?.['decidedBy'],
    decidedAt: decision?.['decidedAt'],
    comment: decision?.['comment'],
    rejectionReason: action.status === 'REJECTED' ? action.rejectionReason : undefined,
    failureReason: action.status === 'FAILED' ? action.failureReason : undefined,
    createdAt: instantView(action.createdAt),
    updatedAt: instantView(action.updatedAt),
  };
}
