import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../../src/infrastructure/http-client/address.ts';
import { createSafeFetch, httpGetOf } from '../../../src/infrastructure/http-client/safe-fetch.ts';

describe('an address', () => {
  test.each([
    ['8.8.8.8', true],
    ['1.1.1.1', true],
    ['172.15.255.255', true],
    ['172.32.0.0', true],
    ['100.63.255.255', true],
    ['100.128.0.0', true],
    ['223.255.255.255', true],
    ['2606:4700:4700::1111', true],
    ['2a00:1450:4001::1', true],
    ['64:ff9b::808:808', true],
    ['0.0.0.0', false],
    ['10.0.0.1', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.0.0.1', false],
    ['192.0.2.1', false],
    ['192.168.1.1', false],
    ['198.18.0.1', false],
    ['198.51.100.1', false],
    ['203.0.113.1', false],
    ['224.0.0.1', false],
    ['240.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['::7f00:1', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['64:ff9b:1::808:808', false],
    ['100::1', false],
    ['2001::1', false],
    ['2001:db8::1', false],
    ['2002:7f00:1::', false],
    ['3fff::1', false],
    ['fc00::1', false],
    ['fd12:3456::1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['fec0::1', false],
    ['ff02::1', false],
    ['localhost', false],
    ['', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});

let server: Server;
let base: string;
let port: number;
const seen: { url: string | undefined; body: string; headers: NodeJS.Dict<string | string[]> }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ url: request.url, body, headers: request.headers });
    switch (request.url) {
      case '/redirect':
        response.writeHead(302, { location: `${base}/target` }).end();
        break;
      case '/silent':
        break;
      case '/slow':
        response.writeHead(200);
        response.write('{');
        break;
      case '/huge':
        response.writeHead(200);
        response.end('x'.repeat(2000));
        break;
      case '/endless':
        response.writeHead(200);
        response.on('error', () => undefined);
        for (let round = 0; round < 100; round += 1) response.write('x'.repeat(1000));
        break;
      case '/cut':
        response.writeHead(200, { 'content-length': '100' });
        response.write('half');
        setTimeout(() => response.destroy(), 10);
        break;
      default:
        response.writeHead(request.method === 'POST' ? 201 : 200, { 'x-method': request.method }).end('body');
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  port = (server.address() as AddressInfo).port;
  base = `http://127.0.0.1:${port}`;
});

afterAll(() => {
  server.closeAllConnections();
  return new Promise((closed) => server.close(closed));
});

const limits = { timeoutMs: 60_000, maxBytes: 1000 };
const open = createSafeFetch({ allowsPrivateTargets: true });
const get = (url: string, fetch = open, over = {}) => fetch({ method: 'GET', url, ...limits, ...over });

describe('where private targets are rejected', () => {
  const guarded = createSafeFetch({ allowsPrivateTargets: false });
  const resolvingTo = (...addresses: string[]) =>
    createSafeFetch({
      allowsPrivateTargets: false,
      resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    });
  const notAllowed = { ok: false, failure: 'address-not-allowed' };

  test.each([
    ['an address', () => base],
    ['an address as one number', () => `http://2130706433:${port}`],
    ['an address in octal', () => `http://0177.0.0.1:${port}`],
    ['an address in hex', () => `http://0x7f000001:${port}`],
    ['a short address', () => `http://127.1:${port}`],
    ['an address with a dot after it', () => `http://127.0.0.1.:${port}`],
    ['an address in wide digits', () => `http://１２７.0.0.1:${port}`],
    ['an IPv6 loopback', () => `http://[::1]:${port}`],
    ['a mapped address', () => `http://[::ffff:127.0.0.1]:${port}`],
    ['the name localhost', () => `http://localhost:${port}`],
    ['the name in upper case', () => `http://LOCALHOST:${port}`],
  ])('%s is', async (_, url) => {
    const before = seen.length;
    expect(await get(url(), guarded)).toEqual(notAllowed);
    expect(seen).toHaveLength(before);
  });

  test.each([
    ['a private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
    ['no address', []],
  ])('a name that resolves to %s is', async (_, addresses) => {
    const before = seen.length;
    expect(await get(`http://rebind.example:${port}/`, resolvingTo(...addresses))).toEqual(notAllowed);
    expect(seen).toHaveLength(before);
  });

  test('a name is resolved once, and the connection uses the resolved address', async () => {
    let lookupCount = 0;
    const fetch = createSafeFetch({
      allowsPrivateTargets: true,
      resolve: async () => {
        lookupCount += 1;
        return [{ address: lookupCount === 1 ? '127.0.0.1' : '10.255.255.1', family: 4 }];
      },
    });
    expect(await get(`http://name.example:${port}/`, fetch)).toMatchObject({ ok: true, status: 200 });
    expect(lookupCount).toBe(1);
    expect(seen.at(-1)?.headers['host']).toBe(`name.example:${port}`);
  });
});

describe('an exchange', () => {
  test('returns status, headers and body', async () => {
    const result = await open({
      method: 'POST',
      url: `${base}/x?y=1`,
      body: '{"a":"ü"}',
      headers: { 'x-a': 'b' },
      ...limits,
    });
    expect(result).toMatchObject({ ok: true, status: 201, headers: { 'x-method': 'POST' } });
    expect(result.ok && Buffer.from(result.body).toString()).toBe('body');
    expect(seen.at(-1)).toMatchObject({
      url: '/x?y=1',
      body: '{"a":"ü"}',
      headers: { 'x-a': 'b', 'content-length': '10' },
    });
  });

  test('does not follow a redirect', async () => {
    expect(await get(`${base}/redirect`)).toMatchObject({ ok: true, status: 302 });
    expect(seen.some(({ url }) => url === '/target')).toBe(false);
  });

  test('does not use a proxy of the environment', async () => {
    process.env['http_proxy'] = process.env['HTTP_PROXY'] = 'http://127.0.0.1:1';
    try {
      expect(await get(`${base}/`)).toMatchObject({ ok: true });
    } finally {
      delete process.env['http_proxy'];
      delete process.env['HTTP_PROXY'];
    }
  });

  test.each([
    ['never responds', '/silent', 'timeout', { timeoutMs: 100 }],
    ['stops in the middle of the body', '/slow', 'timeout', { timeoutMs: 100 }],
    ['returns too much', '/huge', 'too-large', {}],
    ['never stops', '/endless', 'too-large', {}],
    ['closes in the middle of the body', '/cut', 'network', {}],
  ])('with a server that %s fails', async (_, path, failure, over) => {
    expect(await get(`${base}${path}`, open, over)).toEqual({ ok: false, failure });
  });

  test('accepts a body of the maximum size, and rejects one more byte', async () => {
    expect(await get(`${base}/huge`, open, { maxBytes: 2000 })).toMatchObject({ ok: true });
    expect(await get(`${base}/huge`, open, { maxBytes: 1999 })).toMatchObject({ failure: 'too-large' });
  });

  test('with a name that does not resolve times out', async () => {
    const fetch = createSafeFetch({
      allowsPrivateTargets: false,
      resolve: () => new Promise(() => undefined),
    });
    expect(await get('http://name.example/', fetch, { timeoutMs: 50 })).toEqual({
      ok: false,
      failure: 'timeout',
    });
  });

  test('with an unknown name, a closed port or a server without HTTP fails', async () => {
    const failing = createSafeFetch({
      allowsPrivateTargets: false,
      resolve: () => Promise.reject(new Error('ENOTFOUND')),
    });
    const network = { ok: false, failure: 'network' };
    expect(await get('http://name.example/', failing)).toEqual(network);
    const noise = createTcpServer((socket) => {
      socket
        .on('error', () => undefined)
        .resume()
        .end('noise\r\n\r\n');
    });
    await new Promise<void>((ready) => noise.listen(0, '127.0.0.1', ready));
    const url = `http://127.0.0.1:${(noise.address() as AddressInfo).port}/`;
    expect(await get(url)).toEqual(network);
    await new Promise((closed) => noise.close(closed));
    expect(await get(url)).toEqual(network);
  });

  test.each(['', 'not a url', 'ftp://example.com/', 'file:///etc/passwd', 'http://user:secret@example.com/'])(
    'with the URL %j is not started',
    async (url) => {
      expect(await get(url)).toEqual({ ok: false, failure: 'invalid-url' });
    },
  );

  test('over https with a server that has no certificate fails', async () => {
    expect(await get(base.replace('http:', 'https:'))).toEqual({ ok: false, failure: 'network' });
  });

  test('through the read-only port is a GET', async () => {
    expect(await httpGetOf(open)(`${base}/read`, limits)).toMatchObject({ headers: { 'x-method': 'GET' } });
  });
});
