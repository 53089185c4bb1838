/**
 * An access token with the scope APPROVE alone calls every field of the schema. It reads agents and their actions, and
 * decides; everything else is forbidden. The fields come from the schema, so that a new field is tested too.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccessTokenPrincipal } from '../../src/platforms/access/principal.ts';
import { type RequiredPermission, requirePermission } from '../../src/platforms/access/principal.ts';
import { AgentTransferOut, CreateAgent, RedeemDeviceCode } from '../support/agent-documents.ts';
import { CreateCustomer, CreateExternalAccount } from '../support/documents.ts';
import { documentOf, type RootField, rootFields, selectionOf, sendQuery } from '../support/graphql-client.ts';
import { aPayer, usdAccount } from '../support/parties.ts';
import { openSocket } from '../support/raw-socket.ts';
import { operationOf, type Values } from '../support/schema-walk.ts';
import { basic, longTimeouts, type Service, startService } from '../support/service.ts';
import { validGraphQLValues } from '../support/valid-inputs.ts';

/** What a person who decides may call. */
const allowed = {
  query: ['agent', 'agentAction', 'agentActions', 'agents', 'node', 'nodes', 'viewer'],
  mutation: ['approveAgentAction', 'rejectAgentAction'],
  subscription: ['agentActionUpdated', 'eventPublished', 'transactionUpdated'],
};
/** Without data of the platform: currencies and the like, the position of the log, and what needs no credential. */
const harmless = {
  query: [
    'currencies',
    'eventCursor',
    'exchangeRateHistory',
    'exchangeRates',
    'paymentInstitutions',
    'sandboxClock',
  ],
  mutation: ['redeemDeviceCode'],
};

const secrets = {
  email: 'ada.secret@example.com',
  birthDate: '1989-03-17',
  line1: '12 Secret Street',
  registrationNumber: '5551234900',
  taxId: '9988776655',
  accountNumber: '7654321900',
  hiddenName: 'Charles Hidden',
};

let service: Service;
let approver: string;
let stranger: string;
let acting: Party;
let idle: Party;

interface Party {
  readonly customerId: string;
  readonly agentId: string;
  readonly actionId: string | undefined;
}

const send = async (authorization: string, query: string, variables: object = {}) =>
  sendQuery(service, query, variables, { authorization });

async function tokenOf(platform: string): Promise<string> {
  const { body } = await send(
    basic(platform),
    'mutation { createAccessToken(input: { scopes: [APPROVE], subject: "grace" }) { ... on AccessTokenCreated { accessToken } } }',
  );
  return `Bearer ${body.data.createAccessToken.accessToken}`;
}

/** A business or a person with an agent, and a waiting action of the agent where an account pays it. */
async function party(input: object, pays: boolean): Promise<Party> {
  const { createCustomer: customer } = (await service.send(CreateCustomer, { input: input as never })).data;
  if (customer.__typename !== 'Customer') throw new Error(JSON.stringify(customer));
  const { createAgent: made } = (
    await service.send(CreateAgent, {
      input: {
        name: 'Bookkeeper',
        customerId: customer.id,
        policy: {
          permissions: ['CREATE_TRANSFERS'],
          defaultExecutionMode: 'APPROVAL_REQUIRED',
          spendingLimits: { currency: 'USD', perTransactionLimit: 5_000 },
        },
      },
    })
  ).data;
  if (made.__typename !== 'AgentCreated') throw new Error(JSON.stringify(made));
  if (!pays) return { customerId: customer.id, agentId: made.agent.id, actionId: undefined };
  const { redeemDeviceCode } = (await service.send(RedeemDeviceCode, { code: made.deviceCode.code })).data;
  if (redeemDeviceCode.__typename !== 'AgentConnected') throw new Error(JSON.stringify(redeemDeviceCode));
  const { createExternalAccount: bank } = (
    await service.send(CreateExternalAccount, {
      input: {
        customerId: customer.id,
        currency: 'USD',
        accountInfo: { usdAccount: { ...usdAccount(), accountNumber: secrets.accountNumber } },
      },
    })
  ).data;
  if (bank.__typename !== 'ExternalAccount') throw new Error(JSON.stringify(bank));
  const source = customer.internalAccounts.find(
    ({ type, balance }) => type === 'INTERNAL_FIAT' && balance.currency.code === 'USD',
  );
  const { agentTransferOut: action } = (
    await service.send(
      AgentTransferOut,
      { input: { source: source?.id ?? '', destination: bank.id, amount: 100 } },
      `Bearer ${redeemDeviceCode.accessToken}`,
    )
  ).data;
  if (action.__typename !== 'AgentAction') throw new Error(JSON.stringify(action));
  return { customerId: customer.id, agentId: made.agent.id, actionId: action.id };
}

