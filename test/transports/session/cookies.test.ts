/** A session works only for pages of this service, over every transport. Source: docs/behaviour/members.md#cookies. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { sessionCookie, sessionTokenIn } from '../../../src/transports/http/session-cookie.ts';
import { aSignedInMember, openBrowser, type SignedInMember } from '../../support/members.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let member: SignedInMember;
beforeAll(async () => {
  service = await startService({ server: true, env: { ALLOWED_ORIGINS: 'https://app.example' } });
  member = await aSignedInMember(service, ['VIEW']);
});
afterAll(() => service?.stop());

const ownOrigin = () => member.origin;

/** The status of a request with exactly these headers. */
const statusOf = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(service.url);
    const sent = request({ port, host: '127.0.0.1', method, path, headers }, (res) => {
      res.resume();
      res.once('end', () => resolve(res.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });

const query = JSON.stringify({ query: '{ eventCursor }' });
const mutation = JSON.stringify({
  query: 'mutation { deleteMember(id: "Member:x") { __typename } }',
});

describe('a request with the cookie', () => {
  const cases: [title: string, headers: () => Record<string, string>, isAllowed: boolean][] = [
    ['of a page of this service', () => ({ origin: ownOrigin() }), true],
    ['of a page of this service, by Sec-Fetch-Site', () => ({ 'sec-fetch-site': 'same-origin' }), true],
    ['without Origin', () => ({}), false],
    ['of an address that the person typed', () => ({ 'sec-fetch-site': 'none' }), false],
    ['of a page in ALLOWED_ORIGINS', () => ({ origin: 'https://app.example' }), false],
    ['of another site', () => ({ origin: 'https://evil.example' }), false],
    ['of another port', () => ({ origin: 'http://localhost:1' }), false],
    ['of a sandboxed frame', () => ({ origin: 'null' }), false],
    ['of a subdomain', () => ({ 'sec-fetch-site': 'same-site' }), false],
  ];
  test.each(cases)('%s', async (_title, headersOf, isAllowed) => {
    const host = new URL(ownOrigin()).host;
    const headers = { host, cookie: member.cookie ?? '', ...headersOf() };
    const json = { ...headers, 'content-type': 'application/json' };
    const statuses = [
      await statusOf('POST', '/graphql', json, query),
      await statusOf('POST', '/graphql', { ...json, accept: 'text/event-stream' }, query),
      await statusOf('POST', '/graphql', json, mutation),
      await statusOf('GET', '/2025-10-13/customers', headers),
      await statusOf('GET', '/session', headers),
    ];
    expect(statuses).toEqual(isAllowed ? [200, 200, 200, 200, 200] : [403, 403, 403, 403, 403]);
  });

  test.each([
    ['POST', '/session/links', { email: 'a@example.com' }],
    ['POST', '/session', { token: 'x'.repeat(43) }],
    ['POST', '/session/passkey/options', {}],
    ['DELETE', '/session', undefined],
  ])('%s %s of another page is rejected', async (method, path, body) => {
    const host = new URL(ownOrigin()).host;
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const headers = {
        host,
        cookie: member.cookie ?? '',
        'content-type': 'application/json',
        ...(origin && { origin }),
      };
      expect(await statusOf(method, path, headers, JSON.stringify(body))).toBe(403);
    }
    expect((await member.session('GET', '')).status).toBe(200);
  });

  test('a form of another page cannot sign a person in', async () => {
    const form = { origin: ownOrigin(), host: new URL(ownOrigin()).host, 'content-type': 'text/plain' };
    expect(await statusOf('POST', '/session', form, '{"token":"x"}')).toBe(415);
  });

  test('a rebound name of another site is no page of this machine', async () => {
    const { port } = new URL(service.url);
    const headers = { host: `evil.example:${port}`, origin: `http://evil.example:${port}` };
    const json = { ...headers, 'content-type': 'application/json' };
    expect(await statusOf('POST', '/session', json, '{"token":"x"}')).toBe(403);
    // The browser would not send the cookie there. The server would not read it either.
    expect(await statusOf('POST', '/graphql', { ...json, cookie: member.cookie ?? '' }, query)).toBe(401);
  });
});

describe('the cookie and an Authorization header', () => {
  const whoIs = async (headers: Record<string, string>) =>
    (await member.query('{ viewer { __typename } }', undefined, headers)).body;

  test('the header wins', async () => {
    const platform = await whoIs({ authorization: basic(service.platform.token) });
    expect(platform.data.viewer.__typename).toBe('Platform');
    expect((await whoIs({})).data.viewer.__typename).toBe('Member');
  });

  test('a wrong header is not replaced by the cookie', async () => {
    expect((await whoIs({ authorization: basic('a:b') })).errors[0].extensions.code).toBe('UNAUTHORIZED');
  });

  test('without either, only public fields and endpoints work', async () => {
    const { body } = await openBrowser(service).query('{ eventCursor }');
    expect(body.errors[0].extensions.code).toBe('UNAUTHORIZED');
  });
});

interface Socket {
  readonly acknowledged: Promise<boolean>;
  readonly closed: Promise<number>;
  subscribe(document: string): void;
}

function openSocket(headers: Record<string, string>, payload?: object): Socket {
  const url = `${ownOrigin().replace('http', 'ws')}/graphql`;
  const socket = new WebSocket(url, 'graphql-transport-ws', { headers });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
  const acknowledged = new Promise<boolean>((resolve) => {
    socket.on('message', (data) => {
      if (JSON.parse(String(data)).type === 'connection_ack') resolve(true);
    });
    void closed.then(() => resolve(false));
  });
  return {
    acknowledged,
    closed,
    subscribe: (document) =>
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: document } })),
  };
}

