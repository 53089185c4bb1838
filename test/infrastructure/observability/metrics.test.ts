/** The metrics for Prometheus, and the permission to read them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canReadMetrics } from '../../../src/infrastructure/observability/metrics-access.ts';
import { basic, type Service, startService } from '../../support/service.ts';
import { openSocket } from '../../support/subscription-client.ts';

type Samples = Map<string, number>;

const parsed = (text: string): Samples =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

describe('the metrics', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true, standing: true });
  });
  afterAll(() => service.stop());

  const scrape = async (): Promise<Samples> => parsed(await (await fetch(`${service.url}/metrics`)).text());
  const get = (path: string) =>
    fetch(`${service.url}${path}`, { headers: { authorization: basic(service.platform.token) } });

  test('count requests by operation, and never by a text of the client', async () => {
    const before = await scrape();
    await get('/2025-10-13/customers/Customer:019a0000-0000-7000-8000-000000000001');
    await get('/2025-10-13/nothing/here');
    await get('/nor/here');
    await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: basic(service.platform.token) },
      body: JSON.stringify({ query: 'query Mine { customers(first: 1) { nodes { id } } }' }),
    });
    const after = await scrape();
    const grown = (labels: string) => {
      const name = `payments_requests_total{${labels}}`;
      return (after.get(name) ?? 0) - (before.get(name) ?? 0);
    };
    expect(grown('face="rest",operation="GET /customers/{customerId}",status="404"')).toBe(1);
    expect(grown('face="rest",operation="unknown",status="404"')).toBe(1);
    expect(grown('face="other",operation="unknown",status="404"')).toBe(1);
    expect(grown('face="graphql",operation="query customers",status="200"')).toBe(1);
    expect(after.get('payments_sql_duration_seconds_count')).toBeGreaterThan(
      before.get('payments_sql_duration_seconds_count') ?? 0,
    );
    expect([...after.keys()].join('\n')).not.toMatch(/Mine|019a0000|nothing/);
  });

  test('show waiting jobs, events and webhooks', async () => {
    const samples = await scrape();
    for (const name of [
      'payments_jobs_due',
      'payments_jobs_late',
      'payments_jobs_failed',
      'payments_events_unsequenced',
      'payments_event_tail_lag_positions',
      'payments_event_tail_lag_seconds',
      'payments_webhooks_pending',
      'payments_webhooks_oldest_pending_seconds',
      'payments_webhooks_dead',
      'process_resident_memory_bytes',
      'payments_ledger_summed_at_seconds',
    ]) {
      expect([name, samples.get(name)]).toEqual([name, expect.any(Number)]);
    }
  });

  test('count open sockets and subscriptions, and not closed ones', async () => {
    const socket = openSocket(service.url, basic(service.platform.token));
    const following = socket.subscribe('subscription { transactionUpdated { cursor } }', {});
    await expect.poll(async () => (await scrape()).get('payments_subscriptions_open')).toBe(1);
    expect((await scrape()).get('payments_sockets_open')).toBe(1);
    following.stop();
    await expect.poll(async () => (await scrape()).get('payments_subscriptions_open')).toBe(0);
    socket.dispose();
    await expect.poll(async () => (await scrape()).get('payments_sockets_open')).toBe(0);
  });
});

describe('the metrics are read', () => {
  const token = 'a-token-of-many-characters';
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    ({ headers, socket: { remoteAddress } }) as never;
  test.each([
    ['from this machine without a token', from('127.0.0.1'), undefined, true],
    ['from this machine over IPv6', from('::1'), undefined, true],
    ['from this machine by an IPv4 address in IPv6', from('::ffff:127.0.0.1'), undefined, true],
    ['not from another machine', from('10.0.0.7'), undefined, false],
    [
      'not through a proxy on this machine',
      from('127.0.0.1', { 'x-forwarded-for': '10.0.0.7' }),
      undefined,
      false,
    ],
    ['from anywhere with the token', from('10.0.0.7', { authorization: `Bearer ${token}` }), token, true],
    ['not with another token', from('10.0.0.7', { authorization: 'Bearer another' }), token, false],
    ['not from this machine without the required token', from('127.0.0.1'), token, false],
  ])('%s', (_, req, wanted, may) => {
    expect(canReadMetrics(req, wanted)).toBe(may);
  });
});
