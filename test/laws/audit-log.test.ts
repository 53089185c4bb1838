/**
 * No record changes without an entry in the audit log. Every table is audited or named here with the reason, and every column
 * of an audited table has a treatment. Every mutation and REST operation is called by a test, and when a service of a test
 * stops, each operation that succeeded must have left an entry by the actor who called it (`test/support/audited-writes.ts`).
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditedTables } from '../../src/infrastructure/audit-log/audited-tables.ts';
import { type Database, rawRows } from '../../src/infrastructure/database/client.ts';
import { examples } from '../../src/transports/rest/examples.ts';
import { routes } from '../../src/transports/rest/routes/index.ts';
import {
  leavesNoEntry,
  recordGraphqlWrites,
  recordRestWrite,
  unrecordedWrites,
} from '../support/audited-writes.ts';
import { testDatabase } from '../support/database.ts';
import { rootFields } from '../support/graphql-client.ts';
import { sourceFilesIn } from '../support/source-files.ts';

/** Tables without entries, each with the reason. */
const notAudited: Readonly<Record<string, string>> = {
  audit_changes: 'the audit log itself',
  audit_entries: 'the audit log itself',
  audit_heads: 'the audit log itself',
  api_requests: 'the request log',
  approval_messages: 'messages that wait to be sent; the action has entries',
  approval_notification_windows: 'counters of messages',
  agent_evaluations: 'follow from submissions of agents; an action has entries',
  agent_policy_versions: 'append-only; the change of the agent has an entry',
  account_change_notices: 'what a bank says; no record changes',
  archived_steps: 'parts of events',
  bank_day_totals: 'follow from the entries of banks',
  bank_decisions: 'the file or the deposit has an entry',
  bank_entry_breaks: 'parts of entries of banks, which have an entry',
  bank_deposits: 'parts of transactions',
  bank_payments: 'follow from their transaction and their file',
  bank_reports: 'what a bank says; its payments have entries',
  bank_statements: 'what a bank says',
  closed_partitions: 'the storage of events',
  customer_import_errors: 'results of the job of an import',
  customer_import_keys: 'work of the job of an import',
  event_sequences: 'follow from events',
  entries: 'the ledger is append-only and names its transaction',
  mcp_sessions: 'connections of agents; what they do has entries',
  member_passkey_challenges: 'each works once and changes no record',
  postings: 'as entries',
  holds: 'follow from their transaction',
  ledger_accounts: 'balances follow from postings',
  events: 'append-only; each follows from a change that has an entry',
  idempotency_keys: 'the effect has an entry',
  jobs: 'work that follows from a change that has an entry',
  screening_runs: 'the progress of jobs, which change matches by themselves',
  search_words: 'written by triggers of audited tables',
  rate_feeds: 'when a feed is polled',
  rate_limits: 'counters of requests',
  rate_snapshots: 'append-only log of what a feed published',
  receiver_lookups: 'reads of other providers',
  spent_once: 'used values, by digest',
  used_client_keys: 'used values',
  unarchived_bank_files: 'files in the inbox of a bank, which an exchange has received',
  virtual_ibans: 'numbers that follow from a range and an account',
  webhook_attempts: 'append-only log of calls, of which the service makes most by itself',
  webhook_cursor: 'the position of a worker',
};

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ db, drop } = await testDatabase());
});
afterAll(() => drop());

describe('tables', () => {
  const columnsByTable = async () => {
    const rows = await rawRows<{ name: string; columns: string }>(
      db.orm,
      sql`select t.table_name as name, string_agg(c.column_name, ',' order by c.column_name) as columns
          from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
          where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and not (select relispartition from pg_class where oid = format('%I', t.table_name)::regclass) group by 1`,
    );
    return new Map(rows.map(({ name, columns }) => [name, columns.split(',')]));
  };

  test('each is audited, or has a reason why not', async () => {
    const names = [...(await columnsByTable()).keys()];
    expect(names.length).toBeGreaterThan(35);
    expect(names.filter((name) => !(name in notAudited)).sort()).toEqual([...auditedTables].sort());
    expect(Object.keys(notAudited).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('each column of an audited table is shown, masked, hidden or ignored', async () => {
    const columns = await columnsByTable();
    const triggers = await rawRows<{ relation: string; args: string }>(
      db.orm,
      sql`select relname as relation, encode(tgargs, 'escape') as args from pg_trigger
          join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
          where tgname = 'recorded_in_audit_log' and proname = 'audit_row' and tgenabled = 'O'`,
    );
    expect(triggers.length).toBe(auditedTables.length - 2);
    for (const { relation, args } of triggers) {
      const [, , , fields = '[]', ignored = ''] = args.split('\\000');
      const declared = [
        ...(JSON.parse(fields.replaceAll('\\\\', '\\')) as { column_name: string }[]).map(
          (field) => field.column_name,
        ),
        ...ignored.split(',').filter(Boolean),
      ];
      expect([relation, declared.sort()]).toEqual([relation, columns.get(relation)]);
    }
  });
});

describe('operations', () => {
  const mutations = rootFields('mutation').map(({ field }) => field.name);
  const writes = routes.filter(({ method, status }) => method !== 'GET' && status !== 501);
  const texts = sourceFilesIn('test')
    .filter(({ path }) => !path.startsWith('test/laws/') && !path.startsWith('test/graphql/'))
    .map(({ code }) => code);
  const isCalled = (pattern: RegExp) => texts.some((text) => pattern.test(text));

  test.each(mutations)('the mutation %s is called by a test whose entries are checked', (name) => {
    expect(isCalled(new RegExp(`\\b${name}\\b`))).toBe(true);
  });

  test.each(writes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'the endpoint %s is that of a mutation, or a test made its example',
    (_, { graphql, name }) => {
      expect(
        (graphql !== undefined && mutations.includes(graphql)) || name in examples || name in leavesNoEntry,
      ).toBe(true);
    },
  );

  test('each operation without an entry exists', () => {
    const names = new Set([...mutations, ...writes.map(({ name, graphql }) => graphql ?? name)]);
    expect(Object.keys(leavesNoEntry).filter((name) => !names.has(name))).toEqual([]);
  });

  test('an operation that leaves no entry, or has another actor, is reported', async () => {
    const headers = (id: string) => new Headers({ 'x-request-id': id });
    const query = 'mutation { createAgent(input: {}) { __typename } }';
    recordGraphqlWrites(db, 'Basic eA==', headers('r-1'), query, {
      data: { createAgent: { __typename: 'Agent' } },
    });
    recordRestWrite(db, 'Basic eA==', 'POST', 'createToken', {}, { status: 201, headers: headers('r-2') });
    await db.orm.execute(sql`insert into audit_changes (platform_id, written_in, written_at, record_type, record_id, changes, attribution)
      values (gen_random_uuid(), 1, now(), 'Token', 'Token:1', '{}',
        '{"kind": "AGENT", "operation": "createApiToken", "requestId": "r-2"}')`);
    expect(await unrecordedWrites(db)).toEqual([
      'createApiToken has the actor AGENT, not API_TOKEN',
      'createAgent has no entry',
      'createApiToken has no entry',
    ]);
  });
});