beforeAll(async () => {
  service = await startService({ server: true, env: { LIMITS: `cost=100000000,${longTimeouts}` } });
  const other = await service.addPlatform();
  const { email, birthDate, line1 } = secrets;
  acting = await party(
    {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      email,
      birthDate,
      address: { line1, city: 'London', postalCode: 'N1', country: 'GB' },
    },
    true,
  );
  idle = await party({ customerType: 'INDIVIDUAL', fullName: secrets.hiddenName }, false);
  // Further records, so that an empty result would be wrong.
  await aPayer(service);
  approver = await tokenOf(service.platform.token);
  stranger = await tokenOf(other.token);
});
afterAll(() => service?.stop());

const valuesFor =
  (field: string, of: Party): Values =>
  (name, typeName) => {
    if (typeName === 'ID') {
      if (/customer/i.test(name)) return of.customerId;
      if (/action/i.test(name) || /AgentAction/.test(field)) return of.actionId;
      if (/agent/i.test(field) && field !== 'agentAction') return of.agentId;
      return field === 'agentAction' ? of.actionId : of.customerId;
    }
    if (typeName === 'Amount') return 100;
    if (typeName === 'Float') return 1;
    if (typeName === 'Int') return name === 'first' ? 20 : undefined;
    if (typeName === 'String') return /after|cursor|date/i.test(name) ? undefined : 'walked';
    return undefined;
  };

interface Outcome {
  readonly codes: readonly string[];
  readonly text: string;
}

async function outcome(authorization: string, query: string, variables: object): Promise<Outcome> {
  const { body, text } = await send(authorization, query, variables);
  const inErrors = (body.errors ?? []).map(
    (error: { extensions: { code: string } }) => error.extensions.code,
  );
  const inData = [...text.matchAll(/"__typename":"(\w+)Error"/g)].map(([, name]) => name as string);
  return { codes: [...inErrors, ...inData], text };
}

/** The permission that the field declares is not one of an approver. */
function expectDeclared({ field }: RootField): void {
  const options = field.extensions['pothosOptions'] as { authScopes?: { permission?: RequiredPermission } };
  const required = options.authScopes?.permission;
  if (required === undefined) throw new Error(`${field.name} declares no permission`);
  const accessToken = { scopes: ['APPROVE'], customerId: undefined };
  const principal = { kind: 'access-token', accessToken } as unknown as AccessTokenPrincipal;
  expect(requirePermission(principal, required)).not.toBe(true);
}

const secretsIn = (text: string): string[] =>
  Object.values(secrets).filter((secret) => text.includes(secret));

