/** Every transport rejects cross-site requests of browsers, and no other site can read responses. */
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isCrossSite } from '../../../src/transports/http/cross-site.ts';
import { basic, type Service, startService } from '../../support/service.ts';

const publicUrl = 'https://pay.example';
test.each<[string, IncomingHttpHeaders, boolean]>([
  ['no browser', { host: '10.0.0.1:4000' }, false],
  ['a page of the same origin', { host: 'pay.example', origin: 'https://pay.example' }, false],
  ['a page on another port', { host: 'localhost:4000', origin: 'http://localhost:5173' }, false],
  ['a page of the same site behind a proxy', { host: '10.0.0.1:4000', origin: 'https://pay.example' }, false],
  ['a page of the same origin over IPv6', { host: '[::1]:4000', origin: 'http://[::1]:4000' }, false],
  ['a URL typed by the user', { host: 'pay.example', 'sec-fetch-site': 'none' }, false],
  [
    'same-site according to the browser',
    { origin: 'https://app.pay.example', 'sec-fetch-site': 'same-site' },
    false,
  ],
  ['cross-site according to the browser', { host: 'pay.example', 'sec-fetch-site': 'cross-site' }, true],
  ['another site', { host: 'pay.example', origin: 'https://evil.example' }, true],
  [
    'a site whose name starts with the own name',
    { host: 'pay.example', origin: 'https://pay.example.evil.example' },
    true,
  ],
  ['a page in a sandboxed frame', { host: 'pay.example', origin: 'null' }, true],
  ['no Host header', { origin: 'https://evil.example' }, true],
])('%s', (_name, headers, rejected) => {
  expect(isCrossSite(headers, publicUrl)).toBe(rejected);
});

describe('on a running service', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true });
  });
  afterAll(() => service.stop());

  const foreign = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  ];
  const requests: [string, string, RequestInit][] = [
    ['a query', '/graphql?query={__typename}', {}],
    [
      'a document',
      '/graphql',
      { method: 'POST', body: '{"query":"{__typename}"}', headers: { 'Content-Type': 'application/json' } },
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
    expect((await send(path, init, { Origin: service.url })).status).not.toBe(403);
  });

  test.each(requests)('%s cannot be read by another site', async (_name, path, init) => {
    for (const method of [init.method ?? 'GET', 'OPTIONS']) {
      const body = method === 'OPTIONS' ? null : (init.body ?? null);
      const response = await send(path, { ...init, method, body }, { Origin: 'https://evil.example' });
      const allowed = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect(allowed).toEqual([]);
    }
  });
});
