/** A person with an APPROVE token alone decides: what they see of an action, and that they see nothing else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentCreateQuote } from '../support/agent-documents.ts';
import {
  type ConnectedAgent,
  type ConnectedAgents,
  startConnectedAgents,
} from '../support/connected-agents.ts';
import { LookUpReceiver } from '../support/documents.ts';
import { sendQuery } from '../support/graphql-client.ts';
import { aBankAccount, aEuroAccount } from '../support/parties.ts';
import { openSocket } from '../support/subscription-client.ts';

let agents: ConnectedAgents;
beforeAll(async () => {
  agents = await startConnectedAgents();
});
afterAll(() => agents?.stop());

const permissions = ['CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'] as const;
const policy = {
  permissions: [...permissions],
  approvalThresholds: { currency: 'USD', amount: 500 },
  spendingLimits: { dailyLimit: 20_000, dailyTransactionLimit: 9 },
};

async function aToken(subject: string, scopes = ['APPROVE'], customerId?: string): Promise<string> {
  const { body } = await sendQuery(
    agents.service,
    `mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { ... on AccessTokenCreated { accessToken } } }`,
    { input: { scopes, subject, ...(customerId && { customerId }) } },
  );
  return `Bearer ${body.data.createAccessToken.accessToken}`;
}

const as = async (authorization: string, query: string, variables: object = {}) =>
  (await sendQuery(agents.service, query, variables, { authorization })).body;

const details = `
  id status description reason expiresAt fees exchangeRate comment decidedBy
  sourceAccount { id currency availableBalance }
  payee { displayName bankName last4 country }
  sendingAmount { amount currency { code } }
  receivingAmount { amount currency { code } }
  limits { name currency { code } limit used reserved remaining }
  decision { isApproved decidedBy decidedAt comment }
  customer { fullName customerType }
  quote { totalSendingAmount exchangeRate }`;
const oneAction = `query ($id: ID!, $first: Int) { agentAction(id: $id) { ${details} history(first: $first) { id status sendingAmount { amount } } } }`;
const approve = `mutation ($id: ID!, $comment: String) { approveAgentAction(id: $id, comment: $comment) {
  __typename ... on AgentAction { ${details} } ... on InvalidInputError { fields { path } } ... on ServiceError { errorCode } } }`;

/** Requests a transfer with a memo. */
async function aTransfer(
  { payer, authorization }: ConnectedAgent,
  amount: number,
  bank: string,
  memo?: string,
) {
  const body = await as(
    authorization,
    'mutation ($input: TransferInput!) { agentTransferOut(input: $input) { ... on AgentAction { id status } ... on ServiceError { errorCode } } }',
    { input: { source: payer.accountId, destination: bank, amount, description: memo } },
  );
  return body.data.agentTransferOut as { id: string; status: string };
}

/** Requests the execution of a quote. */
async function aQuotedAction({ authorization }: ConnectedAgent, input: Record<string, unknown>) {
  const { response } = (await agents.service.send(AgentCreateQuote, { input: input as never }, authorization))
    .data;
  if (response.__typename !== 'Quote') throw new Error(JSON.stringify(response));
  const body = await as(
    authorization,
    'mutation ($id: ID!) { agentExecuteQuote(quoteId: $id) { ... on AgentAction { id status } ... on ServiceError { errorCode } } }',
    { id: response.id },
  );
  return { ...(body.data.agentExecuteQuote as { id: string; status: string }), quoteId: response.id };
}

