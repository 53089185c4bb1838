/**
 * Tries a change of a policy on the past submissions of an agent, before it is saved. It changes nothing.
 *
 * Decision: it needs what reading actions and changing a policy need together, but not the permissions that the proposed policy would
 * grant: no caller gets them.
 *
 * Decision: the counters start with the actions of the current month before the period, and what waited then. Submissions that the
 * policy of the time rejected are replayed too, as long as they are retained.
 *
 * Source: docs/behaviour/agents.md#backtest; schema.graphql, `backtestAgentPolicy`.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';
import { whenValid } from '../../kernel/field-rules.ts';
import { type Id, idSchema } from '../../kernel/ids.ts';
import { boolean, instant, integer, optional } from '../../kernel/parse.ts';
import type { Ports } from '../../payments/ports.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import type { Agent } from '../agent.ts';
import { AgentNotFound } from '../errors.ts';
import { lastRejectionOf } from '../evaluations/evaluation-store.ts';
import type { AgentPolicy } from '../policies/agent-policy.ts';
import { AgentPolicyPatch } from '../policies/policy-input.ts';
import { countedSince } from '../policies/usage.ts';
import { proposePolicy } from '../propose-policy.ts';
import { findAgent } from '../store.ts';
import {
  type BacktestedAction,
  backtested,
  maxBacktestActions,
  maxBacktestDays,
  type PolicyBacktest,
  ruleCounts,
  verdictCounts,
} from './backtest.ts';
import type { PastSubmission } from './past-submission.ts';
import {
  approvedCounterpartiesBefore,
  type PastPeriod,
  readPastSubmissions,
} from './past-submission-store.ts';
import { Replay, type ReplayStart } from './replay.ts';

const dayMs = 24 * 60 * 60_000;
/** A transfer waits for seven days at most. */
const longestWaitMs = 8 * dayMs;
const batchSize = 250;
/** Work without a pause; then other requests have their turn. */
const sliceMs = 8;

export const backtestPage = { default: 100, max: 300 } as const;

export const BacktestAgentPolicyInput = z
  .object({
    policy: AgentPolicyPatch,
    since: instant,
    until: optional(instant),
    onlyChanged: optional(boolean),
    first: optional(integer(1, backtestPage.max, `must be an integer from 1 to ${backtestPage.max}`)),
    after: optional(idSchema('AgentEvaluation')),
  })
  .superRefine(
    ({ since, until }, context) => {
      if (!until) return;
      if (until <= since)
        context.addIssue({ code: 'custom', path: ['until'], message: 'must be after since' });
      else if (until.getTime() - since.getTime() > maxBacktestDays * dayMs)
        context.addIssue({
          code: 'custom',
          path: ['since'],
          message: `must be at most ${maxBacktestDays} days before until`,
        });
    },
    whenValid('since', 'until'),
  );
type Input = z.output<typeof BacktestAgentPolicyInput>;

/** Gives other work its turn when the slice is used up. */
function slices(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () =>
    performance.now() - startedAt < sliceMs
      ? undefined
      : nextTurn().then(() => {
          startedAt = performance.now();
        });
}

/** Calls `each` with every submission of the period, in order. */
async function forEachPast(
  db: Executor,
  agentId: Id<'Agent'>,
  period: PastPeriod,
  each: (past: PastSubmission) => void,
): Promise<InvalidInput | undefined> {
  const pause = slices();
  let seen = 0;
  let after: PastSubmission | undefined;
  for (;;) {
    const batch = await readPastSubmissions(db, agentId, period, { after, limit: batchSize });
    seen += batch.length;
    if (seen > maxBacktestActions) {
      const message = period.onlyActions
        ? `follows more than ${maxBacktestActions} actions of the same month: choose an earlier time`
        : `must be followed by at most ${maxBacktestActions} actions: choose a shorter period`;
      return InvalidInput.at('since', message);
    }
    for (const past of batch) {
      each(past);
      await pause();
    }
    after = batch.at(-1);
    if (batch.length < batchSize) return undefined;
  }
}

async function startOf(
  db: Executor,
  { id }: Agent,
  { rules }: AgentPolicy,
  since: Date,
): Promise<ReplayStart> {
  return {
    approvedCounterparties: rules?.onlyApprovedCounterparties
      ? await approvedCounterpartiesBefore(db, id, since, maxBacktestActions)
      : [],
    lastRejectionAt: rules?.cooldownMinutes ? await lastRejectionOf(db, id, since) : undefined,
  };
}

/** Every submission of the period with both verdicts, oldest first. */
async function replayPeriod(
  db: Executor,
  { rates }: { readonly rates: ConstructorParameters<typeof Replay>[1] },
  agent: Agent,
  policy: AgentPolicy,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<BacktestedAction[] | InvalidInput> {
  const replay = new Replay(policy, rates, await startOf(db, agent, policy, since));
  const month = Math.min(countedSince(since).getTime(), since.getTime());
  const earlier = {
    from: new Date(month - longestWaitMs),
    until: new Date(since.getTime() - 1),
    onlyActions: true,
  };
  const tooMany = await forEachPast(db, agent.id, earlier, (past) => replay.precede(past));
  if (tooMany) return tooMany;
  const actions: BacktestedAction[] = [];
  const failed = await forEachPast(db, agent.id, { from: since, until }, (past) => {
    actions.push(backtested(past, replay.submit(past)));
  });
  return failed ?? actions;
}

export async function backtestAgentPolicy(
  { db, clock, rates }: Pick<Ports, 'db' | 'clock' | 'rates'>,
  { platform }: Pick<PlatformCaller, 'platform'>,
  id: Id<'Agent'>,
  { policy: patch, since, until: given, onlyChanged = false, first = backtestPage.default, after }: Input,
): Promise<PolicyBacktest | AgentNotFound | InvalidInput> {
  const agent = await findAgent(db.orm, { platformId: platform.id }, id);
  if (!agent) return new AgentNotFound(id);
  const until = given ?? clock.now(platform);
  if (until <= since) return InvalidInput.at('since', 'must be before until, which is now by default');
  if (until.getTime() - since.getTime() > maxBacktestDays * dayMs)
    return InvalidInput.at('since', `must be at most ${maxBacktestDays} days before until`);
  const source = rates(platform);
  const policy = await proposePolicy(db.orm, source, agent, patch);
  if (policy instanceof DomainError) return policy.under('policy');

  const all = await replayPeriod(db.orm, { rates: source }, agent, policy, { since, until });
  if (all instanceof DomainError) return all;
  const shown = onlyChanged ? all.filter(({ isChanged }) => isChanged) : all;
  const start = after === undefined ? 0 : shown.findIndex((one) => one.id === after) + 1;
  if (after !== undefined && start === 0) return InvalidInput.at('after', 'is not an action of the result');
  const actions = shown.slice(start, start + first);
  return {
    policy,
    since,
    until,
    total: all.length,
    changed: all.filter(({ isChanged }) => isChanged).length,
    before: verdictCounts(all.map(({ before }) => before.verdict)),
    after: verdictCounts(all.map((one) => one.after.verdict)),
    rules: ruleCounts(all),
    actions,
    nextAfter: start + actions.length < shown.length ? actions.at(-1)?.id : undefined,
  };
}
