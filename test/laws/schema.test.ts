/** Rules for every type, field and argument of the current schema. */
import { readFileSync } from 'node:fs';
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
  parse,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { typeNameOf } from '../../schema/core/node.ts';
import { schema } from '../../schema/index.ts';
import { idOf, idTypes } from '../../src/kernel/ids.ts';
import { documentOf, rootFields, selectionOf, sendQuery } from '../support/graphql-client.ts';
import { aBankAccount, aPayer } from '../support/parties.ts';
import { basic, type Service, startService } from '../support/service.ts';

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);
const results = types.filter(isUnionType).filter(({ name }) => name.endsWith('Result'));

describe('members of a result can all be selected without aliases', () => {
  test.each(results.map((union) => [union.name, union.getTypes()] as const))('%s', (_name, members) => {
    const known = new Map<string, { type: string; of: string }>();
    for (const member of members) {
      for (const field of Object.values(member.getFields())) {
        const type = String(field.type);
        const before = known.get(field.name);
        if (before) expect([field.name, member.name, type]).toEqual([field.name, member.name, before.type]);
        else known.set(field.name, { type, of: member.name });
      }
    }
  });
});

describe('a document that selects every plain field of every member is valid', () => {
  test.each(rootFields('mutation').map((root) => [root.field.name, root] as const))('%s', (_name, root) => {
    const document = parse(documentOf(root, selectionOf(root.field.type, 1)));
    expect(validate(schema, document).map(({ message }) => message)).toEqual([]);
  });
});

describe('a mutation returns its result or an error', () => {
  test.each(rootFields('mutation').map(({ field }) => [field.name, field] as const))('%s', (_name, field) => {
    const union = getNamedType(field.type);
    if (!isUnionType(union)) throw new Error(`${union.name} is a union`);
    expect(String(field.type)).toBe(`${union.name}!`);
    expect(union.name).toMatch(/Result$/);
    const implementing = (type: GraphQLObjectType) =>
      type.getInterfaces().some(({ name }) => name === 'ServiceError');
    const rejections = union.getTypes().filter(implementing);
    const responses = union.getTypes().filter((type) => !implementing(type));
    expect(responses.length).toBeGreaterThan(0);
    // Only errors implement ServiceError, and every mutation can return InvalidInputError.
    for (const { name } of rejections) expect(name).toMatch(/Error$/);
    for (const { name } of responses) expect(name).not.toMatch(/Error$/);
    expect(rejections.map(({ name }) => name)).toContain('InvalidInputError');
  });
});

/** Records of a list that mutations return but do not create. */
const notCreated: Record<string, string> = {
  WebhookDelivery: 'redeliverWebhook sends an existing delivery again',
};

describe('a record that a mutation creates, or has in its result, has the edge of its list', () => {
  const nodeOf = (type: GraphQLObjectType) => type.getFields()['nodes']?.type;
  const connections = new Map(
    types.filter(isObjectType).flatMap((type) => {
      const node = type.name.endsWith('Connection') ? nodeOf(type) : undefined;
      return node ? [[getNamedType(node).name, type] as const] : [];
    }),
  );
  /** The records of a result: its members, and what their fields without arguments lead to. */
  const recordsOf = (type: GraphQLObjectType): GraphQLObjectType[] => [
    type,
    ...Object.values(type.getFields()).flatMap((field) => {
      const inner = getNamedType(field.type);
      return isObjectType(inner) && inner.name !== 'Query' ? [inner] : [];
    }),
  ];
  const returned = new Map<GraphQLObjectType, string>();
  for (const { field } of rootFields('mutation')) {
    const union = getNamedType(field.type);
    if (!isUnionType(union)) continue;
    for (const record of union.getTypes().flatMap(recordsOf)) {
      if (connections.has(record.name) && !returned.has(record)) returned.set(record, field.name);
    }
  }

  test.each([...returned].map(([type, mutation]) => [`${type.name} of ${mutation}`, type] as const))(
    '%s',
    (_name, type) => {
      const edge = type.getFields()['edge'];
      if (notCreated[type.name]) return expect(edge).toBeUndefined();
      const edges = connections.get(type.name)?.getFields()['edges'];
      expect(edge && getNamedType(edge.type)).toBe(edges && getNamedType(edges.type));
      expect(edge).toBeDefined();
    },
  );

  test('the exceptions are records of mutations', () => {
    const names = [...returned.keys()].map(({ name }) => name);
    expect(names.length).toBeGreaterThan(8);
    expect(names).toEqual(expect.arrayContaining(Object.keys(notCreated)));
  });
});

