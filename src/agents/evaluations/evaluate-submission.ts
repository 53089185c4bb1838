/**
 * Evaluates a submission with the policy, the usage and the circumstances of the moment, and records it.
 *
 * Decision: a submission that fails checks 1 to 6, 8 or 9 of docs/behaviour/agents.md#order-of-checks has no evaluation: it is not known
 * what would be paid, or no policy decides about it.
 *
 * Decision: the evaluation of a rejected submission is written after its rollback, in a transaction of its own. At most 1,000 of an
 * agent within 24 hours are recorded, so that an agent that repeats a rejected payment does not fill the table.
 *
 * Source: docs/behaviour/agents.md#evaluations.
 */
import { findInternalAccounts } from '../../accounts/internal/internal-account-store.ts';
import { withoutAttribution } from '../../infrastructure/database/attribution.ts';
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import type { OnceResult } from '../../infrastructure/idempotency/once.ts';
import { type Id, newId } from '../../kernel/ids.ts';
import { available } from '../../ledger/entry.ts';
import type { RateSource } from '../../payments/rates/rate-table.ts';
import { PolicyViolation } from '../../platforms/access/policy-violation.ts';
import type { AgentActionSubject } from '../action-subject.ts';
import type { Agent } from '../agent.ts';
import { convertAt } from '../policies/conversion.ts';
import { type Evaluated, evaluate } from '../policies/evaluate.ts';
import { resultOfViolation } from '../policies/evaluation.ts';
import type { PolicyRequest } from '../policies/policy-checks.ts';
import type { Circumstances } from '../policies/rules.ts';
import {
  countActionsSince,
  countRejectedSince,
  hasApprovedCounterparty,
  insertEvaluation,
  lastRejectionOf,
} from './evaluation-store.ts';
import { type RecordedEvaluation, ratesTo } from './submission.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const maxRejectedPerDay = 1_000;

async function balanceOf(
  tx: Executor,
  { platformId, customerId }: Agent,
  id: Id<'InternalAccount'> | undefined,
): Promise<bigint | undefined> {
  const [account] = id ? await findInternalAccounts(tx, { platformId, customerId }, [id]) : [];
  return account && available(account);
}

/** What the rules of the policy need to know. A rule that is not set costs no statement. */
async function circumstancesOf(
  tx: Executor,
  agent: Agent,
  { accounts, terms }: PolicyRequest,
  now: Date,
): Promise<Circumstances> {
  const { rules } = agent.policy;
  return {
    availableBalance: await balanceOf(tx, agent, accounts.debited),
    actionsInMinute: rules?.maxActionsPerMinute
      ? await countActionsSince(tx, agent.id, new Date(now.getTime() - minuteMs), rules.maxActionsPerMinute)
      : undefined,
    lastRejectionAt: rules?.cooldownMinutes ? await lastRejectionOf(tx, agent.id, now) : undefined,
    isApprovedCounterparty: rules?.onlyApprovedCounterparties
      ? await hasApprovedCounterparty(tx, agent.id, terms.counterparty)
      : undefined,
  };
}

/** What a submission is judged by. The agent is locked. */
interface SubmissionToJudge {
  readonly agent: Agent;
  readonly type: AgentActionSubject['type'];
  readonly request: PolicyRequest;
}

/** The policy has an answer to every rule. The currencies of the policy have rates. */
export async function evaluateSubmission(
  tx: Executor,
  rates: Pick<RateSource, 'rate'>,
  { agent, type, request }: SubmissionToJudge,
  now: Date,
): Promise<{ readonly evaluated: Evaluated; readonly recorded: RecordedEvaluation }> {
  const { policy, usage } = agent;
  const circumstances = await circumstancesOf(tx, agent, request, now);
  const { currency } = request.amount;
  const rateTexts = ratesTo(rates, policy, currency);
  const evaluated = evaluate(policy, usage, request, {
    now,
    convert: convertAt(rates),
    rateText: (_, to) => rateTexts[to],
    circumstances,
  });
  const { availableBalance } = circumstances;
  const recorded: RecordedEvaluation = {
    id: newId('AgentEvaluation'),
    platformId: agent.platformId,
    agentId: agent.id,
    type,
    policyVersion: agent.policyVersion,
    verdict: evaluated.verdict,
    rule: evaluated.rule,
    rules: evaluated.results,
    request: { ...request, availableBalance, rates: rateTexts },
    evaluatedAt: now,
  };
  return { evaluated, recorded };
}

/** Remembers the evaluation of a rejected submission until its transaction is rolled back. */
export class RejectedSubmission {
  #recorded: RecordedEvaluation | undefined;
  readonly #rates: Pick<RateSource, 'rate'>;

  constructor(rates: Pick<RateSource, 'rate'>) {
    this.#rates = rates;
  }

  note(recorded: RecordedEvaluation): void {
    this.#recorded = recorded;
  }

  /** A submission that step 7 rejects, before its amount is converted. */
  async noteEarly(
    tx: Executor,
    { agent, type, request }: SubmissionToJudge,
    violation: PolicyViolation,
    now: Date,
  ): Promise<void> {
    this.#recorded = {
      id: newId('AgentEvaluation'),
      platformId: agent.platformId,
      agentId: agent.id,
      type,
      policyVersion: agent.policyVersion,
      verdict: 'REJECT',
      rule: violation.rule,
      rules: [resultOfViolation(violation)],
      request: {
        ...request,
        availableBalance: await balanceOf(tx, agent, request.accounts.debited),
        rates: ratesTo(this.#rates, agent.policy, request.amount.currency),
      },
      evaluatedAt: now,
    };
  }

  /** Writes the evaluation if the policy rejected the submission, and not in a dry run. Returns the outcome of the submission. */
  async record<T>(db: Database, outcome: OnceResult<T>): Promise<OnceResult<T>> {
    const recorded = this.#recorded;
    if (!recorded || db.dryRun || !(outcome.result instanceof PolicyViolation)) return outcome;
    const { agentId, evaluatedAt } = recorded;
    await transact(withoutAttribution(db), async (tx) => {
      const since = new Date(evaluatedAt.getTime() - dayMs);
      const known = await countRejectedSince(tx, agentId, since, maxRejectedPerDay);
      if (known < maxRejectedPerDay) await insertEvaluation(tx, recorded);
    });
    return outcome;
  }
}
