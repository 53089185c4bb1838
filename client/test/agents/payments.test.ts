/** The agent kit with a real server: redemption of device codes, capabilities and payments. */
import { describe, expect, test } from 'vitest';
import { aEuroAccount, aPayer } from '../../../test/support/parties.ts';
import { capabilitiesOf, NotAnAgent, pay, quote, redeemDeviceCode } from '../../src/agents/index.ts';
import { CreateAgentDocument } from '../../src/operations/index.ts';
import { actionOf, agentClients, tokenOf } from './agent-clients.ts';

const world = agentClients();

describe('a device code', () => {
  test('is redeemed once, without a credential', async () => {
    const payer = await aPayer(world.agents.service, 1_000);
    const { createAgent } = await world
      .clientWith(world.agents.service.platform.token)
      .execute(CreateAgentDocument, {
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
    const redeemed = await redeemDeviceCode(world.clientWith(), code.toLowerCase());
    if (!redeemed.connected) throw new Error(redeemed.error.message);
    expect(redeemed.agent.id).toBe(createAgent.agent.id);
    expect((await capabilitiesOf(world.clientWith(redeemed.accessToken))).agent.isConnected).toBe(true);

    expect(await redeemDeviceCode(world.clientWith(), code)).toMatchObject({
      connected: false,
      error: { __typename: 'InvalidInputError', reason: 'Device code already redeemed' },
    });
  });

  test('that does not exist is an error', async () => {
    expect(await redeemDeviceCode(world.clientWith(), 'SVC-AGENT-AAAA-AAAA')).toMatchObject({
      connected: false,
      error: { errorCode: 'DEVICE_CODE_NOT_FOUND' },
    });
  });
});

describe('the capabilities', () => {
  test('are those of the policy, less what is spent and reserved', async () => {
    const { client, transfer } = await world.anAgentWith({
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
    const payer = await aPayer(world.agents.service, 10_000);
    const agent = await world.agents.anAgent(
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
    const client = world.clientWith(tokenOf(agent));
    expect(await capabilitiesOf(client, payer.accountId)).toMatchObject({
      maxAmount: 700,
      approvalAbove: { amount: 0, currency: 'USD' },
      allowedAccountIds: new Set([payer.accountId]),
    });
    expect(await capabilitiesOf(client)).toMatchObject({ maxAmount: 1_000_000, approvalAbove: null });
    expect((await capabilitiesOf(client, 'InternalAccount:other')).maxAmount).toBe(0);
  });

  test('are only of agents', async () => {
    await expect(capabilitiesOf(world.clientWith(world.agents.service.platform.token))).rejects.toThrow(
      NotAnAgent,
    );
  });
});

describe('a payment', () => {
  test('is executed once for one key', async () => {
    const { client, transfer } = await world.anAgentWith();
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
    const { client, transfer } = await world.anAgentWith();
    const { source, destination } = transfer;
    const payment = { ...transfer, type: 'TRANSFER_IN', source: destination, destination: source } as const;
    expect(await pay(client, payment)).toMatchObject({
      outcome: 'executed',
      action: { type: 'TRANSFER_IN' },
    });
  });

  test('in another currency has a quote first', async () => {
    const { agent, client } = await world.anAgentWith();
    const accountId = await aEuroAccount(world.agents.service, agent.payer.customerId);
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
    const { client, transfer } = await world.anAgentWith({ spendingLimits: { perTransactionLimit: 2_499 } });
    expect(await pay(client, transfer)).toMatchObject({
      outcome: 'failed',
      reason: 'PER_TRANSACTION_LIMIT_EXCEEDED',
      error: { __typename: 'PolicyViolationError', limit: 2_499, requested: 2_500 },
    });
  });

  test('without a permission fails, also for a quote', async () => {
    const { client, agent } = await world.anAgentWith({ permissions: ['CREATE_TRANSFERS'] });
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
    const { client, transfer } = await world.anAgentWith();
    const outcome = await pay(client, { ...transfer, amount: 900_000 });
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'INSUFFICIENT_BALANCE' });
  });
});