describe('an approver sees of an action', () => {
  test('the payee, memo, amounts, balance and limits, and decides with a comment', async () => {
    const agent = await agents.anAgent(policy);
    const bank = await aBankAccount(agents.service, agent.payer.customerId, '4321');
    const paid = await aTransfer(agent, 400, bank);
    expect(paid.status).toBe('APPROVED');
    const before = await agents.balanceOf(agent);
    const { id } = await aTransfer(agent, 2_500, bank, 'Invoice 17');
    const approver = await aToken('grace@office');
    const { data, errors } = await as(approver, oneAction, { id });
    expect(errors).toBeUndefined();
    expect(data.agentAction).toMatchObject({
      status: 'PENDING_APPROVAL',
      description: 'Invoice 17',
      reason: '25.00 USD is above the approval threshold of 5.00 USD.',
      sourceAccount: { id: agent.payer.accountId, currency: 'USD', availableBalance: before },
      payee: { displayName: 'Grace Hopper', bankName: null, last4: '4321', country: 'US' },
      sendingAmount: { amount: 2_500, currency: { code: 'USD' } },
      receivingAmount: { amount: 2_500, currency: { code: 'USD' } },
      fees: 0,
      exchangeRate: null,
      decision: null,
      comment: null,
      customer: { fullName: 'Ada Lovelace', customerType: 'INDIVIDUAL' },
      history: [{ id: paid.id, status: 'APPROVED', sendingAmount: { amount: 400 } }],
    });
    expect(data.agentAction.limits).toEqual([
      {
        name: 'PER_TRANSACTION_LIMIT',
        currency: { code: 'USD' },
        limit: 1_000_000,
        used: 0,
        reserved: 0,
        remaining: 1_000_000,
      },
      { name: 'DAILY_TRANSACTION_LIMIT', currency: null, limit: 9, used: 1, reserved: 1, remaining: 7 },
      {
        name: 'DAILY_LIMIT',
        currency: { code: 'USD' },
        limit: 20_000,
        used: 400,
        reserved: 2_500,
        remaining: 17_100,
      },
    ]);
    const requested = await agents.advance(1);
    const days = (Date.parse(data.agentAction.expiresAt) - requested.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7);

    const tooLong = await as(approver, approve, { id, comment: 'x'.repeat(501) });
    expect(tooLong.data.approveAgentAction).toMatchObject({ fields: [{ path: 'comment' }] });
    const decided = await as(approver, approve, { id, comment: 'Agreed with Ada' });
    expect(decided.data.approveAgentAction).toMatchObject({
      status: 'APPROVED',
      comment: 'Agreed with Ada',
      decidedBy: 'grace@office',
      decision: { isApproved: true, decidedBy: 'grace@office', comment: 'Agreed with Ada' },
      limits: [{}, { used: 2, reserved: 0 }, { used: 2_900, reserved: 0, remaining: 17_100 }],
    });
  });

  test('fees, rate and expiry of a quote to a foreign bank', async () => {
    const agent = await agents.anAgent(policy);
    const { id } = await agents.submitted('EXECUTE_QUOTE', agent, 10_000);
    const approver = await aToken('grace@office');
    const { data, errors } = await as(approver, oneAction, { id });
    expect(errors).toBeUndefined();
    const { agentAction: action } = data;
    expect(action).toMatchObject({
      payee: { displayName: 'Grace Hopper', country: 'DE', last4: expect.stringMatching(/^.{4}$/) },
      sendingAmount: { amount: 10_000, currency: { code: 'USD' } },
      receivingAmount: { currency: { code: 'EUR' } },
      quote: { totalSendingAmount: 10_000 },
    });
    expect(action.exchangeRate).toBe(action.quote.exchangeRate);
    expect(action.fees).toBeGreaterThan(0);
    expect(action.receivingAmount.amount).toBeGreaterThan(0);
    const now = await agents.advance(1);
    expect(Date.parse(action.expiresAt) - now.getTime()).toBeLessThanOrEqual(300_000);
  });

  test('the payee of a UMA address, of an internal account and of a transfer in', async () => {
    const { service } = agents;
    const agent = await agents.anAgent(policy);
    const { customerId, accountId } = agent.payer;
    const receiverUmaAddress = `$success.usd@${service.config.sandboxUmaDomain}`;
    const { receiverLookup } = (
      await service.send(LookUpReceiver, {
        input: { uma: { receiverUmaAddress, senderCustomerId: customerId } },
      })
    ).data;
    if (receiverLookup.__typename !== 'ReceiverLookup') throw new Error(JSON.stringify(receiverLookup));
    const common = {
      source: { account: { accountId } },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
    };
    const toUma = await aQuotedAction(agent, {
      ...common,
      destination: { umaAddress: { umaAddress: receiverUmaAddress, currency: 'USD' } },
      lookupId: receiverLookup.lookupId,
      senderCustomerInfo: { FULL_NAME: 'Ada Lovelace', BIRTH_DATE: '1990-12-10' },
    });
    const approver = await aToken('grace@office');
    const payeeOf = async (id: string) => (await as(approver, oneAction, { id })).data.agentAction.payee;
    expect(await payeeOf(toUma.id)).toEqual({
      displayName: expect.stringMatching(/success/),
      bankName: null,
      last4: null,
      country: null,
    });
    const { body } = await sendQuery(
      service,
      'query ($id: ID!) { customer(id: $id) { internalAccounts { id type } } }',
      { id: customerId },
    );
    const wallet = body.data.customer.internalAccounts.find(
      ({ type }: { type: string }) => type === 'EMBEDDED_WALLET',
    );
    const own = { displayName: 'Ada Lovelace', bankName: null, last4: null, country: null };
    const toOwn = await aQuotedAction(agent, {
      ...common,
      destination: { account: { accountId: wallet.id } },
    });
    expect(await payeeOf(toOwn.id)).toEqual(own);
    const pulled = await agents.submitted('TRANSFER_IN', agent, 700);
    const { data } = await as(approver, oneAction, { id: pulled.id });
    expect(data.agentAction).toMatchObject({
      payee: own,
      sourceAccount: {
        id: expect.stringMatching(/^ExternalAccount:/),
        currency: 'USD',
        availableBalance: null,
      },
    });
  });

  test('earlier actions of the same agent and payee only, within the bound', async () => {
    const agent = await agents.anAgent(policy);
    const [one, other] = [
      await aBankAccount(agents.service, agent.payer.customerId),
      await aBankAccount(agents.service, agent.payer.customerId),
    ];
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) ids.push((await aTransfer(agent, 10 + index, one)).id);
    await aTransfer(agent, 20, other);
    const sibling = await agents.anAgent(policy, agent.payer);
    await aTransfer(sibling, 30, one);
    const { id } = await aTransfer(agent, 600, one);
    const approver = await aToken('grace@office');
    const historyOf = async (of: string, first?: number) => {
      const { data, errors } = await as(approver, oneAction, { id: of, first });
      return errors ?? data.agentAction.history.map((earlier: { id: string }) => earlier.id);
    };
    expect(await historyOf(id)).toEqual(ids.toReversed());
    expect(await historyOf(id, 2)).toEqual(ids.slice(2).toReversed());
    expect(await historyOf(ids[1] as string)).toEqual([ids[0]]);
    expect(await historyOf(id, 21)).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  });

  test('its edge in the list of actions, which the agent gets with its result', async () => {
    const agent = await agents.anAgent(policy);
    const bank = await aBankAccount(agents.service, agent.payer.customerId);
    const { data: requested } = await as(
      agent.authorization,
      'mutation ($input: TransferInput!) { agentTransferOut(input: $input) { ... on AgentAction { id edge { cursor node { id } } } } }',
      { input: { source: agent.payer.accountId, destination: bank, amount: 900 } },
    );
    const { id, edge } = requested.agentTransferOut;
    expect(edge.node).toEqual({ id });
    const latest = '{ agentActions(first: 1) { edges { cursor node { id edge { cursor } } } } }';
    const { data } = await as(await aToken('grace@office'), latest);
    expect(data.agentActions.edges).toEqual([{ ...edge, node: { id, edge: { cursor: edge.cursor } } }]);
  });

  test('the decision of another, at once', async () => {
    const agent = await agents.anAgent(policy);
    const [grace, alan] = [await aToken('grace@office'), await aToken('alan@office')];
    const { id } = await agents.submitted('TRANSFER_OUT', agent, 900);
    const socket = openSocket(agents.service.url, grace);
    const updates = socket.subscribe<{ agentActionUpdated: { previousStatus: string | null } }>(
      `subscription ($id: ID) { agentActionUpdated(actionId: $id) { previousStatus action { status comment decision { decidedBy isApproved } payee { displayName } } } }`,
      { id },
    );
    const platform = agents.service.platform.principal.platform.id;
    await expect.poll(() => agents.service.app.tail.bufferOf(platform).subscriberCount).toBeGreaterThan(1);
    const rejected = await as(
      alan,
      'mutation ($id: ID!) { rejectAgentAction(id: $id, reason: "Twice") { __typename } }',
      { id },
    );
    expect(rejected.data.rejectAgentAction.__typename).toBe('AgentAction');
    let { agentActionUpdated: update } = await updates.next();
    // The request of the action comes first where it got its position in the log after the subscription started.
    if (update.previousStatus === null) ({ agentActionUpdated: update } = await updates.next());
    expect(update).toEqual({
      previousStatus: 'PENDING_APPROVAL',
      action: {
        status: 'REJECTED',
        comment: 'Twice',
        decision: { decidedBy: 'alan@office', isApproved: false },
        payee: { displayName: 'Grace Hopper' },
      },
    });
    socket.dispose();
  });

  test('live payments of agents, and no others', async () => {
    const { service } = agents;
    const agent = await agents.anAgent(policy);
    const bank = await aBankAccount(service, agent.payer.customerId);
    const socket = openSocket(service.url, await aToken('grace@office'));
    const updates = socket.subscribe<{ transactionUpdated: { transaction: { id: string; agent: unknown } } }>(
      'subscription { transactionUpdated { transaction { id agent { id } } } }',
      {},
    );
    const platform = service.platform.principal.platform.id;
    const before = service.app.tail.bufferOf(platform).subscriberCount;
    await expect
      .poll(() => service.app.tail.bufferOf(platform).subscriberCount)
      .toBeGreaterThanOrEqual(before);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await sendQuery(
      service,
      'mutation ($input: TransferInput!) { transferOut(input: $input) { __typename } }',
      {
        input: { source: agent.payer.accountId, destination: bank, amount: 5 },
      },
    );
    await aTransfer(agent, 7, bank);
    await updates.next();
    expect(updates.updates.every((one) => one.transactionUpdated.transaction.agent !== null)).toBe(true);
    socket.dispose();
  });
});

