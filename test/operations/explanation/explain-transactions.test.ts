/** The explanation of payments: its steps, their order, who may read which, and how many statements it takes. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Id, idOf, newUuid, uuidOf } from '../../../src/kernel/ids.ts';
import { holds } from '../../../src/ledger/tables.ts';
import { explainTransactions } from '../../../src/operations/explanation/explain-transactions.ts';
import {
  maxAttempts,
  maxDeliveries,
  maxInAllSteps,
} from '../../../src/operations/explanation/explanation.ts';
import { findTransactions } from '../../../src/payments/transactions/store.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '../../../src/webhooks/tables.ts';
import { anAccessToken } from '../../support/access-tokens.ts';
import {
  type ConnectedAgents,
  requiresApproval,
  startConnectedAgents,
} from '../../support/connected-agents.ts';
import { countedStatements } from '../../support/counted-statements.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount, aEuroAccount, aPayer, type Payer } from '../../support/parties.ts';
import { restClient } from '../../support/rest.ts';
import { basic, type TestPlatform } from '../../support/service.ts';

let agents: ConnectedAgents;
let stranger: TestPlatform;
let payer: Payer;
beforeAll(async () => {
  agents = await startConnectedAgents();
  stranger = await agents.service.addPlatform();
  payer = await aPayer(agents.service, 1_000_000);
});
afterAll(() => agents.stop());

const selection = `steps { kind at text outcome comment references actor { kind id name }
  amounts { name value { amount currency { code } } }
  rate { exact decimal sendingCurrency { code } receivingCurrency { code } source }
  roundings { name exact decimal direction rounded { amount currency { code } } }
  policyVersion rules { rule verdict limit used reserved requested currency { code } }
  attempts { responseStatus durationMs error } } isTruncated`;

async function query(document: string, variables: object = {}, authorization?: string) {
  const { body } = await sendQuery(
    agents.service,
    document,
    variables,
    authorization ? { authorization } : {},
  );
  expect(body.errors).toBeUndefined();
  return body.data;
}

interface Step {
  readonly kind: string;
  readonly at: string;
  readonly text: string;
  readonly references: readonly string[];
  readonly [field: string]: unknown;
}

interface Explained {
  readonly steps: readonly Step[];
  readonly isTruncated: boolean;
}

async function explanationOf(id: string, authorization?: string): Promise<Explained> {
  const document = `query ($id: ID!) { transaction(id: $id) { explanation { ${selection} } } }`;
  const { explanation } = (await query(document, { id }, authorization)).transaction;
  // The cost of the fields is that of these numbers.
  const total = (list: string) =>
    explanation.steps.reduce((sum: number, step: Step) => sum + ((step[list] as unknown[]) ?? []).length, 0);
  for (const list of ['roundings', 'rules', 'attempts', 'amounts'] as const) {
    expect(total(list)).toBeLessThanOrEqual(maxInAllSteps[list]);
  }
  expect(explanation.steps.filter(({ rate }: Step) => rate).length).toBeLessThanOrEqual(maxInAllSteps.rates);
  return explanation;
}

const explain = async (id: string, authorization?: string): Promise<readonly Step[]> =>
  (await explanationOf(id, authorization)).steps;

const kinds = (steps: readonly Step[]) => steps.map(({ kind }) => kind);
const only = (steps: readonly Step[], kind: string): Step => {
  const [step, ...others] = steps.filter((one) => one.kind === kind);
  if (!step || others.length > 0) throw new Error(`one step ${kind}: ${JSON.stringify(kinds(steps))}`);
  return step;
};

async function transfer(suffix: string, amount = 1_200): Promise<Id<'Transaction'>> {
  const destination = await aBankAccount(agents.service, payer.customerId, suffix);
  const { transferOut } = await query(
    'mutation ($input: TransferInput!) { transferOut(input: $input) { ... on Transaction { id } } }',
    { input: { source: payer.accountId, destination, amount } },
  );
  return transferOut.id;
}

async function executedQuote(suffix = '111'): Promise<{ id: Id<'Transaction'>; quoteId: string }> {
  const accountId = await aEuroAccount(agents.service, payer.customerId, suffix);
  const { createQuote } = await query(
    `mutation ($input: CreateQuoteInput!) { createQuote(input: $input) { ... on Quote { id transaction { id } } } }`,
    {
      input: {
        source: { account: { accountId: payer.accountId } },
        destination: { account: { accountId } },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_001,
      },
    },
  );
  await query('mutation ($id: ID!) { executeQuote(quoteId: $id) { __typename } }', { id: createQuote.id });
  return { id: createQuote.transaction.id, quoteId: createQuote.id };
}

describe('a transfer', () => {
  test('says who requested it, what was held and debited, and each status', async () => {
    const id = await transfer('900');
    expect(kinds(await explain(id))).toEqual(['REQUESTED', 'HOLD_PLACED', 'STATUS_CHANGED']);
    await agents.advance(120);
    const steps = await explain(id);
    expect(new Set(kinds(steps))).toEqual(
      new Set(['REQUESTED', 'HOLD_PLACED', 'HOLD_CAPTURED', 'STATUS_CHANGED', 'POSTED']),
    );
    const { token } = agents.service.platform.principal;
    expect(only(steps, 'REQUESTED')).toMatchObject({
      text: `API token "${token.name}" requested a transfer of 12.00 USD from an internal account to an external account.`,
      actor: { kind: 'API_TOKEN', id: token.id },
      references: [
        expect.stringMatching(/^AuditEntry:/),
        payer.accountId,
        expect.stringMatching(/^ExternalAccount:/),
      ],
    });
    expect(only(steps, 'POSTED')).toMatchObject({
      outcome: 'NEUTRAL',
      amounts: [
        { name: 'DEBITED', value: { amount: 1_200, currency: { code: 'USD' } } },
        { name: 'BALANCE_AFTER', value: { currency: { code: 'USD' } } },
      ],
      references: [expect.stringMatching(/^LedgerEntry:/), payer.accountId],
    });
    expect(only(steps, 'HOLD_CAPTURED').text).toBe('The hold of 12.00 USD was captured: it is debited.');
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted());
    expect(steps.filter(({ outcome }) => outcome === 'SUCCEEDED')).toMatchObject([
      { text: 'The payment was delivered to the destination.' },
    ]);
  });

  test('has a hold that was released', async () => {
    const id = await transfer('005');
    await agents.service.db.orm
      .update(holds)
      .set({ status: 'RELEASED' })
      .where(eq(holds.transactionId, uuidOf(id)));
    expect(only(await explain(id), 'HOLD_RELEASED').text).toBe(
      'The hold of 12.00 USD was released: it is available again.',
    );
  });

  test('that fails at once has its reason', async () => {
    const id = await transfer('002');
    await agents.advance(120);
    const steps = await explain(id);
    expect(steps.filter(({ outcome }) => outcome === 'FAILED')[0]?.text).toMatch(/^The payment failed: /);
  });

  test('that comes back has a refund with its reason', async () => {
    const id = await transfer('005');
    await agents.advance(120);
    const steps = await explain(id);
    const refunds = steps.filter(({ kind }) => kind === 'REFUND_CHANGED');
    expect(refunds).toMatchObject([
      {
        outcome: 'WAITING',
        text: expect.stringMatching(/^The refund RF-\S+ of 12\.00 USD was started, because of: /),
      },
      { outcome: 'SUCCEEDED', amounts: [{ name: 'REFUNDED', value: { amount: 1_200 } }] },
    ]);
    expect(kinds(steps).filter((kind) => kind === 'POSTED')).toHaveLength(2);
  });
});

test('a quote has its rate, its fees, and each division that rounds', async () => {
  const { id, quoteId } = await executedQuote();
  const steps = await explain(id);
  const { quote } = (
    await query(
      'query ($id: ID!) { transaction(id: $id) { quote { totalReceivingAmount feesIncluded rateDetails { serviceApiFixedFee } } } }',
      { id },
    )
  ).transaction;
  const quoted = only(steps, 'QUOTED') as never as {
    references: string[];
    rate: { exact: string; source: string };
    amounts: { name: string; value: { amount: number } }[];
    roundings: { name: string; direction: string; rounded: { amount: number } }[];
  };
  expect(quoted.references).toEqual([quoteId]);
  expect(quoted.rate).toMatchObject({
    source: 'SANDBOX',
    sendingCurrency: { code: 'USD' },
    receivingCurrency: { code: 'EUR' },
  });
  expect(quoted.amounts).toContainEqual({
    name: 'FEES',
    value: { amount: quote.feesIncluded, currency: { code: 'USD' } },
  });
  const rounded = new Map(quoted.roundings.map((rounding) => [rounding.name, rounding]));
  expect(rounded.get('RECEIVING_AMOUNT')).toMatchObject({
    direction: 'DOWN',
    rounded: { amount: quote.totalReceivingAmount, currency: { code: 'EUR' } },
  });
  const fees = [...rounded.values()]
    .filter(({ name }) => name.endsWith('FEE'))
    .map((one) => one.rounded.amount);
  expect(fees.reduce((sum, fee) => sum + fee, quote.rateDetails.serviceApiFixedFee)).toBe(quote.feesIncluded);
  const executed = steps.find(({ text }) => text.startsWith('The payment was sent to the payment rail'));
  expect(executed).toMatchObject({
    text: expect.stringContaining('with executeQuote'),
    actor: { kind: 'API_TOKEN' },
  });
});

describe('a payment of an agent', () => {
  test('has the policy, the vote and the decision', async () => {
    const agent = await agents.anAgent(requiresApproval);
    const action = await agents.submitted('TRANSFER_OUT', agent, 500);
    await agents.approve(action.id);
    const { agentAction } = await query('query ($id: ID!) { agentAction(id: $id) { transaction { id } } }', {
      id: action.id,
    });
    const steps = await explain(agentAction.transaction.id);
    expect(kinds(steps)).toEqual(expect.arrayContaining(['REQUESTED', 'POLICY_CHECKED', 'VOTED', 'DECIDED']));
    expect(only(steps, 'REQUESTED')).toMatchObject({
      text: 'Agent "Bookkeeper" requested a transfer of 5.00 USD.',
      actor: { kind: 'AGENT', id: agent.id },
      references: [agent.id, action.id, agent.payer.accountId, expect.stringMatching(/^ExternalAccount:/)],
    });
    expect(only(steps, 'POLICY_CHECKED')).toMatchObject({
      policyVersion: 1,
      text: 'Version 1 of the policy of the agent required an approval: 5.00 USD is requested, and every payment of the agent requires an approval.',
      rules: expect.arrayContaining([
        expect.objectContaining({
          rule: 'PER_TRANSACTION_LIMIT',
          verdict: 'PASSED',
          limit: 1_000_000,
          requested: 500,
        }),
        expect.objectContaining({ rule: 'DEFAULT_EXECUTION_MODE', verdict: 'NEEDS_APPROVAL' }),
      ]),
    });
    expect(only(steps, 'VOTED')).toMatchObject({ outcome: 'SUCCEEDED', actor: { kind: 'API_TOKEN' } });
    expect(only(steps, 'DECIDED').text).toMatch(/ approved the payment\.$/);
  });

  test('an agent sees its own action without votes, deliveries and the audit log, and not the action of another', async () => {
    const one = await agents.anAgent({
      ...requiresApproval,
      permissions: ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'],
    });
    const other = await agents.anAgent({ permissions: ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'] }, one.payer);
    const action = await agents.submitted('TRANSFER_OUT', one, 700);
    await agents.approve(action.id);
    const { agentAction } = await query('query ($id: ID!) { agentAction(id: $id) { transaction { id } } }', {
      id: action.id,
    });
    const own = await explain(agentAction.transaction.id, one.authorization);
    expect(kinds(own)).toEqual(expect.arrayContaining(['POLICY_CHECKED', 'DECIDED', 'HOLD_PLACED']));
    expect(kinds(own)).not.toContain('VOTED');
    expect(JSON.stringify(own)).not.toContain('AuditEntry:');
    const ofOther = await explain(agentAction.transaction.id, other.authorization);
    expect(kinds(ofOther)).not.toContain('POLICY_CHECKED');
    expect(JSON.stringify(ofOther)).not.toContain(action.id);
    const rest = restClient(agents.service);
    const path = `/agents/me/transactions/${agentAction.transaction.id}/explanation`;
    const { status, body } = await rest('GET', path, { authorization: one.authorization });
    expect(status).toBe(200);
    expect(body.steps.map(({ kind }: Step) => kind)).toEqual(kinds(own));
  });
});

describe('webhooks', () => {
  const url = 'https://hooks.example/secret-path';
  let endpointId: string;

  beforeAll(async () => {
    const { platform } = agents.service.platform.principal;
    endpointId = newUuid();
    const at = agents.service.clock.now(platform);
    await agents.service.db.orm.insert(webhookEndpoints).values({
      id: endpointId,
      platformId: uuidOf(platform.id),
      url,
      // It gets only what the tests deliver. A paused endpoint is not asked to approve incoming payments.
      eventTypes: ['TEST'],
      isPaused: true,
      listIndex: 0,
      createdAt: at,
      updatedAt: at,
    });
  });

  /** Deliveries of an event about a record, each with attempts of these statuses. @returns their ids. */
  async function delivered(
    resourceId: string,
    type: 'OUTGOING_PAYMENT.PENDING' | 'AGENT_ACTION.PENDING_APPROVAL',
    { count = 1, statuses = [204] }: { count?: number; statuses?: number[] } = {},
  ): Promise<string[]> {
    const { platform } = agents.service.platform.principal;
    const platformId = uuidOf(platform.id);
    const at = agents.service.clock.now(platform);
    const ids = Array.from({ length: count }, () => newUuid());
    await agents.service.db.orm.insert(webhookDeliveries).values(
      ids.map((id, index) => ({
        id,
        platformId,
        endpointId,
        eventId: newUuid(),
        type,
        resourceId,
        sequence: index + 1,
        position: index + 1,
        body: '{}',
        status: 'DELIVERED' as const,
        createdAt: at,
      })),
    );
    await agents.service.db.orm.insert(webhookAttempts).values(
      ids.flatMap((deliveryId) =>
        statuses.map((responseStatus) => ({
          id: newUuid(),
          platformId,
          deliveryId,
          at,
          durationMs: 12,
          responseStatus,
        })),
      ),
    );
    return ids;
  }

  test('have the HTTP status of each attempt, and the host of the endpoint', async () => {
    const id = await transfer('900');
    const [deliveryId] = await delivered(id, 'OUTGOING_PAYMENT.PENDING', { statuses: [500, 204] });
    const steps = await explain(id);
    expect(only(steps, 'WEBHOOK_DELIVERED')).toMatchObject({
      text: 'The webhook OUTGOING_PAYMENT.PENDING was sent to hooks.example: HTTP 204. It was the last of 2 attempts.',
      outcome: 'SUCCEEDED',
      references: [
        `Delivery:${deliveryId}`,
        `WebhookEndpoint:${endpointId}`,
        expect.stringMatching(/^Webhook:/),
      ],
      attempts: [{ responseStatus: 500 }, { responseStatus: 204 }],
    });
    const { authorization } = await anAccessToken(agents.service, ['READ'], { customerId: payer.customerId });
    expect(kinds(await explain(id, authorization))).not.toContain('WEBHOOK_DELIVERED');
  });

  test('about the action of an agent are in the explanation of its payment', async () => {
    const agent = await agents.anAgent(requiresApproval, payer);
    const action = await agents.submitted('TRANSFER_OUT', agent, 1_200);
    await delivered(action.id, 'AGENT_ACTION.PENDING_APPROVAL');
    const approved = await query(
      'mutation ($id: ID!) { approveAgentAction(id: $id) { ... on AgentAction { transaction { id } } } }',
      { id: action.id },
    );
    const steps = await explain(approved.approveAgentAction.transaction.id);
    expect(only(steps, 'WEBHOOK_DELIVERED').text).toContain('AGENT_ACTION.PENDING_APPROVAL');
  });

  test('are bounded, with their attempts, and what is missing is said', async () => {
    const id = await transfer('900');
    await delivered(id, 'OUTGOING_PAYMENT.PENDING', {
      count: maxDeliveries + 1,
      statuses: Array.from({ length: maxAttempts + 2 }, () => 204),
    });
    const { steps, isTruncated } = await explanationOf(id);
    const webhooks = steps.filter(({ kind }) => kind === 'WEBHOOK_DELIVERED');
    expect([webhooks.length, isTruncated]).toEqual([maxDeliveries, true]);
    expect(webhooks.map(({ attempts }) => (attempts as unknown[]).length)).toEqual(
      webhooks.map(() => maxAttempts),
    );
    expect((await explanationOf(await transfer('900'))).isTruncated).toBe(false);
  });
});

