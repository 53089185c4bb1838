/** Media types and parameters that published GraphQL clients send, and the responses that they expect. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, sendQuery } from '../../support/graphql-client.ts';
import { openSocket } from '../../support/raw-socket.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true });
});
afterAll(() => service.stop());

const viewer = 'query Who { viewer { __typename } }';
const subscription = 'subscription { transactionUpdated { cursor } }';

const post = (body: object, accept = 'application/json') =>
  send(service, {
    method: 'POST',
    headers: {
      authorization: basic(service.platform.token),
      'Content-Type': 'application/json',
      Accept: accept,
    },
    body: JSON.stringify(body),
  });

describe('invalid variables', () => {
  test.each([
    ['application/graphql-response+json', 400],
    ['application/json', 200],
  ])('return, with Accept: %s, status %i', async (accept, status) => {
    const wrong = await sendQuery(service, 'query ($id: ID!) { customer(id: $id) { id } }', {}, { accept });
    expect(wrong.status).toBe(status);
    expect(wrong.body.errors[0].extensions).toEqual({
      code: 'INVALID_INPUT',
      httpStatus: 400,
      fields: [{ path: 'id', message: 'is required' }],
    });
    expect(wrong.body).not.toHaveProperty('data');
  });
});

describe('an empty operationName', () => {
  test('counts as absent over HTTP', async () => {
    const response = await post({ query: viewer, operationName: '' });
    expect(response.body.data).toEqual({ viewer: { __typename: 'Platform' } });
  });

  test('counts as absent over a socket', async () => {
    const socket = await openSocket(service);
    await socket.until(({ type }) => type === 'connection_ack');
    socket.send({ type: 'subscribe', id: '1', payload: { query: viewer, operationName: '' } });
    const { type } = await socket.until(({ id }) => id === '1');
    expect(type).toBe('next');
    socket.close();
  });
});

test('a hash without a document returns the message after which clients send the document', async () => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } };
  expect((await post({ extensions })).body.errors[0].message).toBe('PersistedQueryNotSupported');
  expect((await post({ query: viewer, extensions })).body.data).toBeDefined();
  expect((await post({})).body.errors[0].message).toBe('Must provide query string.');
});

test('the credential of a socket may be named Authorization', async () => {
  const socket = await openSocket(service, { Authorization: basic(service.platform.token) });
  await socket.until(({ type }) => type === 'connection_ack');
  socket.close();
});

describe('a subscription', () => {
  test.each([
    'application/json',
    'application/graphql-response+json, application/json;q=0.9',
    'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json',
  ])('is 406 with Accept: %s', async (accept) => {
    const response = await post({ query: subscription }, accept);
    expect(response.status).toBe(406);
    expect(response.body.errors[0].extensions).toEqual({ code: 'INVALID_INPUT', httpStatus: 406 });
  });

  test.each(['text/event-stream', 'application/json, text/event-stream', 'text/*', '*/*'])(
    'is a stream with Accept: %s',
    async (accept) => {
      const leaving = new AbortController();
      const response = await fetch(`${service.url}/graphql?query=${encodeURIComponent(subscription)}`, {
        headers: { authorization: basic(service.platform.token), accept },
        signal: leaving.signal,
      });
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      expect(response.headers.get('content-encoding')).toBeNull();
      expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
      leaving.abort();
    },
  );
});

test.each([
  ['text/event-stream', 'text/event-stream'],
  ['text/event-stream, application/json', 'text/event-stream'],
  [
    'application/graphql-response+json, application/json, text/event-stream',
    'application/graphql-response+json',
  ],
  ['application/json, text/event-stream', 'application/json'],
])('a query with Accept: %s returns %s', async (accept, type) => {
  const response = await post({ query: viewer }, accept);
  expect(response.headers.get('content-type')?.split(';')[0]).toBe(type);
  expect(response.text).toContain('"__typename":"Platform"');
});
