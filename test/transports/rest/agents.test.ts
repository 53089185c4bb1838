import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rest, restClient } from '../../support/rest.ts';
import { aRestPayer, aRestWallet, bankAccountBody } from '../../support/rest-parties.ts';
import { ManualClock, type Service, startService } from '../../support/service.ts';
import { makeKeyPair, stamp } from '../../support/wallet-client.ts';

let service: Service;
let rest: Rest;
const clock = new ManualClock();

beforeAll(async () => {
  service = await startService({ server: true, ports: { clock } });
  rest = restClient(service);
});
afterAll(() => service.stop());

const everything = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
];

type Payer = Awaited<ReturnType<typeof aRestPayer>>;

/** A connected agent with the accounts of its customer. */
async function aConnectedAgent(policy: object = {}, payer?: Payer) {
  const owner = payer ?? (await aRestPayer(rest));
  const made = await rest('POST', '/agents', {
    body: {
      name: 'Bookkeeper',
      customerId: owner.customerId,
      policy: {
        permissions: everything,
        defaultExecutionMode: 'AUTO',
        spendingLimits: { currency: 'USD', perTransactionLimit: 50_000 },
        ...policy,
      },
    },
  });
  expect(made).toMatchObject({ status: 201, body: { agent: { isConnected: false } } });
  const { code } = made.body.deviceCode;
  // An address may redeem ten codes per minute.
  clock.advance(10);
  const redeemed = await rest('POST', `/agents/device-codes/${code}/redeem`, { authorization: null });
  expect(redeemed).toMatchObject({
    status: 200,
    body: { agentId: made.body.agent.id, agentName: 'Bookkeeper' },
  });
  const authorization = `Bearer ${redeemed.body.accessToken}`;
  const me: Rest = (method, path, sent = {}) => rest(method, `/agents/me${path}`, { authorization, ...sent });
  return { ...owner, agentId: made.body.agent.id as string, code: code as string, authorization, me };
}

const transferOut = (
  { accountId, externalId }: { accountId: string; externalId: string },
  amount: number,
) => ({
  body: { source: { accountId }, destination: { accountId: externalId }, amount },
});

describe('a device code', () => {
  test('connects an agent once, and the platform can read its status', async () => {
    const { agentId, code } = await aConnectedAgent();
    expect((await rest('GET', `/agents/device-codes/${code}/status`)).body).toEqual({ code, redeemed: true });
    expect(
      await rest('POST', `/agents/device-codes/${code.toLowerCase()}/redeem`, { authorization: null }),
    ).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', reason: 'Device code already redeemed' },
    });
    expect(await rest('POST', `/agents/${agentId}/device-codes`)).toMatchObject({
      status: 409,
      body: { code: 'AGENT_ALREADY_CONNECTED' },
    });
    const made = await rest('POST', '/agents', {
      body: {
        name: 'Bookkeeper',
        customerId: (await aRestPayer(rest)).customerId,
        policy: {
          permissions: everything,
          defaultExecutionMode: 'AUTO',
          spendingLimits: { currency: 'USD', perTransactionLimit: 50_000 },
        },
      },
    });
    expect(await rest('POST', `/agents/${made.body.agent.id}/device-codes`)).toMatchObject({
      status: 201,
      body: { redeemed: false },
    });
    expect(await rest('GET', '/agents/device-codes/none/status')).toMatchObject({
      status: 404,
      body: { code: 'DEVICE_CODE_NOT_FOUND' },
    });
  });
});

