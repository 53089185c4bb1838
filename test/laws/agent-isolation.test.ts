/**
 * An agent calls every field of the schema with the ids of another customer. It can neither read nor change records of
 * that customer. The fields come from the schema, so that a new field is tested too.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { schema } from '../../schema/index.ts';
import { uploadDocument } from '../../src/customers/verifications/upload-document.ts';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { platformConfigId } from '../../src/kernel/ids.ts';
import type { AgentPermission } from '../../src/platforms/access/agent-permissions.ts';
import {
  AgentCreateQuote,
  AgentTransferOut,
  CreateAgent,
  RedeemDeviceCode,
} from '../support/agent-documents.ts';
import { aBankAccount, aEuroAccount, aPayer } from '../support/parties.ts';
import { operationOf, type Values, type WalkedOperation } from '../support/schema-walk.ts';
import { basic, type Service, startService } from '../support/service.ts';
import { openSocket } from '../support/subscription-client.ts';
import { type Receiver, startReceiver } from '../support/webhook-service.ts';

const permissions: AgentPermission[] = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
];

interface Party {
  readonly customerId: string;
  readonly accountId: string;
  readonly bankId: string;
  readonly agentId: string;
  readonly actionId: string;
  readonly transactionId: string;
  readonly quoteId: string;
  readonly authorization: string;
}

let service: Service;
let own: Party;
let other: Party;
/** Ids of the records of the other customer, of the platform and of its tokens, by type. */
let foreign: ReadonlyMap<string, string>;
let receiver: Receiver;

async function party(defaultExecutionMode: 'AUTO' | 'APPROVAL_REQUIRED'): Promise<Party> {
  const { customerId, accountId } = await aPayer(service);
  const bankId = await aBankAccount(service, customerId);
  const made = await service.send(CreateAgent, {
    input: {
      name: 'Agent',
      customerId,
      policy: {
        permissions,
        defaultExecutionMode,
        spendingLimits: { currency: 'USD', perTransactionLimit: 50_000 },
        approvalThresholds: { currency: 'USD', amount: 1_000 },
      },
    },
  });
  const { createAgent } = made.data;
  if (createAgent.__typename !== 'AgentCreated') throw new Error(JSON.stringify(made));
  const redeemed = await service.send(RedeemDeviceCode, { code: createAgent.deviceCode.code });
  const { redeemDeviceCode } = redeemed.data;
  if (redeemDeviceCode.__typename !== 'AgentConnected') throw new Error(JSON.stringify(redeemed));
  const authorization = `Bearer ${redeemDeviceCode.accessToken}`;
  const pay = async (amount: number) => {
    const input = { source: accountId, destination: bankId, amount };
    const { agentTransferOut } = (await service.send(AgentTransferOut, { input }, authorization)).data;
    if (agentTransferOut.__typename !== 'AgentAction') throw new Error(JSON.stringify(agentTransferOut));
    return agentTransferOut;
  };
  const paid = await pay(10);
  const waiting = await pay(2_000);
  const input = {
    source: { account: { accountId } },
    destination: { account: { accountId: await aEuroAccount(service, customerId) } },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
  } as const;
  const { response: quote } = (await service.send(AgentCreateQuote, { input }, authorization)).data;
  if (quote.__typename !== 'Quote') throw new Error(JSON.stringify(quote));
  return {
    customerId,
    accountId,
    bankId,
    agentId: createAgent.agent.id,
    actionId: waiting.id,
    transactionId: paid.transaction?.id ?? '',
    quoteId: quote.id,
    authorization,
  };
}

/** Creates a business with an owner, a document of the owner and a verification. */
async function aVerifiedBusiness() {
  const authorization = basic(service.platform.token);
  // biome-ignore lint/suspicious/noExplicitAny: the results of four mutations on the platform of this test.
  const made = async (query: string, variables: Record<string, unknown>): Promise<any> =>
    Object.values((await sendDocument({ query, variables }, authorization)).data ?? {})[0];
  const { id: businessId } = await made(
    `mutation { createCustomer(input: {customerType: BUSINESS, businessInfo: {legalName: "Acme"}}) {
       ... on Customer { id } } }`,
    {},
  );
  const { id: ownerId } = await made(
    `mutation ($id: ID!) { createBeneficialOwner(input: {customerId: $id, roles: [UBO], ownershipPercentage: 50, personalInfo: {
       firstName: "Grace", lastName: "Hopper", birthDate: "1990-12-09", nationality: "US", idType: SSN, identifier: "078-05-1120",
       address: {line1: "1 Main St", postalCode: "10001", country: "US"} } }) { ... on BeneficialOwner { id } } }`,
    { id: businessId },
  );
  const document = await uploadDocument(
    service.ports,
    service.platform.principal,
    {
      documentHolder: ownerId,
      documentType: 'PASSPORT',
      country: 'US',
      side: undefined,
      documentNumber: undefined,
      issuingAuthority: undefined,
    },
    {
      bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Uint8Array(16)]),
      fileName: 'scan.png',
    },
  );
  if (document instanceof Error) throw document;
  const { id: verificationId } = await made(
    'mutation ($id: ID!) { submitVerification(input: {customerId: $id}) { ... on Verification { id } } }',
    { id: businessId },
  );
  return { businessId, ownerId, documentId: document.id, verificationId };
}

