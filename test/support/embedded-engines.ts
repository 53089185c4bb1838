/**
 * Engines of embedded databases for tests. Opening one takes more than a second of CPU time, so the test files of one worker
 * use the same engines in turn. A returned engine is emptied, which takes some hundredths of a second.
 *
 * Decision: rows of a small table are deleted. To truncate a table makes new files for it and each of its indexes, which takes
 * several times as long. A table that has grown by that is truncated.
 */
import { readFileSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { openEngine } from '../../src/infrastructure/database/embedded-engine.ts';
import { templateArchiveVariable } from './template-database.ts';

/** Larger tables are truncated, in bytes. */
const maxDeletedSize = 128 * 1024;
/** The embedded engine has no background checkpointer, and its write-ahead log grows until a checkpoint. */
const resetsPerCheckpoint = 16;

/** Tables that have had rows, and sequences that have given numbers. */
const usedQuery = `select quote_ident(relname) as name, relkind as kind, pg_relation_size(oid)::int as size from pg_class
  where relnamespace = 'public'::regnamespace and
    case relkind when 'r' then pg_relation_size(oid) > 0 when 'S' then pg_sequence_last_value(oid) is not null end`;

/** Columns, triggers, functions, constraints and the record of migrations: a test may change them. */
const schemaQuery = `select md5(string_agg(line, ';' order by line)) as digest from (
  select concat_ws(' ', relname, attname, atttypid, attnotnull) as line
    from pg_class c join pg_attribute on attrelid = c.oid where relnamespace = 'public'::regnamespace
  union all select concat_ws(' ', tgrelid, tgname, tgenabled) from pg_trigger
  union all select concat_ws(' ', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
  union all select concat_ws(' ', conrelid, conname) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select concat_ws(' ', hash, created_at) from drizzle.__drizzle_migrations) as schema`;

interface PooledEngine {
  readonly engine: PGlite;
  readonly schema: string | undefined;
  resets: number;
}

async function schemaOf(engine: PGlite): Promise<string | undefined> {
  const { rows } = await engine.query<{ digest: string }>(schemaQuery);
  return rows[0]?.digest;
}

async function openPooled(): Promise<PooledEngine> {
  const files = readFileSync(process.env[templateArchiveVariable] as string);
  const engine = await openEngine({ loadDataDir: new Blob([files]) });
  return { engine, schema: await schemaOf(engine), resets: 0 };
}

/** Removes all rows and settings. False when a test changed the schema. */
async function reset(pooled: PooledEngine): Promise<boolean> {
  const { engine, schema } = pooled;
  if ((await schemaOf(engine)) !== schema) return false;
  await engine.exec('discard all');
  const { rows: used } = await engine.query<{ name: string; kind: string; size: number }>(usedQuery);
  const tables = used.filter(({ kind }) => kind === 'r');
  const large = tables.filter(({ size }) => size > maxDeletedSize).map(({ name }) => name);
  const small = tables.filter(({ size }) => size <= maxDeletedSize).map(({ name }) => name);
  const sequences = used.filter(({ kind }) => kind === 'S').map(({ name }) => name);
  // Triggers of the ledger reject both. They do not run on a replica.
  const statements = [
    'set session_replication_role = replica',
    ...(large.length > 0 ? [`truncate ${large.join(', ')} cascade`] : []),
    ...small.map((name) => `delete from ${name}`),
    ...sequences.map((name) => `alter sequence ${name} restart`),
    'reset session_replication_role',
  ];
  await engine.exec(statements.join('; '));
  pooled.resets += 1;
  if (pooled.resets % resetsPerCheckpoint === 0) await engine.exec('checkpoint');
  return true;
}

/** Engines that no test uses. */
const idle: PooledEngine[] = [];

/** An engine with every migration applied and no rows. `close` returns it to the other tests; after that it cannot be used. */
export async function borrowEngine(): Promise<PGlite> {
  const pooled = idle.pop() ?? (await openPooled());
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    if (await reset(pooled)) idle.push(pooled);
    else await pooled.engine.close();
  };
  return new Proxy(pooled.engine, {
    get(engine, name) {
      if (name === 'close') return close;
      if (!isOpen) throw new Error('The test has closed this database.');
      const member: unknown = Reflect.get(engine, name, engine);
      return typeof member === 'function' ? member.bind(engine) : member;
    },
  });
}
