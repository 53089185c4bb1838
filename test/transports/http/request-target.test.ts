/** Checks that apply to every request. The tests use raw connections, because HTTP clients cannot send such requests. */
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { normalizeTarget } from '../../../src/transports/http/request-target.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true });
});
afterAll(() => service.stop());

/** Sends each request after the response to the one before; returns everything received until the server closed. */
function talk(...requests: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    let text = '';
    let written = 0;
    const socket = connect(Number(port), hostname, () => socket.write(requests[written++] ?? ''));
    socket.on('data', (chunk) => {
      text += chunk;
      if (statuses(text).length === written && written < requests.length)
        socket.write(requests[written++] ?? '');
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

const query = JSON.stringify({ query: '{ viewer { __typename } }' });
const json = 'Content-Type: application/json';
const authorized = () => `Host: x\r\nAuthorization: ${basic(service.platform.token)}`;
const h2c = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__';
const last = 'Connection: close';

const statuses = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe('a request to upgrade to HTTP/2', () => {
  const post = (...headers: string[]) =>
    [
      'POST /graphql HTTP/1.1',
      authorized(),
      json,
      `Content-Length: ${query.length}`,
      ...headers,
      '',
      query,
    ].join('\r\n');

  test('is ignored: this request and later ones are served in HTTP/1.1', async () => {
    const text = await talk(
      post(h2c),
      `GET /health/live HTTP/1.1\r\nHost: x\r\n${h2c}\r\n\r\n`,
      post(h2c),
      `GET /2025-10-13/config HTTP/1.1\r\n${authorized()}\r\n${last}\r\n\r\n`,
    );
    expect(statuses(text)).toEqual([200, 200, 200, 200]);
    expect(text.match(/"__typename":"Platform"/g)).toHaveLength(2);
  });

  test('also with a body in chunks', async () => {
    const chunked = `${query.length.toString(16)}\r\n${query}\r\n0\r\n\r\n`;
    const headers = ['POST /graphql HTTP/1.1', authorized(), json, h2c, 'Transfer-Encoding: chunked'];
    const text = await talk(`${headers.join('\r\n')}\r\n\r\n${chunked}`, post(last));
    expect(statuses(text)).toEqual([200, 200]);
  });

  test('does not bypass authentication', async () => {
    const text = await talk(`GET /2025-10-13/config HTTP/1.1\r\nHost: x\r\n${h2c}\r\n\r\n`, post(last));
    expect(statuses(text)).toEqual([401, 200]);
  });
});

describe('a target', () => {
  test.each(['/2025-10-13/config', '/health/live'])('in absolute form is served like %s', async (path) => {
    const text = await talk(
      `GET http://payments.example${path} HTTP/1.1\r\n${authorized()}\r\n${last}\r\n\r\n`,
    );
    expect(statuses(text)).toEqual([200]);
  });

  test('in absolute form without a path is the root, which is the console', async () => {
    const text = await talk(`GET http://payments.example HTTP/1.1\r\n${authorized()}\r\n${last}\r\n\r\n`);
    expect(statuses(text)).toEqual([200]);
  });

  test('with two hosts is rejected', async () => {
    expect(statuses(await talk(`GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`))).toEqual([400]);
  });

  const requestWith = (host: string, version = '1.1') =>
    `POST /graphql HTTP/${version}\r\n${host}${json}\r\n${last}\r\nContent-Length: ${query.length}\r\n\r\n${query}`;

  test.each(['[', '[::1', 'a b', 'x:y', 'x:65536', 'x/y', 'x?y', 'x#y', 'x@y', 'x\\y', '1.2.3.4.5'])(
    'with the host %s is rejected, and the response contains nothing of the service',
    async (host) => {
      const text = await talk(requestWith(`Host: ${host}\r\n`));
      expect(statuses(text)).toEqual([400]);
      expect(text).toContain('"code":"INVALID_INPUT"');
      expect(text).not.toMatch(/ {4}at |node_modules/);
      const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13`;
      expect(statuses(await talk(`GET /graphql HTTP/1.1\r\nHost: ${host}\r\n${upgrade}\r\n\r\n`))).toEqual([
        400,
      ]);
    },
  );

  test.each(['x', 'X.example:', 'x:8080', '127.0.0.1:80', '[::1]:80', 'a_b', 'b\u00fccher.example', ''])(
    'may have the host "%s"',
    async (host) => {
      // The 401 shows that the request reached GraphQL.
      expect(statuses(await talk(requestWith(`Host: ${host}\r\n`)))).toEqual([401]);
    },
  );

  test('may have no host in HTTP/1.0', async () => {
    expect(statuses(await talk(requestWith('', '1.0')))).toEqual([401]);
    const req = { url: '/graphql', headers: {} } as IncomingMessage;
    normalizeTarget(req);
    expect(req.headers.host).toBe('localhost');
  });

  test.each(['/health/live', '/health/ready', '/.well-known/jwks.json'])(
    '%s is read and nothing else',
    async (path) => {
      const response = await fetch(`${service.url}${path}`, { method: 'DELETE' });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(await response.json()).toEqual({
        status: 405,
        code: 'METHOD_NOT_ALLOWED',
        message: 'This path supports GET, HEAD.',
        details: {},
      });
    },
  );
});

describe('a body', () => {
  const customer = JSON.stringify({ customerType: 'INDIVIDUAL' });
  const send = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: basic(service.platform.token),
        'Content-Type': 'application/json',
        ...headers,
      },
      body: body as string,
    });

  test.each([
    ['/graphql', query],
    ['/2025-10-13/customers', customer],
  ])('that is compressed is 415 at %s, and the response has the accepted encodings', async (path, body) => {
    const response = await send(path, gzipSync(body), { 'Content-Encoding': 'gzip' });
    expect(response.status).toBe(415);
    expect(response.headers.get('accept-encoding')).toBe('identity');
    expect((await send(path, body, { 'Content-Encoding': 'identity' })).ok).toBe(true);
  });

  test.each([
    ['/graphql', query],
    ['/2025-10-13/customers', customer],
  ])('may start with a byte order mark at %s', async (path, body) => {
    expect((await send(path, Buffer.from(`\ufeff${body}`))).ok).toBe(true);
  });

  test('that is not UTF-8 is 400 over GraphQL', async () => {
    const response = await send('/graphql', Buffer.from('{"query":"{ viewer { \xff } }"}', 'latin1'));
    expect(response.status).toBe(400);
  });
});

describe('a response', () => {
  test.each([
    ['/2025-10-13/customers', 200],
    ['/2025-10-13/nothing', 404],
    ['/graphql?query=%7Bviewer%7B__typename%7D%7D', 200],
    ['/nothing', 404],
  ])('of %s is not cached, and its media type is not guessed', async (path, status) => {
    const response = await fetch(`${service.url}${path}`, {
      headers: { authorization: basic(service.platform.token) },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each(['/graphql', '/2025-10-13/reference'])(
    'with an HTML page, for example %s, cannot be framed',
    async (path) => {
      const page = await fetch(`${service.url}${path}`, { headers: { Accept: 'text/html' } });
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*frame-ancestors 'none'/,
      );
      expect(await page.text()).toContain('</html>');
    },
  );
});
