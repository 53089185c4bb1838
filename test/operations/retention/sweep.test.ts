/** The retention period of each table, with a row on each side of it; and the tables that are never swept. */
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockUntilCommit } from '../../../src/infrastructure/database/advisory-locks.ts';
import { type Database, rawRows } from '../../../src/infrastructure/database/client.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { verifyLedger } from '../../../src/operations/audit/verify-ledger.ts';
import { retentionRules } from '../../../src/operations/retention/rules.ts';
import { sweep } from '../../../src/operations/retention/sweep.ts';
import { createPaymentsInAllStates } from '../../support/all-payment-states.ts';
import { onPostgres, testDatabase } from '../../support/database.ts';

let db: Database;
let drop: () => Promise<void>;
const hours = (count: number) => count * 60 * 60_000;
const days = (count: number) => hours(24 * count);
const start = new Date();
const later = (ms: number) => new Date(start.getTime() + ms);
const stamp = (at: Date) => sql`${at.toISOString()}::timestamptz`;

const permanentTables = [
  ['entries'],
  ['postings'],
  ['holds'],
  ['ledger_accounts'],
  ['events'],
  ['transactions'],
  ['quotes'],
  ['jobs'],
] as const;
const countOf = async (table: string, where: SQL = sql`true`): Promise<number> => {
  const [row] = await rawRows<{ n: unknown }>(
    db.orm,
    sql`select count(*) as n from ${sql.identifier(table)} t where ${where}`,
  );
  return Number(row?.n);
};

/** Rows without the rows that they refer to. */
const insertAlone = (...rows: readonly SQL[]) =>
  db.orm.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const row of rows) await tx.execute(row);
  });

beforeAll(async () => {
  ({ db, drop } = await testDatabase());
  await createPaymentsInAllStates(db);
});
afterAll(() => drop());

const platform = newUuid();
const insertKey = (key: string, createdAt: Date, result = 'Transaction:x') =>
  sql`insert into idempotency_keys (platform_id, caller, operation, key, fingerprint, result_id, created_at)
    values (${platform}, 'platform', 'transferOut', ${key}, 'f', ${result}, ${stamp(createdAt)})`;
const insertLookup = (id: string, expiresAt: Date) =>
  sql`insert into receiver_lookups (id, platform_id, uma_address, supported_currencies, required_payer_data, created_at, expires_at)
    values (${id}, ${platform}, '$a@b.example', '[]', '[]', now(), ${stamp(expiresAt)})`;
const insertSession = (id: string, expiresAt: Date) =>
  sql`insert into sessions (id, platform_id, account_id, credential_id, public_key, created_at, updated_at, expires_at)
    values (${id}, ${platform}, ${newUuid()}, ${newUuid()}, ${id}, now(), now(), ${stamp(expiresAt)})`;
const insertDeviceCode = (digest: string, expiresAt: Date) =>
  sql`insert into device_codes (digest, platform_id, agent_id, issued_at, expires_at)
    values (${digest}, ${platform}, ${newUuid()}, now(), ${stamp(expiresAt)})`;
const insertDeletedCustomer = (id: string, deletedAt: Date) =>
  sql`insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, currencies, deleted_at, created_at,
      updated_at)
    values (${id}, ${platform}, ${id}, 'INDIVIDUAL', ${`$${id}@b.example`}, '{}', ${stamp(deletedAt)}, now(), now())`;
const insertDocument = (id: string, customerId: string) =>
  sql`insert into documents (id, platform_id, customer_id, document_type, country, file_name, media_type, byte_length, digest,
      storage_key, submitted_at, created_at, updated_at)
    values (${id}, ${platform}, ${customerId}, 'PASSPORT', 'NG', 'passport.pdf', 'application/pdf', 9, ${'0'.repeat(64)},
      ${`${platform}/${id}`}, now(), now(), now())`;
const insertMatch = (id: string, customerId: string) =>
  sql`insert into screening_matches (id, platform_id, customer_id, subject_id, list_version, entry_id, matched_name, score,
      compared_data, status, created_at, updated_at)
    values (${id}, ${platform}, ${customerId}, ${customerId}, 'v1', 'OFAC:1', 'Abu Abbas', 97, '', 'OPEN', now(), now())`;
