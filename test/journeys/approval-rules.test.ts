/** Two approvers decide about payments of an agent, over both APIs, and see the votes of each other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ConnectedAgent,
  type ConnectedAgents,
  requiresApproval,
  startConnectedAgents,
} from '../support/connected-agents.ts';
import { sendQuery } from '../support/graphql-client.ts';
import { type Rest, restClient } from '../support/rest.ts';
import { openSocket } from '../support/subscription-client.ts';

let agents: ConnectedAgents;
let agent: ConnectedAgent;
let rest: Rest;
beforeAll(async () => {
  agents = await startConnectedAgents({ RATE_LIMITS: 'off' });
  agent = await agents.anAgent(requiresApproval);
  rest = restClient(agents.service);
});
afterAll(() => agents?.stop());

const as = async (authorization: string, query: string, variables: object = {}) =>
  (await sendQuery(agents.service, query, variables, { authorization })).body;

async function approver(subject: string): Promise<string> {
  const { body } = await sendQuery(
    agents.service,
    'mutation ($subject: String) { createAccessToken(input: { scopes: [APPROVE], subject: $subject }) { ... on AccessTokenCreated { accessToken } } }',
    { subject },
  );
  return `Bearer ${body.data.createAccessToken.accessToken}`;
}

const shown =
  'id status requiredApprovals approvalsGiven votes { actor { kind id name } decision comment createdAt }';
const approve = `mutation ($id: ID!, $comment: String) { approveAgentAction(id: $id, comment: $comment) {
  __typename ... on AgentAction { ${shown} } ... on ServiceError { errorCode } ... on InvalidInputError { fields { path } } } }`;
const follow = `subscription ($after: String) { agentActionUpdated(after: $after) { previousStatus action { ${shown} } } }`;

interface Update {
  readonly agentActionUpdated: {
    readonly previousStatus: string | null;
    readonly action: {
      readonly status: string;
      readonly approvalsGiven: number;
      readonly votes: readonly { readonly actor: { readonly name: string } }[] | null;
    };
  };
}

test('rules are read and changed over both APIs, and the URL of Slack is in no response', async () => {
  const slackWebhookUrl = 'https://hooks.slack.example/services/secretpath';
  const notifications = { emails: ['ada@example.com'], slackWebhookUrl };
  const thresholds = [{ currency: 'USD', amount: 1_000, requiredApprovals: 2 }];
  const changed = await rest('PATCH', '/config/approval-rules', { body: { thresholds, notifications } });
  const expected = {
    requiredApprovals: 1,
    thresholds,
    preventSelfApproval: false,
    requireComment: false,
    lateApprovalSeconds: 0,
    stepUpAbove: [],
    notifications: {
      emails: ['ada@example.com'],
      notifyApprovers: false,
      slackWebhookHost: 'hooks.slack.example',
    },
  };
  expect(changed).toMatchObject({ status: 200, body: expected });
  expect((await rest('GET', '/config')).body.approvals).toEqual(expected);
  const { body } = await sendQuery(
    agents.service,
    `mutation { updateApprovalRules(input: { notifications: { slackWebhookUrl: null } }) { ... on ApprovalRules {
      requiredApprovals thresholds { currency amount requiredApprovals } preventSelfApproval requireComment lateApprovalSeconds
      stepUpAbove { currency amount } notifications { emails notifyApprovers slackWebhookHost } } } }`,
  );
  expect(body.data.updateApprovalRules).toEqual({
    ...expected,
    notifications: { ...expected.notifications, slackWebhookHost: null },
  });
  expect(JSON.stringify([changed.body, body])).not.toContain('secretpath');
  // Other settings leave the rules as they are.
  await rest('PATCH', '/config', { body: { sessionTtlSeconds: 600 } });
  expect((await rest('GET', '/config')).body).toMatchObject({
    sessionTtlSeconds: 600,
    approvals: { thresholds },
  });
});

test('two approvers see the votes of each other live, and the agent sees only their number', async () => {
  const [ada, grace] = [await approver('ada@office'), await approver('grace@office')];
  const after = (await as(ada, '{ eventCursor }')).data.eventCursor;
  const socketOf = (authorization: string) => openSocket(agents.service.url, authorization);
  const sockets = [socketOf(ada), socketOf(grace)];
  const [atAda, atGrace] = sockets.map((socket) => socket.subscribe<Update>(follow, { after }));
  const { id } = await agents.submitted('TRANSFER_OUT', agent, 2_500);
  for (const inbox of [atAda, atGrace]) {
    expect((await inbox?.next())?.agentActionUpdated).toMatchObject({
      previousStatus: null,
      action: { id, status: 'PENDING_APPROVAL', requiredApprovals: 2, approvalsGiven: 0, votes: [] },
    });
  }

  const first = await as(ada, approve, { id, comment: 'checked' });
  expect(first.data.approveAgentAction).toMatchObject({ status: 'PENDING_APPROVAL', approvalsGiven: 1 });
  expect((await atGrace?.next())?.agentActionUpdated).toMatchObject({
    previousStatus: 'PENDING_APPROVAL',
    action: {
      status: 'PENDING_APPROVAL',
      approvalsGiven: 1,
      votes: [
        { actor: { kind: 'ACCESS_TOKEN', name: 'ada@office' }, decision: 'APPROVED', comment: 'checked' },
      ],
    },
  });
  expect((await as(ada, approve, { id })).data.approveAgentAction).toMatchObject({
    __typename: 'ConflictError',
    errorCode: 'AGENT_ACTION_ALREADY_VOTED',
  });

  const byAgent = await as(agent.authorization, `query ($id: ID!) { agentAction(id: $id) { ${shown} } }`, {
    id,
  });
  expect(byAgent.errors).toBeUndefined();
  expect(byAgent.data.agentAction).toMatchObject({ requiredApprovals: 2, approvalsGiven: 1, votes: null });
  const overRest = await rest('GET', `/agents/me/actions/${id}`, { authorization: agent.authorization });
  expect(overRest.body).toMatchObject({ requiredApprovals: 2, approvalsGiven: 1 });
  expect(overRest.body).not.toHaveProperty('votes');

  const second = await rest('POST', `/agents/${agent.id}/actions/${id}/approve`, {
    authorization: grace,
    body: {},
  });
  expect(second).toMatchObject({
    status: 200,
    body: {
      status: 'APPROVED',
      decidedBy: 'grace@office',
      approvalsGiven: 2,
      votes: [{ actor: { name: 'ada@office' } }, { actor: { name: 'grace@office' } }],
    },
  });
  await atAda?.next();
  expect((await atAda?.next())?.agentActionUpdated.action).toMatchObject({
    status: 'APPROVED',
    votes: [{ actor: { name: 'ada@office' } }, { actor: { name: 'grace@office' } }],
  });
  for (const socket of sockets) socket.dispose();
});

test('an approver whose vote the rules exclude, and a missing comment, have the same errors over both APIs', async () => {
  await rest('PATCH', '/config/approval-rules', {
    body: { preventSelfApproval: true, requireComment: true },
  });
  const { id } = await agents.submitted('TRANSFER_OUT', agent, 100);
  const overRest = (body: object) => rest('POST', `/agents/${agent.id}/actions/${id}/approve`, { body });
  // The API token of the platform created the agent.
  const own = (await sendQuery(agents.service, approve, { id, comment: 'fine' })).body.data
    .approveAgentAction;
  expect(own).toMatchObject({ __typename: 'ForbiddenError', errorCode: 'SELF_APPROVAL_NOT_ALLOWED' });
  expect(await overRest({ comment: 'fine' })).toMatchObject({
    status: 403,
    body: { code: 'SELF_APPROVAL_NOT_ALLOWED' },
  });
  const kurt = await approver('kurt@office');
  const silent = (await as(kurt, approve, { id })).data.approveAgentAction;
  expect(silent).toMatchObject({ __typename: 'InvalidInputError', fields: [{ path: 'comment' }] });
  expect(await overRest({})).toMatchObject({ status: 400, body: { details: { field: 'comment' } } });
  const rejected = await rest('POST', `/agents/${agent.id}/actions/${id}/reject`, {
    body: { reason: 'unknown payee' },
  });
  expect(rejected).toMatchObject({
    status: 200,
    body: { status: 'REJECTED', votes: [{ decision: 'REJECTED' }] },
  });
});

test('a policy that requires approvals is set and removed', async () => {
  const set = (requiredApprovals: number | null) =>
    rest('PATCH', `/agents/${agent.id}/policy`, { body: { requiredApprovals } });
  expect((await set(3)).body.policy ?? (await set(3)).body).toMatchObject({ requiredApprovals: 3 });
  expect((await set(11)).status).toBe(400);
  const { body } = await sendQuery(
    agents.service,
    'query ($id: ID!) { agent(id: $id) { policy { requiredApprovals } } }',
    {
      id: agent.id,
    },
  );
  expect(body.data.agent.policy).toEqual({ requiredApprovals: 3 });
  await set(null);
  const after = await rest('GET', `/agents/${agent.id}`);
  expect(after.body.policy).not.toHaveProperty('requiredApprovals');
});
