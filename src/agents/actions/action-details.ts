/**
 * What a person needs to decide about actions: the payment, the balance that pays it, the payee, the limits and earlier
 * actions. Each kind of record is read in one statement for all actions.
 *
 * Source: docs/behaviour/agents.md#what-an-approver-sees.
 */
import type { Payee } from '../../accounts/external/payee.ts';
import { findInternalAccounts } from '../../accounts/internal/internal-account-store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import { available } from '../../ledger/entry.ts';
import { internalAccountOf } from '../../payments/payment-party.ts';
import type { Quote } from '../../payments/quotes/quote.ts';
import { findQuotes } from '../../payments/quotes/store.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { evaluationsOfActions } from '../evaluations/evaluation-store.ts';
import type { PolicyEvaluation } from '../policies/evaluation.ts';
import { type LimitState, limitStates } from '../policies/limit-states.ts';
import { findAgents } from '../store.ts';
import { payeesOfAccounts, umaPayeeOf } from './action-payees.ts';
import { type ActionPayment, accountsOf, paymentOf } from './action-payment.ts';
import type { AgentAction } from './agent-action.ts';
import { earlierActions } from './history-store.ts';

/** An earlier action of the same agent and payee. */
interface EarlierAction {
  readonly action: AgentAction;
  readonly sending: Money;
}

export interface ActionDetails {
  /** The quote that the action executes, in its current state. */
  readonly quote: Quote | undefined;
  readonly payment: ActionPayment;
  /** Absent where the source is an external account. */
  readonly availableBalance: bigint | undefined;
  readonly payee: Payee | undefined;
  readonly limits: readonly LimitState[];
  /** Newest first. */
  readonly history: readonly EarlierAction[];
  /** Absent for an action of an earlier version of the service. */
  readonly evaluation: PolicyEvaluation | undefined;
}

/** The number of earlier actions in a body. GraphQL has an argument. */
export const historyInBodies = 5;

const quoteIdsOf = (actions: readonly AgentAction[]): Id<'Quote'>[] => [
  ...new Set(actions.flatMap(({ subject }) => (subject.type === 'EXECUTE_QUOTE' ? [subject.quoteId] : []))),
];

async function byId<K extends string, V extends { readonly id: K }>(
  ids: readonly K[],
  find: (ids: readonly K[]) => Promise<readonly V[]>,
): Promise<ReadonlyMap<K, V>> {
  const found = ids.length > 0 ? await find([...new Set(ids)]) : [];
  return new Map(found.map((record) => [record.id, record]));
}

/** @param now on the platform's clock. */
export async function detailsOfActions(
  db: Executor,
  scope: Scope,
  actions: readonly AgentAction[],
  now: Date,
): Promise<Map<Id<'AgentAction'>, ActionDetails>> {
  if (actions.length === 0) return new Map();
  const ids = actions.map(({ id }) => id);
  const earlier = await earlierActions(db, scope, ids, historyInBodies);
  const everyAction = [...actions, ...[...earlier.values()].flat()];
  const quotes = await byId(quoteIdsOf(everyAction), (some) => findQuotes(db, scope, some));
  const quoteOf = ({ subject }: AgentAction) =>
    subject.type === 'EXECUTE_QUOTE' ? quotes.get(subject.quoteId) : undefined;
  const payments = new Map(
    everyAction.map((action) => [action.id, paymentOf(action.subject, quoteOf(action))]),
  );
  const paymentOfId = (id: Id<'AgentAction'>): ActionPayment => {
    const payment = payments.get(id);
    invariant(payment, 'the payment of each action was read');
    return payment;
  };

  const sources = ids.flatMap((id) => internalAccountOf(paymentOfId(id).source) ?? []);
  const destinations = ids.flatMap((id) => {
    const { destination } = paymentOfId(id);
    return destination.type === 'ACCOUNT' ? [destination.accountId] : [];
  });
  const accounts = await byId(sources, (some) => findInternalAccounts(db, scope, some));
  const payees = await payeesOfAccounts(db, scope, [...new Set(destinations)]);
  const agentIds = actions.map(({ agentId }) => agentId);
  const agents = await byId(agentIds, (some) => findAgents(db, scope, some, { deleted: true }));

  const evaluations = await evaluationsOfActions(db, scope, ids);

  return new Map(
    actions.map((action): [Id<'AgentAction'>, ActionDetails] => {
      const payment = paymentOfId(action.id);
      const { destination, source } = payment;
      const sourceId = internalAccountOf(source);
      const account = sourceId && accounts.get(sourceId);
      const agent = agents.get(action.agentId);
      const history = earlier.get(action.id) ?? [];
      return [
        action.id,
        {
          quote: quoteOf(action),
          payment,
          availableBalance: account && available(account),
          payee: destination.type === 'ACCOUNT' ? payees.get(destination.accountId) : umaPayeeOf(payment),
          limits: agent ? limitStates(agent.policy, agent.usage, accountsOf(payment), now) : [],
          evaluation: evaluations.get(action.id),
          history: history.map((one) => ({ action: one, sending: paymentOfId(one.id).sending })),
        },
      ];
    }),
  );
}