/** A webhook endpoint of the platform. */
async function anEndpoint(url: string) {
  const query = `mutation ($url: String!) { updatePlatformConfig(input: {webhookEndpoints: [{url: $url}]}) { __typename } }`;
  await sendDocument({ query, variables: { url } }, basic(service.platform.token));
}

/** A delivery to the endpoint of the platform. Deliveries are created shortly after their events. */
async function aDelivery(): Promise<string> {
  const query = '{ webhookDeliveries(first: 1) { nodes { id } } }';
  return vi.waitFor(
    async () => {
      const { data } = await sendDocument({ query, variables: {} }, basic(service.platform.token));
      const found = data?.['webhookDeliveries'] as { nodes: { id: string }[] } | undefined;
      if (!found?.nodes[0]) throw new Error('nothing was delivered yet');
      return found.nodes[0].id;
    },
    { timeout: 60_000, interval: 100 },
  );
}

beforeAll(async () => {
  service = await startService({ server: true });
  receiver = await startReceiver();
  await anEndpoint(receiver.url);
  own = await party('AUTO');
  other = await party('AUTO');
  const { principal } = service.platform;
  const { businessId, ownerId, documentId, verificationId } = await aVerifiedBusiness();
  foreign = new Map([
    ['Customer', other.customerId],
    ['InternalAccount', other.accountId],
    ['ExternalAccount', other.bankId],
    ['Agent', other.agentId],
    ['AgentAction', other.actionId],
    ['Transaction', other.transactionId],
    ['Quote', other.quoteId],
    ['Business', businessId],
    ['BeneficialOwner', ownerId],
    ['Document', documentId],
    ['Verification', verificationId],
    ['Delivery', await aDelivery()],
    ['Token', principal.token.id],
    ['Platform', principal.platform.id],
    ['PlatformConfig', platformConfigId(principal.platform.id)],
  ]);
  expect([...foreign.values()].every((id) => /^[A-Za-z]+:[0-9a-f-]{36}$/.test(id))).toBe(true);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

/** The id type that an argument expects, from its name and its field. */
function idFor(field: string, name: string): string {
  const typesByName: readonly [RegExp, string][] = [
    [/quoteId/i, 'Quote'],
    [/deliveryId/i, 'Delivery'],
    [/documentHolder/i, 'BeneficialOwner'],
    [/customer/i, 'Customer'],
    [/agentId/i, 'Agent'],
    [/transactionId/i, 'Transaction'],
    [/actionId/i, 'AgentAction'],
    [/destination/i, /In$/.test(field) ? 'InternalAccount' : 'ExternalAccount'],
    [/source/i, /In$/.test(field) ? 'ExternalAccount' : 'InternalAccount'],
    [/account/i, 'InternalAccount'],
  ];
  const byName = typesByName.find(([pattern]) => pattern.test(name))?.[1];
  const byField: readonly [RegExp, string][] = [
    [/agentAction/i, 'AgentAction'],
    [/agent/i, 'Agent'],
    [/externalAccount/i, 'ExternalAccount'],
    [/account|wallet/i, 'InternalAccount'],
    [/transaction/i, 'Transaction'],
    [/apiToken/i, 'Token'],
    [/quote/i, 'Quote'],
    [/beneficialOwner/i, 'BeneficialOwner'],
    [/document/i, 'Document'],
    [/verification/i, 'Verification'],
  ];
  const type = byName ?? byField.find(([pattern]) => pattern.test(field))?.[1] ?? 'Customer';
  return foreign.get(type) ?? '';
}

const valuesFor =
  (field: string): Values =>
  (name, typeName) => {
    switch (typeName) {
      case 'ID':
        return idFor(field, name);
      case 'Amount':
        return 100;
      case 'Int':
        return name === 'first' ? 100 : undefined;
      case 'Float':
        return 25;
      case 'Boolean':
        return undefined;
      case 'DateTime':
      case 'Date':
        return undefined;
      case 'String':
        return /currency/i.test(name) ? 'USD' : /after|cursor/i.test(name) ? undefined : 'walked';
      default:
        return undefined;
    }
  };

const rootFields = (kind: 'query' | 'mutation' | 'subscription') => {
  const root = { query: schema.getQueryType(), mutation: schema.getMutationType() }[
    kind as 'query' | 'mutation'
  ];
  return Object.values((kind === 'subscription' ? schema.getSubscriptionType() : root)?.getFields() ?? {});
};

async function sendDocument(
  { query, variables }: Pick<WalkedOperation, 'query' | 'variables'>,
  authorization: string,
) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', authorization },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as {
    data?: Record<string, unknown>;
    errors?: { extensions: { code: string } }[];
  };
}

