/**
 * A past submission of an agent and what became of it: what a backtest replays.
 *
 * Source: docs/behaviour/agents.md#backtest.
 */
import type { Id } from '../../kernel/ids.ts';
import type { AgentActionStatus, AgentActionSubject } from '../actions/agent-action.ts';
import type { JudgedRequest } from '../evaluations/submission.ts';
import type { PolicyVerdict } from '../policies/evaluation.ts';
import { policyRules } from '../policies/policy-rules.ts';

/** The action that the submission made, as it is now. */
interface PastAction {
  readonly id: Id<'AgentAction'>;
  readonly status: AgentActionStatus;
  /** Whether a person decided. */
  readonly isDecided: boolean;
  readonly decidedAt: Date | undefined;
  readonly updatedAt: Date;
  readonly failureReason: string | undefined;
  readonly spentAt: Date | undefined;
  /** When the payment was refunded. */
  readonly refundedAt: Date | undefined;
}

export interface PastSubmission {
  readonly id: Id<'AgentEvaluation'>;
  readonly type: AgentActionSubject['type'];
  readonly submittedAt: Date;
  readonly request: JudgedRequest;
  readonly verdict: PolicyVerdict;
  readonly rule: string | undefined;
  readonly action: PastAction | undefined;
}

/** How a waiting action stopped to wait. `ENDED`: it expired, or the agent was deleted. */
export type PastDecision = { readonly kind: 'APPROVED' | 'REJECTED' | 'ENDED'; readonly at: Date };

/** The end of the wait; `undefined` where the submission did not wait, or still waits. */
export function decisionOfPast({ verdict, action }: PastSubmission): PastDecision | undefined {
  if (verdict !== 'WAIT' || !action || action.status === 'PENDING_APPROVAL') return undefined;
  const { status, isDecided, decidedAt, updatedAt } = action;
  if (!isDecided || !decidedAt) return { kind: 'ENDED', at: updatedAt };
  return { kind: status === 'REJECTED' ? 'REJECTED' : 'APPROVED', at: decidedAt };
}

/** How a payment ended that had started. The counters get the amount back, and the transaction unless it was debited. */
interface PastReversal {
  readonly at: Date;
  readonly counted: 'WAS_DEBITED' | 'NEVER_DEBITED';
}

/** `NONE`: it was not executed. `FAILED`: it failed at once, before it was counted. */
type PastExecution =
  | { readonly kind: 'NONE' }
  | { readonly kind: 'FAILED'; readonly reason: string }
  | { readonly kind: 'STARTED'; readonly at: Date; readonly reversal: PastReversal | undefined };

const policyReasons = new Set<string>(
  policyRules.filter(({ name }) => name !== 'PAUSED').map(({ reason }) => reason),
);

/** What the execution did. One that the policy of that time prevented at the approval was not executed. */
export function executionOfPast(past: PastSubmission): PastExecution {
  const { action, submittedAt } = past;
  const decision = decisionOfPast(past);
  if (!action || (past.verdict === 'WAIT' && decision?.kind !== 'APPROVED')) return { kind: 'NONE' };
  const at = decision?.at ?? submittedAt;
  const { status, updatedAt, failureReason, spentAt, refundedAt } = action;
  if (refundedAt && !spentAt) {
    return { kind: 'STARTED', at, reversal: { at: refundedAt, counted: 'WAS_DEBITED' } };
  }
  if (status !== 'FAILED' || spentAt) return { kind: 'STARTED', at, reversal: undefined };
  if (updatedAt.getTime() > at.getTime()) {
    return { kind: 'STARTED', at, reversal: { at: updatedAt, counted: 'NEVER_DEBITED' } };
  }
  const reason = failureReason ?? '';
  return policyReasons.has(reason) ? { kind: 'NONE' } : { kind: 'FAILED', reason };
}
