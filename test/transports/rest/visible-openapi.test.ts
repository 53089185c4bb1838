/** `openapi.json` with the credential of an agent or an access token, and dry runs and capabilities over both APIs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApi } from '../../../src/transports/rest/openapi-document.ts';
import { partOf } from '../../../src/transports/rest/visible-openapi.ts';
import { anAccessToken } from '../../support/access-tokens.ts';
import { type ConnectedAgents, startConnectedAgents } from '../../support/connected-agents.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount } from '../../support/parties.ts';
import { openApi, type Rest, restClient } from '../../support/rest.ts';
import { basic } from '../../support/service.ts';

let agents: ConnectedAgents;
let rest: Rest;
beforeAll(async () => {
  agents = await startConnectedAgents();
  rest = restClient(agents.service);
}, 60_000);
afterAll(() => agents?.stop());

const read = (authorization?: string) =>
  fetch(`${agents.service.url}/2025-10-13/openapi.json`, {
    headers: authorization === undefined ? {} : { authorization },
  });
const described = async (authorization?: string): Promise<OpenApi> => {
  const response = await read(authorization);
  expect(response.status).toBe(200);
  return (await response.json()) as OpenApi;
};

/** Every reference of a document names a schema of it. */
function danglingIn(document: OpenApi): string[] {
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...references].flatMap(([, name = '']) => (name in document.components.schemas ? [] : [name]));
}

describe('the description', () => {
  test('of an agent has the endpoints that its policy permits, with their schemas only', async () => {
    const { authorization } = await agents.anAgent({ permissions: ['CREATE_TRANSFERS'] });
    const document = await described(authorization);
    const paths = Object.keys(document.paths);
    expect(paths).toEqual(expect.arrayContaining(['/agents/me', '/agents/me/transfer-out']));
    expect(paths).not.toContain('/agents/me/quotes');
    expect(paths).not.toContain('/agents/me/transactions');
    expect(paths).not.toContain('/customers');
    expect(document.webhooks).toEqual({});
    expect(danglingIn(document)).toEqual([]);
    expect(document.components.schemas).not.toHaveProperty('Customer');
  });

  test('of an access token has the endpoints of its scopes', async () => {
    const { authorization } = await anAccessToken(agents.service, ['READ']);
    const document = await described(authorization);
    const methods = Object.values(document.paths).flatMap((operations) => Object.keys(operations));
    expect(document.paths).toHaveProperty('/customers');
    expect(document.paths).not.toHaveProperty('/transfer-out');
    expect(methods.filter((method) => method === 'delete')).toEqual([]);
    expect(danglingIn(document)).toEqual([]);
  });

  test('of a back end and of a caller without a credential is the whole', async () => {
    expect(await described(basic(agents.service.platform.token))).toEqual(openApi);
    expect(await described()).toEqual(openApi);
  });

  test('is not cached for another caller, and an unknown token is 401', async () => {
    const { authorization } = await agents.anAgent();
    const { headers } = await read(authorization);
    expect(headers.get('vary')).toMatch(/authorization/i);
    expect(headers.get('cache-control')).toContain('private');
    expect((await read(`Bearer gat_${'0'.repeat(40)}`)).status).toBe(401);
  });

  test('of no endpoint is valid too', () => {
    const { paths, components, tags } = partOf(openApi, new Set());
    expect([paths, components.schemas, tags]).toEqual([{}, {}, []]);
  });
});

const transferOf = async (payer: { customerId: string; accountId: string }) => ({
  source: { accountId: payer.accountId },
  destination: { accountId: await aBankAccount(agents.service, payer.customerId) },
  amount: 900,
});

describe('a dry run', () => {
  test('over REST is 200 with the preview, and nothing is created', async () => {
    const { payer } = await agents.anAgent();
    const body = await transferOf(payer);
    const previewed = await rest('POST', '/transfer-out', { body: { ...body, dryRun: true } });
    expect(previewed).toMatchObject({
      status: 200,
      body: {
        transactionStatus: 'PENDING',
        price: { sendingAmount: { amount: 900 }, receivingAmount: { amount: 900 }, fees: 0 },
        requiresSignature: false,
        balances: [{ balance: { amount: 100_000 }, availableBalance: { amount: 99_100 } }],
      },
    });
    const { body: page } = await rest('GET', `/transactions?customerId=${payer.customerId}&type=OUTGOING`);
    expect(page.data).toEqual([]);
    expect((await rest('POST', '/transfer-out', { body: { ...body, dryRun: false } })).status).toBe(201);
  });

  test('of an agent over REST has the verdicts of its policy', async () => {
    const { payer, authorization } = await agents.anAgent({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const body = { ...(await transferOf(payer)), dryRun: true };
    expect(await rest('POST', '/agents/me/transfer-out', { authorization, body })).toMatchObject({
      status: 200,
      body: {
        policy: {
          actionStatus: 'PENDING_APPROVAL',
          approvalReason: { rule: 'DEFAULT_EXECUTION_MODE' },
          evaluation: {
            verdict: 'WAIT',
            rules: expect.arrayContaining([
              expect.objectContaining({ rule: 'DEFAULT_EXECUTION_MODE', verdict: 'NEEDS_APPROVAL' }),
            ]),
          },
        },
      },
    });
    const { body: actions } = await rest('GET', '/agents/me/actions', { authorization });
    expect(actions.data).toEqual([]);
  });

  test.each<[boolean | null | undefined, string]>([
    [true, 'PaymentPreview'],
    [false, 'Quote'],
    [null, 'Quote'],
    [undefined, 'Quote'],
  ])('over GraphQL: dryRun %s returns a %s', async (dryRun, typeName) => {
    const { payer } = await agents.anAgent();
    const destination = await aBankAccount(agents.service, payer.customerId);
    const input = {
      source: { account: { accountId: payer.accountId } },
      destination: { account: { accountId: destination } },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 5_000,
      immediatelyExecute: true,
    };
    const document = `mutation($input: CreateQuoteInput!, $dryRun: Boolean) {
      createQuote(input: $input, dryRun: $dryRun) { __typename
        ... on PaymentPreview { transactionStatus price { fees quoteExpiresAt } policy { actionStatus } } } }`;
    const { body } = await sendQuery(agents.service, document, { input, dryRun });
    expect(body.errors).toBeUndefined();
    expect(body.data.createQuote).toMatchObject({
      __typename: typeName,
      ...(dryRun && { transactionStatus: 'PROCESSING', policy: null }),
    });
  });
});

describe('agentMe', () => {
  const document = `query($operations: [String!]) { agentMe { id capabilities(operations: $operations) {
    operation allowed mode reason limits { limit used reserved remaining resetsAt } } } }`;

  test('lists what the agent can do', async () => {
    const { id, authorization } = await agents.anAgent({ permissions: ['CREATE_TRANSFERS'] });
    const operations = ['agentTransferOut', 'agentExecuteQuote', 'unknown'];
    const { body } = await sendQuery(agents.service, document, { operations }, { authorization });
    expect(body.errors).toBeUndefined();
    expect(body.data.agentMe).toMatchObject({
      id,
      capabilities: [
        { operation: 'agentExecuteQuote', allowed: false, reason: 'PERMISSION_MISSING' },
        { operation: 'agentTransferOut', allowed: true, mode: 'AUTO', reason: null },
      ],
    });
    const all = await sendQuery(agents.service, document, {}, { authorization });
    expect(all.body.errors).toBeUndefined();
    expect(all.body.data.agentMe.capabilities.length).toBeGreaterThan(20);
  });

  test('is for agents', async () => {
    const { body } = await sendQuery(agents.service, document, {});
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
