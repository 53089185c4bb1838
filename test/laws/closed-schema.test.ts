/** Who may read the schema: whoever has a credential, and anybody where GRAPHIQL says so. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, sendQuery } from '../support/graphql-client.ts';
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
])('with GRAPHIQL=%s', (GRAPHIQL, statusForNobody) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true, env: { GRAPHIQL } });
  });
  afterAll(() => service.stop());

  test.each(cases)(`nobody gets ${statusForNobody} under %s for %s`, async (accept, query) => {
    const response = await sendQuery(service, query, undefined, { authorization: null, accept });
    expect(response.status).toBe(statusForNobody);
    expect(response.text.includes('"name":"Query"')).toBe(GRAPHIQL === 'on');
    const byGet = await send(service, { headers: { Accept: accept } }, `?query=${encodeURIComponent(query)}`);
    expect(byGet.status).toBe(statusForNobody);
  });

  test.each(cases)('a caller with a credential reads it under %s by %s', async (accept, query) => {
    const response = await sendQuery(service, query, undefined, { accept });
    expect(response.status).toBe(200);
    expect(response.text).toContain('"name":"Query"');
  });

  test('so does one over a socket, and nobody else', async () => {
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

  test('an empty Authorization, which GraphiQL sends until a token is there, is none', async () => {
    const { status, text } = await sendQuery(service, introspections[0] as string, undefined, {
      authorization: '',
    });
    expect(status).toBe(statusForNobody);
    expect(text.includes('Missing credentials')).toBe(GRAPHIQL === 'off');
  });

  test.each([
    ['a field', '{ custmers { nodes { id } } }', 'customers'],
    ['an argument', '{ customers(frist: 1) { nodes { id } } }', 'first'],
    ['an enum value', '{ customers(filter: { customerType: INDIVIDUEL }) { nodes { id } } }', 'INDIVIDUAL'],
  ])('what might have been meant by %s is told to who may read it', async (_name, query, name) => {
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
  ])('is rejected by its name: %j', async (body) => {
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
