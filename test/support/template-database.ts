/**
 * A migrated database that is made before any test, and of which each test database is a copy. On a PostgreSQL server it is
 * a database that is dropped after the last test: a copy takes a tenth of the time of the migrations. For the embedded
 * engine it is the template of the build. Its archive stays in `node_modules/.cache` until a migration or the engine changes.
 */
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import postgres from 'postgres';
import { openEngine } from '../../src/infrastructure/database/embedded-engine.ts';
import { templateFor } from '../../src/infrastructure/database/embedded-template.ts';
import { migrationsFolder } from '../../src/infrastructure/database/migrations.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { projectRoot } from '../../src/kernel/project.ts';

/** The environment variables that name the template to the workers of this run. */
export const templateVariable = 'TEST_TEMPLATE_DATABASE';
export const templateArchiveVariable = 'TEST_TEMPLATE_ARCHIVE';

async function makeDatabase(server: string): Promise<() => Promise<void>> {
  const name = `payments_template_${randomBytes(6).toString('hex')}`;
  const administer = async (statement: string) => {
    const sql = postgres(server, { max: 1, onnotice: () => undefined });
    await sql.unsafe(statement);
    await sql.end();
  };
  await administer(`create database ${name}`);
  const db = await openPostgres(new URL(`/${name}`, server).href, { connections: 1 });
  await db.migrate();
  await db.close();
  process.env[templateVariable] = name;
  return () => administer(`drop database ${name} with (force)`);
}

/** An archive of the template that the build makes, because an engine in memory can only be filled from an archive. */
async function makeArchive(): Promise<void> {
  const template = templateFor(migrationsFolder);
  const folder = join(projectRoot, 'node_modules/.cache/test-database');
  const path = join(folder, `${basename(template)}.tar`);
  process.env[templateArchiveVariable] = path;
  if (existsSync(path)) return;
  rmSync(folder, { recursive: true, force: true });
  const database = join(folder, 'database');
  cpSync(template, database, { recursive: true });
  const engine = await openEngine({ dataDir: database });
  const files = await engine.dumpDataDir('none');
  await engine.close();
  rmSync(database, { recursive: true });
  // Renamed when complete, so that an interrupted run leaves no partial file under the name.
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, Buffer.from(await files.arrayBuffer()));
  renameSync(unfinished, path);
}

/** Makes the templates, and returns a function that removes what must not stay. */
export async function makeTemplates(): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL'];
  const [drop] = await Promise.all([server ? makeDatabase(server) : async () => undefined, makeArchive()]);
  return drop;
}
