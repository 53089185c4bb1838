/**
 * Every change of an agent action goes through here: the row and the event that tells it are one write. The event
 * keeps the record as it was then, so that whoever reads the log later sees each step as it happened.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { appendEvents } from '../../infrastructure/events/log.ts';
import { invariant } from '../../kernel/errors.ts';
import { uuidOf } from '../../kernel/ids.ts';
import { agentActionEvent } from '../events.ts';
import { actionToSnapshot } from './action-row.ts';
import { insertAction, updateAction } from './action-store.ts';
import { type AgentAction, type AgentActionStatus, mayMove } from './agent-action.ts';

/** What the log keeps of one step. */
export interface AgentActionStep {
  readonly status: AgentActionStatus;
  readonly previousStatus: AgentActionStatus | null;
  /** For `actionFromSnapshot`. */
  readonly record: Readonly<Record<string, unknown>>;
}

async function tell(tx: Executor, before: AgentAction | undefined, after: AgentAction): Promise<void> {
  const step: AgentActionStep = {
    status: after.status,
    previousStatus: before?.status ?? null,
    record: actionToSnapshot(after),
  };
  await appendEvents(tx, [
    {
      platformUuid: uuidOf(after.platformId),
      topic: 'agent-action',
      type: agentActionEvent(after.status),
      resourceId: after.id,
      data: { ...step },
      occurredAt: after.updatedAt,
    },
  ]);
}

/** Records a submission. */
export async function recordNewAction(tx: Executor, action: AgentAction): Promise<AgentAction> {
  invariant(mayMove('NONE', action.status), 'an action begins as approved or as waiting');
  await insertAction(tx, action);
  await tell(tx, undefined, action);
  return action;
}

/** Records one step of an action whose row is locked. */
export async function recordActionStep(
  tx: Executor,
  before: AgentAction,
  after: AgentAction,
): Promise<AgentAction> {
  invariant(
    mayMove(before.status, after.status),
    `an action may move from ${before.status} to ${after.status}`,
  );
  await updateAction(tx, after);
  await tell(tx, before, after);
  return after;
}