describe('a socket', () => {
  test('of a page of this service uses the cookie', async () => {
    const socket = openSocket({ cookie: member.cookie ?? '', origin: ownOrigin() });
    expect(await socket.acknowledged).toBe(true);
  });

  test.each([
    ['without Origin', undefined, 4401],
    ['of a page in ALLOWED_ORIGINS', 'https://app.example', 4401],
  ])('%s does not', async (_title, origin, code) => {
    const socket = openSocket({ cookie: member.cookie ?? '', ...(origin && { origin }) });
    expect(await socket.closed).toBe(code);
  });

  test('its connection_init wins over the cookie', async () => {
    const headers = { cookie: member.cookie ?? '', origin: ownOrigin() };
    expect(await openSocket(headers, { authorization: basic('a:b') }).closed).toBe(4401);
  });

  test('sockets and streams end with the session', async () => {
    const leaving = await aSignedInMember(service, ['VIEW']);
    const socket = openSocket({ cookie: leaving.cookie ?? '', origin: ownOrigin() });
    expect(await socket.acknowledged).toBe(true);
    socket.subscribe('subscription { transactionUpdated { cursor } }');
    const stream = await fetch(`${ownOrigin()}/graphql`, {
      method: 'POST',
      headers: { ...leaving.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { transactionUpdated { cursor } }' }),
    });
    const text = stream.text();
    const { body } = await leaving.query('{ viewer { ... on Member { sessions { id } } } }');
    const revoked = await leaving.query(
      'mutation($id: ID!) { revokeMemberSession(id: $id) { __typename } }',
      {
        id: body.data.viewer.sessions[0].id,
      },
    );
    expect(revoked.body.data.revokeMemberSession.__typename).toBe('Deleted');
    expect(await socket.closed).toBe(4401);
    expect(await text).toContain('UNAUTHORIZED');
  });
});

describe('the name of the cookie', () => {
  const token = 'A'.repeat(43);
  test.each([
    ['https', 'https://pay.example', `__Host-session=${token}; `, '; Secure'],
    ['http on this machine', 'http://localhost:4000', `session=${token}; `, 'Max-Age=604800'],
    ['http elsewhere: none', 'http://pay.example', '', ''],
  ])('with %s', (_title, origin, start, end) => {
    const cookie = sessionCookie(origin, token);
    expect(cookie.startsWith(start)).toBe(true);
    expect(cookie.endsWith(end)).toBe(true);
    expect(cookie === '').toBe(start === '');
  });

  test.each([
    ['__Host- anywhere', { cookie: `a=b; __Host-session=${token}`, host: 'pay.example' }, token],
    ['session on this machine', { cookie: `session=${token}`, host: '127.0.0.1:4000' }, token],
    ['session elsewhere', { cookie: `session=${token}`, host: 'pay.example' }, undefined],
    ['another form', { cookie: 'session=abc', host: 'localhost' }, undefined],
    [
      'a name with other whitespace, which another host of the domain can set',
      { cookie: `\u00a0__Host-session=${token}; \u000b__Host-session=${token}`, host: 'a.example' },
      undefined,
    ],
    ['another name', { cookie: `xsession=${token}`, host: 'localhost' }, undefined],
    ['a long header', { cookie: `${'x'.repeat(9000)}; session=${token}`, host: 'localhost' }, undefined],
  ])('is read: %s', (_title, headers, expected) => {
    expect(sessionTokenIn(headers)).toBe(expected);
  });
});