describe('a quote', () => {
  const fields =
    'totalSendingAmount totalReceivingAmount exchangeRate feesIncluded rateDetails { serviceApiFixedFee }';
  const node = (id: string, selected: string) => `{ node(id: "${id}") { ... on Quote { ${selected} } } }`;

  test('of an action is read by its id, without what is known of the receiver', async () => {
    const agent = await agents.anAgent(policy);
    const { quote } = await agents.submitted('EXECUTE_QUOTE', agent, 2_000);
    const [approver, reader] = [await aToken('grace@office'), await aToken('alan@office', ['READ'])];
    const id = quote?.id ?? '';
    expect(await as(approver, node(id, fields))).toMatchObject({
      data: { node: { totalSendingAmount: 2_000 } },
    });
    for (const hidden of [
      'counterpartyInformation',
      'paymentInstructions { instructionsNotes }',
      'transaction { counterpartyInformation }',
    ]) {
      const { errors } = await as(approver, node(id, hidden));
      expect([hidden, errors?.[0].extensions.code]).toEqual([hidden, 'FORBIDDEN']);
      expect((await as(reader, node(id, hidden))).errors).toBeUndefined();
    }
  });

  test('without an action is not found', async () => {
    const agent = await agents.anAgent(policy);
    const input = {
      source: { account: { accountId: agent.payer.accountId } },
      destination: { account: { accountId: await aEuroAccount(agents.service, agent.payer.customerId) } },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
    } as const;
    const { response } = (await agents.service.send(AgentCreateQuote, { input }, agent.authorization)).data;
    if (response.__typename !== 'Quote') throw new Error(JSON.stringify(response));
    const [approver, reader] = [await aToken('grace@office'), await aToken('alan@office', ['READ'])];
    expect((await as(approver, node(response.id, fields))).data.node).toBeNull();
    expect((await as(reader, node(response.id, fields))).data.node).toMatchObject({
      totalSendingAmount: 1_000,
    });
  });
});

