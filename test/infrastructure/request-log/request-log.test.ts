/** The request log: what it has of each request, and what happens when it cannot be written. */
import { sql } from 'drizzle-orm';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { RequestRecord } from '../../../src/infrastructure/observability/request-record.ts';
import {
  countApiRequests,
  insertApiRequests,
  listApiRequests,
} from '../../../src/infrastructure/request-log/request-store.ts';
import { startRequestLogWriter } from '../../../src/infrastructure/request-log/writer.ts';
import { newIdAt } from '../../../src/kernel/ids.ts';
import { sweep } from '../../../src/operations/retention/sweep.ts';
import { callerOf } from '../../../src/platforms/access/principal.ts';
import { anAccessToken } from '../../support/access-tokens.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aSignedInMember } from '../../support/members.ts';
import { aBankAccount, aPayer, type Payer } from '../../support/parties.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
let payer: Payer;
let bank: string;

beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
  payer = await aPayer(service, 50_000);
  bank = await aBankAccount(service, payer.customerId);
});
afterAll(() => service.stop());

const requestsOf = async (query: string) => {
  await service.app.requestLog.flush();
  return (await rest('GET', `/requests?${query}`)).body.data;
};

describe('a request', () => {
  test('of a page names the member', async () => {
    const member = await aSignedInMember(service, ['VIEW']);
    await member.rest('GET', '/members', undefined, { 'X-Request-Id': 'page-1' });
    const [request] = await requestsOf('requestId=page-1');
    expect(request).toMatchObject({
      operation: 'GET /members',
      actor: { kind: 'MEMBER', id: member.memberId, name: member.email.split('@')[0] },
    });
  });

  test('over REST has its caller, status, duration and bodies without values', async () => {
    await rest('POST', '/transfer-out', {
      body: {
        source: { accountId: payer.accountId },
        destination: { accountId: bank },
        amount: 700,
        description: 'Rent of Ada',
      },
      headers: { 'X-Request-Id': 'rent-1' },
    });
    const [request] = await requestsOf('requestId=rent-1');
    const { token } = service.platform.principal;
    expect(request).toMatchObject({
      transport: 'REST',
      method: 'POST',
      operation: 'POST /transfer-out',
      status: 201,
      address: '127.0.0.1',
      actor: { kind: 'API_TOKEN', id: token.id, name: token.name },
    });
    expect(JSON.parse(request.requestBody)).toEqual({
      source: { accountId: payer.accountId },
      destination: { accountId: bank },
      amount: 700,
      description: '****',
    });
    expect(JSON.parse(request.responseBody)).toMatchObject({ status: 'PENDING', description: '****' });
    expect(request.durationMs).toBeGreaterThanOrEqual(0);
  });

  test('with the code that connects an agent does not show it to people who can read the log', async () => {
    const viewer = await aSignedInMember(service, ['VIEW']);
    const made = await sendQuery(
      service,
      'mutation($input: CreateAgentInput!) { createAgent(input: $input) { ... on AgentCreated { deviceCode { code status: code } } } }',
      {
        input: {
          name: 'Bookkeeper',
          customerId: payer.customerId,
          policy: {
            permissions: ['VIEW_TRANSACTIONS'],
            defaultExecutionMode: 'AUTO',
            spendingLimits: { currency: 'USD', perTransactionLimit: 100 },
          },
        },
      },
    );
    const { code } = made.body.data.createAgent.deviceCode;
    await sendQuery(service, 'query($code: String!) { deviceCodeStatus(code: $code) { code } }', { code });
    await service.app.requestLog.flush();
    const seen = JSON.stringify((await viewer.rest('GET', '/requests?limit=20')).body);
    expect(seen).toContain('query deviceCodeStatus');
    expect(seen).not.toContain(code);
  });

  test('that failed has the code of its error', async () => {
    await rest('POST', '/tokens', { body: { name: 'Ada Lovelace' }, headers: { 'X-Request-Id': 'bad-1' } });
    const [request] = await requestsOf('failed=true&requestId=bad-1');
    expect(request).toMatchObject({ status: 400, errorCode: 'INVALID_INPUT' });
    expect(request.requestBody).not.toContain('Ada');
    expect(JSON.parse(request.responseBody)).toMatchObject({ code: 'INVALID_INPUT', message: '****' });
    expect(await requestsOf('failed=false&requestId=bad-1')).toEqual([]);
  });

  test('over GraphQL has root fields and variables, its changes, events and deliveries', async () => {
    const transfer =
      'mutation Pay($input: TransferInput!) { transferOut(input: $input) { __typename ... on Transaction { id } } }';
    const input = { source: payer.accountId, destination: bank, amount: 300 };
    const made = await sendQuery(service, transfer, { input }, { headers: { 'X-Request-Id': 'pay-1' } });
    await service.app.tail.caughtUp();
    await service.app.requestLog.flush();
    const read =
      '{ requests(filter: { requestId: "pay-1" }) { totalCount nodes { id operation operationName transport requestBody responseBody changes { recordId operation } events { type } deliveries { status eventId } } } }';
    const { requests } = (await sendQuery(service, read)).body.data;
    expect(requests.totalCount).toBe(1);
    const [request] = requests.nodes;
    const { id } = made.body.data.transferOut;
    expect(request).toMatchObject({
      operation: 'mutation transferOut',
      operationName: 'Pay',
      transport: 'GRAPHQL',
      changes: [{ recordId: id, operation: 'transferOut' }],
      events: [{ type: 'OUTGOING_PAYMENT.PENDING' }],
      deliveries: [],
    });
    expect(JSON.parse(request.requestBody)).toEqual({ rootFields: ['transferOut'], variables: { input } });
    expect(JSON.parse(request.responseBody)).toEqual({
      data: { transferOut: { __typename: 'Transaction', id } },
    });
    const { node } = (
      await sendQuery(service, `{ node(id: "${request.id}") { ... on ApiRequest { status } } }`)
    ).body.data;
    expect(node).toEqual({ status: 200 });
  });

  test('over a WebSocket is one operation', async () => {
    const client = createClient({
      url: `${service.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: basic(service.platform.token) },
    });
    for await (const _ of client.iterate({ query: 'query Who { viewer { __typename } }' })) break;
    await client.dispose();
    const [request] = await requestsOf('operation=query%20viewer');
    expect(request).toMatchObject({ transport: 'SOCKET', operationName: 'Who', address: '127.0.0.1' });
  });

  test('without a credential, and one of another platform, is not in the log', async () => {
    const stranger = await service.addPlatform();
    await sendQuery(
      service,
      '{ viewer { __typename } }',
      {},
      { authorization: basic(stranger.token), headers: { 'X-Request-Id': 'theirs' } },
    );
    await sendQuery(
      service,
      '{ viewer { __typename } }',
      {},
      { authorization: null, headers: { 'X-Request-Id': 'nobody' } },
    );
    expect(await requestsOf('requestId=theirs')).toEqual([]);
    expect(await requestsOf('requestId=nobody')).toEqual([]);
    const restricted = await anAccessToken(service, ['READ'], { customerId: payer.customerId });
    expect((await rest('GET', '/requests', { authorization: restricted.authorization })).status).toBe(403);
  });

  test('is in a page of the list, by time', async () => {
    await service.app.requestLog.flush();
    const first = (await rest('GET', '/requests?limit=2')).body;
    expect(first).toMatchObject({ hasMore: true });
    const next = (await rest('GET', `/requests?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)).body;
    expect(next.data[0].id < first.data[1].id).toBe(true);
    expect(await requestsOf('startedBefore=2020-01-01T00:00:00Z')).toEqual([]);
    expect((await requestsOf('startedAfter=2020-01-01T00:00:00Z')).length).toBeGreaterThan(3);
  });
});

