/** The audit log: what is recorded, how values are shown, and how both APIs read it. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { anAccessToken } from '../../support/access-tokens.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aSignedInMember, type SignedInMember } from '../../support/members.ts';
import { aBankAccount, aPayer, type Payer } from '../../support/parties.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
let payer: Payer;
let bank: string;

interface Entry {
  readonly id: string;
  readonly position: number;
  readonly actor: { kind: string; id?: string; name?: string };
  readonly operation: string;
  readonly recordId: string;
  readonly changes: readonly { field: string; before: string | null; after: string | null }[];
  readonly requestId?: string;
  readonly address?: string;
}

const entriesOf = async (query: string): Promise<Entry[]> =>
  (await rest('GET', `/audit-log?${query}`)).body.data;
const run = (document: string, authorization = basic(service.platform.token)) =>
  sendQuery(service, document, {}, { authorization });
const afterOf = ({ changes }: Entry) => Object.fromEntries(changes.map(({ field, after }) => [field, after]));

beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
  payer = await aPayer(service, 50_000);
  bank = await aBankAccount(service, payer.customerId);
});
afterAll(() => service.stop());

describe('what is recorded', () => {
  test('a change has its actor, operation, request, address, and values before and after', async () => {
    const made = await rest('POST', '/tokens', { body: { name: 'Back office', permissions: ['VIEW'] } });
    const [entry] = await entriesOf(`recordId=${made.body.id}`);
    const { token } = service.platform.principal;
    expect(entry).toMatchObject({
      actor: { kind: 'API_TOKEN', id: token.id, name: token.name },
      operation: 'createApiToken',
      recordType: 'Token',
      requestId: made.headers.get('x-request-id'),
      address: '127.0.0.1',
    });
    expect(entry?.changes).toContainEqual({ field: 'permissions', before: null, after: '["VIEW"]' });
    await rest('DELETE', `/tokens/${made.body.id}`);
    const [deletion] = await entriesOf(`recordId=${made.body.id}`);
    expect(deletion).toMatchObject({
      operation: 'deleteApiToken',
      changes: [
        { field: 'deletedAt', before: null, after: expect.stringMatching(/^2026-11-02T09:00:00\.\d{3}Z$/) },
      ],
    });
  });

  test('changes of one record in one operation are one entry; an operation without a change leaves none', async () => {
    const update = (minAmount: number) =>
      run(
        `mutation { updatePlatformConfig(input: { currencies: [{ currencyCode: "USD", minAmount: ${minAmount}, maxAmount: 900000 }] }) { __typename } }`,
      );
    await update(5);
    const [entry, ...others] = (await entriesOf('operation=updatePlatformConfig&limit=100')).filter(
      ({ recordId }) => recordId.startsWith('Platform:'),
    );
    expect(others).toEqual([]);
    expect(entry?.changes).toContainEqual({ field: 'currencies.USD.minAmount', before: '1', after: '5' });
    expect(entry?.changes).toContainEqual({ field: 'currencies.EUR.minAmount', before: '1', after: null });
    await update(5);
    expect((await entriesOf('operation=updatePlatformConfig&limit=100')).length).toBe(1);
  });

  test('a rejected operation leaves no entry', async () => {
    const before = (await rest('GET', '/audit-log?limit=1')).body.totalCount;
    await run('mutation { createApiToken(input: { name: "", permissions: [VIEW] }) { __typename } }');
    await rest('POST', '/transfer-out', {
      body: { source: { accountId: payer.accountId }, destination: { accountId: bank }, amount: 10_000_000 },
    });
    expect((await rest('GET', '/audit-log?limit=1')).body.totalCount).toBe(before);
  });

  test('transfers that are committed together are attributed each to its own request', async () => {
    const second = await rest('POST', '/tokens', {
      body: { name: 'second', permissions: ['VIEW', 'TRANSACT'] },
    });
    const tokens = [service.platform.token, `${second.body.clientId}:${second.body.clientSecret}`];
    const body = { source: { accountId: payer.accountId }, destination: { accountId: bank }, amount: 100 };
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        rest('POST', '/transfer-out', { body, authorization: basic(tokens[index % 2] ?? '') }),
      ),
    );
    const entries = new Map(
      (await entriesOf('operation=transferOut&limit=100')).map((entry) => [entry.recordId, entry]),
    );
    for (const [index, { body: made, headers, status }] of sent.entries()) {
      expect(status).toBe(201);
      const entry = entries.get(made.id);
      expect(entry).toMatchObject({
        requestId: headers.get('x-request-id'),
        actor: { name: index % 2 === 0 ? 'First token' : 'second' },
      });
      expect(entry && afterOf(entry)).toEqual({
        type: 'OUTGOING',
        status: 'PENDING',
        sentAmount: '100',
        sourceCurrency: 'USD',
      });
    }
  });

  test('what jobs do later is in the event log, and leaves no entry', async () => {
    const count = async () => (await rest('GET', '/audit-log?limit=1')).body.totalCount as number;
    const before = await count();
    await service.settle();
    expect(await count()).toBe(before);
    await run('mutation { sandboxAdvanceClock(seconds: 60) { __typename } }');
    const [entry] = await entriesOf('limit=1');
    expect(entry).toMatchObject({
      operation: 'sandboxAdvanceClock',
      changes: [{ field: 'clockOffsetMs', before: '0', after: '60000' }],
    });
    expect(await count()).toBe(before + 1);
  });

  test('records that are deleted together have an entry each', async () => {
    const fault = await rest('POST', '/sandbox/faults', {
      body: { kind: 'SLOW', operation: 'createQuote', count: 1, delayMs: 1 },
    });
    expect(fault.status).toBe(201);
    await run('mutation { deleteSandboxFaults { __typename } }');
    const [entry] = await entriesOf(`recordId=${fault.body.id}&limit=1`);
    expect(entry).toMatchObject({ actor: { kind: 'API_TOKEN' }, operation: 'deleteSandboxFaults' });
    expect(entry?.changes).toContainEqual({ field: 'kind', before: 'SLOW', after: null });
  });

  test('a second mutation of a document has its own name', async () => {
    await run(
      'mutation { a: createApiToken(input: { name: "a", permissions: [VIEW] }) { __typename } b: sandboxAdvanceClock(seconds: 1) { __typename } }',
    );
    const [second, first] = await entriesOf('limit=2');
    expect([first?.operation, second?.operation]).toEqual(['createApiToken', 'sandboxAdvanceClock']);
    expect(first?.requestId).toBe(second?.requestId);
  });

  test('the log of a platform starts with its creation by the service or an operator', async () => {
    const [oldest] = (
      await run('{ auditLog(last: 1) { nodes { position operation recordType actor { kind id name } } } }')
    ).body.data.auditLog.nodes;
    expect(oldest).toEqual({
      position: 1,
      operation: 'createPlatform',
      recordType: 'Platform',
      actor: { kind: 'SYSTEM', id: null, name: null },
    });
  });
});

test('the log contains no secrets, account numbers or personal data', async () => {
  const person = { fullName: 'Grace Unrecorded', birthDate: '1991-03-04', email: 'grace@unrecorded.example' };
  const made = await rest('POST', '/customers', {
    body: { customerType: 'INDIVIDUAL', platformCustomerId: 'c-1', region: 'US', ...person },
  });
  expect(made.status).toBe(201);
  const [entry] = await entriesOf(`recordId=${made.body.id}`);
  expect(entry && afterOf(entry)).toMatchObject({
    fullName: '****',
    email: '****',
    birthDate: '****',
    platformCustomerId: 'c-1',
  });
  const { text } = await run(
    '{ auditLog(first: 100) { nodes { changes { field before after } recordId } } }',
  );
  const rows = await rawRows<{ all: string }>(
    service.db.orm,
    sql`select string_agg(changes, '') as all from audit_entries`,
  );
  const secrets = [
    ...Object.values(person),
    service.platform.token.split(':')[1] ?? '',
    '0123456789',
    '021000021',
  ];
  for (const secret of secrets) {
    expect(text).not.toContain(secret);
    expect(rows[0]?.all).not.toContain(secret);
  }
});

describe('reading', () => {
  test('both APIs return the same entries, and pages continue each other', async () => {
    const all = (await run('{ auditLog(first: 100) { totalCount nodes { id position hash previousHash } } }'))
      .body.data.auditLog;
    const paged: Entry[] = [];
    for (let cursor: string | undefined; ; ) {
      const { body } = await rest(
        'GET',
        `/audit-log?limit=30${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      );
      paged.push(...body.data);
      expect(body.totalCount).toBe(all.totalCount);
      if (!body.hasMore) break;
      cursor = body.nextCursor;
    }
    expect(paged.length).toBe(all.totalCount);
    expect(paged.slice(0, 100).map(({ id }) => id)).toEqual(all.nodes.map(({ id }: Entry) => id));
    expect(paged.map(({ position }) => position)).toEqual(paged.map((_, index) => all.totalCount - index));
    const { node } = (await run(`{ node(id: "${paged[3]?.id}") { ... on AuditEntry { position } } }`)).body
      .data;
    expect(node).toEqual({ position: paged[3]?.position });
  });

  test.each([
    ['recordType=Token', (entry: Entry) => entry.recordId.startsWith('Token:')],
    ['recordType=Transaction', (entry: Entry) => entry.recordId.startsWith('Transaction:')],
    ['operation=createApiToken', (entry: Entry) => entry.operation === 'createApiToken'],
    ['operation=transferOut&recordType=Transaction', (entry: Entry) => entry.operation === 'transferOut'],
    ['actorKind=SYSTEM', (entry: Entry) => entry.actor.kind === 'SYSTEM'],
  ])('the filter %s selects the entries that match', async (query, matches) => {
    const all: Entry[] = (await rest('GET', '/audit-log?limit=100')).body.data;
    const { body } = await rest('GET', `/audit-log?limit=100&${query}`);
    expect(body.data.every(matches)).toBe(true);
    expect(body.data.length).toBeGreaterThan(0);
    expect(body.totalCount).toBeGreaterThanOrEqual(all.filter(matches).length);
  });

  test('filters by actor and by request find entries of every type', async () => {
    const { token } = service.platform.principal;
    const ofActor = await entriesOf(`actorId=${token.id}&limit=100`);
    expect(new Set(ofActor.map(({ recordId }) => recordId.split(':')[0]))).toContain('Transaction');
    expect(new Set(ofActor.map(({ recordId }) => recordId.split(':')[0]))).toContain('Token');
    const [first] = ofActor;
    expect((await entriesOf(`requestId=${first?.requestId}`)).map(({ id }) => id)).toContain(first?.id);
    const none = await entriesOf('createdBefore=2020-01-01T00:00:00Z');
    expect(none).toEqual([]);
  });

  test('a token for one customer, an agent and another platform do not read it', async () => {
    const restricted = await anAccessToken(service, ['READ'], { customerId: payer.customerId });
    const whole = await anAccessToken(service, ['READ']);
    const read = (authorization: string) => run('{ auditLog { totalCount } }', authorization);
    expect((await read(restricted.authorization)).body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect((await read(whole.authorization)).body.data.auditLog.totalCount).toBeGreaterThan(0);
    const stranger = await service.addPlatform();
    const { body } = await rest('GET', '/audit-log?limit=100', { authorization: basic(stranger.token) });
    expect(
      body.data.every(({ recordId }: Entry) => !JSON.stringify(recordId).includes(payer.accountId)),
    ).toBe(true);
    const [own] = await entriesOf('limit=1');
    const { node } = (await run(`{ node(id: "${own?.id}") { id } }`, basic(stranger.token))).body.data;
    expect(node).toBeNull();
    expect(
      await rest('GET', '/audit-log/export', { authorization: restricted.authorization }).catch(
        ({ message }) => message,
      ),
    ).toMatchObject({ status: 403 });
  });
});

describe('members', () => {
  let member: SignedInMember;
  beforeAll(async () => {
    member = await aSignedInMember(service, ['VIEW', 'TRANSACT', 'MANAGE', 'APPROVE']);
  });

  test('the sign-in is an anonymous entry of the session, without its secrets', async () => {
    const [session, ...others] = await entriesOf('recordType=MemberSession&limit=100');
    expect(others).toEqual([]);
    expect(session).toMatchObject({ actor: { kind: 'ANONYMOUS' }, operation: 'POST /session' });
    expect(session && afterOf(session)).toMatchObject({
      memberId: member.memberId,
      method: 'LINK',
      tokenDigest: '****',
    });
  });

  test('changes by a member over both APIs name the member, and hide personal data', async () => {
    const made = await member.rest('POST', '/members', {
      name: 'Grace',
      email: 'grace@example.com',
      roles: ['VIEW'],
    });
    expect(made.status).toBe(201);
    const id = made.body.id;
    await member.query(
      `mutation { updateMember(id: "${id}", input: { roles: [VIEW, APPROVE] }) { __typename } }`,
    );
    const [update, creation] = await entriesOf(`recordId=${id}`);
    const actor = { kind: 'MEMBER', id: member.memberId, name: member.email.split('@')[0] };
    expect(creation).toMatchObject({ actor, operation: 'createMember', address: '127.0.0.1' });
    expect(creation && afterOf(creation)).toEqual({ name: '****', email: '****', roles: '["VIEW"]' });
    expect(update).toMatchObject({
      actor,
      operation: 'updateMember',
      changes: [{ field: 'roles', before: '["VIEW"]', after: '["VIEW","APPROVE"]' }],
    });
  });

  test('an access token names the member who created it', async () => {
    const minted = await member.query(
      'mutation { createAccessToken(input: { scopes: [READ] }) { __typename } }',
    );
    expect(minted.body.data.createAccessToken.__typename).toBe('AccessTokenCreated');
    const [entry] = await entriesOf('recordType=AccessToken&limit=1');
    expect(entry && afterOf(entry)['mintedBy']).toBe(member.memberId);
  });

  test('approval rules are shown, and the notifications with their secret address are not', async () => {
    await member.query(
      'mutation { updateApprovalRules(input: { requiredApprovals: 2, notifications: { slackWebhookUrl: "https://hooks.slack.example/services/secretpath" } }) { __typename } }',
    );
    const [entry] = await entriesOf('operation=updateApprovalRules&limit=1');
    expect(entry && afterOf(entry)).toMatchObject({
      'settings.approvals.requiredApprovals': '2',
      'settings.approvals.notifications': '****',
    });
  });

  test('the end of a session by its member names the member', async () => {
    const { status } = await member.session('DELETE', '');
    expect(status).toBe(204);
    const [entry] = await entriesOf('recordType=MemberSession&limit=1');
    expect(entry).toMatchObject({
      actor: { kind: 'MEMBER', id: member.memberId },
      operation: 'DELETE /session',
      changes: [{ field: 'endedAt', before: null, after: expect.any(String) }],
    });
  });
});

describe('the export', () => {
  const lines = async (query = '', authorization = basic(service.platform.token)) => {
    const response = await fetch(`${service.url}/2025-10-13/audit-log/export${query}`, {
      headers: { authorization },
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    return (await response.text()).split('\n').slice(0, -1);
  };

  test('has every entry on a line, and the chain can be verified with SHA-256 alone', async () => {
    const exported = await lines();
    const { totalCount } = (await rest('GET', '/audit-log?limit=1')).body;
    expect(exported.length).toBe(totalCount);
    let previous = '0'.repeat(64);
    for (const [index, line] of exported.entries()) {
      const entry = JSON.parse(line);
      expect(entry).toMatchObject({ position: index + 1, previousHash: previous });
      const covered = line.replace(/,"hash":"[0-9a-f]{64}"\}$/, '}');
      expect(createHash('sha256').update(covered).digest('hex')).toBe(entry.hash);
      previous = entry.hash;
    }
    expect(await lines('?after=10')).toEqual(exported.slice(10));
    expect(await lines(`?after=${exported.length}`)).toEqual([]);
  });

  test('a client that disconnects ends it, and a wrong position is rejected', async () => {
    const abort = new AbortController();
    const response = await fetch(`${service.url}/2025-10-13/audit-log/export`, {
      headers: { authorization: basic(service.platform.token) },
      signal: abort.signal,
    });
    abort.abort();
    await expect(response.text()).rejects.toThrow();
    expect((await rest('GET', '/audit-log/export?after=-1')).status).toBe(400);
  });
});
