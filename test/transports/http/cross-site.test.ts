/** What the page of another site makes a browser send is refused on every face, and no site may read answers. */
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isCrossSite } from '../../../src/transports/http/cross-site.ts';
import { basic, type Service, startService } from '../../support/service.ts';

const publicUrl = 'https://pay.example';
test.each<[string, IncomingHttpHeaders, boolean]>([
  ['no browser', { host: '10.0.0.1:4000' }, false],
  ['a page of its own', { host: 'pay.example', origin: 'https://pay.example' }, false],
  ['a page on another port', { host: 'localhost:4000', origin: 'http://localhost:5173' }, false],
  ['its own page behind a proxy', { host: '10.0.0.1:4000', origin: 'https://pay.example' }, false],
  ['its own page over IPv6', { host: '[::1]:4000', origin: 'http://[::1]:4000' }, false],
  ['what the reader typed', { host: 'pay.example', 'sec-fetch-site': 'none' }, false],
  ['the browser vouches for it', { origin: 'https://app.pay.example', 'sec-fetch-site': 'same-site' }, false],
  ['the browser says another site', { host: 'pay.example', 'sec-fetch-site': 'cross-site' }, true],
  ['another site', { host: 'pay.example', origin: 'https://evil.example' }, true],
  [
    'a site whose name begins alike',
    { host: 'pay.example', origin: 'https://pay.example.evil.example' },
    true,
  ],
  ['a page in a sandbox', { host: 'pay.example', origin: 'null' }, true],
  ['no host at all', { origin: 'https://evil.example' }, true],
])('%s', (_name, headers, refused) => {
  expect(isCrossSite(headers, publicUrl)).toBe(refused);
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

  test.each(requests)('%s is refused', async (_name, path, init) => {
    for (const headers of foreign) {
      const answer = await send(path, init, headers);
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain('Cross-site requests are refused.');
    }
    expect((await send(path, init, { Origin: service.url })).status).not.toBe(403);
  });

  test.each(requests)('%s may be read by no other site', async (_name, path, init) => {
    for (const method of [init.method ?? 'GET', 'OPTIONS']) {
      const body = method === 'OPTIONS' ? null : (init.body ?? null);
      const answer = await send(path, { ...init, method, body }, { Origin: 'https://evil.example' });
      const allowed = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect(allowed).toEqual([]);
    }
  });
});