test('an incoming payment has the decision of the platform', async () => {
  const { sandboxReceiveUma } = await query(
    `mutation ($input: SandboxReceiveUmaInput!) { sandboxReceiveUma(input: $input) { ... on Transaction { id } ... on ServiceError { message } } }`,
    {
      input: {
        senderUmaAddress: `$success.usd@${agents.service.ports.sandboxUmaDomain}`,
        customerId: payer.customerId,
        receivingCurrencyCode: 'USD',
        receivingCurrencyAmount: 1_000,
      },
    },
  );
  const id = sandboxReceiveUma.id;
  expect(only(await explain(id), 'APPROVAL_REQUESTED')).toMatchObject({ outcome: 'WAITING' });
  await query('mutation ($id: ID!) { approveTransaction(id: $id) { __typename } }', { id });
  const steps = await explain(id);
  expect(only(steps, 'APPROVAL_DECIDED')).toMatchObject({
    text: expect.stringMatching(/^API token ".*" approved the payment\.$/),
    outcome: 'SUCCEEDED',
    actor: { kind: 'API_TOKEN' },
  });
});

describe('over REST', () => {
  test('the steps are the same', async () => {
    const { id } = await executedQuote();
    const { status, body } = await restClient(agents.service)('GET', `/transactions/${id}/explanation`);
    expect(status).toBe(200);
    expect(body.steps.map(({ text }: Step) => text)).toEqual((await explain(id)).map(({ text }) => text));
  });

  test('another platform finds nothing', async () => {
    const id = await transfer('900');
    const rest = restClient(agents.service);
    const path = `/transactions/${id}/explanation`;
    expect((await rest('GET', path, { authorization: basic(stranger.token) })).status).toBe(404);
    expect((await rest('GET', `/transactions/${idOf('Transaction', newUuid())}/explanation`)).status).toBe(
      404,
    );
  });
});

test('the number of statements does not depend on the number of payments', async () => {
  const { service } = agents;
  const principal = await service.refresh();
  const ids = await Promise.all([1, 2, 3, 4].map((n) => transfer('900', 100 + n)));
  const scope = { platformId: principal.platform.id };
  const transactions = await findTransactions(service.db.orm, scope, ids);
  await explainTransactions(service.ports, principal, transactions);
  const statementsFor = async (count: number) => {
    const counted = countedStatements(service.db);
    await explainTransactions({ ...service.ports, db: counted.db }, principal, transactions.slice(0, count));
    return counted.count;
  };
  expect(await statementsFor(4)).toBe(await statementsFor(1));
});