describe('an agent', () => {
  test('reads itself, its accounts and its transactions', async () => {
    const agent = await aConnectedAgent();
    const { me, accountId, externalId, agentId } = agent;
    expect(await me('GET', '')).toMatchObject({ status: 200, body: { id: agentId, isConnected: true } });
    const accounts = await me('GET', '/internal-accounts?currency=USD');
    expect(accounts.body.data[0].id).toBe(accountId);
    const action = await me('POST', '/transfer-out', transferOut(agent, 100));
    expect(action).toMatchObject({ status: 201, body: { status: 'APPROVED', type: 'TRANSFER_OUT' } });
    expect(action.body.transaction.agentId).toBe(agentId);
    expect((await me('GET', `/transactions/${action.body.transaction.id}`)).body.id).toBe(
      action.body.transaction.id,
    );
    expect((await me('GET', '/transactions?limit=1')).body).toMatchObject({ hasMore: true, totalCount: 2 });
    expect((await me('GET', `/external-accounts/${externalId}`)).body.id).toBe(externalId);
    expect((await me('GET', '')).body.usage).toMatchObject({ dailyTransactionCount: 1, dailySpend: 100 });
  });

  test('registers, lists and removes external accounts of its customer', async () => {
    const { me, customerId } = await aConnectedAgent();
    const made = await me('POST', '/external-accounts', { body: bankAccountBody() });
    expect(made).toMatchObject({ status: 201, body: { customerId } });
    expect((await me('GET', '/external-accounts')).body.totalCount).toBe(2);
    expect((await me('DELETE', `/external-accounts/${made.body.id}`)).status).toBe(204);
    expect((await me('GET', `/external-accounts/${made.body.id}`)).status).toBe(404);
  });

  test('of another customer reads nothing', async () => {
    const one = await aConnectedAgent();
    const other = await aConnectedAgent();
    expect(await one.me('GET', `/external-accounts/${other.externalId}`)).toMatchObject({
      status: 404,
      body: { code: 'ACCOUNT_NOT_FOUND' },
    });
  });

  test('quotes and executes', async () => {
    const { me, accountId, externalId } = await aConnectedAgent();
    const quote = await me('POST', '/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: externalId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1000,
      },
    });
    expect(quote.status).toBe(201);
    expect((await me('GET', `/quotes/${quote.body.id}`)).body).toEqual(quote.body);
    const action = await me('POST', `/quotes/${quote.body.id}/execute`, { body: {} });
    expect(action).toMatchObject({
      status: 200,
      body: { type: 'EXECUTE_QUOTE', status: 'APPROVED', quote: { id: quote.body.id } },
    });
    expect((await me('GET', `/actions/${action.body.id}`)).body.id).toBe(action.body.id);
  });

  test('executes a quote from a wallet with a signature over its payload: 202 without, then 200', async () => {
    const { customerId, accountId, key } = await aRestWallet(rest, 50_000_000);
    const external = await rest('POST', '/customers/external-accounts', {
      body: bankAccountBody(customerId),
    });
    const { me } = await aConnectedAgent({}, { customerId, accountId, externalId: external.body.id });
    const quote = await me('POST', '/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId, customerId },
        destination: { destinationType: 'ACCOUNT', accountId: external.body.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000_000,
      },
    });
    expect(quote.status).toBe(201);
    const { payloadToSign } = quote.body.paymentInstructions[0].accountOrWalletInfo;
    const path = `/quotes/${quote.body.id}/execute`;
    expect(await me('POST', path)).toMatchObject({ status: 202, body: { payloadToSign } });
    const signedBy = (key: Parameters<typeof stamp>[1]) => ({
      headers: { 'Service-Wallet-Signature': stamp(payloadToSign, key) },
    });
    expect(await me('POST', path, signedBy(makeKeyPair()))).toMatchObject({
      status: 401,
      body: { reason: 'Invalid Service-Wallet-Signature' },
    });
    expect((await me('GET', '/actions')).body.totalCount).toBe(0);
    expect(await me('POST', path, signedBy(key))).toMatchObject({
      status: 200,
      body: {
        type: 'EXECUTE_QUOTE',
        status: 'APPROVED',
        transaction: { id: quote.body.transactionId },
      },
    });
  });

  test('above a limit is 403 FORBIDDEN, with the limit in its details', async () => {
    const agent = await aConnectedAgent();
    expect(await agent.me('POST', '/transfer-out', transferOut(agent, 60_000))).toMatchObject({
      status: 403,
      body: {
        code: 'FORBIDDEN',
        reason: 'PER_TRANSACTION_LIMIT_EXCEEDED',
        details: {
          reason: 'PER_TRANSACTION_LIMIT_EXCEEDED',
          limit: 50_000,
          attempted: 60_000,
          currency: 'USD',
        },
      },
    });
  });

  test('without a permission is rejected before its body is read', async () => {
    const { me } = await aConnectedAgent({ permissions: [] });
    expect(await me('POST', '/transfer-in', { body: {} })).toMatchObject({
      status: 403,
      body: { reason: 'PERMISSION_MISSING' },
    });
    expect((await me('GET', '/transactions')).status).toBe(403);
    expect((await me('GET', '/actions')).status).toBe(200);
  });
});

