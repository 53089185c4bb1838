/** Every transport rejects requests of pages whose origin is neither the own one nor listed. */
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOriginPolicy, parseOrigins } from '../../../src/transports/http/origins.ts';
import { upgradeStatus } from '../../support/raw-socket.ts';
import { basic, type Service, startService } from '../../support/service.ts';

const policy = createOriginPolicy(['https://app.example', 'http://localhost:5173'], 'https://pay.example');
test.each<[string, IncomingHttpHeaders, 'rejected' | 'allowed']>([
  ['no browser', { host: '10.0.0.1:4000' }, 'allowed'],
  ['a page of the same origin', { host: 'localhost:4000', origin: 'http://localhost:4000' }, 'allowed'],
  [
    'a page of the same origin, default port',
    { host: 'a.example:443', origin: 'https://a.example' },
    'allowed',
  ],
  ['a page of the origin of PUBLIC_URL', { host: '10.0.0.1:4000', origin: 'https://pay.example' }, 'allowed'],
  ['a page of the same origin over IPv6', { host: '[::1]:4000', origin: 'http://[::1]:4000' }, 'allowed'],
  ['a listed page', { host: 'pay.example', origin: 'https://app.example' }, 'allowed'],
  [
    'a listed page, cross-site according to the browser',
    { host: 'pay.example', origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
    'allowed',
  ],
  [
    'a listed page behind a proxy that changes Host',
    { host: 'localhost:4000', origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' },
    'allowed',
  ],
  [
    'a read of a page behind a proxy, which has no Origin',
    { host: 'localhost:4000', 'sec-fetch-site': 'same-origin' },
    'allowed',
  ],
  ['a URL typed by the user', { host: 'pay.example', 'sec-fetch-site': 'none' }, 'allowed'],
  ['another port of the host', { host: 'localhost:4000', origin: 'http://localhost:5174' }, 'rejected'],
  ['another port of a listed host', { host: 'pay.example', origin: 'https://app.example:8443' }, 'rejected'],
  ['another scheme of a listed host', { host: 'pay.example', origin: 'http://app.example' }, 'rejected'],
  ['another scheme of PUBLIC_URL', { host: 'pay.example', origin: 'http://pay.example' }, 'rejected'],
  ['a subdomain of a listed host', { host: 'pay.example', origin: 'https://x.app.example' }, 'rejected'],
  [
    'another origin of the same site',
    { host: 'pay.example', origin: 'https://blog.pay.example', 'sec-fetch-site': 'same-site' },
    'rejected',
  ],
  ['an image of the same site', { host: 'pay.example', 'sec-fetch-site': 'same-site' }, 'rejected'],
  ['an image of another site', { host: 'pay.example', 'sec-fetch-site': 'cross-site' }, 'rejected'],
  ['another site', { host: 'pay.example', origin: 'https://evil.example' }, 'rejected'],
  [
    'a site whose name starts with the own name',
    { host: 'pay.example', origin: 'https://pay.example.evil.example' },
    'rejected',
  ],
  ['a page in a sandboxed frame', { host: 'pay.example', origin: 'null' }, 'rejected'],
  ['two origins', { host: 'pay.example', origin: 'https://app.example, https://evil.example' }, 'rejected'],
  ['no Host header', { origin: 'https://evil.example' }, 'rejected'],
])('%s is %s', (_name, headers, outcome) => {
  expect(policy.rejects(headers)).toBe(outcome === 'rejected');
});

describe('a list of origins', () => {
  test.each([
    ['https://app.example', ['https://app.example']],
    [' https://app.example , http://localhost:5173 ', ['https://app.example', 'http://localhost:5173']],
    ['HTTPS://App.Example:443', ['https://app.example']],
    ['https://bücher.example', ['https://xn--bcher-kva.example']],
    ['http://[::1]:5173', ['http://[::1]:5173']],
  ])('%s is normalized as browsers send it', (text, origins) => {
    expect(parseOrigins(text)).toEqual(origins);
  });

  test.each([
    '*',
    'null',
    'https://*.example.com',
    'https://app.example/',
    'https://app.example/path',
    'https://app.example?x',
    'https://app.example#x',
    'https://user@app.example',
    'app.example',
    'localhost:5173',
    'ws://app.example',
    'https://app.example:99999',
    'https://app.example,',
    'https://app.example https://b.example',
    `https://${'a'.repeat(300)}`,
  ])('%s is rejected', (text) => {
    expect(parseOrigins(text)).toBeUndefined();
    expect(parseOrigins(`https://ok.example,${text}`)).toBeUndefined();
  });
});

describe('on a running service', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true, env: { ALLOWED_ORIGINS: 'https://app.example' } });
  });
  afterAll(() => service.stop());

  const foreign = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'https://app.example:8443' },
    { Origin: 'null' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  ];
  const requests: [string, string, RequestInit][] = [
    ['a query', '/graphql?query={__typename}', {}],
    [
      'a document',
      '/graphql',
      { method: 'POST', body: '{"query":"{__typename}"}', headers: { 'Content-Type': 'application/json' } },
    ],
    [
      'a stream',
      '/graphql',
      {
        method: 'POST',
        body: '{"query":"{__typename}"}',
        headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      },
    ],
    ['a read over REST', '/2025-10-13/customers', {}],
    ['a write over REST', '/2025-10-13/transactions/Transaction:0/approve', { method: 'POST' }],
  ];
  const send = (path: string, init: RequestInit, headers: Record<string, string>) =>
    fetch(`${service.url}${path}`, {
      ...init,
      headers: { ...(init.headers as object), ...headers, authorization: basic(service.platform.token) },
    });

  test.each(requests)('%s is rejected', async (_name, path, init) => {
    for (const headers of foreign) {
      const response = await send(path, init, headers);
      expect(response.status).toBe(403);
      expect(await response.text()).toContain('Cross-site requests are not allowed.');
    }
    const { port } = new URL(service.url);
    const neighbour = service.url.replace(port, String((Number(port) % 60_000) + 1));
    expect((await send(path, init, { Origin: neighbour })).status).toBe(403);
    for (const allowed of [service.url, 'https://app.example']) {
      expect((await send(path, init, { Origin: allowed })).status).not.toBe(403);
    }
  });

  test.each(requests)('%s cannot be read by another site', async (_name, path, init) => {
    for (const method of [init.method ?? 'GET', 'OPTIONS']) {
      const body = method === 'OPTIONS' ? null : (init.body ?? null);
      const preflight = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
      const response = await send(path, { ...init, method, body }, preflight);
      expect(response.status).toBe(403);
      expect(response.headers.get('vary')).toBe('Origin');
      const allowed = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect(allowed).toEqual([]);
    }
  });

  test.each([
    ['of a page of another site', 'https://evil.example', 403],
    ['of a page of another port', 'http://127.0.0.1:1', 403],
    ['of a listed page', 'https://app.example', 101],
    ['without a page', undefined, 101],
  ])('a WebSocket %s', async (_name, origin, status) => {
    expect(await upgradeStatus(service.url, origin)).toBe(status);
  });
});