test('every scalar of the schema has the address of its specification', () => {
  const scalars = types.filter(isScalarType);
  expect(scalars.length).toBeGreaterThan(5);
  for (const { name, specifiedByURL } of scalars) {
    expect([name, specifiedByURL]).toEqual([name, expect.stringMatching(/^https:\/\//)]);
  }
  const printed = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');
  const named = [...printed.matchAll(/^scalar (\w+) @specifiedBy\(url: "([^"]+)"\)$/gm)];
  expect(named.map(([, name, url]) => [name, url]).sort()).toEqual(
    scalars.map(({ name, specifiedByURL }) => [name, specifiedByURL]).sort(),
  );
});

describe('every root field declares its required permission', () => {
  test.each(rootFields('query', 'mutation', 'subscription').map(({ field }) => [field.name, field] as const))(
    '%s',
    (_name, { extensions }) => {
      const options = extensions['pothosOptions'] as { authScopes?: { anyone?: boolean } } | undefined;
      expect(options?.authScopes).toBeTypeOf('object');
      // A public field is declared twice: for the scopes plugin, and for the transport, which requires credentials.
      if (extensions['public'] === true) expect(options?.authScopes?.anyone).toBe(true);
    },
  );

  test('only public fields are executed without credentials', async () => {
    const service = await startService({ server: true });
    for (const { kind, field } of rootFields('query', 'mutation')) {
      if (field.extensions['public'] === true) continue;
      const response = await sendQuery(service, `${kind} { ${field.name} }`, undefined, {
        authorization: null,
        accept: 'application/json',
      });
      expect([field.name, response.status === 401 || response.body.errors?.length > 0]).toEqual([
        field.name,
        true,
      ]);
      expect([field.name, response.body.data ?? null]).toEqual([field.name, null]);
    }
    await service.stop();
  });
});

describe('every type, field, argument and value has a description', () => {
  const isMissing = (text: string | null | undefined) => (text ?? '').trim() === '';
  const argumentsOf = (owner: string, field: GraphQLField<unknown, unknown>): string[] =>
    field.args
      .filter((arg) => isMissing(arg.description))
      .map((arg) => `${owner}.${field.name}(${arg.name})`);

  test.each(types.map((type) => [type.name, type] as const))('%s', (_name, type) => {
    const missing = isMissing(type.description) ? [type.name] : [];
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        if (isMissing(field.description)) missing.push(`${type.name}.${field.name}`);
        missing.push(...argumentsOf(type.name, field));
      }
    } else if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        if (isMissing(field.description)) missing.push(`${type.name}.${field.name}`);
      }
    } else if (isEnumType(type)) {
      for (const value of type.getValues()) {
        if (isMissing(value.description)) missing.push(`${type.name}.${value.name}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

describe('global ids', () => {
  let service: Service;
  const known: Record<string, string> = {};
  beforeAll(async () => {
    service = await startService({ server: true });
    const payer = await aPayer(service);
    known['Customer'] = payer.customerId;
    known['InternalAccount'] = payer.accountId;
    known['ExternalAccount'] = await aBankAccount(service, payer.customerId);
    known['Platform'] = service.platform.principal.platform.id;
    known['ApiToken'] = service.platform.principal.token.id;
    const { body } = await sendQuery(service, '{ transactions { nodes { id } } }');
    known['Transaction'] = body.data.transactions.nodes[0].id;
  });
  afterAll(() => service.stop());

  test('every type that implements Node is registered for an id type', () => {
    const node = schema.getType('Node');
    if (!isInterfaceType(node)) throw new Error('Node is an interface');
    const implementing = schema.getPossibleTypes(node).map(({ name }) => name);
    const registered = idTypes
      .map((type) => typeNameOf({ id: idOf(type, 'any') }))
      .filter((name) => name !== undefined);
    expect(registered.toSorted()).toEqual(implementing.toSorted());
    for (const name of implementing) {
      const type = schema.getType(name) as GraphQLObjectType;
      expect([name, String(type.getFields()['id']?.type)]).toEqual([name, 'ID!']);
    }
  });

  test('a record is found by its id, alone and among others, in any spelling of the uuid', async () => {
    const ids = Object.values(known);
    const upperCaseIds = ids.map((id) => id.replace(/:.*/, (uuid) => uuid.toUpperCase()));
    for (const requested of [ids, upperCaseIds]) {
      const { body } = await sendQuery(
        service,
        'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }',
        {
          ids: requested,
        },
      );
      expect(body.data.nodes).toEqual(Object.entries(known).map(([__typename, id]) => ({ __typename, id })));
    }
    for (const [__typename, id] of Object.entries(known)) {
      const { body } = await sendQuery(service, 'query($id: ID!) { node(id: $id) { __typename id } }', {
        id,
      });
      expect(body.data.node).toEqual({ __typename, id });
    }
  });

  test('an unknown id of every type, and an id of another tenant, is null', async () => {
    const unknown = idTypes.map((type) => `${type}:01890000-0000-7000-8000-000000000000`);
    const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const response = await sendQuery(service, query, { ids: unknown });
    expect(response.body).toMatchObject({ data: { nodes: unknown.map(() => null) } });
    expect(response.body.errors).toBeUndefined();
    const other = await service.addPlatform();
    const { body } = await sendQuery(
      service,
      query,
      { ids: Object.values(known) },
      { authorization: basic(other.token) },
    );
    expect(body.data).toEqual({ nodes: Object.values(known).map(() => null) });
    expect(body.errors).toBeUndefined();
  });
});
