/** Introspection shows agents and access tokens what they can reach, as a valid schema. */
import {
  buildClientSchema,
  type GraphQLInterfaceType,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isObjectType,
  parse,
  validateSchema,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { nodePermissionOf } from '../../../schema/core/node.ts';
import { schema } from '../../../schema/index.ts';
import { requiredPermissionOf } from '../../../schema/platforms/permission-descriptions.ts';
import { type AccessTokenScope, accessTokenScopes } from '../../../src/platforms/access/access-token.ts';
import { type AgentPermission, agentPermissions } from '../../../src/platforms/access/agent-permissions.ts';
import { type Principal, requirePermission } from '../../../src/platforms/access/principal.ts';
import { createPlannedExecution } from '../../../src/transports/graphql/planned-execution.ts';
import { visibleSchema } from '../../../src/transports/graphql/visible-schema.ts';

const anAgent = (permissions: readonly AgentPermission[], changes: object = {}) =>
  ({ kind: 'agent', platform: {}, agent: { policy: { permissions } }, ...changes }) as unknown as Principal;

const anAccessToken = (scopes: readonly AccessTokenScope[], customerId?: string) =>
  ({ kind: 'access-token', platform: {}, accessToken: { scopes, customerId } }) as unknown as Principal;

const aToken = { kind: 'platform', token: { permissions: ['VIEW'] } } as unknown as Principal;

const callers: [string, Principal][] = [
  ['an agent without permissions', anAgent([])],
  ...agentPermissions.map((one): [string, Principal] => [`an agent with ${one}`, anAgent([one])]),
  ['an agent with every permission', anAgent(agentPermissions)],
  ['an agent whose customer was deleted', anAgent(agentPermissions, { customerIsDeleted: true })],
  ...accessTokenScopes.map((one): [string, Principal] => [
    `an access token with ${one}`,
    anAccessToken([one]),
  ]),
  ['an access token for one customer', anAccessToken(['READ'], 'Customer:1')],
];

const nodeTypes = schema
  .getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType)
  .map(({ name }) => name);

const execution = createPlannedExecution({ maxFields: 50_000 });
const query = parse(
  getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true }),
);

async function introspected(principal: Principal | undefined): Promise<GraphQLSchema> {
  const result = await execution.execute({ schema, document: query, contextValue: { principal } });
  expect(result.errors).toBeUndefined();
  return buildClientSchema(result.data as unknown as IntrospectionQuery);
}

const rootFields = (of: GraphQLSchema) =>
  [of.getQueryType(), of.getMutationType(), of.getSubscriptionType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );

describe.each(callers)('%s', (_, principal) => {
  test('gets a valid schema, which clients can build', async () => {
    expect(validateSchema(await introspected(principal))).toEqual([]);
    expect(validateSchema(visibleSchema({ principal }))).toEqual([]);
  });

  test('sees exactly the root fields whose permission it has', async () => {
    // The agent of a deleted customer can read no record by `node`.
    const readsNodes = nodeTypes.some((name) => {
      const required = nodePermissionOf(name);
      return required !== undefined && requirePermission(principal, required) === true;
    });
    const permitted = rootFields(schema).filter((field) => {
      if (/^nodes?$/.test(field.name) && !readsNodes) return false;
      const required = requiredPermissionOf(field);
      return required === undefined || requirePermission(principal, required) === true;
    });
    const seen = rootFields(await introspected(principal)).map(({ name }) => name);
    expect(seen.sort()).toEqual(permitted.map(({ name }) => name).sort());
  });

  test('sees each type, field and argument as the whole schema has it', async () => {
    const part = await introspected(principal);
    for (const type of Object.values(part.getTypeMap())) {
      const whole = schema.getType(type.name) ?? part.getType(type.name);
      expect(whole?.constructor.name, type.name).toBe(type.constructor.name);
      if (!isObjectType(type) || !isObjectType(whole) || type.name.startsWith('__')) continue;
      for (const field of Object.values(type.getFields())) {
        const same = whole.getFields()[field.name];
        expect(String(field.type)).toBe(String(same?.type));
        expect(field.description).toBe(same?.description);
        expect(field.args.map((one) => `${one.name}: ${one.type} = ${String(one.defaultValue)}`)).toEqual(
          same?.args.map((one) => `${one.name}: ${one.type} = ${String(one.defaultValue)}`),
        );
      }
    }
  });
});

describe('what is hidden', () => {
  const has = (part: GraphQLSchema, path: string) => {
    const [name = '', field] = path.split('.');
    const type = part.getType(name);
    return field === undefined ? type !== undefined : isObjectType(type) && field in type.getFields();
  };

  test.each<[string, Principal, string, boolean]>([
    ['the balances of an agent without VIEW_TRANSACTIONS', anAgent([]), 'InternalAccount', false],
    ['not those of one with it', anAgent(['VIEW_TRANSACTIONS']), 'InternalAccount', true],
    ['payees of an agent without MANAGE_EXTERNAL_ACCOUNTS', anAgent([]), 'AgentAction.payee', false],
    ['not those of one with it', anAgent(['MANAGE_EXTERNAL_ACCOUNTS']), 'AgentAction.payee', true],
    ['API tokens from agents', anAgent(agentPermissions), 'ApiToken', false],
    ['members from agents', anAgent(agentPermissions), 'Member', false],
    ['the platform from agents', anAgent(agentPermissions), 'Platform', false],
    [
      'transfer inputs of an agent that may not transfer',
      anAgent(['VIEW_TRANSACTIONS']),
      'TransferInput',
      false,
    ],
    ['not those of one that may', anAgent(['CREATE_TRANSFERS']), 'TransferInput', true],
    ['email addresses from approvers', anAccessToken(['APPROVE']), 'Customer.email', false],
    ['not names', anAccessToken(['APPROVE']), 'Customer.fullName', true],
    ['not email addresses from readers', anAccessToken(['READ']), 'Customer.email', true],
    ['mutations from readers', anAccessToken(['READ']), 'TransferInput', false],
  ])('%s', async (_, principal, path, isSeen) => {
    expect(has(await introspected(principal), path)).toBe(isSeen);
  });

  test.each([
    ['__type of a hidden type is null', '{ __type(name: "ApiToken") { name } }', null],
    ['__type of a visible type is there', '{ __type(name: "Agent") { name } }', { name: 'Agent' }],
    [
      'an interface lists the visible types',
      '{ __type(name: "Node") { possibleTypes { name } } }',
      {
        possibleTypes: ['Agent', 'AgentAction', 'BankPayment', 'Customer', 'Quote', 'Transaction'].map(
          (name) => ({ name }),
        ),
      },
    ],
  ])('%s', async (_, text, expected) => {
    const contextValue = { principal: anAgent([]) };
    const { data } = await execution.execute({ schema, document: parse(text), contextValue });
    expect(JSON.parse(JSON.stringify(data?.['__type']))).toEqual(expected);
  });
});

test.each<[string, Principal | undefined]>([
  ['an API token', aToken],
  ['a caller without a credential', undefined],
])('%s sees the whole schema', async (_, principal) => {
  const part = await introspected(principal);
  expect(Object.keys(part.getTypeMap()).sort()).toEqual(Object.keys(schema.getTypeMap()).sort());
});

test('callers with the same permissions share one schema', () => {
  const [one, other, different] = [anAgent(['CREATE_QUOTES']), anAgent(['CREATE_QUOTES']), anAgent([])];
  expect(visibleSchema({ principal: one })).toBe(visibleSchema({ principal: other }));
  expect(visibleSchema({ principal: one })).not.toBe(visibleSchema({ principal: different }));
});
