/**
 * Writes every change of an agent action: the row and its event, in one transaction. The event contains the record at
 * that time, so that a later reader of the log sees each status as it was.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { appendEvents } from '../../infrastructure/events/log.ts';
import { invariant } from '../../kernel/errors.ts';
import type { JsonBody } from '../../kernel/view.ts';
import { insertEvaluation } from '../evaluations/evaluation-store.ts';
import type { RecordedEvaluation } from '../evaluations/submission.ts';
import { agentActionEvent } from '../events.ts';
import { withApprovals } from './action-approvals.ts';
import { actionBodies } from './action-bodies.ts';
import { type ActionPayment, payeeKeyOf } from './action-payment.ts';
import { actionToSnapshot } from './action-row.ts';
import { insertAction, updateAction } from './action-store.ts';
import { type AgentAction, type AgentActionStatus, mayMove } from './agent-action.ts';

/** The event data of one status change. */
interface AgentActionStep {
  readonly status: AgentActionStatus;
  readonly previousStatus: AgentActionStatus | null;
  /** For `actionFromSnapshot`. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Of a published event: what webhooks send, with the balance and limits of this moment. */
  readonly body?: JsonBody;
}

async function appendActionEvent(
  tx: Executor,
  before: AgentAction | undefined,
  after: AgentAction,
): Promise<void> {
  const type = agentActionEvent(before, after);
  const scope = { platformId: after.platformId };
  const [recorded] = await withApprovals(tx, scope, [after]);
  invariant(recorded, 'each action is returned');
  const [body] = type ? await actionBodies(tx, scope, [recorded], after.updatedAt) : [];
  const step: AgentActionStep = {
    status: after.status,
    previousStatus: before?.status ?? null,
    record: actionToSnapshot(recorded),
    ...(body && { body }),
  };
  await appendEvents(tx, [
    {
      platformId: after.platformId,
      topic: 'agent-action',
      type,
      resourceId: after.id,
      data: { ...step },
      occurredAt: after.updatedAt,
    },
  ]);
}

/** Records a new action that pays `destination`, with the evaluation that admitted it. */
export async function recordNewAction(
  tx: Executor,
  action: AgentAction,
  destination: ActionPayment['destination'],
  evaluation: RecordedEvaluation,
): Promise<AgentAction> {
  invariant(mayMove('NONE', action.status), 'a new action is approved or pending');
  await insertAction(tx, action, payeeKeyOf(destination));
  await insertEvaluation(tx, evaluation, action.id);
  await appendActionEvent(tx, undefined, action);
  return action;
}

/** Records one status change of an action whose row is locked. */
export async function recordActionStep(
  tx: Executor,
  before: AgentAction,
  after: AgentAction,
): Promise<AgentAction> {
  invariant(
    mayMove(before.status, after.status),
    `an action may move from ${before.status} to ${after.status}`,
  );
  const recorded = before.status === 'PENDING_APPROVAL' ? await withNumbersOf(tx, before, after) : after;
  await updateAction(tx, recorded);
  await appendActionEvent(tx, before, recorded);
  return recorded;
}

/** The action that no longer waits, with the numbers of approvals that it had when it did. */
async function withNumbersOf(tx: Executor, waiting: AgentAction, after: AgentAction): Promise<AgentAction> {
  const [complete = waiting] = await withApprovals(tx, waiting, [waiting]);
  const { requiredApprovals, approvalsGiven, votes, supersededVotes } = complete;
  return { ...after, requiredApprovals, approvalsGiven, votes, supersededVotes };
}

/** Records a vote that did not decide the action, whose row is locked. */
export async function recordVoted(tx: Executor, action: AgentAction, now: Date): Promise<AgentAction> {
  const after = { ...action, updatedAt: now };
  await updateAction(tx, after);
  await appendActionEvent(tx, action, after);
  return after;
}
