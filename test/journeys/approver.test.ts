/** An approver reads the inbox, receives a new action, decides it, reconnects and follows the payment. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAccessToken } from '../support/access-tokens.ts';
import {
  AgentInbox,
  AgentTransferOut,
  ApproveAgentAction,
  CreateAccessToken,
  CreateAgent,
  RedeemDeviceCode,
  RevokeAccessToken,
  UpdateAgent,
  Viewer,
} from '../support/agent-documents.ts';
import { sendQuery } from '../support/graphql-client.ts';
import { aBankAccount, aPayer } from '../support/parties.ts';
import { type Service, startService } from '../support/service.ts';
import { openSocket } from '../support/subscription-client.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true });
});
afterAll(() => service.stop());

interface ActionUpdate {
  readonly agentActionUpdated: {
    readonly cursor: string;
    readonly status: string;
    readonly previousStatus: string | null;
    readonly action: { readonly id: string };
  };
}
interface TransactionUpdate {
  readonly transactionUpdated: { readonly status: string; readonly transaction: { readonly id: string } };
}

const followActions = `subscription ($after: String, $status: [AgentActionStatus!]) {
  agentActionUpdated(after: $after, status: $status) { cursor status previousStatus action { id } }
}`;
const followTransactions = `subscription ($after: String) {
  transactionUpdated(after: $after) { status transaction { id } }
}`;

async function aConnectedAgent(defaultExecutionMode: 'AUTO' | 'APPROVAL_REQUIRED') {
  const payer = await aPayer(service);
  const bank = await aBankAccount(service, payer.customerId);
  const made = await service.send(CreateAgent, {
    input: {
      name: 'Bookkeeper',
      customerId: payer.customerId,
      policy: {
        permissions: ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'],
        defaultExecutionMode,
        spendingLimits: { currency: 'USD', perTransactionLimit: 5_000, dailyLimit: 10_000 },
      },
    },
  });
  const created = made.data.createAgent;
  if (created.__typename !== 'AgentCreated') throw new Error(JSON.stringify(made));
  const redeemed = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      query: RedeemDeviceCode.toString(),
      variables: { code: created.deviceCode.code.toLowerCase() },
    }),
  });
  const { data, errors } = (await redeemed.json()) as {
    data: { redeemDeviceCode: { accessToken: string; agent: { customer: { id: string } } } };
    errors?: unknown;
  };
  expect(errors).toBeUndefined();
  expect(data.redeemDeviceCode.agent.customer.id).toBe(payer.customerId);
  const authorization = `Bearer ${data.redeemDeviceCode.accessToken}`;
  const pay = async (amount: number) => {
    const input = { source: payer.accountId, destination: bank, amount };
    return (await service.send(AgentTransferOut, { input }, authorization)).data.agentTransferOut;
  };
  return { id: created.agent.id, authorization, pay, payer };
}

async function aToken(scopes: readonly ('READ' | 'APPROVE' | 'WALLET')[], customerId?: string) {
  const response = await service.send(CreateAccessToken, {
    input: { scopes: [...scopes], subject: 'grace@office', ...(customerId && { customerId }) },
  });
  const token = response.data.createAccessToken;
  if (token.__typename !== 'AccessTokenCreated') throw new Error(JSON.stringify(response));
  return { id: token.id, authorization: `Bearer ${token.accessToken}` };
}

test('an approver without a platform secret receives an action, approves it, and receives all updates after a reconnect', async () => {
  const agent = await aConnectedAgent('APPROVAL_REQUIRED');
  const approver = await aToken(['APPROVE']);
  const inbox = (await service.send(AgentInbox, { status: ['PENDING_APPROVAL'] }, approver.authorization))
    .data;
  expect(inbox.agentActions.nodes).toEqual([]);

  const socket = openSocket(service.url, approver.authorization);
  const actions = socket.subscribe<ActionUpdate>(followActions, { after: inbox.eventCursor });
  const submitted = await agent.pay(2_500);
  if (submitted.__typename !== 'AgentAction') throw new Error(JSON.stringify(submitted));
  const { agentActionUpdated: pending } = await actions.next();
  expect(pending).toMatchObject({
    status: 'PENDING_APPROVAL',
    previousStatus: null,
    action: { id: submitted.id },
  });
  const waiting = (await service.send(AgentInbox, { status: ['PENDING_APPROVAL'] }, approver.authorization))
    .data;
  expect(waiting.agentActions).toMatchObject({
    totalCount: 1,
    nodes: [{ id: submitted.id, agent: { id: agent.id }, transferDetails: { amount: 2_500 } }],
  });
  socket.dispose();

  // The socket is closed during the decision.
  const approved = (await service.send(ApproveAgentAction, { id: submitted.id }, approver.authorization))
    .data;
  const { approveAgentAction: action } = approved;
  if (action.__typename !== 'AgentAction') throw new Error(JSON.stringify(action));
  expect(action).toMatchObject({ status: 'APPROVED', decidedBy: 'grace@office' });

  const again = openSocket(service.url, approver.authorization);
  const resumed = again.subscribe<ActionUpdate>(followActions, { after: pending.cursor });
  expect((await resumed.next()).agentActionUpdated).toMatchObject({
    status: 'APPROVED',
    previousStatus: 'PENDING_APPROVAL',
  });
  const payments = again.subscribe<TransactionUpdate>(followTransactions, { after: pending.cursor });
  const steps: string[] = [];
  while (steps.at(-1) !== 'COMPLETED') {
    const { transactionUpdated: step } = await payments.next();
    if (step.transaction.id === action.transaction?.id) steps.push(step.status);
  }
  expect(steps).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
  again.dispose();

  const second = (await service.send(ApproveAgentAction, { id: submitted.id }, approver.authorization)).data;
  expect(second.approveAgentAction).toMatchObject({ errorCode: 'AGENT_ACTION_NOT_PENDING' });
});

test('each update is delivered before the next change', async () => {
  const agent = await aConnectedAgent('APPROVAL_REQUIRED');
  const approver = await aToken(['APPROVE']);
  const socket = openSocket(service.url, approver.authorization);
  const { eventCursor } = (await service.send(AgentInbox, {}, approver.authorization)).data;
  const actions = socket.subscribe<ActionUpdate>(followActions, { after: eventCursor });
  for (let index = 0; index < 4; index += 1) {
    const made = await agent.pay(1);
    const { agentActionUpdated } = await actions.next();
    expect(made).toMatchObject({ id: agentActionUpdated.action.id });
  }
  socket.dispose();
});

test('the viewer is the platform, an agent, or the holder of an access token', async () => {
  const agent = await aConnectedAgent('AUTO');
  const phone = await aToken(['READ', 'WALLET'], agent.payer.customerId);
  expect((await service.send(Viewer, {})).data.viewer.__typename).toBe('Platform');
  expect((await service.send(Viewer, {}, agent.authorization)).data.viewer).toMatchObject({
    __typename: 'Agent',
    id: agent.id,
    customer: { id: agent.payer.customerId },
  });
  expect((await service.send(Viewer, {}, phone.authorization)).data.viewer).toMatchObject({
    __typename: 'AccessTokenHolder',
    scopes: ['READ', 'WALLET'],
    restrictedTo: { id: agent.payer.customerId },
  });
});

test.each([
  ['the name of its holder', { subject: 'grace@office' }, 'grace@office'],
  ['null without one', {}, null],
])('an access token shows %s', async (_name, options, subject) => {
  const { authorization } = await anAccessToken(service, ['APPROVE'], options);
  const query = '{ viewer { ... on AccessTokenHolder { subject scopes } } }';
  const { body } = await sendQuery(service, query, undefined, { authorization });
  expect(body).toMatchObject({ data: { viewer: { subject, scopes: ['APPROVE'] } } });
});

test('a policy violation has its rule and amounts', async () => {
  const agent = await aConnectedAgent('AUTO');
  expect(await agent.pay(5_001)).toMatchObject({
    __typename: 'PolicyViolationError',
    rule: 'PER_TRANSACTION_LIMIT',
    limit: 5_000,
    requested: 5_001,
    limitCurrency: { code: 'USD' },
  });
  expect(await agent.pay(5_000)).toMatchObject({ status: 'APPROVED' });
});

test('a socket closes with 4401 when its agent is paused, and when its access token is revoked', async () => {
  const agent = await aConnectedAgent('AUTO');
  const ofAgent = openSocket(service.url, agent.authorization);
  const { eventCursor } = (await service.send(AgentInbox, {}, agent.authorization)).data;
  const own = ofAgent.subscribe<ActionUpdate>(followActions, { after: eventCursor });
  await agent.pay(1);
  expect((await own.next()).agentActionUpdated.status).toBe('APPROVED');
  await service.send(UpdateAgent, { id: agent.id, input: { isPaused: true } });
  expect((await ofAgent.closed).code).toBe(4401);

  const approver = await aToken(['APPROVE']);
  const ofApprover = openSocket(service.url, approver.authorization);
  const followed = ofApprover.subscribe<ActionUpdate>(followActions, { after: eventCursor });
  await followed.next();
  await service.send(RevokeAccessToken, { id: approver.id });
  expect((await ofApprover.closed).code).toBe(4401);
  expect((await service.send(Viewer, {}, approver.authorization)).status).toBe(401);
});

test('the key set is public', async () => {
  await aToken(['READ']);
  const response = await fetch(`${service.url}/.well-known/jwks.json`);
  const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
  expect(response.status).toBe(200);
  expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
  expect(keys[0]).not.toHaveProperty('d');
});