describe('approval', () => {
  test('lists a waiting action and approves it, and rejects another with a reason', async () => {
    const agent = await aConnectedAgent({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const { agentId, me } = agent;
    const headers = { 'Idempotency-Key': agentId };
    const waiting = await me('POST', '/transfer-out', { ...transferOut(agent, 100), headers });
    expect(waiting).toMatchObject({ status: 201, body: { status: 'PENDING_APPROVAL' } });
    expect(waiting.body).not.toHaveProperty('transaction');
    const other = await me('POST', '/transfer-in', {
      body: {
        source: { accountId: agent.externalId },
        destination: { accountId: agent.accountId },
        amount: 200,
      },
    });

    const inbox = await rest('GET', `/agents/approvals?agentId=${agentId}&sortOrder=asc`);
    expect(inbox.body.data.map(({ id }: { id: string }) => id)).toEqual([waiting.body.id, other.body.id]);

    const elsewhere = await aConnectedAgent();
    expect(
      await rest('POST', `/agents/${elsewhere.agentId}/actions/${waiting.body.id}/approve`),
    ).toMatchObject({ status: 404, body: { code: 'AGENT_ACTION_NOT_FOUND' } });

    const path = `/agents/${agentId}/actions/${waiting.body.id}`;
    const approved = await rest('POST', `${path}/approve`, { body: { comment: 'As agreed.' } });
    expect(approved).toMatchObject({ status: 200, body: { status: 'APPROVED' } });
    expect(approved.body.transaction.agentId).toBe(agentId);
    expect(await rest('POST', `${path}/approve`)).toMatchObject({
      status: 409,
      body: { code: 'AGENT_ACTION_NOT_PENDING' },
    });
    const rejected = await rest('POST', `/agents/${agentId}/actions/${other.body.id}/reject`, {
      body: { reason: 'Not this month' },
    });
    expect(rejected.body).toMatchObject({ status: 'REJECTED', rejectionReason: 'Not this month' });
    expect((await me('GET', '/actions?status=REJECTED&status=APPROVED')).body.totalCount).toBe(2);

    const replayed = await me('POST', '/transfer-out', { ...transferOut(agent, 100), headers });
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.body).toEqual(waiting.body);
  });

  test('lists a waiting action with what decides it, and approves it with a comment', async () => {
    const agent = await aConnectedAgent({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const { agentId, me, accountId } = agent;
    const { body: earlier } = await me('POST', '/transfer-out', transferOut(agent, 100));
    const { body: waiting } = await me('POST', '/transfer-out', {
      body: { ...transferOut(agent, 250).body, description: 'Invoice 17' },
    });
    const { body: inbox } = await rest('GET', `/agents/approvals?agentId=${agentId}&limit=1`);
    expect(inbox.data).toMatchObject([
      {
        id: waiting.id,
        description: 'Invoice 17',
        sourceAccount: { id: accountId, currency: 'USD', availableBalance: expect.any(Number) },
        payee: { displayName: 'Grace Hopper', country: 'US', last4: expect.stringMatching(/^\d{4}$/) },
        sendingAmount: { amount: 250, currency: { code: 'USD' } },
        receivingAmount: { amount: 250, currency: { code: 'USD' } },
        fees: 0,
        expiresAt: expect.any(String),
        reason: '2.50 USD is requested, and every payment of the agent requires an approval.',
        history: [{ id: earlier.id, status: 'PENDING_APPROVAL', sendingAmount: { amount: 100 } }],
      },
    ]);
    expect(inbox.data[0].limits[0]).toMatchObject({ name: 'PER_TRANSACTION_LIMIT', used: 0 });
    const path = `/agents/${agentId}/actions/${waiting.id}/approve`;
    expect(await rest('POST', path, { body: { comment: 'x'.repeat(501) } })).toMatchObject({
      status: 400,
      body: { details: { field: 'comment' } },
    });
    const { body: approved } = await rest('POST', path, { body: { comment: 'Agreed' } });
    expect(approved).toMatchObject({
      status: 'APPROVED',
      comment: 'Agreed',
      decidedBy: expect.any(String),
      decision: { isApproved: true, comment: 'Agreed' },
    });
  });

  test.each([
    ['neither balance nor payee', ['CREATE_TRANSFERS'], false, false],
    ['the balance', ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'], true, false],
    ['the payee', ['CREATE_TRANSFERS', 'MANAGE_EXTERNAL_ACCOUNTS'], false, true],
  ] as const)('an agent reads %s of its action', async (_, permissions, balance, payee) => {
    const agent = await aConnectedAgent({ permissions: [...permissions] });
    const { body } = await agent.me('POST', '/transfer-out', transferOut(agent, 100));
    expect('availableBalance' in body.sourceAccount).toBe(balance);
    expect('payee' in body).toBe(payee);
    const { body: listed } = await agent.me('GET', '/actions');
    expect('payee' in listed.data[0]).toBe(payee);
  });
});

test('an agent of a deleted customer can only read itself', async () => {
  const { me, customerId, accountId, externalId } = await aConnectedAgent();
  const back = { source: { accountId }, destination: { accountId: externalId }, amount: 0 };
  const { body } = await rest('GET', `/customers/internal-accounts?customerId=${customerId}`);
  back.amount = body.data.find(({ id }: { id: string }) => id === accountId).balance.amount;
  const { body: sent } = await rest('POST', '/transfer-out', { body: back });
  const settled = () => rest('GET', `/transactions/${sent.id}`).then((response) => response.body.status);
  await expect.poll(settled).toBe('COMPLETED');
  expect((await rest('DELETE', `/customers/${customerId}`)).status).toBe(200);

  expect((await me('GET', '')).status).toBe(200);
  const rejected = { status: 403, body: { code: 'USER_NOT_READY' } };
  expect(await me('GET', '/transactions')).toMatchObject(rejected);
  expect(await me('GET', '/external-accounts')).toMatchObject(rejected);
  expect(await me('DELETE', `/external-accounts/${externalId}`)).toMatchObject(rejected);
  expect(await me('POST', '/transfer-out', { body: back })).toMatchObject(rejected);
});

describe('the platform manages agents', () => {
  test('lists, pauses and deletes agents and patches their policies; access ends at once', async () => {
    const agent = await aConnectedAgent();
    const { agentId, me, customerId } = agent;
    expect((await rest('GET', `/agents?customerId=${customerId}&isConnected=true`)).body.totalCount).toBe(1);
    expect((await rest('PATCH', `/agents/${agentId}`, { body: { isPaused: true } })).body.isPaused).toBe(
      true,
    );
    expect(await me('POST', '/transfer-out', transferOut(agent, 100))).toMatchObject({
      status: 403,
      body: { reason: 'AGENT_PAUSED' },
    });
    const policy = await rest('PATCH', `/agents/${agentId}/policy`, {
      body: { spendingLimits: { dailyLimit: 70_000 } },
    });
    expect(policy.body.policy.spendingLimits).toEqual({
      currency: 'USD',
      perTransactionLimit: 50_000,
      dailyLimit: 70_000,
    });
    expect((await rest('GET', `/agents/${agentId}`)).body).toMatchObject({ id: agentId, isPaused: true });
    expect((await rest('PATCH', `/agents/${agentId}`, { body: {} })).status).toBe(400);
    expect((await rest('DELETE', `/agents/${agentId}`)).status).toBe(204);
    expect((await rest('GET', `/agents/${agentId}`)).body.code).toBe('AGENT_NOT_FOUND');
    expect((await me('GET', '')).status).toBe(401);
  });
});
