/** Races need a PostgreSQL server: the embedded database runs transactions one after another. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withApprovals } from '../../../src/agents/actions/action-approvals.ts';
import { findAction } from '../../../src/agents/actions/action-store.ts';
import type { AgentAction } from '../../../src/agents/actions/agent-action.ts';
import { updateApprovalRules } from '../../../src/agents/approval-rules/update-approval-rules.ts';
import { approveAgentAction } from '../../../src/agents/approvals/approve-agent-action.ts';
import { rejectAgentAction } from '../../../src/agents/approvals/reject-agent-action.ts';
import { deleteAgent } from '../../../src/agents/delete-agent.ts';
import { agentTransferOut } from '../../../src/agents/requests/agent-transfers.ts';
import { findAgent } from '../../../src/agents/store.ts';
import { updateAgentPolicy } from '../../../src/agents/update-agent-policy.ts';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { newId } from '../../../src/kernel/ids.ts';
import type { AgentPrincipal, Principal } from '../../../src/platforms/access/principal.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';
import { aPolicy } from '../../support/agents.ts';
import { postgresDatabase } from '../../support/database.ts';

const server = await postgresDatabase(20);
const racing = describe.skipIf(!server);
const start = new Date('2025-07-21T10:00:00Z');
let service: AgentService;

beforeAll(async () => {
  if (server) service = await startAgentService(server);
});
afterAll(() => service?.close());

const scope = () => ({ platformId: service.platform.platform.id });
const setRules = async (change: object) =>
  ok(await updateApprovalRules(service.ports, service.platform, change as never));
const approver = (subject: string): Principal =>
  ({
    kind: 'access-token',
    platform: service.platform.platform,
    accessToken: { id: newId('AccessToken'), subject, mintedBy: service.platform.token.id },
  }) as Principal;
const anAgent = () => service.agent(aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' }));
const waiting = async (agent: AgentPrincipal) =>
  ok(
    await agentTransferOut(service.ports, agent, {
      source: service.account.id,
      destination: service.bank.id,
      amount: 1n,
      description: undefined,
    }),
  ) as AgentAction;
const approve = (who: string, { id }: AgentAction) =>
  approveAgentAction(service.ports, approver(who), { id });
const read = async ({ id }: AgentAction) => {
  const found = (await findAction(service.db.orm, scope(), id)) as AgentAction;
  return (await withApprovals(service.db.orm, scope(), [found]))[0] as AgentAction;
};
const usageOf = async ({ agent: { id } }: AgentPrincipal) =>
  (await findAgent(service.db.orm, scope(), id, { deleted: true }))?.usage;
const codesOf = (results: readonly object[]) =>
  results.map((one) => ('code' in one ? one.code : (one as AgentAction).status)).sort();
async function deadlocks(): Promise<number> {
  const [row] = await rawRows<{ deadlocks: unknown }>(
    service.db.orm,
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  return Number(row?.deadlocks);
}

racing('of votes at the same time', () => {
  test('by two approvers, one waits and one executes, 20 times', async () => {
    await setRules({ requiredApprovals: 2 });
    const agent = await anAgent();
    for (let round = 0; round < 20; round += 1) {
      const action = await waiting(agent);
      const results = await Promise.all([approve('ada', action), approve('grace', action)]);
      expect(codesOf(results)).toEqual(['APPROVED', 'PENDING_APPROVAL']);
      expect(await read(action)).toMatchObject({ status: 'APPROVED', approvalsGiven: 2 });
    }
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 20, dailySpend: 20n });
  });

  test('by five approvers where two suffice, two count and the payment is made once', async () => {
    await setRules({ requiredApprovals: 2 });
    const agent = await anAgent();
    const action = await waiting(agent);
    const results = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((who) => approve(who, action)));
    expect(codesOf(results)).toEqual([
      'AGENT_ACTION_NOT_PENDING',
      'AGENT_ACTION_NOT_PENDING',
      'AGENT_ACTION_NOT_PENDING',
      'APPROVED',
      'PENDING_APPROVAL',
    ]);
    expect((await read(action)).votes).toHaveLength(2);
    expect(await usageOf(agent)).toMatchObject({ dailySpend: 1n, reserved: { amount: 0n } });
  });

  test('by one approver with several tokens, one counts', async () => {
    await setRules({ requiredApprovals: 3 });
    const action = await waiting(await anAgent());
    const results = await Promise.all(Array.from({ length: 8 }, () => approve('ada', action)));
    expect(codesOf(results)).toEqual([...Array(7).fill('AGENT_ACTION_ALREADY_VOTED'), 'PENDING_APPROVAL']);
    expect(await read(action)).toMatchObject({ approvalsGiven: 1, votes: [{ actor: { name: 'ada' } }] });
  });

  test('the last approval and a rejection, one decides', async () => {
    await setRules({ requiredApprovals: 2 });
    const agent = await anAgent();
    for (let round = 0; round < 10; round += 1) {
      const action = await waiting(agent);
      await approve('ada', action);
      const results = await Promise.all([
        approve('grace', action),
        rejectAgentAction(service.ports, approver('kurt'), { id: action.id, reason: undefined }),
      ]);
      expect(codesOf(results)).toContain('AGENT_ACTION_NOT_PENDING');
      const { status, votes } = await read(action);
      expect(votes?.at(-1)?.decision).toBe(status);
    }
    expect(await usageOf(agent)).toMatchObject({ reserved: { amount: 0n, transactionCount: 0 } });
  });
});

racing('a vote at the same time as', () => {
  test('a change of the policy by a voter, whose approval then does not count', async () => {
    await setRules({ requiredApprovals: 2, preventSelfApproval: true });
    const before = await deadlocks();
    const ada = { ...service.platform, token: { ...service.platform.token, id: newId('Token') } };
    for (let round = 0; round < 10; round += 1) {
      const agent = await anAgent();
      const action = await waiting(agent);
      const approved = await approveAgentAction(service.ports, ada, { id: action.id });
      expect(approved).toMatchObject({ approvalsGiven: 1 });
      const [vote] = await Promise.all([
        approve('grace', action),
        updateAgentPolicy(service.ports, ada, agent.agent.id, { permissions: ['CREATE_TRANSFERS'] }),
      ]);
      // Before the change both approvals count; after it one does.
      expect(['APPROVED', 'PENDING_APPROVAL']).toContain((vote as AgentAction).status);
      const after = await read(action);
      expect(after.approvalsGiven).toBe(after.status === 'APPROVED' ? 2 : 1);
    }
    expect(await deadlocks()).toBe(before);
    await setRules({ preventSelfApproval: false });
  });

  test('a change of the rules, the stored numbers are those that decided', async () => {
    const agent = await anAgent();
    for (let round = 0; round < 10; round += 1) {
      await setRules({ requiredApprovals: 1 });
      const action = await waiting(agent);
      await Promise.all([approve('ada', action), setRules({ requiredApprovals: 2 })]);
      const after = await read(action);
      expect(after).toMatchObject(
        after.status === 'APPROVED'
          ? { requiredApprovals: 1, approvalsGiven: 1 }
          : { requiredApprovals: 2, approvalsGiven: 1 },
      );
    }
  });

  test('the expiry of the action, it never runs and is failed once', async () => {
    await setRules({ requiredApprovals: 2 });
    const agent = await anAgent();
    const action = await waiting(agent);
    await approve('ada', action);
    service.setTime(new Date(start.getTime() + 7 * 24 * 60 * 60_000));
    const [vote] = await Promise.all([approve('grace', action), service.work()]);
    expect(vote).toMatchObject({ code: 'AGENT_ACTION_NOT_PENDING' });
    expect(await read(action)).toMatchObject({
      status: 'FAILED',
      failureReason: 'PAYMENT_APPROVAL_TIMED_OUT',
      requiredApprovals: 2,
      approvalsGiven: 1,
    });
    expect(await usageOf(agent)).toMatchObject({ reserved: { amount: 0n, transactionCount: 0 } });
    service.setTime(start);
  });

  test('the deletion of the agent, the action is rejected or was executed', async () => {
    await setRules({ requiredApprovals: 2 });
    const agent = await anAgent();
    const action = await waiting(agent);
    await approve('ada', action);
    const [vote] = await Promise.all([
      approve('grace', action),
      deleteAgent(service.ports, service.platform, agent.agent.id),
    ]);
    const after = await read(action);
    expect(codesOf([vote])).toEqual([after.status === 'REJECTED' ? 'AGENT_ACTION_NOT_PENDING' : 'APPROVED']);
    await setRules({ requiredApprovals: 1 });
  });
});
