/** A person approves a payment of an agent after its quote has expired, over both APIs, while the rate moves. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ConnectedAgent,
  type ConnectedAgents,
  requiresApproval,
  startConnectedAgents,
} from '../support/connected-agents.ts';
import { sendQuery } from '../support/graphql-client.ts';
import { type Rest, restClient } from '../support/rest.ts';

let agents: ConnectedAgents;
let agent: ConnectedAgent;
let rest: Rest;
beforeAll(async () => {
  agents = await startConnectedAgents({ RATE_LIMITS: 'off' });
  agent = await agents.anAgent(requiresApproval);
  rest = restClient(agents.service);
  const rules = { lateApprovalSeconds: 600 };
  expect((await rest('PATCH', '/config/approval-rules', { body: rules })).body).toMatchObject(rules);
});
afterAll(() => agents?.stop());

const figures = 'quoteId sendingAmount { amount } receivingAmount { amount } fees exchangeRate';
const vote = 'actor { name } tolerance { maxSlippage maxSendingAmount }';
const shown = `id status expiresAt quote { id repricedFromId expiresAt } receivingAmount { amount }
  repricings { createdAt outcome slippage before { ${figures} } after { ${figures} } }
  votes { ${vote} } supersededVotes { ${vote} }`;
const approve = `mutation ($id: ID!, $tolerance: ApprovalToleranceInput, $quoteId: ID) {
  approveAgentAction(id: $id, tolerance: $tolerance, quoteId: $quoteId) {
    __typename ... on AgentAction { ${shown} } ... on ServiceError { errorCode } ... on InvalidInputError { fields { path } } } }`;
const approved = async (variables: object) =>
  (await sendQuery(agents.service, approve, variables)).body.data.approveAgentAction;
const setSpread = (spread: string) => rest('PATCH', '/config/rates', { body: { spread } });

test('a price outside the tolerance waits with the new figures, and is executed with a vote about them', async () => {
  const { id, quote } = await agents.submitted('EXECUTE_QUOTE', agent, 50_000);
  await agents.advance(301);
  await setSpread('0.02');
  const again = await approved({ id, tolerance: { maxSlippage: '0.01' } });
  expect(again).toMatchObject({
    status: 'PENDING_APPROVAL',
    quote: { repricedFromId: quote?.id },
    repricings: [
      { outcome: 'OUTSIDE_TOLERANCE', before: { quoteId: quote?.id, sendingAmount: { amount: 50_000 } } },
    ],
    votes: [],
    supersededVotes: [{ tolerance: { maxSlippage: '0.01', maxSendingAmount: null } }],
  });
  const [{ before, after, slippage }] = again.repricings;
  expect(after).toMatchObject({ quoteId: again.quote.id, receivingAmount: again.receivingAmount });
  expect(after.receivingAmount.amount).toBeLessThan(before.receivingAmount.amount);
  expect(Number(slippage)).toBeCloseTo(0.0196, 3);
  expect(Date.parse(again.expiresAt) - Date.parse(again.quote.expiresAt)).toBe(600_000);

  const path = `/agents/${agent.id}/actions/${id}/approve`;
  expect(await rest('POST', path, { body: {} })).toMatchObject({
    status: 409,
    body: { code: 'AGENT_ACTION_REPRICED' },
  });
  const body = { quoteId: again.quote.id, tolerance: { maxSlippage: '0.005' } };
  const decided = await rest('POST', path, { body });
  expect(decided).toMatchObject({
    status: 200,
    body: {
      status: 'APPROVED',
      quote: { id: again.quote.id, repricedFromId: quote?.id },
      repricings: [{ outcome: 'OUTSIDE_TOLERANCE', slippage }],
      votes: [{ tolerance: { maxSlippage: '0.005' } }],
      supersededVotes: [{ tolerance: { maxSlippage: '0.01' } }],
    },
  });
  await agents.expectUpdates(id, ['PENDING_APPROVAL', 'PENDING_APPROVAL', 'APPROVED']);
});

test('a price within the tolerance is executed over REST, and the agent sees the figures without the voters', async () => {
  await setSpread('0');
  const { id } = await agents.submitted('EXECUTE_QUOTE', agent, 10_000);
  await agents.advance(301);
  await setSpread('0.01');
  const path = `/agents/${agent.id}/actions/${id}/approve`;
  const body = { tolerance: { maxSlippage: '0.02' } };
  expect(await rest('POST', path, { body })).toMatchObject({
    status: 200,
    body: { status: 'APPROVED', repricings: [{ outcome: 'ACCEPTED' }] },
  });
  const { authorization } = agent;
  const seen = await sendQuery(
    agents.service,
    `{ agentAction(id: "${id}") { ${shown} } }`,
    {},
    { authorization },
  );
  expect(seen.body.data.agentAction).toMatchObject({
    repricings: [{ outcome: 'ACCEPTED' }],
    votes: null,
    supersededVotes: null,
  });
});

test.each([
  ['a slippage above 0.1', { maxSlippage: '0.11' }, 'tolerance.maxSlippage'],
  ['an amount on a locked sending amount', { maxSendingAmount: 20_000 }, 'tolerance.maxSendingAmount'],
])('%s is an error of its field over both APIs', async (_, tolerance, path) => {
  const { id } = await agents.submitted('EXECUTE_QUOTE', agent, 1_000);
  expect(await approved({ id, tolerance })).toMatchObject({
    __typename: 'InvalidInputError',
    fields: [{ path: expect.stringMatching(new RegExp(`${path}$`)) }],
  });
  const response = await rest('POST', `/agents/${agent.id}/actions/${id}/approve`, { body: { tolerance } });
  expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  expect(JSON.stringify(response.body)).toContain(path);
});
