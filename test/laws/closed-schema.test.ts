/** A client with a credential may read the schema. Other clients may read it only if GRAPHIQL allows it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, sendQuery } from '../support/graphql-client.ts';
import { aSignedInMember } from '../support/members.ts';
import { openSocket } from '../support/raw-socket.ts';
import { basic, type Service, startService } from '../support/service.ts';

const introspections = [
  '{ __schema { queryType { name } } }',
  '{ __type(name: "Query") { name } }',
  'query { ...F } fragment F on Query { a: __schema { types { name } } }',
];
const carriers = ['application/json', 'application/graphql-response+json', 'text/event-stream'];
const cases = carriers.flatMap((accept) => introspections.map((query) => [accept, query] as const));

describe.each([
  ['on', 200],
  ['off', 401],
])('with GRAPHIQL=%s', (GRAPHIQL, unauthenticatedStatus) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true, env: { GRAPHIQL } });
  });
  afterAll(() => service.stop());

  test.each(cases)(
    `a client without a credential gets ${unauthenticatedStatus} with Accept: %s for %s`,
    async (accept, query) => {
      const response = await sendQuery(service, query, undefined, { authorization: null, accept });
      expect(response.status).toBe(unauthenticatedStatus);
      expect(response.text.includes('"name":"Query"')).toBe(GRAPHIQL === 'on');
      const byGet = await send(
        service,
        { headers: { Accept: accept } },
        `?query=${encodeURIComponent(query)}`,
      );
      expect(byGet.status).toBe(unauthenticatedStatus);
    },
  );

  test.each(cases)(
    'a client with a credential reads the schema with Accept: %s by %s',
    async (accept, query) => {
      const response = await sendQuery(service, query, undefined, { accept });
      expect(response.status).toBe(200);
      expect(response.text).toContain('"name":"Query"');
    },
  );

  test('a signed-in member reads the schema, until its session ends', async () => {
    const member = await aSignedInMember(service, ['VIEW']);
    const read = () => member.query(introspections[0] as string);
    expect((await read()).status).toBe(200);
    const { cookie } = member;
    await member.session('DELETE', '');
    member.cookie = cookie;
    expect((await read()).status).toBe(401);
  });

  test('over a socket, only a client with a credential reads the schema', async () => {
    const stranger = await openSocket(service, {});
    stranger.subscribe('schema', introspections[0] as string);
    expect(await stranger.closed).toBe(4401);
    expect(stranger.messages).toEqual([]);
    const socket = await openSocket(service);
    await socket.until(({ type }) => type === 'connection_ack');
    socket.subscribe('schema', introspections[0] as string);
    const { payload } = await socket.until(({ id }) => id === 'schema');
    expect(payload.data.__schema.queryType.name).toBe('Query');
    socket.close();
  });

  test(`GraphiQL is ${GRAPHIQL}`, async () => {
    const page = await send(service, { headers: { Accept: 'text/html' } });
    expect(page.text.includes('<!doctype html>')).toBe(GRAPHIQL === 'on');
  });

  test('an empty Authorization header, which GraphiQL sends before it has a token, counts as absent', async () => {
    const { status, text } = await sendQuery(service, introspections[0] as string, undefined, {
      authorization: '',
    });
    expect(status).toBe(unauthenticatedStatus);
    expect(text.includes('Missing credentials')).toBe(GRAPHIQL === 'off');
  });

  test.each([
    ['a field', '{ custmers { nodes { id } } }', 'customers'],
    ['an argument', '{ customers(frist: 1) { nodes { id } } }', 'first'],
    ['an enum value', '{ customers(filter: { customerType: INDIVIDUEL }) { nodes { id } } }', 'INDIVIDUAL'],
  ])('only a client that may read the schema gets suggestions for %s', async (_name, query, name) => {
    expect((await sendQuery(service, query)).text).toContain(name);
    const { text, status } = await sendQuery(service, query, undefined, {
      authorization: null,
      accept: 'application/graphql-response+json',
    });
    expect(status).toBe(400);
    expect(text.includes('Did you mean')).toBe(GRAPHIQL === 'on');
  });
});

describe('a batch', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true });
  });
  afterAll(() => service.stop());

  test.each([
    '[]',
    '[{"query":"{ __typename }"}]',
    ' \n\t[{"query":"{ __typename }"},{"query":"{ __typename }"}]',
  ])('is rejected, and the error names the batch: %j', async (body) => {
    const response = await send(service, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', authorization: basic(service.platform.token) },
      body,
    });
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([
      {
        message: 'A request holds one operation; the limit is 1.',
        extensions: { code: 'BATCH_LIMIT_EXCEEDED', httpStatus: 400, limit: 1 },
      },
    ]);
  });
});
