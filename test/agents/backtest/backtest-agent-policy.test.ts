import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAction } from '../../../src/agents/actions/action-store.ts';
import { approveAgentAction } from '../../../src/agents/approvals/approve-agent-action.ts';
import { rejectAgentAction } from '../../../src/agents/approvals/reject-agent-action.ts';
import { backtestAgentPolicy } from '../../../src/agents/backtest/backtest-agent-policy.ts';
import { evaluationsOfActions } from '../../../src/agents/evaluations/evaluation-store.ts';
import { AgentPolicyPatch } from '../../../src/agents/policies/policy-input.ts';
import { listPolicyVersions } from '../../../src/agents/policies/policy-version-store.ts';
import { agentTransferOut } from '../../../src/agents/requests/agent-transfers.ts';
import { updateAgentPolicy } from '../../../src/agents/update-agent-policy.ts';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import type { AgentPrincipal } from '../../../src/platforms/access/principal.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';
import { aPolicy } from '../../support/agents.ts';

let service: AgentService;
const start = new Date('2025-07-21T10:00:00Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

beforeAll(async () => {
  service = await startAgentService();
});
afterAll(() => service?.close());

const transfer = async (agent: AgentPrincipal, amount: bigint, destination = service.bank.id) => {
  const input = { source: service.account.id, destination, amount, description: undefined };
  return (await agentTransferOut(service.ports, agent, input)).result;
};

const tried = (
  { agent: { id } }: Pick<AgentPrincipal, 'agent'>,
  policy: object,
  options: Partial<Parameters<typeof backtestAgentPolicy>[3]> = {},
) =>
  backtestAgentPolicy(service.ports, service.platform, id, {
    policy: AgentPolicyPatch.parse(policy),
    since: start,
    until: at(40 * 86_400),
    onlyChanged: undefined,
    first: undefined,
    after: undefined,
    ...options,
  });

const verdicts = async (...of: Parameters<typeof tried>) =>
  ok(await tried(...of)).actions.map(({ after: { verdict, rule } }) => rule ?? verdict);

/** An agent that submitted 100, 200 and 300; the last one was above its limit. */
async function anAgentWithHistory() {
  service.setTime(start);
  const agent = await service.agent(aPolicy({ spendingLimits: { perTransactionLimit: 250n } }));
  for (const [index, amount] of [100n, 200n, 300n].entries()) {
    service.setTime(at(index + 1));
    await transfer(agent, amount);
  }
  return agent;
}

describe('a backtest', () => {
  test('has each submission with the rule and the numbers, the rejected ones too, and totals', async () => {
    const agent = await anAgentWithHistory();
    const result = ok(await tried(agent, { spendingLimits: { perTransactionLimit: 500, dailyLimit: 250 } }));
    expect(result).toMatchObject({
      total: 3,
      changed: 1,
      before: { RUN: 2, WAIT: 0, REJECT: 1 },
      after: { RUN: 1, WAIT: 0, REJECT: 2 },
      rules: [{ rule: 'DAILY_LIMIT', count: 2 }],
    });
    expect(result.actions.map(({ isChanged, result: numbers }) => [isChanged, numbers])).toMatchObject([
      [false, undefined],
      [
        true,
        { rule: 'DAILY_LIMIT', limit: 250n, used: 100n, reserved: 0n, requested: 200n, currency: 'USD' },
      ],
      [false, { rule: 'DAILY_LIMIT', limit: 250n, used: 100n, reserved: 0n, requested: 300n }],
    ]);
  });

  test('changes nothing', async () => {
    const agent = await anAgentWithHistory();
    const state = () =>
      rawRows(service.db.orm, sql`select a::text, (select count(*) from agent_evaluations) from agents a`);
    const before = await state();
    await tried(agent, { spendingLimits: { perTransactionLimit: 1 } });
    expect(await state()).toEqual(before);
  });

  test('returns pages, and only what changes', async () => {
    const agent = await anAgentWithHistory();
    const policy = { spendingLimits: { perTransactionLimit: 1 } };
    const one = ok(await tried(agent, policy, { onlyChanged: true, first: 1 }));
    expect(one).toMatchObject({ total: 3, changed: 2, nextAfter: one.actions[0]?.id });
    const other = ok(await tried(agent, policy, { onlyChanged: true, first: 1, after: one.nextAfter }));
    expect([one, other].map(({ actions }) => actions[0]?.amount.amount)).toEqual([100n, 200n]);
    expect(other.nextAfter).toBeUndefined();
  });

  test('starts with the actions of the month before its period', async () => {
    const agent = await anAgentWithHistory();
    const policy = { spendingLimits: { monthlyLimit: 299 } };
    expect(await verdicts(agent, policy, { since: at(2) })).toEqual([
      'MONTHLY_LIMIT',
      'PER_TRANSACTION_LIMIT',
    ]);
    expect(await verdicts(agent, { spendingLimits: { monthlyLimit: 300 } }, { since: at(2) })).toEqual([
      'RUN',
      'PER_TRANSACTION_LIMIT',
    ]);
  });

  test('follows the decisions of people, and pauses after a rejection', async () => {
    service.setTime(start);
    const agent = await service.agent(aPolicy({ approvalThresholds: { currency: 'USD', amount: 100n } }));
    const rejected = ok(await transfer(agent, 200n));
    service.setTime(at(60));
    ok(await rejectAgentAction(service.ports, service.platform, { id: rejected.id, reason: undefined }));
    for (const seconds of [119, 120]) {
      service.setTime(at(seconds));
      ok(await transfer(agent, 50n));
    }
    expect(await verdicts(agent, { rules: { cooldownMinutes: 1 } })).toEqual([
      'APPROVAL_THRESHOLD',
      'COOLDOWN',
      'RUN',
    ]);
    expect(await verdicts(agent, { rules: { cooldownMinutes: 1 }, approvalThresholds: null })).toEqual([
      'RUN',
      'RUN',
      'RUN',
    ]);
  });

  test('gives back what failed and was refunded', async () => {
    service.setTime(start);
    const agent = await service.agent();
    const failing = await service.bankEnding('005');
    const failed = ok(await transfer(agent, 400n, failing.id));
    for (const seconds of [10, 40, 100]) {
      service.setTime(at(seconds));
      await service.work();
    }
    expect(await findAction(service.db.orm, { platformId: agent.platform.id }, failed.id)).toMatchObject({
      status: 'FAILED',
    });
    ok(await transfer(agent, 600n));
    expect(await verdicts(agent, { spendingLimits: { dailyLimit: 600 } })).toEqual(['RUN', 'RUN']);
    expect(await verdicts(agent, { spendingLimits: { dailyTransactionLimit: 1 } })).toEqual([
      'RUN',
      'DAILY_TRANSACTION_LIMIT',
    ]);
  });

  test('knows a counterparty from its first approval on', async () => {
    service.setTime(start);
    const agent = await service.agent(aPolicy({ rules: { onlyApprovedCounterparties: true } }));
    const first = ok(await transfer(agent, 1n));
    expect(first).toMatchObject({ status: 'PENDING_APPROVAL', approvalReason: { rule: 'NEW_COUNTERPARTY' } });
    ok(await approveAgentAction(service.ports, service.platform, { id: first.id }));
    service.setTime(at(1));
    expect(ok(await transfer(agent, 1n))).toMatchObject({ status: 'APPROVED', approvalReason: undefined });
    expect(await verdicts(agent, {})).toEqual(['NEW_COUNTERPARTY', 'RUN']);
    expect(await verdicts(agent, {}, { since: at(1) })).toEqual(['RUN']);
  });

  test('rejects what needs a permission that the policy no longer gives', async () => {
    const agent = await anAgentWithHistory();
    expect(await verdicts(agent, { permissions: [] })).toEqual(['PERMISSION', 'PERMISSION', 'PERMISSION']);
  });

  test.each([
    ['a period without an end after its start', { since: at(10), until: at(10) }, 'since'],
    ['more than 366 days', { since: at(-367 * 86_400), until: start }, 'since'],
    ['an unknown page', { after: idOf('AgentEvaluation', '00000000-0000-7000-8000-000000000000') }, 'after'],
  ])('rejects %s', async (_, options, path) => {
    const agent = await anAgentWithHistory();
    expect(await tried(agent, {}, options)).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path }] });
  });

  test('of 10,000 submissions replays all, and rejects one more', async () => {
    service.setTime(start);
    const agent = await service.agent(aPolicy({ rules: { maxActionsPerMinute: 1_000 } }));
    ok(await transfer(agent, 10n));
    const copies = (from: number, to: number) =>
      service.db.orm.execute(sql`insert into agent_evaluations
        select gen_random_uuid(), platform_id, agent_id, null, type, policy_version, 'REJECT', 'DAILY_LIMIT', counterparty, request,
          results, created_at + n * interval '1 second'
        from agent_evaluations, generate_series(${sql.raw(String(from))}, ${sql.raw(String(to))}) n
        where agent_id = ${agent.agent.id.slice('Agent:'.length)} and action_id is not null`);
    await copies(1, 9_999);
    const result = ok(await tried(agent, { spendingLimits: { dailyTransactionLimit: 5_000 } }));
    expect(result).toMatchObject({ total: 10_000, changed: 5_000 - 1, after: { RUN: 5_000, REJECT: 5_000 } });
    await copies(10_000, 10_000);
    expect(await tried(agent, {})).toMatchObject({ fields: [{ path: 'since' }] });
  });
});

