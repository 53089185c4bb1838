/** Any entry of the audit log that was changed, removed or inserted, and any other head, is found. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sequenceAuditEntries } from '../../../src/infrastructure/audit-log/sequence.ts';
import { attributedTo } from '../../../src/infrastructure/database/attribution.ts';
import type { Database, Executor } from '../../../src/infrastructure/database/client.ts';
import { sealingKey } from '../../../src/kernel/crypto/at-rest.ts';
import { auditLogChecks, checkSeals } from '../../../src/operations/audit/audit-log-checks.ts';
import { runCheck } from '../../../src/operations/audit/check.ts';
import { createPlatform } from '../../../src/operations/platforms/create-platform.ts';
import { issueApiToken } from '../../../src/platforms/access/issue-api-token.ts';
import { testDatabase } from '../../support/database.ts';
import { ManualClock } from '../../support/service.ts';

const dataKey = sealingKey(new Uint8Array(32).fill(7));
const clock = new ManualClock();
let db: Database;
let drop: () => Promise<void>;
let platforms: string[];
let last: number;

beforeAll(async () => {
  ({ db, drop } = await testDatabase());
  const create = () =>
    createPlatform({ db, clock }, { name: 'audited', mode: 'SANDBOX', sandboxUmaDomain: 'uma.example' });
  const [one, other] = [await create(), await create()];
  const actor = { kind: 'OPERATOR', id: undefined, name: undefined } as const;
  const operator = attributedTo(db, { actor, operation: 'token:create' });
  for (const name of ['first', 'second', 'third "quoted" \u2028 name']) {
    await issueApiToken({ db: operator, clock }, { platform: one.platform.id, name, permissions: ['VIEW'] });
    await sequenceAuditEntries({ db, dataKey });
  }
  platforms = [one, other].map(({ platform }) => platform.id.slice('Platform:'.length));
  const rows = await db.orm.execute(
    sql`select max(position) as last from audit_heads where platform_id = ${platforms[0]}`,
  );
  last = Number(
    ((Array.isArray(rows) ? rows : (rows as never as { rows: unknown[] }).rows)[0] as { last: unknown }).last,
  );
});
afterAll(() => drop());

class Undo extends Error {}

async function problemsAfter(tamper: (tx: Executor) => Promise<unknown>): Promise<string[]> {
  let found: string[] = [];
  const run = db.orm.transaction(async (raw) => {
    const tx = raw as unknown as Executor;
    await tx.execute(sql`set local session_replication_role = replica`);
    await tamper(tx);
    const results = [...auditLogChecks.map((check) => runCheck(tx, check)), checkSeals(tx, dataKey)];
    for (const result of results) found = [...found, ...(await result).offenders];
    throw new Undo();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return found;
}

const textColumns = [
  'actor_kind',
  'actor_id',
  'actor_name',
  'operation',
  'record_type',
  'record_id',
  'request_id',
  'address',
];
const entry = (position: number) => sql`platform_id = ${platforms[0]} and position = ${position}`;
const tamperings: Record<string, (position: number, column: number) => (tx: Executor) => Promise<unknown>> = {
  'a changed text': (position, column) => (tx) => {
    const name = sql.identifier(textColumns[column % textColumns.length] ?? '');
    return tx.execute(
      sql`update audit_entries set ${name} = coalesce(${name}, '') || 'x' where ${entry(position)}`,
    );
  },
  'changed values': (position) => (tx) =>
    tx.execute(sql`update audit_entries set changes = changes || ' ' where ${entry(position)}`),
  'another time': (position) => (tx) =>
    tx.execute(
      sql`update audit_entries set created_at = created_at + interval '1 ms' where ${entry(position)}`,
    ),
  'another hash': (position) => (tx) =>
    tx.execute(sql`update audit_entries set hash = sha256(hash) where ${entry(position)}`),
  'another hash before': (position) => (tx) =>
    tx.execute(sql`update audit_entries set previous_hash = sha256(hash) where ${entry(position)}`),
  'a removed entry': (position) => (tx) =>
    tx.execute(sql`delete from audit_entries where ${entry(position)}`),
  'a removed end': (position) => (tx) =>
    tx.execute(
      sql`delete from audit_entries where platform_id = ${platforms[0]} and position >= ${position}`,
    ),
  'an entry that was moved to another platform': (position) => (tx) =>
    tx.execute(
      sql`update audit_entries set platform_id = ${platforms[1]}, position = 1000 where ${entry(position)}`,
    ),
  'an inserted entry': (position) => async (tx) => {
    await tx.execute(sql`update audit_entries set position = -position - 1
      where platform_id = ${platforms[0]} and position > ${position}`);
    await tx.execute(sql`update audit_entries set position = -position where position < 0`);
    await tx.execute(sql`insert into audit_entries select platform_id, position + 1, created_at, actor_kind, actor_id,
      actor_name, operation, record_type, record_id, changes, request_id, address, hash, sha256(hash)
      from audit_entries where ${entry(position)}`);
  },
  'an entry of a platform that does not exist': (position) => (tx) =>
    tx.execute(sql`insert into audit_entries select gen_random_uuid(), 1, created_at, actor_kind, actor_id, actor_name,
      operation, record_type, record_id, changes, request_id, address, previous_hash, hash
      from audit_entries where ${entry(position)}`),
  'another head': (position) => (tx) =>
    tx.execute(
      sql`update audit_heads set position = position + ${position} where platform_id = ${platforms[0]}`,
    ),
  'a removed head': () => (tx) =>
    tx.execute(sql`delete from audit_heads where platform_id = ${platforms[0]}`),
  'a removed log': () => async (tx) => {
    await tx.execute(sql`delete from audit_entries where platform_id = ${platforms[0]}`);
    await tx.execute(sql`delete from audit_heads where platform_id = ${platforms[0]}`);
  },
  'a shorter log with its own head, without the seal': (position) => async (tx) => {
    const end = Math.max(1, position - 1);
    await tx.execute(
      sql`delete from audit_entries where platform_id = ${platforms[0]} and position > ${end}`,
    );
    await tx.execute(sql`update audit_heads h set position = e.position, hash = e.hash from audit_entries e
      where e.platform_id = h.platform_id and e.platform_id = ${platforms[0]} and e.position = ${end}`);
  },
};

test('the log as it was written has no problem', async () => {
  expect(last).toBeGreaterThan(40);
  expect(await problemsAfter(async () => undefined)).toEqual([]);
});

test.each(Object.entries(tamperings))('%s is found, at the last entry too', async (_, tamper) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: last }), fc.nat(100), async (position, column) => {
      expect(await problemsAfter(tamper(position, column))).not.toEqual([]);
    }),
    { numRuns: 4, examples: [[last, 0]] },
  );
});

test('a complete chain that was written without the data key is found by its seal', async () => {
  const found = await problemsAfter(async (tx) => {
    await tx.execute(sql`delete from audit_entries where platform_id = ${platforms[0]} and position > 1`);
    await tx.execute(sql`update audit_entries e set operation = 'forged', hash = audit_hash(previous_hash,
      audit_content(platform_id, position, created_at, actor_kind, actor_id, actor_name, 'forged', record_type, record_id,
        changes, request_id, address)) where platform_id = ${platforms[0]}`);
    await tx.execute(sql`update audit_heads h set position = 1, hash = e.hash from audit_entries e
      where e.platform_id = h.platform_id and e.platform_id = ${platforms[0]}`);
  });
  expect(found).toEqual([`Platform:${platforms[0]} has another seal`]);
});

test.each([
  'update audit_entries set operation = operation',
  'delete from audit_entries',
  'truncate audit_entries',
  "update audit_changes set changes = '{}'",
])('the database rejects: %s', async (statement) => {
  await expect(db.orm.execute(sql.raw(statement))).rejects.toThrow();
});
