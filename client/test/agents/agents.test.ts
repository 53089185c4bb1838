/** The agent kit with a real server and a manual clock: redemption, capabilities, payments and decisions. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  type ConnectedAgent,
  type ConnectedAgents,
  type Policy,
  requiresApproval,
  startConnectedAgents,
} from '../../../test/support/connected-agents.ts';
import { aBankAccount, aEuroAccount, aPayer } from '../../../test/support/parties.ts';
import { startTcpProxy } from '../../../test/support/tcp-proxy.ts';
import {
  ActionNotFound,
  type AgentClient,
  capabilitiesOf,
  currentOutcome,
  NotAnAgent,
  type Outcome,
  pay,
  quote,
  redeemDeviceCode,
  type WaitOptions,
  waitForDecision,
} from '../../src/agents/index.ts';
import { type Client, createClient } from '../../src/index.ts';
import { CreateAgentDocument } from '../../src/operations/index.ts';

let agents: ConnectedAgents;
const clients: Client[] = [];

beforeAll(async () => {
  agents = await startConnectedAgents({ RATE_LIMITS: 'off' });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => agents?.stop());

function clientWith(token?: string, url = agents.service.url): Client {
  const client = createClient({ url, token, webSocket: WebSocket, retry: { baseDelayMs: 1 } });
  clients.push(client);
  return client;
}

/** A client of an agent, and a transfer of $25.00 that it may request. */
async function anAgentWith(policy?: Policy) {
  const agent = await agents.anAgent(policy);
  const destination = await aBankAccount(agents.service, agent.payer.customerId);
  const transfer = {
    type: 'TRANSFER_OUT',
    source: agent.payer.accountId,
    destination,
    amount: 2_500,
  } as const;
  return { agent, client: clientWith(tokenOf(agent)), transfer };
}

const tokenOf = ({ authorization }: ConnectedAgent) => authorization.replace('Bearer ', '');

function actionOf(outcome: Outcome) {
  if (!('action' in outcome) || !outcome.action) throw new Error(JSON.stringify(outcome));
  return outcome.action;
}

describe('a device code', () => {
  test('is redeemed once, without a credential', async () => {
    const payer = await aPayer(agents.service, 1_000);
    const { createAgent } = await clientWith(agents.service.platform.token).execute(CreateAgentDocument, {
      input: {
        name: 'Bookkeeper',
        customerId: payer.customerId,
        policy: {
          permissions: ['CREATE_TRANSFERS'],
          defaultExecutionMode: 'AUTO',
          spendingLimits: { currency: 'USD', perTransactionLimit: 500 },
        },
      },
    });
    if (createAgent.__typename !== 'AgentCreated') throw new Error(createAgent.__typename);
    const { code } = createAgent.deviceCode;
    const redeemed = await redeemDeviceCode(clientWith(), code.toLowerCase());
    if (!redeemed.connected) throw new Error(redeemed.error.message);
    expect(redeemed.agent.id).toBe(createAgent.agent.id);
    expect((await capabilitiesOf(clientWith(redeemed.accessToken))).agent.isConnected).toBe(true);

    expect(await redeemDeviceCode(clientWith(), code)).toMatchObject({
      connected: false,
      error: { __typename: 'InvalidInputError', reason: 'Device code already redeemed' },
    });
  });

  test('that does not exist is an error', async () => {
    expect(await redeemDeviceCode(clientWith(), 'SVC-AGENT-AAAA-AAAA')).toMatchObject({
      connected: false,
      error: { errorCode: 'DEVICE_CODE_NOT_FOUND' },
    });
  });
});