const insertEvaluation = (id: string) =>
  sql`insert into agent_evaluations (id, platform_id, agent_id, type, verdict, counterparty, request, results, created_at)
    values (${id}, ${platform}, ${newUuid()}, 'TRANSFER_OUT', 'REJECT', '', '{}', '[]', now())`;
const insertMcpSession = (id: string, lastUsedAt: Date) =>
  sql`insert into mcp_sessions (id, platform_id, agent_id, subscriptions, created_at, last_used_at)
    values (${id}, ${platform}, ${newUuid()}, '{}', now(), ${stamp(lastUsedAt)})`;
const insertKycLink = (id: string, expiresAt: Date) =>
  sql`insert into kyc_links (id, platform_id, customer_id, expires_at, created_at)
    values (${id}, ${platform}, ${newUuid()}, ${stamp(expiresAt)}, now())`;
const insertImport = (id: string) =>
  sql`insert into customer_imports (id, platform_id, status, format, dry_run, total, processed, successful, failed, position,
      created_at, updated_at, completed_at)
    values (${id}, ${platform}, 'FAILED', 'CSV', false, 1, 1, 0, 1, 0, now(), now(), now())`;
const insertImportError = (importId: string) =>
  sql`insert into customer_import_errors (import_id, row, correlation_id, code, message, details)
    values (${importId}, 1, 'row_1', 'INVALID_INPUT', 'm', '{}')`;
const insertDelivery = (id: string, status: string) =>
  sql`insert into webhook_deliveries (id, platform_id, endpoint_id, event_id, type, position, body, status, created_at)
    values (${id}, ${platform}, ${newUuid()}, ${newUuid()}, 'TEST', 0, '{}', ${status}, now())`;
const insertAttempt = (delivery: string) =>
  sql`insert into webhook_attempts (id, platform_id, delivery_id, at, duration_ms)
    values (${newUuid()}, ${platform}, ${delivery}, now(), 1)`;

const insertRates = (id: string, publishedAt: Date) =>
  sql`insert into rate_snapshots (id, source, base, published_at, is_day, fetched_at, rates)
    values (${id}, 'feed.example', 'EUR', ${stamp(publishedAt)}, true, now(), '{"EUR": "1"}')`;

