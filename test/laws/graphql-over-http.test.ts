/** The audit suite of the GraphQL over HTTP specification, and authentication and cross-site rules, which it leaves open. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawResponse, send, sendQuery } from '../support/graphql-client.ts';
import { openSocket } from '../support/raw-socket.ts';
import { basic, type Service, startService } from '../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true });
});
afterAll(() => service.stop());

const fetchAuthorized = (input: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  headers.set('authorization', basic(service.platform.token));
  return fetch(input, { ...init, headers });
};

describe('the audit suite passes', () => {
  const audits = serverAudits({ url: () => `${service.url}/graphql`, fetchFn: fetchAuthorized });
  test.each(
    audits.filter(({ name }) => /^(MUST|SHOULD)/.test(name)).map((one) => [one.id, one.name, one] as const),
  )('%s %s', async (_id, _name, audit) => {
    const result = await audit.fn();
    expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok');
  });
});

const countTokens = async (): Promise<number> =>
  (await sendQuery(service, '{ apiTokens { totalCount } }')).body.data.apiTokens.totalCount;

const mutation = 'mutation { createApiToken(input: { name: "forged", permissions: [VIEW] }) { __typename } }';

const asMultipart = (): FormData => {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: mutation }));
  form.set('map', '{}');
  return form;
};

const asForm = (): FormData => {
  const form = new FormData();
  form.set('query', mutation);
  return form;
};

describe('a mutation that a page of another site can send is not executed', () => {
  const json = { 'Content-Type': 'application/json' };
  test.each<[string, RequestInit | (() => RequestInit), string?]>([
    [
      'as a form',
      {
        body: new URLSearchParams({ query: mutation }),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
    ],
    ['as multipart', () => ({ body: asForm() })],
    ['as a multipart request of uploads', () => ({ body: asMultipart() })],
    ['as text', { body: JSON.stringify({ query: mutation }), headers: { 'Content-Type': 'text/plain' } }],
    ['as GraphQL text', { body: mutation, headers: { 'Content-Type': 'application/graphql' } }],
    [
      'with two media types',
      {
        body: JSON.stringify({ query: mutation }),
        headers: { 'Content-Type': 'text/plain; application/json' },
      },
    ],
    ['as no type', () => ({ body: new Blob([JSON.stringify({ query: mutation })]) })],
    ['with its document in the query of a POST', { headers: json }, `?query=${encodeURIComponent(mutation)}`],
    ['by GET', { method: 'GET' }, `?query=${encodeURIComponent(mutation)}`],
    [
      'by GET as an event stream',
      { method: 'GET', headers: { Accept: 'text/event-stream' } },
      `?query=${encodeURIComponent(mutation)}`,
    ],
    [
      'from another site',
      { body: JSON.stringify({ query: mutation }), headers: { ...json, 'Sec-Fetch-Site': 'cross-site' } },
    ],
    ['in a batch', { body: JSON.stringify([{ query: mutation }, { query: mutation }]), headers: json }],
  ])('%s', async (_name, request, query) => {
    const before = await countTokens();
    const init = typeof request === 'function' ? request() : request;
    const response = await send(
      service,
      {
        method: 'POST',
        ...init,
        headers: { ...(init.headers as object), authorization: basic(service.platform.token) },
      },
      query,
    );
    expect(response.text).not.toContain('ApiTokenCreated');
    expect(response.status).toBeLessThan(500);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await countTokens()).toBe(before);
  });

  test('no other site may read responses', async () => {
    const response = await sendQuery(service, '{ viewer { __typename } }', undefined, {
      headers: { Origin: 'https://evil.example' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await send(service, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

const wrongCredentials = (): [string, string | null][] => {
  const [id, secret] = service.platform.token.split(':') as [string, string];
  return [
    ['none', null],
    ['a wrong secret', basic(`${id}:${'0'.repeat(secret.length)}`)],
    ['an unknown id', basic(`${'0'.repeat(32)}:${secret}`)],
    ['an empty secret', basic(`${id}:`)],
    ['no colon', basic(id)],
    ['the secret with more behind it', basic(`${id}:${secret}0`)],
    ['a NUL', basic(`${id}\u0000:${secret}`)],
    ['bytes that are not UTF-8', `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString('base64')}`],
    ['no base64', 'Basic ***'],
    ['nothing behind the scheme', 'Basic '],
    ['nothing', ''],
    ['another scheme', 'Digest username="a"'],
    ['an unknown agent token', `Bearer gat_${'0'.repeat(40)}`],
    ['no token at all', 'Bearer '],
    ['a token of three parts', `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
    ['a very long one', `Basic ${'A'.repeat(8_000)}`],
  ];
};

test.each([
  ['no JSON', '{ "query": "hunter2'],
  ['no query', '{}'],
  ['variables that are a list', '{"query":"{viewer{__typename}}","variables":["hunter2"]}'],
  ['an operation that is not there', '{"query":"query A{viewer{__typename}}","operationName":"hunter2"}'],
])('a body with %s is 400, and the response does not repeat it', async (_name, body) => {
  for (const accept of ['application/json', 'application/graphql-response+json']) {
    const response = await send(service, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', accept, authorization: basic(service.platform.token) },
    });
    expect(response.status).toBe(400);
    expect(response.body.errors[0].extensions).toEqual({ code: 'INVALID_INPUT', httpStatus: 400 });
    expect(response.text).not.toContain('hunter2');
  }
});

test.each(['from=/health', 'a&b=/health', '/health'])(
  'a mutation with the query string %s is executed',
  async (search) => {
    const before = await countTokens();
    const response = await send(
      service,
      {
        method: 'POST',
        body: JSON.stringify({ query: mutation }),
        headers: { 'Content-Type': 'application/json', authorization: basic(service.platform.token) },
      },
      `?${search}`,
    );
    expect(response.body).toMatchObject({ data: { createApiToken: { __typename: 'ApiTokenCreated' } } });
    expect(await countTokens()).toBe(before + 1);
  },
);

test.each([
  ['null', 'null'],
  ['a number', '7'],
  ['a string', '"{ viewer { __typename } }"'],
  ['nothing', ''],
])('a body that is %s is 400 in the accepted media type', async (_name, body) => {
  for (const accept of ['application/json', 'application/graphql-response+json']) {
    const response = await send(service, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'APPLICATION/JSON', accept, authorization: basic(service.platform.token) },
    });
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([400, accept]);
    expect(response.body.errors[0].extensions).toEqual({ code: 'INVALID_INPUT', httpStatus: 400 });
  }
});

test('a large body is parsed without a loop over its bytes', async () => {
  const { keys } = Object;
  let bytesNamed = 0;
  Object.keys = (value: object) => {
    if (value instanceof Uint8Array) bytesNamed += value.length;
    return keys(value);
  };
  try {
    const response = await sendQuery(service, `{ __typename } # ${'x'.repeat(200_000)}`, undefined, {
      authorization: null,
    });
    expect(response.body.errors ?? response.body.data).toBeDefined();
  } finally {
    Object.keys = keys;
  }
  expect(bytesNamed).toBe(0);
});

describe('without a valid credential', () => {
  test.each([
    ['JSON', 'application/json'],
    ['GraphQL responses', 'application/graphql-response+json'],
    ['streams of events', 'text/event-stream'],
  ])('an HTTP request with Accept: %s gets 401 with WWW-Authenticate', async (_name, accept) => {
    for (const [name, authorization] of wrongCredentials()) {
      const response = await sendQuery(service, '{ viewer { __typename } }', undefined, {
        authorization,
        accept,
      });
      expect([name, response.status]).toEqual([name, 401]);
      // A challenge for Basic would open the password window of the browser for a page that sent its access token.
      const challenge = authorization?.startsWith('Bearer')
        ? 'Bearer realm="payments"'
        : 'Basic realm="payments", charset="UTF-8"';
      expect([name, response.headers.get('www-authenticate')]).toEqual([name, challenge]);
      expect([name, response.text.includes('"UNAUTHORIZED"')]).toEqual([name, true]);
      expect(response.text).not.toContain('Platform"');
    }
  });

  test('a subscription by GET gets 401 too', async () => {
    const query = `?query=${encodeURIComponent('subscription { transactionUpdated { cursor } }')}`;
    for (const [name, authorization] of wrongCredentials()) {
      const headers: Record<string, string> = { Accept: 'text/event-stream' };
      if (authorization !== null) headers['authorization'] = authorization;
      const response = await send(service, { headers }, query);
      expect([name, response.status]).toEqual([name, 401]);
    }
  });

  test('an unknown id and a wrong secret get the same response', async () => {
    const [, wrong, unknown] = wrongCredentials();
    const responses = await Promise.all(
      [wrong, unknown].map((one) =>
        sendQuery(service, '{ viewer { __typename } }', undefined, { authorization: one?.[1] ?? null }),
      ),
    );
    const [first, second] = responses as [RawResponse, RawResponse];
    expect(first.text).toBe(second.text);
  });

  test('a socket is closed with 4401', async () => {
    for (const [name, authorization] of wrongCredentials()) {
      const socket = await openSocket(service, authorization === null ? {} : { authorization });
      expect([name, await socket.closed]).toEqual([name, 4401]);
      expect(socket.messages.filter(({ type }) => type === 'connection_ack')).toEqual([]);
    }
    for (const params of [null, [], { authorization: 7 }, { authorization: { a: 1 } }, {}]) {
      const socket = await openSocket(service, params);
      expect([4400, 4401]).toContain(await socket.closed);
    }
  });
});

test('a socket that subscribes before connection_init is closed with 4401', async () => {
  const { WebSocket } = await import('ws');
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(
    JSON.stringify({ type: 'subscribe', id: '1', payload: { query: '{ viewer { __typename } }' } }),
  );
  expect(await closed).toBe(4401);
});

test('a socket that sends a server message is closed with 4400', async () => {
  for (const type of ['connection_ack', 'next', 'error']) {
    const socket = await openSocket(service);
    await socket.until((message) => message.type === 'connection_ack');
    socket.send({ type, id: '1', payload: type === 'error' ? [{ message: 'x' }] : {} });
    expect([type, await socket.closed]).toEqual([type, 4400]);
  }
});

describe('an operation without an acceptable media type is not executed', () => {
  test.each(['text/html', 'image/png', ';;;,,,/', 'text/event-streams'])('for Accept: %s', async (accept) => {
    const before = await countTokens();
    const response = await sendQuery(service, mutation, undefined, { accept });
    expect(response.status).toBe(406);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.body.errors[0].extensions).toEqual({ code: 'INVALID_INPUT', httpStatus: 406 });
    expect(await countTokens()).toBe(before);
  });

  test.each(['*/*', 'application/*', 'text/html, application/json;q=0.1'])(
    'an operation with Accept: %s is executed',
    async (accept) => {
      const response = await sendQuery(service, '{ __typename }', undefined, { accept });
      expect(response.body.data).toEqual({ __typename: 'Query' });
    },
  );
});

test.each(['variables', 'extensions'])('a query by GET whose %s are not JSON is rejected', async (name) => {
  const response = await send(
    service,
    {
      headers: { authorization: basic(service.platform.token), accept: 'application/graphql-response+json' },
    },
    `?query=${encodeURIComponent('{ __typename }')}&${name}=%7B`,
  );
  expect(response.status).toBe(400);
  expect(response.body.errors[0].extensions.code).toBe('INVALID_INPUT');
});

test('a media type is case-insensitive', async () => {
  const response = await sendQuery(service, '{ __typename }', undefined, {
    headers: { 'Content-Type': 'APPLICATION/JSON' },
  });
  expect(response.body.data).toEqual({ __typename: 'Query' });
});

test('a connection that is reset while its upgrade is rejected does not affect the server', async () => {
  const { hostname, port } = new URL(service.url);
  const upgrade = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  for (let after = 0; after < 20; after += 1) {
    const socket = connect(Number(port), hostname);
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    socket.write(upgrade + 'x'.repeat(100_000));
    setTimeout(() => socket.resetAndDestroy(), after / 4);
    await closed;
  }
  // An error event without a listener is an uncaught exception, which fails this file.
  expect((await sendQuery(service, '{ __typename }')).status).toBe(200);
});