describe('the capabilities', () => {
  test('are those of the policy, less what is spent and reserved', async () => {
    const { client, transfer } = await anAgentWith({
      spendingLimits: { perTransactionLimit: 5_000, dailyLimit: 8_000, dailyTransactionLimit: 3 },
      approvalThresholds: { currency: 'USD', amount: 3_000 },
    });
    expect(await capabilitiesOf(client, transfer.source)).toMatchObject({
      currency: 'USD',
      isPaused: false,
      maxAmount: 5_000,
      remainingToday: 8_000,
      remainingThisMonth: null,
      paymentsLeftToday: 3,
      approvalAbove: { amount: 3_000, currency: 'USD' },
      allowedAccountIds: null,
    });
    expect(await pay(client, transfer)).toMatchObject({ outcome: 'executed' });
    expect(await pay(client, { ...transfer, amount: 3_001 })).toMatchObject({ outcome: 'waiting' });
    expect(await capabilitiesOf(client)).toMatchObject({
      maxAmount: 2_499,
      remainingToday: 2_499,
      paymentsLeftToday: 1,
    });
    // The maximum is exact: one cent more is rejected.
    expect(await pay(client, { ...transfer, amount: 2_500 })).toMatchObject({ outcome: 'failed' });
    expect(await pay(client, { ...transfer, amount: 2_499 })).toMatchObject({ outcome: 'executed' });
    expect((await capabilitiesOf(client)).maxAmount).toBe(0);
  });

  test('are those of the account that pays, where the policy has a rule for it', async () => {
    const payer = await aPayer(agents.service, 10_000);
    const agent = await agents.anAgent(
      {
        accountRestrictions: {
          allowedAccountIds: [payer.accountId],
          accountRules: [
            { accountId: payer.accountId, executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 700 },
          ],
        },
      },
      payer,
    );
    const client = clientWith(tokenOf(agent));
    expect(await capabilitiesOf(client, payer.accountId)).toMatchObject({
      maxAmount: 700,
      approvalAbove: { amount: 0, currency: 'USD' },
      allowedAccountIds: new Set([payer.accountId]),
    });
    expect(await capabilitiesOf(client)).toMatchObject({ maxAmount: 1_000_000, approvalAbove: null });
    expect((await capabilitiesOf(client, 'InternalAccount:other')).maxAmount).toBe(0);
  });

  test('are only of agents', async () => {
    await expect(capabilitiesOf(clientWith(agents.service.platform.token))).rejects.toThrow(NotAnAgent);
  });
});

describe('a payment', () => {
  test('is executed once for one key', async () => {
    const { client, transfer } = await anAgentWith();
    const options = { idempotencyKey: 'invoice-1' };
    const first = await pay(client, transfer, options);
    expect(first).toMatchObject({
      outcome: 'executed',
      action: { transaction: { __typename: 'Transaction' } },
    });
    expect(actionOf(await pay(client, transfer, options)).id).toBe(actionOf(first).id);
    expect((await capabilitiesOf(client)).agent.usage.dailySpend).toBe(2_500);
  });

  test('to an internal account is executed', async () => {
    const { client, transfer } = await anAgentWith();
    const { source, destination } = transfer;
    const payment = { ...transfer, type: 'TRANSFER_IN', source: destination, destination: source } as const;
    expect(await pay(client, payment)).toMatchObject({
      outcome: 'executed',
      action: { type: 'TRANSFER_IN' },
    });
  });

  test('in another currency has a quote first', async () => {
    const { agent, client } = await anAgentWith();
    const accountId = await aEuroAccount(agents.service, agent.payer.customerId);
    const quoted = await quote(client, {
      source: { account: { accountId: agent.payer.accountId } },
      destination: { account: { accountId } },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 2_500,
    });
    if (!quoted.quoted) throw new Error(quoted.error.message);
    expect(quoted.quote.status).toBe('PENDING');
    expect(await pay(client, { type: 'QUOTE', quoteId: quoted.quote.id })).toMatchObject({
      outcome: 'executed',
      action: { type: 'EXECUTE_QUOTE', quote: { id: quoted.quote.id } },
    });
  });

  test('above a limit fails with the rule and the amounts', async () => {
    const { client, transfer } = await anAgentWith({ spendingLimits: { perTransactionLimit: 2_499 } });
    expect(await pay(client, transfer)).toMatchObject({
      outcome: 'failed',
      reason: 'PER_TRANSACTION_LIMIT_EXCEEDED',
      error: { __typename: 'PolicyViolationError', limit: 2_499, requested: 2_500 },
    });
  });

  test('without a permission fails, also for a quote', async () => {
    const { client, agent } = await anAgentWith({ permissions: ['CREATE_TRANSFERS'] });
    const { accountId } = agent.payer;
    const quoted = await quote(client, {
      source: { account: { accountId } },
      destination: { account: { accountId } },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 2_500,
    });
    expect(quoted).toMatchObject({ quoted: false, error: { missingPermission: 'CREATE_QUOTES' } });
  });

  test('above the balance fails', async () => {
    const { client, transfer } = await anAgentWith();
    const outcome = await pay(client, { ...transfer, amount: 900_000 });
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'INSUFFICIENT_BALANCE' });
  });
});

