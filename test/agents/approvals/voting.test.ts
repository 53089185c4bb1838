import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withApprovals } from '../../../src/agents/actions/action-approvals.ts';
import { actionBodies } from '../../../src/agents/actions/action-bodies.ts';
import { actionFromSnapshot } from '../../../src/agents/actions/action-row.ts';
import { findAction } from '../../../src/agents/actions/action-store.ts';
import type { AgentAction } from '../../../src/agents/actions/agent-action.ts';
import type { ApprovalRulesChange } from '../../../src/agents/approval-rules/approval-rules.ts';
import { updateApprovalRules } from '../../../src/agents/approval-rules/update-approval-rules.ts';
import { approveAgentAction } from '../../../src/agents/approvals/approve-agent-action.ts';
import { rejectAgentAction } from '../../../src/agents/approvals/reject-agent-action.ts';
import { createAgent } from '../../../src/agents/create-agent.ts';
import { createDeviceCode } from '../../../src/agents/device-codes/create-device-code.ts';
import { agentTransferOut } from '../../../src/agents/requests/agent-transfers.ts';
import { updateAgentPolicy } from '../../../src/agents/update-agent-policy.ts';
import { eventsOfResources } from '../../../src/infrastructure/events/event-store.ts';
import { idOf, newId } from '../../../src/kernel/ids.ts';
import { createMember } from '../../../src/members/create-member.ts';
import { deleteMember } from '../../../src/members/delete-member.ts';
import { updateMember } from '../../../src/members/update-member.ts';
import { createApiToken } from '../../../src/platforms/access/create-api-token.ts';
import { deleteApiToken } from '../../../src/platforms/access/delete-api-token.ts';
import type { MemberRole } from '../../../src/platforms/access/member-roles.ts';
import type {
  AgentPrincipal,
  MemberPrincipal,
  PlatformPrincipal,
  Principal,
} from '../../../src/platforms/access/principal.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';
import { aPolicy } from '../../support/agents.ts';

let service: AgentService;
const start = new Date('2025-07-21T10:00:00Z');

beforeAll(async () => {
  service = await startAgentService();
});
afterAll(() => service?.close());

const noRules: ApprovalRulesChange = {
  requiredApprovals: 1,
  thresholds: [],
  preventSelfApproval: false,
  requireComment: false,
  stepUpAbove: [],
  lateApprovalSeconds: 0,
  notifications: undefined,
};
const setRules = async (change: Partial<ApprovalRulesChange>) =>
  ok(
    await updateApprovalRules(service.ports, service.platform, {
      ...noRules,
      ...change,
    } as ApprovalRulesChange),
  );
beforeEach(() => setRules({}));

/** The holder of an access token for approvers. Each call is another token of the subject. */
const approver = (subject: string): Principal =>
  ({
    kind: 'access-token',
    platform: service.platform.platform,
    accessToken: { id: newId('AccessToken'), subject, mintedBy: service.platform.token.id },
  }) as Principal;