describe('the writer', () => {
  const recordOf = (isWrite: boolean, code?: string) => {
    const record = new RequestRecord('rest', { id: 'r', traceparent: undefined, method: 'POST' }, [], false);
    record.setCaller(callerOf(service.platform.principal));
    if (isWrite) record.writeOperation = 'createApiToken';
    record.setErrorCode(code);
    record.end(code === undefined ? 200 : 429);
    return record;
  };

  test('drops and counts requests when the database does not accept them, and never waits', async () => {
    const errors: unknown[] = [];
    const broken = {
      ...service.db,
      orm: { _: { session: { prepareQuery: () => ({ execute: () => Promise.reject(new Error('down')) }) } } },
    };
    const writer = startRequestLogWriter(
      broken as never,
      () => new Date(),
      'all',
      (error) => errors.push(error),
    );
    for (let n = 0; n < 6_000; n += 1) writer.observe(recordOf(false));
    expect(writer.dropped).toBe(1_000);
    await writer.flush();
    expect(writer.dropped).toBe(1_500);
    expect(errors).toHaveLength(1);
    await writer.close();
    writer.observe(recordOf(true));
  });

  test('writes a few of the requests that exceed a rate limit, and all others', async () => {
    const { principal } = await service.addPlatform();
    const writer = startRequestLogWriter(
      service.db,
      () => service.clock.real(),
      'all',
      () => undefined,
    );
    for (let n = 0; n < 300; n += 1) {
      const record = recordOf(false, n % 100 === 0 ? undefined : 'RATE_LIMITED');
      record.setCaller(callerOf(principal));
      writer.observe(record);
    }
    await writer.close();
    const page = { first: 400, after: undefined, list: 'requests' };
    const { items } = await listApiRequests(service.db.orm, principal.platform.id, {}, page);
    expect(items.filter(({ errorCode }) => errorCode === undefined)).toHaveLength(3);
    expect(items).toHaveLength(23);
    expect(writer.dropped).toBe(277);
  });

  test('keeps the requests of a platform when another one sends more than it can write', async () => {
    const quiet = (await service.addPlatform()).principal;
    const loud = (await service.addPlatform()).principal;
    const writer = startRequestLogWriter(
      service.db,
      () => service.clock.real(),
      'all',
      () => undefined,
    );
    const observe = (principal: typeof quiet, count: number) => {
      for (let n = 0; n < count; n += 1) {
        const record = recordOf(false);
        record.setCaller(callerOf(principal));
        writer.observe(record);
      }
    };
    observe(loud, 6_000);
    observe(quiet, 30);
    observe(loud, 1_000);
    await writer.flush();
    const count = ({ platform }: typeof quiet) => countApiRequests(service.db.orm, platform.id, {});
    expect([await count(quiet), await count(loud)]).toEqual([30, 4_970]);
    expect(writer.dropped).toBe(2_030);
    await writer.close();
  });

  test.each([
    ['off', 0],
    ['writes', 1],
    ['all', 2],
  ] as const)('with REQUEST_LOG=%s writes %d of a read and a write', async (mode, count) => {
    const { principal } = await service.addPlatform();
    const writer = startRequestLogWriter(
      service.db,
      () => service.clock.real(),
      mode,
      () => undefined,
    );
    for (const isWrite of [false, true]) {
      const record = recordOf(isWrite);
      record.setCaller(callerOf(principal));
      writer.observe(record);
    }
    await writer.close();
    const page = { first: 10, after: undefined, list: 'requests' };
    expect((await listApiRequests(service.db.orm, principal.platform.id, {}, page)).items).toHaveLength(
      count,
    );
  });
});