/** A time relative to the creation or the end of the rows. */
const ids = {
  customer: newUuid(),
  document: newUuid(),
  match: newUuid(),
  matchedCustomer: newUuid(),
  lookup: newUuid(),
  request: newUuid(),
  fault: newUuid(),
  token: newUuid(),
  key: newUuid(),
  session: newUuid(),
  delivery: newUuid(),
  rates: newUuid(),
  newestRates: newUuid(),
  import: newUuid(),
  evaluation: newUuid(),
  mcpSession: newUuid(),
};
const rows: readonly [table: string, is: SQL, make: readonly SQL[], retentionMs: number][] = [
  ['idempotency_keys', sql`t.key = 'old'`, [insertKey('old', start)], hours(48)],
  ['receiver_lookups', sql`t.id = ${ids.lookup}`, [insertLookup(ids.lookup, start)], hours(48)],
  [
    'signed_requests',
    sql`t.id = ${ids.request}`,
    [
      sql`insert into signed_requests (id, platform_id, payload, binding, created_at, expires_at)
        values (${ids.request}, ${platform}, 'p', 'b', now(), ${stamp(later(days(900)))})`,
    ],
    hours(48),
  ],
  [
    'api_requests',
    sql`t.id = ${ids.request}`,
    [
      sql`insert into api_requests (id, platform_id, request_id, duration_ms, transport, method, operation, status, actor_kind)
        values (${ids.request}, ${platform}, 'r', 1, 'rest', 'GET', 'GET /tokens', 200, 'API_TOKEN')`,
    ],
    days(30),
  ],
  [
    'spent_once',
    sql`t.platform_id = ${platform}`,
    [
      sql`insert into spent_once (platform_id, kind, digest, forgotten_at)
        values (${platform}, 'OIDC_TOKEN', 'x', ${stamp(start)})`,
    ],
    0,
  ],
  [
    'rate_limits',
    sql`t.key = 'old'`,
    [sql`insert into rate_limits (key, forgotten_at, updated_at) values ('old', ${stamp(start)}, now())`],
    0,
  ],
  [
    'sandbox_faults',
    sql`t.id = ${ids.fault}`,
    [
      sql`insert into sandbox_faults (id, platform_id, kind, target, is_hidden, created_at, expires_at)
        values (${ids.fault}, ${platform}, 'SLOW', 'REQUESTS', false, now(), ${stamp(start)})`,
    ],
    hours(24),
  ],
  [
    'access_tokens',
    sql`t.id = ${ids.token}`,
    [
      sql`insert into access_tokens (id, platform_id, scopes, minted_by, created_at, expires_at)
        values (${ids.token}, ${platform}, '{READ}', ${newUuid()}, now(), ${stamp(start)})`,
    ],
    hours(24),
  ],
  [
    'access_token_keys',
    sql`t.kid = 'old'`,
    [
      sql`insert into access_token_keys (kid, public_jwk, sealed_private_key, created_at)
        values ('old', '{}', 'x', ${stamp(start)})`,
    ],
    days(31) + hours(1) + hours(1),
  ],
  [
    'webhook_keys',
    sql`t.id = ${ids.key}`,
    [
      sql`insert into webhook_keys (id, platform_id, public_key, sealed_private_key, signs_from, retired_at, created_at)
        values (${ids.key}, ${platform}, 'p', 'x', now(), ${stamp(start)}, now())`,
    ],
    hours(24),
  ],
  ['sessions', sql`t.id = ${ids.session}`, [insertSession(ids.session, start)], days(30)],
  [
    'sign_in_links',
    sql`t.digest = 'old'::bytea`,
    [
      sql`insert into sign_in_links (digest, platform_id, member_id, created_at, expires_at)
        values ('old', ${platform}, ${newUuid()}, now(), ${stamp(start)})`,
    ],
    0,
  ],
  [
    'member_passkey_challenges',
    sql`t.digest = 'old'::bytea`,
    [
      sql`insert into member_passkey_challenges (digest, purpose, expires_at)
        values ('old', 'SIGN_IN', ${stamp(start)})`,
    ],
    0,
  ],
  [
    'member_sessions',
    sql`t.token_digest = 'old'::bytea`,
    [
      sql`insert into member_sessions (id, platform_id, member_id, token_digest, method, address, created_at, last_used_at, expires_at)
        values (${newUuid()}, ${platform}, ${newUuid()}, 'old', 'LINK', '::1', now(), now(), ${stamp(start)})`,
    ],
    days(30),
  ],
  [
    'documents',
    sql`t.id = ${ids.document}`,
    [insertDeletedCustomer(ids.customer, start), insertDocument(ids.document, ids.customer)],
    days(5 * 365),
  ],
  [
    'rate_snapshots',
    sql`t.id = ${ids.rates}`,
    [
      insertRates(ids.rates, start),
      // The last publication is retained.
      insertRates(ids.newestRates, later(days(1))),
    ],
    days(400),
  ],
  [
    'customer_imports',
    sql`t.id = ${ids.import}`,
    [insertImport(ids.import), insertImportError(ids.import)],
    days(90),
  ],
  [
    'screening_matches',
    sql`t.id = ${ids.match}`,
    [insertDeletedCustomer(ids.matchedCustomer, start), insertMatch(ids.match, ids.matchedCustomer)],
    days(5 * 365),
  ],
  ['agent_evaluations', sql`t.id = ${ids.evaluation}`, [insertEvaluation(ids.evaluation)], days(400)],
  ['mcp_sessions', sql`t.id = ${ids.mcpSession}`, [insertMcpSession(ids.mcpSession, start)], hours(1)],
  ['device_codes', sql`t.digest = 'old'`, [insertDeviceCode('old', start)], days(30)],
  ['kyc_links', sql`t.id = 'old'`, [insertKycLink('old', start)], days(30)],
  [
    'webhook_deliveries',
    sql`t.id = ${ids.delivery}`,
    [insertDelivery(ids.delivery, 'DELIVERED'), insertAttempt(ids.delivery)],
    days(30),
  ],
];

describe('a row is retained for its period and then deleted', () => {
  test.each(rows)('%s', async (table, is, make, retentionMs) => {
    await insertAlone(...make);
    await sweep(db, later(retentionMs - 60_000));
    expect(await countOf(table, is)).toBe(1);
    await sweep(db, later(retentionMs + 60_000));
    expect(await countOf(table, is)).toBe(0);
  });
});

