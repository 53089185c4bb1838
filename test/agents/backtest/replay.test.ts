/**
 * A backtest says what really happens: random histories run under one policy, another one is tried on them, and the same history then
 * runs under that policy on a fresh platform. Each submission has the same verdict, by the same rule.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backtestAgentPolicy } from '../../../src/agents/backtest/backtest-agent-policy.ts';
import { AgentPolicyPatch } from '../../../src/agents/policies/policy-input.ts';
import {
  HistoryRun,
  type HistoryStep,
  histories,
  type PolicyDraft,
  policies,
} from '../../support/agent-histories.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';
import { randomRuns } from '../../support/random-runs.ts';

const start = new Date('2025-07-21T10:00:00Z');

/** A fresh platform, closed after `work`. */
async function onPlatform<T>(work: (run: HistoryRun, service: AgentService) => Promise<T>): Promise<T> {
  const service = await startAgentService();
  try {
    return await work(await HistoryRun.start(service), service);
  } finally {
    await service.close();
  }
}

/** Runs the history, and tries the other policy on it. */
const tried = (steps: readonly HistoryStep[], real: PolicyDraft, proposed: PolicyDraft) =>
  onPlatform(async (run, service) => {
    const agent = await run.agent(real);
    const history = await run.run(agent, steps);
    const until = new Date(start.getTime() + 300 * 86_400_000);
    const backtest = ok(
      await backtestAgentPolicy(service.ports, service.platform, agent.agent.id, {
        policy: AgentPolicyPatch.parse(run.input(proposed)),
        since: start,
        until,
        onlyChanged: undefined,
        first: 100,
        after: undefined,
      }),
    );
    return { history, backtest };
  });

/** The verdicts of the backtest and those of a run under the proposed policy. */
async function compared(steps: readonly HistoryStep[], real: PolicyDraft, proposed: PolicyDraft) {
  const { history, backtest } = await tried(steps, real, proposed);
  const recorded = history.submitted.filter(({ isRecorded }) => isRecorded);
  const submissions = new Set(recorded.map(({ step }) => step));
  const seen = await onPlatform(async (run) => {
    const agent = await run.agent(proposed);
    return run.run(agent, steps, { submissions, history });
  });
  return { backtest, seen };
}

test('the verdicts of a backtest are those of a run under the policy', async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(histories, policies, policies, async (generated, real, proposed) => {
      const hasShare = (proposed.policy['rules'] as { maxBalanceShare: unknown }).maxBalanceShare !== null;
      const steps = hasShare ? generated.filter(({ kind }) => kind !== 'IN') : generated;
      const { backtest, seen } = await compared(steps, real, proposed);
      changed += backtest.changed;
      expect(backtest.actions.map(({ after }) => after)).toEqual(
        seen.submitted.map(({ verdict, rule }) => ({ verdict, rule })),
      );
    }),
    // Each history needs two databases. The first ones are the same in each run: of 12 random ones it can be that none changes.
    {
      numRuns: randomRuns(12, 60),
      examples: fc.sample(fc.tuple(histories, policies, policies), { seed: 3, numRuns: 5 }),
    },
  );
  expect(changed).toBeGreaterThan(0);
}, 600_000);
