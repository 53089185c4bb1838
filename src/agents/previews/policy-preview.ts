/**
 * What the policy of an agent says about a payment: the evaluation of the submission, and why a person must approve.
 *
 * Source: docs/behaviour/payments.md#dry-runs, docs/behaviour/agents.md#evaluations.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { RateSource } from '../../payments/rates/rate-table.ts';
import type { AgentAction } from '../actions/agent-action.ts';
import type { Agent } from '../agent.ts';
import { evaluateSubmission } from '../evaluations/evaluate-submission.ts';
import { evaluationsOfActions } from '../evaluations/evaluation-store.ts';
import type { PolicyEvaluation } from '../policies/evaluation.ts';
import type { ApprovalReason, PolicyRequest } from '../policies/policy-checks.ts';

export interface PolicyPreview {
  readonly evaluation: PolicyEvaluation;
  readonly approvalReason: ApprovalReason | undefined;
}

/** Of an action that the call made. Its evaluation is the one that the call would store. */
export async function policyPreviewOfAction(
  tx: Executor,
  { id, platformId, approvalReason }: AgentAction,
): Promise<PolicyPreview> {
  const evaluation = (await evaluationsOfActions(tx, { platformId }, [id])).get(id);
  invariant(evaluation, 'a new action has an evaluation');
  return { evaluation, approvalReason };
}

/**
 * Of a quote that the call only creates: what the policy says about its execution now.
 *
 * @param agent as it was before the call.
 */
export async function policyPreviewOfQuote(
  tx: Executor,
  rates: RateSource,
  { agent, request }: { readonly agent: Agent; readonly request: PolicyRequest },
  now: Date,
): Promise<PolicyPreview> {
  const submitted = { agent, type: 'EXECUTE_QUOTE', request } as const;
  const { evaluated, recorded } = await evaluateSubmission(tx, rates, submitted, now);
  const { outcome } = evaluated;
  const waits = 'decision' in outcome && outcome.decision.mode === 'REQUIRE_APPROVAL';
  return { evaluation: recorded, approvalReason: waits ? outcome.decision.approvalReason : undefined };
}
