/** Fails an action that was not decided in time: a quote at its expiry or after the time for late approvals, a transfer after seven days. Source: docs/behaviour/agents.md#approvals. */
import type { JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { DomainError, invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { release } from '../policies/usage.ts';
import { lockAgent, updateUsage } from '../store.ts';
import { findAction, lockAction } from './action-store.ts';
import { failed, pending } from './agent-action.ts';
import { recordActionStep } from './record-action.ts';

/** Does nothing if the action was already decided or expired, so the job may run twice. */
export const expireActionHandler: JobHandler = async (tx, job, now) => {
  const { actionId } = job.payload as { actionId: Id<'AgentAction'> };
  const scope = { platformId: job.platformId };
  const known = await findAction(tx, scope, actionId);
  if (known?.status !== 'PENDING_APPROVAL') return;
  const agent = await lockAgent(tx, scope, known.agentId, { deleted: true });
  const action = await lockAction(tx, scope, actionId);
  invariant(agent && action, 'an action and its agent are never removed');
  if (pending(action) instanceof DomainError) return;
  // It was priced again meanwhile, and has another job.
  if (action.decidableUntil && now < action.decidableUntil) return;

  await updateUsage(tx, { id: agent.id, usage: release(agent.usage, action.charge, now) });
  const because = action.subject.type === 'EXECUTE_QUOTE' ? 'QUOTE_EXPIRED' : 'PAYMENT_APPROVAL_TIMED_OUT';
  await recordActionStep(tx, action, failed(action, because, now));
};
