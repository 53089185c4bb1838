/**
 * An action follows the transaction that it started: it fails with it, and what it had spent is given back.
 *
 * Decision: a payment whose money comes back is given back whatever its status: also one that was cancelled on the
 * way and then counts as completed.
 *
 * Source: gaps 5.4, 9.3.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { isDebited, type Transaction } from '../../payments/transactions/transaction.ts';
import { reverseSpend } from '../policies/usage.ts';
import { lockAgent, updateUsage } from '../store.ts';
import { findActionOfTransaction, lockAction, updateAction } from './action-store.ts';
import { failed, failureOf, isFailure } from './agent-action.ts';
import { recordActionStep } from './record-action.ts';

/**
 * Locks the agent of a transaction before a step of it touches the ledger. What an agent submits locks the agent and
 * then its accounts; a step that came to the agent only at its end would take them the other way round.
 */
export async function lockAgentOf(
  tx: Executor,
  { platformId, agentId }: Pick<Transaction, 'platformId' | 'agentId'>,
): Promise<void> {
  if (agentId) await lockAgent(tx, { platformId }, agentId, { deleted: true });
}

/** Called with the transaction's row locked, after each of its steps. */
export async function followWithAction(
  tx: Executor,
  before: Transaction,
  after: Transaction,
  now: Date,
): Promise<void> {
  const hasFailed = before.status !== after.status && isFailure(after.status);
  const isRefunded = before.refund?.status !== 'COMPLETED' && after.refund?.status === 'COMPLETED';
  if (!after.agentId || !(hasFailed || isRefunded)) return;

  // Absent while the submission itself fails: then the action is recorded after this.
  const known = await findActionOfTransaction(tx, after.id);
  if (!known) return;
  const scope = { platformId: after.platformId };
  const agent = await lockAgent(tx, scope, known.agentId, { deleted: true });
  const action = await lockAction(tx, scope, known.id);
  if (!agent || !action) return;

  const wasDebited = isDebited(before);
  let { spentAt } = action;
  if (spentAt && (isRefunded || !wasDebited)) {
    // A charge in another currency is of a month that is over: the counters know nothing of it any more.
    if (action.charge.currency === agent.usage.currency) {
      const counted = wasDebited ? 'WAS_DEBITED' : 'NEVER_DEBITED';
      const usage = reverseSpend(agent.usage, action.charge, { spentAt, counted, now });
      await updateUsage(tx, { id: agent.id, usage });
    }
    spentAt = undefined;
  }
  if (hasFailed && action.status === 'APPROVED') {
    await recordActionStep(tx, action, { ...failed(action, failureOf(after), now), spentAt });
  } else if (spentAt !== action.spentAt) {
    await updateAction(tx, { ...action, spentAt });
  }
}
