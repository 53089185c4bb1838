/**
 * The votes on actions, and how many approvals they require and have. The numbers of a waiting action follow from the rules
 * as they are now. They are stored when it stops waiting, so that a later change of the rules does not change them.
 *
 * Source: docs/behaviour/agents.md#approval-rules.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { findQuotes } from '../../payments/quotes/store.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { requiredApprovalsFor } from '../approval-rules/approval-rules.ts';
import { findApprovalRules } from '../approval-rules/store.ts';
import { findAgents } from '../store.ts';
import { countApprovals, type StoredVote, votesByPricing } from '../votes/vote.ts';
import { votesOfActions } from '../votes/vote-store.ts';
import { type ActionPayment, paymentOf } from './action-payment.ts';
import { type AgentAction, approvalsOf } from './agent-action.ts';
import { pricingOf } from './repricing.ts';

/** The payment of each action. Quotes are read in one statement. */
export async function paymentsOf(
  db: Executor,
  scope: Scope,
  actions: readonly AgentAction[],
): Promise<ReadonlyMap<Id<'AgentAction'>, ActionPayment>> {
  const quoteIds = actions.flatMap(({ subject }) =>
    subject.type === 'EXECUTE_QUOTE' ? [subject.quoteId] : [],
  );
  const quotes = quoteIds.length > 0 ? await findQuotes(db, scope, quoteIds) : [];
  const byId = new Map(quotes.map((quote) => [quote.id, quote]));
  return new Map(
    actions.map(({ id, subject }) => [
      id,
      paymentOf(subject, subject.type === 'EXECUTE_QUOTE' ? byId.get(subject.quoteId) : undefined),
    ]),
  );
}

export async function paymentOfAction(db: Executor, action: AgentAction): Promise<ActionPayment> {
  const payment = (await paymentsOf(db, { platformId: action.platformId }, [action])).get(action.id);
  invariant(payment, 'the payment of each action was read');
  return payment;
}

async function readNumbers(
  db: Executor,
  platformId: Id<'Platform'>,
  waiting: readonly AgentAction[],
  votes: ReadonlyMap<Id<'AgentAction'>, readonly StoredVote[]>,
) {
  if (waiting.length === 0) return new Map();
  const scope = { platformId };
  const rules = await findApprovalRules(db, platformId);
  const payments = await paymentsOf(db, scope, waiting);
  const agentIds = [...new Set(waiting.map(({ agentId }) => agentId))];
  const agents = new Map(
    (await findAgents(db, scope, agentIds, { deleted: true })).map((agent) => [agent.id, agent]),
  );
  return new Map(
    waiting.map((action) => {
      const { id, agentId } = action;
      const agent = agents.get(agentId);
      const payment = payments.get(id);
      const { votes: current } = votesByPricing(votes.get(id) ?? [], pricingOf(action));
      invariant(agent && payment, 'an action has an agent and a payment');
      return [
        id,
        {
          requiredApprovals: requiredApprovalsFor(rules, payment.sending, agent.policy.requiredApprovals),
          approvalsGiven: countApprovals(rules, agent.makers, current),
        },
      ];
    }),
  );
}

/**
 * The actions with their votes and numbers. Those that have them, because they are from an event or were voted on just now,
 * stay as they are.
 *
 * @param actions of one platform, which the caller may see.
 */
export async function withApprovals(
  db: Executor,
  { platformId }: Pick<Scope, 'platformId'>,
  actions: readonly AgentAction[],
): Promise<AgentAction[]> {
  const incomplete = actions.filter(({ votes, approvalReason }) => !votes && approvalReason);
  const votes = await votesOfActions(
    db,
    incomplete.map(({ id }) => id),
  );
  const waiting = incomplete.filter(
    ({ status, requiredApprovals }) => status === 'PENDING_APPROVAL' && requiredApprovals === undefined,
  );
  const numbers = await readNumbers(db, platformId, waiting, votes);
  return actions.map((action) => ({
    ...action,
    ...approvalsOf(action),
    ...numbers.get(action.id),
    ...(!action.votes && votesByPricing(votes.get(action.id) ?? [], pricingOf(action))),
  }));
}