test('a search in the logs reads no entry of another platform, whatever ids clients give their requests', async () => {
  const rows = await rawRows<{ name: string; definition: string }>(
    service.db.orm,
    sql`select indexname as name, indexdef as definition from pg_indexes
        where tablename in ('api_requests', 'audit_entries') and indexname <> 'api_requests_pkey'`,
  );
  expect(rows.length).toBeGreaterThan(5);
  const shared = rows.filter(({ definition }) => !definition.includes('USING btree (platform_id, '));
  expect(shared).toEqual([]);
});

test('requests are deleted after 30 days', async () => {
  const { principal } = await service.addPlatform();
  const now = service.clock.real();
  const at = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);
  await insertApiRequests(
    service.db.orm,
    [29, 31].map((days) => ({
      id: newIdAt('ApiRequest', at(days)),
      platformId: principal.platform.id,
      requestId: `old-${days}`,
      startedAt: at(days),
      durationMs: 1,
      transport: 'rest' as const,
      method: 'GET',
      operation: 'GET /tokens',
      operationName: undefined,
      status: 200,
      errorCode: undefined,
      actor: callerOf(principal).actor,
      address: undefined,
      requestBody: undefined,
      responseBody: undefined,
    })),
  );
  await sweep(service.db, now);
  const { listApiRequests } = await import('../../../src/infrastructure/request-log/request-store.ts');
  const { items } = await listApiRequests(
    service.db.orm,
    principal.platform.id,
    {},
    { first: 10, after: undefined, list: 'requests' },
  );
  expect(items.map(({ requestId }) => requestId)).toEqual(['old-29']);
});