test('an idempotency key is retained while its action is undecided', async () => {
  const action = newUuid();
  await db.orm.execute(insertKey('pending', start, `AgentAction:${action}`));
  await insertAlone(sql`insert into agent_actions (id, platform_id, agent_id, customer_id, platform_customer_id, status,
      type, quote_id, payee, charge_amount, charge_currency, created_at, updated_at)
    values (${action}, ${platform}, ${newUuid()}, ${newUuid()}, 'c', 'PENDING_APPROVAL', 'EXECUTE_QUOTE', ${newUuid()}, 'x', 1, 'USD', now(), now())`);
  await sweep(db, later(days(30)));
  expect(await countOf('idempotency_keys', sql`t.key = 'pending'`)).toBe(1);
  await db.orm.execute(sql`update agent_actions set status = 'REJECTED' where id = ${action}`);
  await sweep(db, later(days(30)));
  expect(await countOf('idempotency_keys', sql`t.key = 'pending'`)).toBe(0);
});

test('every retention rule has a row in this test', () => {
  expect(retentionRules.map(({ table }) => table)).toEqual(rows.map(([table]) => table));
});

test('a session, a device code and a link that expire on an advanced clock are retained until then', async () => {
  const session = newUuid();
  const end = later(days(60));
  await insertAlone(insertSession(session, end), insertDeviceCode('ahead', end), insertKycLink('ahead', end));
  const left = () =>
    Promise.all([
      countOf('sessions', sql`t.id = ${session}`),
      countOf('device_codes', sql`t.digest = 'ahead'`),
      countOf('kyc_links', sql`t.id = 'ahead'`),
    ]);
  await sweep(db, later(days(90) - 60_000));
  expect(await left()).toEqual([1, 1, 1]);
  await sweep(db, later(days(90) + 60_000));
  expect(await left()).toEqual([0, 0, 0]);
});

test('look-ups of quotes, waiting rows and recently retried deliveries are retained', async () => {
  const [lookup, waiting] = [newUuid(), newUuid()];
  await db.orm.execute(insertLookup(lookup, start));
  await db.orm.execute(
    sql`update quotes set lookup_id = ${lookup} where id = (select id from quotes limit 1)`,
  );
  await db.orm.execute(insertDelivery(waiting, 'PENDING'));
  await sweep(db, later(days(300)));
  expect(await countOf('receiver_lookups', sql`t.id = ${lookup}`)).toBe(1);
  expect(await countOf('webhook_deliveries', sql`t.id = ${waiting}`)).toBe(1);
});

test('rows with timestamps of an advanced clock are deleted by their age in real time', async () => {
  const id = newUuid();
  await db.orm.execute(insertLookup(id, later(days(20))));
  await sweep(db, later(days(3)));
  expect(await countOf('receiver_lookups', sql`t.id = ${id}`)).toBe(1);
  await sweep(db, later(days(22)));
  expect(await countOf('receiver_lookups', sql`t.id = ${id}`)).toBe(0);
});

test('one sweep deletes more than a batch', async () => {
  await db.orm.execute(sql`insert into rate_limits (key, forgotten_at, updated_at)
    select 'many ' || n, ${stamp(start)}, now() from generate_series(1, 1201) n`);
  const swept = await sweep(db, later(1));
  expect(swept.get('rate_limits')).toBe(1201);
});

test('records of money and events are never deleted', async () => {
  const counts = () => Promise.all(permanentTables.map(([table]) => countOf(table)));
  const before = await counts();
  await sweep(db, later(days(40_000)));
  expect(await counts()).toEqual(before);
  expect(retentionRules.map(({ table }) => table)).not.toEqual(
    expect.arrayContaining(permanentTables.map(([table]) => table)),
  );
  expect((await verifyLedger(db)).checks.filter(({ wrong }) => wrong > 0)).toEqual([]);
});

test.runIf(onPostgres)('while one process sweeps, other processes do not', async () => {
  await db.orm.execute(
    sql`insert into rate_limits (key, forgotten_at, updated_at) values ('left', ${stamp(start)}, now())`,
  );
  await db.orm.transaction(async (tx) => {
    await lockUntilCommit(tx, 'retentionSweep');
    expect(await sweep(db, later(1))).toEqual(new Map());
  });
  expect((await sweep(db, later(1))).get('rate_limits')).toBe(1);
});