describe('an agent sees of its own action what its policy lets it read', () => {
  test.each([
    ['nothing more', [], null, null],
    ['the balance with VIEW_TRANSACTIONS', ['VIEW_TRANSACTIONS'], 'balance', null],
    ['the payee with MANAGE_EXTERNAL_ACCOUNTS', ['MANAGE_EXTERNAL_ACCOUNTS'], null, 'payee'],
  ] as const)('%s', async (_, more, balance, payee) => {
    const agent = await agents.anAgent({ ...policy, permissions: [...permissions, ...more] });
    const { id } = await agents.submitted('TRANSFER_OUT', agent, 800);
    const { data, errors = [] } = await as(
      agent.authorization,
      'query ($id: ID!) { agentAction(id: $id) { sendingAmount { amount } sourceAccount { availableBalance } payee { displayName } } }',
      { id },
    );
    expect(data.agentAction.sendingAmount).toEqual({ amount: 800 });
    expect(data.agentAction.sourceAccount.availableBalance).toEqual(balance ? expect.any(Number) : null);
    expect(data.agentAction.payee).toEqual(payee ? { displayName: 'Grace Hopper' } : null);
    expect(errors.length).toBe(balance || payee ? 1 : 2);
  });
});

test('a page of actions takes the same statements as one action', async () => {
  const agent = await agents.anAgent(policy);
  for (let index = 0; index < 5; index += 1) await agents.submitted('EXECUTE_QUOTE', agent, 600 + index);
  const approver = await aToken('grace@office');
  const query = `query ($first: Int!, $agentId: ID!) { agentActions(first: $first, filter: { agentId: $agentId }) { nodes { ${details} history { id payee { displayName } } } } }`;
  const statements = async (first: number) => {
    const { db } = agents.service;
    const counted: string[] = [];
    const session = (
      db.orm as unknown as { _: { session: { prepareQuery: (...args: unknown[]) => unknown } } }
    )._.session;
    const original = session.prepareQuery;
    session.prepareQuery = function prepare(this: unknown, ...args: unknown[]) {
      counted.push(String((args[0] as { sql?: string }).sql));
      return original.apply(this, args);
    };
    const { errors, data } = await as(approver, query, { first, agentId: agent.id });
    session.prepareQuery = original;
    expect(errors).toBeUndefined();
    expect(data.agentActions.nodes.length).toBe(first);
    return counted.filter((text) => /agent_actions|quotes|accounts|customers|"agents"/.test(text)).length;
  };
  // The quotes of earlier actions beyond a page are read in one more statement.
  expect(await statements(5)).toBeLessThanOrEqual(await statements(1));
});
