/** Webhooks of agent actions: what they carry, and which endpoints receive decisions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConnectedAgents, requiresApproval, startConnectedAgents } from '../support/connected-agents.ts';
import { sendQuery } from '../support/graphql-client.ts';
import { type Received, type Receiver, startReceiver } from '../support/webhook-service.ts';

let agents: ConnectedAgents;
const receivers: Receiver[] = [];
beforeAll(async () => {
  agents = await startConnectedAgents();
  for (let count = 0; count < 3; count += 1) receivers.push(await startReceiver());
  const [published, extended, named] = receivers.map(({ url }) => url);
  const { body } = await sendQuery(
    agents.service,
    `mutation ($input: UpdatePlatformConfigInput!) { updatePlatformConfig(input: $input) {
       ... on PlatformConfig { webhookEndpoints { url extensions eventTypes } } ... on ServiceError { message } } }`,
    {
      input: {
        webhookEndpoints: [
          { url: published },
          { url: extended, extensions: true },
          { url: named, eventTypes: ['AGENT_ACTION.REJECTED'] },
        ],
      },
    },
  );
  expect(body.data.updatePlatformConfig.webhookEndpoints).toEqual([
    { url: published, extensions: false, eventTypes: null },
    { url: extended, extensions: true, eventTypes: null },
    { url: named, extensions: false, eventTypes: ['AGENT_ACTION.REJECTED'] },
  ]);
});
afterAll(async () => {
  await agents?.stop();
  for (const receiver of receivers) await receiver.close();
});

type Body = Received['event'] & { readonly data: Readonly<Record<string, unknown>> };

/** The events of these actions that a receiver has received. */
const received = (nth: number, ids: readonly string[]): Body[] =>
  (receivers[nth]?.received ?? [])
    .map(({ event }) => event as Body)
    .filter(({ data }) => ids.includes(data['id'] as string));

test('carry what an approver sees; decisions go to endpoints with extensions or with the kind', async () => {
  const agent = await agents.anAgent({ ...requiresApproval, spendingLimits: { dailyLimit: 500_000 } });
  const earlier = await agents.submitted('TRANSFER_OUT', agent, 300, '4321');
  await agents.reject(earlier.id, 'Twice');
  const approved = await agents.submitted('TRANSFER_OUT', agent, 1_000, '4321');
  const { body } = await sendQuery(
    agents.service,
    'mutation ($id: ID!) { approveAgentAction(id: $id, comment: "Agreed") { __typename } }',
    { id: approved.id },
  );
  expect(body.data.approveAgentAction.__typename).toBe('AgentAction');
  const expired = await agents.submitted('EXECUTE_QUOTE', agent, 2_000);
  const failing = await agents.submitted('TRANSFER_OUT', agent, 99_500, '4321');
  const ids = [earlier.id, approved.id, expired.id, failing.id];
  // The balance is less than the last one: it is approved, and its execution fails.
  await agents.approve(failing.id);
  await agents.advance(400);

  const kinds = (nth: number) => received(nth, ids).map(({ type, data }) => [data['id'], type]);
  await expect.poll(() => kinds(1).length, { timeout: 30_000 }).toBe(8);
  await expect.poll(() => kinds(2).length, { timeout: 30_000 }).toBe(1);
  await expect.poll(() => kinds(0).length, { timeout: 30_000 }).toBe(4);
  expect(kinds(0).every(([, type]) => type === 'AGENT_ACTION.PENDING_APPROVAL')).toBe(true);
  expect(kinds(2)).toEqual([[earlier.id, 'AGENT_ACTION.REJECTED']]);
  const of = (id: string) => received(1, [id]).map(({ type }) => type);
  expect(of(earlier.id)).toEqual(['AGENT_ACTION.PENDING_APPROVAL', 'AGENT_ACTION.REJECTED']);
  expect(of(approved.id)).toEqual(['AGENT_ACTION.PENDING_APPROVAL', 'AGENT_ACTION.APPROVED']);
  expect(of(expired.id)).toEqual(['AGENT_ACTION.PENDING_APPROVAL', 'AGENT_ACTION.EXPIRED']);
  expect(of(failing.id)).toEqual(['AGENT_ACTION.PENDING_APPROVAL', 'AGENT_ACTION.APPROVED']);

  const [waiting, decided] = received(1, [approved.id]);
  expect(waiting).toMatchObject({
    sequence: 1,
    data: {
      status: 'PENDING_APPROVAL',
      payee: { displayName: 'Grace Hopper', last4: '4321', country: 'US' },
      sourceAccount: { id: agent.payer.accountId, currency: 'USD', availableBalance: 100_000 },
      sendingAmount: { amount: 1_000, currency: { code: 'USD' } },
      receivingAmount: { amount: 1_000, currency: { code: 'USD' } },
      fees: 0,
      reason: '10.00 USD is requested, and every payment of the agent requires an approval.',
      approvalReason: { rule: 'DEFAULT_EXECUTION_MODE', requested: 1_000, currency: 'USD' },
      limits: [
        { name: 'PER_TRANSACTION_LIMIT' },
        { name: 'DAILY_LIMIT', limit: 500_000, used: 0, reserved: 1_000, remaining: 499_000 },
      ],
      history: [{ id: earlier.id, status: 'REJECTED', sendingAmount: { amount: 300 } }],
    },
  });
  expect(decided).toMatchObject({
    sequence: 2,
    data: {
      status: 'APPROVED',
      comment: 'Agreed',
      decision: { isApproved: true, comment: 'Agreed' },
      transaction: { agentId: agent.id },
    },
  });
  expect(received(1, [earlier.id])[1]?.data).toMatchObject({
    status: 'REJECTED',
    rejectionReason: 'Twice',
    decision: { isApproved: false, comment: 'Twice' },
  });
  const [, outcome] = received(1, [failing.id]);
  expect(outcome?.data).toMatchObject({ status: 'FAILED', decision: { isApproved: true } });
  const [, lapsed] = received(1, [expired.id]);
  expect(lapsed?.data).toMatchObject({
    status: 'FAILED',
    failureReason: 'QUOTE_EXPIRED',
    quote: { status: 'EXPIRED' },
  });
  expect(lapsed?.data).not.toHaveProperty('decision');
});