describe('everything but agents and their actions is forbidden', () => {
  const others = (['query', 'mutation'] as const).flatMap((kind) =>
    rootFields(kind)
      .filter(({ field: { name } }) => ![...allowed[kind], ...harmless[kind]].includes(name))
      .map((root) => [`${kind} ${root.field.name}`, root] as const),
  );

  test.each(others)('%s', async (_, root) => {
    const { name, args } = root.field;
    const variables = Object.fromEntries(
      args.map((arg) => [arg.name, validGraphQLValues(arg.type, arg.name, arg.description)[0]]),
    );
    // A file is only sent in a multipart request, which `uploads.ts` gives the same resolvers.
    if (args.some(({ type }) => /Upload/.test(String(type)))) return expectDeclared(root);
    const { body } = await send(approver, documentOf(root), variables);
    const result = body.data?.[name];
    const codes = (body.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
    expect([result?.__typename ?? null, ...codes, result?.errorCode]).toEqual(
      result ? ['ForbiddenError', 'FORBIDDEN'] : [null, 'FORBIDDEN', undefined],
    );
  });

  test('the lists of allowed fields have only fields of the schema', () => {
    for (const kind of ['query', 'mutation', 'subscription'] as const) {
      const names = rootFields(kind).map(({ field }) => field.name);
      const listed = [...allowed[kind], ...(kind === 'subscription' ? [] : harmless[kind])];
      expect(listed.filter((name) => !names.includes(name))).toEqual([]);
    }
    expect(rootFields('subscription').map(({ field }) => field.name)).toEqual(
      expect.arrayContaining(allowed.subscription),
    );
  });
});

describe('what an approver may call shows no secret', () => {
  const readable = rootFields('query').filter(({ field }) =>
    [...allowed.query, ...harmless.query].includes(field.name),
  );

  test.each(readable.map((root) => [root.field.name, root] as const))('query %s', async (name, root) => {
    for (const of of [acting, idle]) {
      const walked = operationOf('query', root.field, valuesFor(name, of));
      const { text, codes } = await outcome(approver, walked.query, walked.variables);
      expect(secretsIn(text)).toEqual([]);
      expect(codes).not.toContain('INTERNAL_ERROR');
    }
  });

  test('each field of a customer and of a quote is its name, type or amounts, or forbidden', async () => {
    const shown = async (type: string, fields: readonly string[], node: string) => {
      const result: string[] = [];
      for (const field of fields) {
        const { body } = await send(approver, `{ node(id: "${node}") { ... on ${type} { ${field} } } }`);
        if (!body.errors) result.push(field.replace(/ .*/, ''));
      }
      return result;
    };
    const customer = rootFields('query').find(({ field }) => field.name === 'customer');
    const names = selectionOf(customer?.field.type as never, 1).match(/\b(?!__)\w+\b/g) ?? [];
    expect(await shown('Customer', names, acting.customerId)).toEqual(
      expect.not.arrayContaining(['email', 'umaAddress', 'region', 'kycStatus', 'birthDate', 'nationality']),
    );
    expect(
      await shown('Customer', ['fullName', 'customerType', 'businessInfo { legalName }'], acting.customerId),
    ).toEqual(['fullName', 'customerType', 'businessInfo']);
    for (const field of [
      'address { line1 }',
      'internalAccounts { id }',
      'externalAccounts { nodes { id } }',
      'transactions { nodes { id } }',
      'beneficialOwners { id }',
    ]) {
      const { body } = await send(
        approver,
        `{ node(id: "${acting.customerId}") { ... on Customer { ${field} } } }`,
      );
      expect([field, body.errors?.[0]?.extensions.code]).toEqual([field, 'FORBIDDEN']);
    }
  });

  test('a customer without an action is not a node, and its name is not read through its agent', async () => {
    const { body } = await send(
      approver,
      'query ($ids: [ID!]!, $agent: ID!) { nodes(ids: $ids) { id } agent(id: $agent) { id customer { customerType fullName } } }',
      { ids: [acting.customerId, idle.customerId], agent: idle.agentId },
    );
    expect(body.data).toEqual({
      nodes: [{ id: acting.customerId }, null],
      agent: { id: idle.agentId, customer: { customerType: 'INDIVIDUAL', fullName: null } },
    });
    expect(body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});

describe('an approver of another platform', () => {
  test.each(rootFields('query').map((root) => [root.field.name, root] as const))(
    'reads nothing by %s',
    async (name, root) => {
      const walked = operationOf('query', root.field, valuesFor(name, acting));
      const { text } = await outcome(stranger, walked.query, walked.variables);
      for (const id of [acting.customerId, acting.agentId, acting.actionId as string]) {
        expect(text.replaceAll(JSON.stringify(walked.variables), '')).not.toContain(id.split(':')[1]);
      }
      expect(text).not.toContain('Grace Hopper');
    },
  );

  test.each(['approveAgentAction', 'rejectAgentAction'])('decides nothing by %s', async (name) => {
    const { body } = await send(stranger, `mutation ($id: ID!) { ${name}(id: $id) { __typename } }`, {
      id: acting.actionId,
    });
    expect(body.data[name].__typename).toBe('NotFoundError');
    const { body: own } = await send(approver, 'query ($id: ID!) { agentAction(id: $id) { status } }', {
      id: acting.actionId,
    });
    expect(own.data.agentAction.status).toBe('PENDING_APPROVAL');
  });

  test('receives no updates', async () => {
    const socket = await openSocket(service, { authorization: stranger });
    await socket.until(({ type }) => type === 'connection_ack');
    for (const { field } of rootFields('subscription')) {
      if (!allowed.subscription.includes(field.name)) continue;
      socket.subscribe(field.name, documentOf({ kind: 'subscription', field }, '{ cursor }'));
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { body } = await send(
      approver,
      'mutation ($id: ID!) { rejectAgentAction(id: $id) { __typename } }',
      { id: acting.actionId },
    );
    expect(body.data.rejectAgentAction.__typename).toBe('AgentAction');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(socket.messages.filter(({ type }) => type === 'next')).toEqual([]);
    socket.close();
  });
});
