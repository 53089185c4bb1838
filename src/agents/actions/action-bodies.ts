/** The JSON bodies of actions with the records that they contain. Related records are read in one statement for all actions. */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { JsonBody } from '../../kernel/view.ts';
import { quoteView } from '../../payments/quotes/quote-view.ts';
import { transactionMatching } from '../../payments/transactions/consistent-read.ts';
import { findTransactions } from '../../payments/transactions/store.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { withApprovals } from './action-approvals.ts';
import { detailsOfActions } from './action-details.ts';
import { type AgentAction, isConsistentWith, quoteOf } from './agent-action.ts';
import { agentActionView, type ShownDetails } from './agent-action-view.ts';

/** @param now on the platform's clock. */
export async function actionBodies(
  db: Executor,
  scope: Scope,
  stored: readonly AgentAction[],
  now: Date,
  shown?: ShownDetails,
): Promise<JsonBody[]> {
  const actions = await withApprovals(db, scope, stored);
  const transactionIds = actions.flatMap(({ transactionId }) => transactionId ?? []);
  const transactions = transactionIds.length > 0 ? await findTransactions(db, scope, transactionIds) : [];
  const transactionById = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  const details = await detailsOfActions(db, scope, actions, now);
  const bodies: JsonBody[] = [];
  for (const action of actions) {
    const { transactionId } = action;
    const read = transactionId && transactionById.get(transactionId);
    const transaction = read && (await transactionMatching((one) => isConsistentWith(action, one), db, read));
    const own = details.get(action.id);
    const quote = own?.quote && quoteView(quoteOf(action, own.quote, transaction), now);
    bodies.push(agentActionView(action, { quote, transaction, details: own }, shown));
  }
  return bodies;
}