describe('an action', () => {
  test('has the evaluation of its submission, with the rate, after the policy has changed', async () => {
    service.setTime(start);
    const agent = await service.agent(
      aPolicy({
        spendingLimits: { currency: 'EUR', dailyLimit: 900n },
        approvalThresholds: { currency: 'USD', amount: 99n },
      }),
    );
    const action = ok(await transfer(agent, 100n));
    ok(
      await updateAgentPolicy(
        service.ports,
        service.platform,
        agent.agent.id,
        AgentPolicyPatch.parse({ approvalThresholds: null }),
      ),
    );
    const found = await evaluationsOfActions(service.db.orm, { platformId: agent.platform.id }, [action.id]);
    expect(found.get(action.id)).toMatchObject({
      policyVersion: 1,
      verdict: 'WAIT',
      rule: 'APPROVAL_THRESHOLD',
      rules: [
        {
          rule: 'PER_TRANSACTION_LIMIT',
          verdict: 'PASSED',
          limit: 1_000n,
          currency: 'EUR',
          rate: expect.any(String),
        },
        { rule: 'DAILY_LIMIT', verdict: 'PASSED', limit: 900n, used: 0n, reserved: 0n, currency: 'EUR' },
        {
          rule: 'APPROVAL_THRESHOLD',
          verdict: 'NEEDS_APPROVAL',
          limit: 99n,
          requested: 100n,
          currency: 'USD',
        },
      ],
      evaluatedAt: start,
    });
  });
});

describe('the history of a policy', () => {
  test('has each change with who made it, and none for a change that changes nothing', async () => {
    service.setTime(start);
    const { agent } = await service.agent();
    const change = async (patch: object) =>
      ok(await updateAgentPolicy(service.ports, service.platform, agent.id, AgentPolicyPatch.parse(patch)));
    await change({ spendingLimits: { dailyLimit: 500 } });
    await change({ spendingLimits: { dailyLimit: 500 } });
    await change({ rules: { requireDescription: true } });
    const scope = { platformId: service.platform.platform.id };
    const all = await listPolicyVersions(service.db.orm, scope, agent.id, { first: 10 });
    const actor = { kind: 'API_TOKEN', id: service.platform.token.id };
    expect(all).toMatchObject([
      {
        version: 3,
        actor,
        changes: [{ field: 'rules.requireDescription', before: undefined, after: 'true' }],
      },
      {
        version: 2,
        actor,
        changes: [{ field: 'spendingLimits.dailyLimit', before: undefined, after: '500' }],
      },
      { version: 1, actor, changes: [] },
    ]);
    const page = await listPolicyVersions(service.db.orm, scope, agent.id, { first: 1, before: 3 });
    expect(page).toEqual([all[1]]);
  });
});
