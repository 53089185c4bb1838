/**
 * Steps 10 to 15 of docs/behaviour/agents.md#order-of-checks: an action that the policy admits is executed at once or waits for approval. The decision,
 * the counters, the action and its effect are one commit, with the agent locked.
 *
 * Source: docs/behaviour/agents.md#states-of-an-action, docs/behaviour/agents.md#order-of-checks to docs/behaviour/agents.md#approvals.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue, type NewJob } from '../../infrastructure/jobs/jobs.ts';
import { DomainError, type InvalidInput } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { CorridorNotServed } from '../../payments/rates/errors.ts';
import type { RateSource } from '../../payments/rates/rate-table.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { PolicyViolation } from '../../platforms/access/policy-violation.ts';
import type { ActingAgent } from '../acting-agent.ts';
import { lateBy } from '../approval-rules/approval-rules.ts';
import { requestNotification } from '../approval-rules/request-notification.ts';
import { findApprovalRules } from '../approval-rules/store.ts';
import { evaluateSubmission, type RejectedSubmission } from '../evaluations/evaluate-submission.ts';
import type { RecordedEvaluation } from '../evaluations/submission.ts';
import type { AgentPolicy } from '../policies/agent-policy.ts';
import { currencyWithoutRate } from '../policies/conversion.ts';
import type { Admission, PolicyRequest } from '../policies/policy-checks.ts';
import { reserve, spend } from '../policies/usage.ts';
import { updateUsage } from '../store.ts';
import type { ActionPayment } from './action-payment.ts';
import { type AgentAction, type AgentActionSubject, expiresAt, failed, failureOf } from './agent-action.ts';
import { recordActionStep, recordNewAction } from './record-action.ts';

export const expireActionJobKind = 'sweep-agent-action';

/** @param quoteExpiresAt expiry of the quote to execute; absent for a transfer. */
export const newExpireActionJob = (action: AgentAction, quoteExpiresAt: Date | undefined): NewJob => ({
  kind: expireActionJobKind,
  platformId: action.platformId,
  payload: { actionId: action.id },
  dueAt: expiresAt(action, quoteExpiresAt),
});

interface Submission {
  readonly subject: AgentActionSubject;
  readonly request: PolicyRequest;
  readonly destination: ActionPayment['destination'];
  /** Expiry of the quote to execute; absent for a transfer. */
  readonly quoteExpiresAt?: Date | undefined;
  /** Whether the payment can be priced again after its quote has expired. */
  readonly isRepriceable?: boolean;
  /** Moves the money. If it returns an error, it has written nothing. */
  readonly execute: () => Promise<Transaction | DomainError>;
}

/** Checks that amounts in this currency can be converted to the currencies of the policy. */
export function checkConvertible(
  rates: Pick<RateSource, 'rate' | 'isConfigured'>,
  { spendingLimits, approvalThresholds }: AgentPolicy,
  currency: string,
  path: string,
): undefined | InvalidInput {
  const others = [spendingLimits.currency, approvalThresholds?.currency];
  const missing = currencyWithoutRate(rates, currency, others);
  return missing === undefined ? undefined : new CorridorNotServed(path, currency, missing, rates);
}

const newAction = (
  { agent, customer }: ActingAgent,
  { subject }: Submission,
  { charge, decision }: Admission,
  now: Date,
): AgentAction => ({
  id: newId('AgentAction'),
  platformId: agent.platformId,
  agentId: agent.id,
  customerId: agent.customerId,
  platformCustomerId: customer.platformCustomerId,
  status: decision.mode === 'EXECUTE' ? 'APPROVED' : 'PENDING_APPROVAL',
  subject,
  transactionId: undefined,
  approvalReason: decision.mode === 'REQUIRE_APPROVAL' ? decision.approvalReason : undefined,
  charge,
  spentAt: undefined,
  rejectionReason: undefined,
  failureReason: undefined,
  decidedAt: undefined,
  decidedBy: undefined,
  decisionComment: undefined,
  requiredApprovals: undefined,
  approvalsGiven: undefined,
  decidableUntil: undefined,
  repricings: [],
  createdAt: now,
  updatedAt: now,
});

/** The policy admits the submission, with this evaluation. */
interface AdmittedSubmission extends Admission {
  readonly recorded: RecordedEvaluation;
}

/** Checks the policy, then executes the action or holds it for approval. A rejection is noted in `rejected`. */
export async function submitAction(
  tx: Executor,
  rates: Pick<RateSource, 'rate'>,
  acting: ActingAgent,
  submission: Submission,
  rejected: RejectedSubmission,
  now: Date,
): Promise<AgentAction | PolicyViolation> {
  const { agent } = acting;
  const { request, subject } = submission;
  const { evaluated, recorded } = await evaluateSubmission(
    tx,
    rates,
    { agent, type: subject.type, request },
    now,
  );
  const { outcome } = evaluated;
  if (outcome instanceof PolicyViolation) {
    rejected.note(recorded);
    return outcome;
  }
  const admission = { ...outcome, recorded };
  return admission.decision.mode === 'EXECUTE'
    ? executeAction(tx, acting, submission, admission, now)
    : holdForApproval(tx, acting, submission, admission, now);
}

/** When the action expires under the approval rules, where that is later than its quote. */
async function lateDeadline(
  tx: Executor,
  platformId: AgentAction['platformId'],
  { quoteExpiresAt, isRepriceable = false }: Submission,
): Promise<Date | undefined> {
  if (!quoteExpiresAt || !isRepriceable) return undefined;
  return lateBy(await findApprovalRules(tx, platformId), quoteExpiresAt);
}

/** Reserves the charge and records the action as pending. */
async function holdForApproval(
  tx: Executor,
  acting: ActingAgent,
  submission: Submission,
  admission: AdmittedSubmission,
  now: Date,
): Promise<AgentAction> {
  const { agent } = acting;
  const action = {
    ...newAction(acting, submission, admission, now),
    decidableUntil: await lateDeadline(tx, agent.platformId, submission),
  };
  await updateUsage(tx, { id: agent.id, usage: reserve(agent.usage, admission.charge, now) });
  await recordNewAction(tx, action, submission.destination, admission.recorded);
  await requestNotification(tx, action, now);
  await enqueue(tx, newExpireActionJob(action, submission.quoteExpiresAt));
  return action;
}

/** Executes, counts and records an admitted action. One that fails at once is recorded and not counted. */
export async function executeAction(
  tx: Executor,
  acting: ActingAgent,
  submission: Submission,
  admission: AdmittedSubmission,
  now: Date,
): Promise<AgentAction> {
  const { agent } = acting;
  const executed = await submission.execute();
  const action = newAction(acting, submission, admission, now);
  if (executed instanceof DomainError) {
    return recordActionStep(
      tx,
      await recordNewAction(tx, action, submission.destination, admission.recorded),
      failed(action, executed, now),
    );
  }
  const approved: AgentAction = { ...action, transactionId: executed.id };
  if (executed.status === 'FAILED') {
    const recorded = await recordNewAction(tx, approved, submission.destination, admission.recorded);
    return recordActionStep(tx, recorded, failed(approved, failureOf(executed), now));
  }
  await updateUsage(tx, { id: agent.id, usage: spend(agent.usage, admission.charge, now) });
  return recordNewAction(tx, { ...approved, spentAt: now }, submission.destination, admission.recorded);
}