describe('a payment that waits for a person', () => {
  const permissions = ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'] as const;

  async function waiting(policy: Policy = { permissions: [...permissions] }) {
    const { client, transfer, agent } = await anAgentWith({ ...requiresApproval, ...policy });
    const outcome = await pay(client, transfer);
    expect(outcome).toMatchObject({ outcome: 'waiting', action: { transaction: null } });
    return { client, agent, id: actionOf(outcome).id };
  }

  /** Waits, and decides after the first read of the action, which then still waited. */
  async function decisionAfter(
    decide: () => Promise<unknown>,
    client: Client,
    id: string,
    options: WaitOptions = {},
  ) {
    let reads = 0;
    const observed = {
      subscribe: client.subscribe,
      execute: async (...args: [never, never, never]) => {
        const result = await client.execute(...args);
        if ('agentAction' in (result as object)) {
          reads += 1;
          if (reads === 1) setTimeout(() => void decide(), 100);
        }
        return result;
      },
    } as unknown as AgentClient;
    const outcome = await waitForDecision(observed, id, options);
    return { ...outcome, reads };
  }

  test.each(['websocket', 'sse'] as const)(
    'is executed when the person approves, over %s',
    async (transport) => {
      const { client, id } = await waiting();
      const decision = await decisionAfter(() => agents.approve(id), client, id, { transport });
      expect(decision).toMatchObject({
        outcome: 'executed',
        action: { id, decision: { isApproved: true } },
        reads: 1,
      });
    },
  );

  test('is executed for an agent that may not subscribe', async () => {
    const { client, id } = await waiting({ permissions: ['CREATE_TRANSFERS'] });
    const decision = await decisionAfter(() => agents.approve(id), client, id);
    expect(decision).toMatchObject({ outcome: 'executed', reads: 2 });
  });

  test('is rejected with the reason of the person', async () => {
    const { client, id } = await waiting();
    const decision = await decisionAfter(() => agents.reject(id, 'Unknown payee'), client, id);
    expect(decision).toMatchObject({ outcome: 'rejected', reason: 'Unknown payee', reads: 1 });
  });

  test('expires without a decision', async () => {
    const { client, id } = await waiting();
    const decision = await decisionAfter(() => agents.advance(7 * 24 * 3_600 + 1), client, id);
    expect(decision).toMatchObject({ outcome: 'expired', action: { id, status: 'FAILED' } });
  });

  test.each(permissions)('still waits when the time to wait ends, with %s', async (permission) => {
    const { client, agent, id } = await waiting({ permissions: ['CREATE_TRANSFERS', permission] });
    expect(await waitForDecision(client, id, { timeoutMs: 300 })).toMatchObject({ outcome: 'waiting' });
    await agents.approve(id);
    // Another client, as after a restart of the agent.
    expect(await waitForDecision(clientWith(tokenOf(agent)), id, { timeoutMs: 0 })).toMatchObject({
      outcome: 'executed',
    });
  });

  test('gets the decision that was made while the connection was lost', async () => {
    const { agent, id } = await waiting();
    const proxy = await startTcpProxy(agents.service.url);
    const client = clientWith(tokenOf(agent), proxy.url);
    const decide = async () => {
      await proxy.reject();
      proxy.cut();
      await agents.approve(id);
      await proxy.allow();
    };
    const decision = await decisionAfter(decide, client, id);
    expect(decision).toMatchObject({ outcome: 'executed', reads: 1 });
    await proxy.close();
  });

  test('ends with the reason of the signal', async () => {
    const { client, id } = await waiting();
    const controller = new AbortController();
    const decision = waitForDecision(client, id, { signal: controller.signal });
    controller.abort(new Error('the process stops'));
    await expect(decision).rejects.toThrow('the process stops');
    expect(await currentOutcome(client, id)).toMatchObject({ outcome: 'waiting' });
  });

  test('is not visible to another agent', async () => {
    const { id } = await waiting();
    const { client } = await anAgentWith();
    await expect(waitForDecision(client, id)).rejects.toThrow(ActionNotFound);
  });

  test.each([-1, Number.NaN, 2_147_483_648])('cannot wait %s ms', async (timeoutMs) => {
    await expect(waitForDecision(clientWith(), 'AgentAction:1', { timeoutMs })).rejects.toThrow(TypeError);
  });
});