const scope = () => ({ platformId: service.platform.platform.id });
const waiting = async (amount = 100n, agent?: AgentPrincipal): Promise<AgentAction> =>
  ok(
    await agentTransferOut(
      service.ports,
      agent ?? (await service.agent(aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' }))),
      { source: service.account.id, destination: service.bank.id, amount, description: undefined },
    ),
  ) as AgentAction;
const approve = (principal: Principal, { id }: AgentAction, comment?: string) =>
  approveAgentAction(service.ports, principal, { id, comment });
const reject = (principal: Principal, { id }: AgentAction, reason?: string) =>
  rejectAgentAction(service.ports, principal, { id, reason });
const read = async ({ id }: AgentAction) => {
  const [action] = await withApprovals(service.db.orm, scope(), [
    (await findAction(service.db.orm, scope(), id)) as AgentAction,
  ]);
  return action as AgentAction;
};
const eventsOf = async ({ id }: AgentAction) => (await eventsOfResources(service.db.orm, [id])).get(id) ?? [];

describe('an action with two required approvals', () => {
  test('waits after the first and is executed with the second', async () => {
    await setRules({ requiredApprovals: 2 });
    const action = await waiting();
    expect(await approve(approver('ada'), action, 'fine')).toMatchObject({
      status: 'PENDING_APPROVAL',
      requiredApprovals: 2,
      approvalsGiven: 1,
      decidedBy: undefined,
      transactionId: undefined,
    });
    const decided = ok(await approve(approver('grace'), action));
    expect(decided).toMatchObject({ status: 'APPROVED', decidedBy: 'grace', approvalsGiven: 2 });
    expect(decided.transactionId).toBeDefined();

    const stored = await read(action);
    expect(stored).toMatchObject({ requiredApprovals: 2, approvalsGiven: 2 });
    expect(
      stored.votes?.map(({ actor, decision, comment }) => [actor.kind, actor.name, decision, comment]),
    ).toEqual([
      ['ACCESS_TOKEN', 'ada', 'APPROVED', 'fine'],
      ['ACCESS_TOKEN', 'grace', 'APPROVED', undefined],
    ]);
    await setRules({ requiredApprovals: 5 });
    expect(await read(action)).toMatchObject({ requiredApprovals: 2, approvalsGiven: 2 });
  });

  test('publishes each vote, and a webhook event only for the submission and the decision', async () => {
    await setRules({ requiredApprovals: 2 });
    const action = await waiting();
    await approve(approver('ada'), action);
    await approve(approver('grace'), action);
    const events = await eventsOf(action);
    expect(events.map(({ type, data }) => [type, data['previousStatus'], data['status']])).toEqual([
      ['AGENT_ACTION.PENDING_APPROVAL', null, 'PENDING_APPROVAL'],
      [undefined, 'PENDING_APPROVAL', 'PENDING_APPROVAL'],
      ['AGENT_ACTION.APPROVED', 'PENDING_APPROVAL', 'APPROVED'],
    ]);
    const published = events.map(({ data }) => actionFromSnapshot(data['record'] as never));
    expect(
      published.map(({ approvalsGiven, requiredApprovals, votes }) => [
        approvalsGiven,
        requiredApprovals,
        votes?.length,
      ]),
    ).toEqual([
      [0, 2, 0],
      [1, 2, 1],
      [2, 2, 2],
    ]);
    expect(published[1]?.votes?.[0]).toMatchObject({ actor: { name: 'ada' }, createdAt: start });
    expect(events[2]?.data['body']).toMatchObject({
      requiredApprovals: 2,
      approvalsGiven: 2,
      votes: [{ actor: { name: 'ada' }, decision: 'APPROVED' }, { actor: { name: 'grace' } }],
    });
  });

  describe('counts no approval of an approver who may no longer approve:', () => {
    const aMember = async (): Promise<MemberPrincipal> => {
      const member = ok(
        await createMember(service.ports, service.platform, {
          name: 'Mallory',
          email: `${newId('Member').slice(7)}@example.com`,
          roles: ['VIEW', 'APPROVE'],
        }),
      );
      const session = { id: newId('MemberSession'), stepUpAt: start, expiresAt: start };
      return { kind: 'member', platform: service.platform.platform, member, session };
    };
    const aToken = async (): Promise<PlatformPrincipal> => {
      const input = { name: 'second', permissions: ['TRANSACT'] } as const;
      const { token } = ok(
        await createApiToken(service.ports, service.platform, {
          ...input,
          permissions: [...input.permissions],
        }),
      );
      return { ...service.platform, token };
    };

    test('a member that lost the role, until it has it again', async () => {
      await setRules({ requiredApprovals: 2 });
      const action = await waiting();
      const mallory = await aMember();
      const change = (roles: MemberRole[]) =>
        updateMember(service.ports, service.platform, mallory.member.id, {
          name: undefined,
          email: undefined,
          roles,
        });
      expect(await approve(mallory, action)).toMatchObject({ approvalsGiven: 1 });
      ok(await change(['VIEW']));
      expect(await read(action)).toMatchObject({ approvalsGiven: 0, votes: [{ decision: 'APPROVED' }] });
      expect(await approve(approver('ada'), action)).toMatchObject({
        status: 'PENDING_APPROVAL',
        approvalsGiven: 1,
      });
      ok(await change(['VIEW', 'APPROVE']));
      expect(await read(action)).toMatchObject({ approvalsGiven: 2 });
    });

    test('a member that loses the role while its vote waits for another one', async () => {
      const action = await waiting();
      const mallory = await aMember();
      ok(await deleteMember(service.ports, service.platform, mallory.member.id));
      // The request was authenticated before.
      expect(await approve(mallory, action)).toMatchObject({
        status: 'PENDING_APPROVAL',
        approvalsGiven: 0,
        requiredApprovals: 1,
      });
      expect(await approve(approver('ada'), action)).toMatchObject({ status: 'APPROVED', approvalsGiven: 1 });
    });

    test('a deleted member, also by its access tokens', async () => {
      await setRules({ requiredApprovals: 2 });
      const mallory = await aMember();
      const ofToken = {
        kind: 'access-token',
        platform: service.platform.platform,
        accessToken: { id: newId('AccessToken'), subject: 'm', mintedBy: mallory.member.id },
      } as Principal;
      const actions = [await waiting(), await waiting()] as const;
      await approve(mallory, actions[0]);
      await approve(ofToken, actions[1]);
      ok(await deleteMember(service.ports, service.platform, mallory.member.id));
      for (const action of actions) expect(await read(action)).toMatchObject({ approvalsGiven: 0 });
    });

    test('a deleted API token', async () => {
      await setRules({ requiredApprovals: 2 });
      const action = await waiting();
      const stolen = await aToken();
      await approve(stolen, action);
      ok(await deleteApiToken(service.ports, service.platform, stolen.token.id));
      expect(await read(action)).toMatchObject({ approvalsGiven: 0 });
      expect(await approve(service.platform, action)).toMatchObject({ approvalsGiven: 1 });
    });
  });

  test('is rejected by one rejection, and then has no transaction', async () => {
    await setRules({ requiredApprovals: 2 });
    const action = await waiting();
    await approve(approver('ada'), action);
    expect(await reject(approver('grace'), action, 'unknown payee')).toMatchObject({
      status: 'REJECTED',
      rejectionReason: 'unknown payee',
      approvalsGiven: 1,
      transactionId: undefined,
    });
    expect((await read(action)).votes?.map(({ decision }) => decision)).toEqual(['APPROVED', 'REJECTED']);
  });

  test('takes one vote of each approver, whatever credential they use', async () => {
    await setRules({ requiredApprovals: 2 });
    const action = await waiting();
    await approve(approver('ada'), action);
    expect(await approve(approver('ada'), action)).toMatchObject({ code: 'AGENT_ACTION_ALREADY_VOTED' });
    expect(await reject(approver('ada'), action)).toMatchObject({ code: 'AGENT_ACTION_ALREADY_VOTED' });
    expect(await read(action)).toMatchObject({ status: 'PENDING_APPROVAL', approvalsGiven: 1 });
  });

  test('shows its agent the numbers and not the voters', async () => {
    await setRules({ requiredApprovals: 2 });
    const action = await waiting();
    await approve(approver('ada'), action);
    const shown = { balance: true, payee: true, votes: false };
    const [body] = await actionBodies(service.db.orm, scope(), [await read(action)], start, shown);
    expect(body).toMatchObject({ requiredApprovals: 2, approvalsGiven: 1, votes: undefined });
  });
});

describe('the rules of the moment of a vote apply', () => {
  test('more approvals that are required meanwhile are waited for', async () => {
    await setRules({ requiredApprovals: 2 });
    const action = await waiting();
    await approve(approver('ada'), action);
    await setRules({ requiredApprovals: 3 });
    expect(await approve(approver('grace'), action)).toMatchObject({
      status: 'PENDING_APPROVAL',
      approvalsGiven: 2,
    });
    expect(await approve(approver('kurt'), action)).toMatchObject({ status: 'APPROVED', approvalsGiven: 3 });
  });

  test('where fewer suffice now, an approver who voted may execute it, without another vote', async () => {
    await setRules({ requiredApprovals: 2 });
    const action = await waiting();
    await approve(approver('ada'), action);
    await setRules({ requiredApprovals: 1 });
    expect(await approve(approver('ada'), action)).toMatchObject({ status: 'APPROVED', approvalsGiven: 1 });
    expect((await read(action)).votes).toHaveLength(1);
  });

  test('a threshold counts for the amount of the action', async () => {
    await setRules({ thresholds: [{ currency: 'USD', amount: 100n, requiredApprovals: 2 }] });
    expect(await approve(approver('ada'), await waiting(100n))).toMatchObject({ status: 'APPROVED' });
    expect(await approve(approver('ada'), await waiting(101n))).toMatchObject({ status: 'PENDING_APPROVAL' });
  });

  test('the policy of the agent can require more, also of an action that waits', async () => {
    const agent = await service.agent(aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' }));
    const action = await waiting(100n, agent);
    ok(await updateAgentPolicy(service.ports, service.platform, agent.agent.id, { requiredApprovals: 2 }));
    expect(await approve(approver('ada'), action)).toMatchObject({
      status: 'PENDING_APPROVAL',
      requiredApprovals: 2,
    });
    ok(await updateAgentPolicy(service.ports, service.platform, agent.agent.id, { requiredApprovals: null }));
    expect(await approve(approver('ada'), action)).toMatchObject({ status: 'APPROVED' });
  });
});

describe('where self-approval is prevented', () => {
  test.each([
    ['created the agent'],
    ['changed its policy last'],
    ['changed its policy, which another caller then sent without a change'],
    ['issued its device code'],
  ])('an approver who %s is rejected and may still reject', async (did) => {
    await setRules({ preventSelfApproval: true });
    const other = { ...service.platform, token: { ...service.platform.token, id: newId('Token') } };
    const creator = did === 'created the agent' ? other : service.platform;
    const { agent } = ok(
      await createAgent(service.ports, creator, {
        name: 'Agent',
        customerId: service.customer.id,
        policy: aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' }),
      }),
    );
    if (did.startsWith('changed its policy')) {
      ok(await updateAgentPolicy(service.ports, other, agent.id, { permissions: ['CREATE_TRANSFERS'] }));
    }
    if (did.endsWith('without a change')) {
      ok(await updateAgentPolicy(service.ports, service.platform, agent.id, {}));
    }
    if (did === 'issued its device code') ok(await createDeviceCode(service.ports, other, agent.id));
    const principal: AgentPrincipal = { kind: 'agent', platform: service.platform.platform, agent };
    const action = await waiting(100n, principal);
    const before = await eventsOf(action);
    expect(await approve(other, action)).toMatchObject({
      code: 'SELF_APPROVAL_NOT_ALLOWED',
      kind: 'forbidden',
    });
    expect(await eventsOf(action)).toHaveLength(before.length);
    expect(await reject(other, action)).toMatchObject({ status: 'REJECTED' });
    expect(await approve(approver('ada'), await waiting(100n, principal))).toMatchObject({
      status: 'APPROVED',
    });
  });

  test('an approval does not count while its voter is the last to have changed the policy', async () => {
    await setRules({ preventSelfApproval: true, requiredApprovals: 2 });
    const tokenOf = () => ({ ...service.platform, token: { ...service.platform.token, id: newId('Token') } });
    const [one, other] = [tokenOf(), tokenOf()];
    const agent = await service.agent(aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' }));
    const action = await waiting(100n, agent);
    expect(await approve(one, action)).toMatchObject({ approvalsGiven: 1 });
    ok(await updateAgentPolicy(service.ports, one, agent.agent.id, { permissions: ['CREATE_TRANSFERS'] }));
    expect(await read(action)).toMatchObject({ approvalsGiven: 0 });
    expect(await approve(other, action)).toMatchObject({ status: 'PENDING_APPROVAL', approvalsGiven: 1 });
    expect(await approve(approver('ada'), action)).toMatchObject({ status: 'APPROVED', approvalsGiven: 2 });
  });
});

test('a required comment is checked for either decision, before a vote is recorded', async () => {
  await setRules({ requireComment: true });
  const action = await waiting();
  for (const comment of [undefined, '  ']) {
    expect(await approve(approver('ada'), action, comment)).toMatchObject({ fields: [{ path: 'comment' }] });
    expect(await reject(approver('ada'), action, comment)).toMatchObject({ fields: [{ path: 'reason' }] });
  }
  expect((await read(action)).votes).toEqual([]);
  expect(await approve(approver('ada'), action, 'as agreed')).toMatchObject({ status: 'APPROVED' });
});

test('an amount above the step-up threshold is approved only by a caller who proved a presence', async () => {
  await setRules({ stepUpAbove: [{ currency: 'USD', amount: 100n }] });
  const at = service.ports.clock.real();
  const member = (stepUpAt: Date | undefined): Principal => ({
    kind: 'member',
    platform: service.platform.platform,
    member: { id: newId('Member'), name: 'Grace', roles: ['VIEW', 'APPROVE'] },
    session: { id: newId('MemberSession'), stepUpAt, expiresAt: new Date(at.getTime() + 60_000) },
  });
  const small = await waiting(100n);
  expect(await approve(member(undefined), small)).toMatchObject({ status: 'APPROVED' });
  const large = await waiting(101n);
  for (const stepUpAt of [undefined, new Date(at.getTime() - 300_000)]) {
    expect(await approve(member(stepUpAt), large)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  }
  expect(await approve(member(at), large)).toMatchObject({ status: 'APPROVED' });
});

test('a vote after the time for the decision is rejected, also before the job that fails the action', async () => {
  const action = await waiting();
  service.setTime(new Date(start.getTime() + 7 * 24 * 60 * 60_000));
  try {
    expect(await approve(approver('ada'), action)).toMatchObject({ code: 'AGENT_ACTION_NOT_PENDING' });
    await service.work();
    expect(await read(action)).toMatchObject({
      status: 'FAILED',
      failureReason: 'PAYMENT_APPROVAL_TIMED_OUT',
      requiredApprovals: 1,
      approvalsGiven: 0,
    });
  } finally {
    service.setTime(start);
  }
});

test('an action of an earlier version shows one required approval, and its decision', async () => {
  const { id } = await waiting();
  const stored = (await findAction(service.db.orm, scope(), id)) as AgentAction;
  const [decided] = await withApprovals(service.db.orm, scope(), [
    { ...stored, status: 'APPROVED', decidedBy: 'ada', decidedAt: start },
  ]);
  expect(decided).toMatchObject({ requiredApprovals: 1, approvalsGiven: 1, votes: [] });
  const automatic = { ...stored, id: idOf('AgentAction', '99999999-0000-7000-8000-000000000000') };
  const [ran] = await withApprovals(service.db.orm, scope(), [
    { ...automatic, status: 'APPROVED', approvalReason: undefined },
  ]);
  expect(ran).toMatchObject({ requiredApprovals: 0, approvalsGiven: 0 });
});
