/**
 * Updates an action when the transaction that it started changes: the action fails with it, and its spend is reversed.
 *
 * Decision: the spend of a refunded payment is reversed whatever the status of the payment, so also for a payment that
 * was cancelled on the way and then is completed.
 *
 * Source: docs/behaviour/agents.md#states-of-an-action, docs/behaviour/agents.md#usage.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { isDebited, type Transaction } from '../../payments/transactions/transaction.ts';
import { reverseSpend } from '../policies/usage.ts';
import { lockAgent, updateUsage } from '../store.ts';
import { findActionOfTransaction, lockAction, updateAction } from './action-store.ts';
import { failed, failureOf, isFailure } from './agent-action.ts';
import { recordActionStep } from './record-action.ts';

/**
 * Locks the agents of transactions, in id order, before the transactions change the ledger. A submission locks the agent
 * and then its accounts; without this lock, a change of the transaction would lock them in the opposite order.
 */
export async function lockAgentsOfTransactions(
  tx: Executor,
  transactions: readonly Pick<Transaction, 'platformId' | 'agentId'>[],
): Promise<void> {
  const agents = new Map(
    transactions.flatMap(({ agentId, platformId }) => (agentId ? [[agentId, platformId] as const] : [])),
  );
  for (const [agentId, platformId] of [...agents].sort(([one], [other]) => (one < other ? -1 : 1))) {
    await lockAgent(tx, { platformId }, agentId, { deleted: true });
  }
}

/** Call it after each change of a transaction, with the transaction's row locked. */
export async function updateActionOfTransaction(
  tx: Executor,
  before: Transaction,
  after: Transaction,
  now: Date,
): Promise<void> {
  const hasFailed = before.status !== after.status && isFailure(after.status);
  const isRefunded = before.refund?.status !== 'COMPLETED' && after.refund?.status === 'COMPLETED';
  if (!after.agentId || !(hasFailed || isRefunded)) return;

  // Not found while the submission itself fails: its action is inserted afterwards.
  const known = await findActionOfTransaction(tx, after.id);
  if (!known) return;
  const scope = { platformId: after.platformId };
  const agent = await lockAgent(tx, scope, known.agentId, { deleted: true });
  const action = await lockAction(tx, scope, known.id);
  if (!agent || !action) return;

  const wasDebited = isDebited(before);
  let { spentAt } = action;
  if (spentAt && (isRefunded || !wasDebited)) {
    // A charge in another currency is older than every counter: a change of currency converts the others.
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