/** Foreign values in a response. An error may repeat the id of the request. */
const foreignValuesIn = (response: unknown): string[] => {
  const text = JSON.stringify(response, (key, value) => (key === 'missingId' ? undefined : value)) ?? '';
  return [...foreign.values()].filter((id) => text.includes(id));
};

describe('an agent reads nothing of another customer or of the platform', () => {
  test.each(rootFields('query').map((field) => [field.name, field] as const))(
    'query %s',
    async (name, field) => {
      for (const values of [valuesFor(name), (() => undefined) as Values]) {
        const operation = operationOf('query', field, values);
        const response = await sendDocument(operation, own.authorization);
        expect(foreignValuesIn(response)).toEqual([]);
        expect((response.errors ?? []).map(({ extensions }) => extensions.code)).not.toContain(
          'INTERNAL_ERROR',
        );
      }
    },
  );

  test('by a node id', async () => {
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }';
    const response = await sendDocument(
      { query, variables: { ids: [...foreign.values()] } },
      own.authorization,
    );
    expect(response.data?.['nodes']).toEqual([...foreign.values()].map(() => null));
    const { authorization: _, ...records } = own;
    const mine = Object.values(records);
    const seen = await sendDocument({ query, variables: { ids: mine } }, own.authorization);
    expect(seen.data?.['nodes']).toMatchObject(mine.map((id) => ({ id })));
  });

  test('the same queries by the platform return these records', async () => {
    const met = new Set<string>();
    for (const field of rootFields('query')) {
      for (const values of [valuesFor(field.name), (() => undefined) as Values]) {
        const response = await sendDocument(
          operationOf('query', field, values),
          basic(service.platform.token),
        );
        for (const id of foreignValuesIn(response)) met.add(id);
      }
    }
    expect([...foreign.values()].filter((id) => !met.has(id))).toEqual([]);
  });
});

describe('an agent changes nothing of another customer or of the platform', () => {
  const state = async () =>
    rawRows(
      service.db.orm,
      sql`select
        (select json_agg(c order by id) from customers c) as customers,
        (select json_agg(a order by id) from agents a where id <> ${own.agentId.slice(6)}) as agents,
        (select json_agg(a order by id) from agent_actions a) as actions,
        (select json_agg(t order by id) from transactions t) as transactions,
        (select json_agg(q order by id) from quotes q) as quotes,
        (select json_agg(o order by id) from beneficial_owners o) as owners,
        (select json_agg(v order by id) from verifications v) as verifications,
        (select json_agg(d order by id) from documents d) as documents,
        (select json_agg(e order by id) from external_accounts e) as external_accounts,
        (select json_agg(l order by id) from ledger_accounts l) as balances,
        (select json_agg(t order by id) from api_tokens t) as tokens,
        (select count(*) from access_tokens) as access_tokens,
        (select json_agg(p order by id) from platforms p) as platforms`,
    );

  test('by any mutation with any ids', async () => {
    await service.settle();
    const before = await state();
    for (const field of rootFields('mutation')) {
      const operation = operationOf('mutation', field, valuesFor(field.name));
      const response = await sendDocument(operation, own.authorization);
      const result = response.data?.[field.name] as { __typename?: string } | null | undefined;
      const isRejected = result ? /Error$/.test(result.__typename ?? '') : (response.errors ?? []).length > 0;
      expect([field.name, isRejected]).toEqual([field.name, true]);
      expect([field.name, foreignValuesIn(response)]).toEqual([field.name, []]);
      expect((response.errors ?? []).map(({ extensions }) => extensions.code)).not.toContain(
        'INTERNAL_ERROR',
      );
    }
    expect(await state()).toEqual(before);
  });

  test('an agent receives no updates of foreign records', async () => {
    const socket = openSocket(service.url, own.authorization);
    const { data } = await sendDocument({ query: '{ eventCursor }', variables: {} }, own.authorization);
    const subscriptions = rootFields('subscription').flatMap((field) =>
      [valuesFor(field.name), (() => undefined) as Values].map((values) => {
        const { query, variables } = operationOf('subscription', field, values, 2);
        return socket.subscribe<Record<string, unknown>>(query, variables);
      }),
    );
    expect(data?.['eventCursor']).toBeDefined();
    // Each subscription starts or is rejected.
    const line = service.platform.principal.platform.id;
    const startedCount = () =>
      service.app.tail.bufferOf(line).subscriberCount +
      subscriptions.filter(({ isRejected }) => isRejected).length;
    await expect.poll(startedCount).toBe(subscriptions.length);
    const pay = (of: Party) =>
      service.send(
        AgentTransferOut,
        { input: { source: of.accountId, destination: of.bankId, amount: 10 } },
        of.authorization,
      );
    await pay(other);
    await pay(own);
    const receivedUpdates = () => subscriptions.flatMap(({ updates }) => updates);
    await expect.poll(() => receivedUpdates().length).toBeGreaterThan(0);
    // Updates of foreign records would have been received by now.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const received = receivedUpdates();
    expect(foreignValuesIn(received)).toEqual([]);
    socket.dispose();
  });
});
