/**
 * A migrated database that is made before any test. Each test database is a copy of it. On a PostgreSQL server it is
 * a database that is dropped after the last test: a copy takes a tenth of the time of the migrations. For the embedded
 * engine it is a file. That file stays in `node_modules/.cache` until a migration or the engine changes.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import postgres from 'postgres';
import { migrationsFolder } from '../../src/infrastructure/database/migrations.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { projectRoot } from '../../src/kernel/project.ts';

/** The environment variables that name the template to the workers of this run. */
export const templateVariable = 'TEST_TEMPLATE_DATABASE';
export const templateFilesVariable = 'TEST_TEMPLATE_FILES';

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

/** A hash of everything that the files depend on. */
function filesDigest(): string {
  const digest = createHash('sha256');
  digest.update(readFileSync(join(projectRoot, 'node_modules/@electric-sql/pglite/package.json')));
  for (const name of readdirSync(migrationsFolder).sort()) {
    if (name.endsWith('.sql')) digest.update(name).update(readFileSync(join(migrationsFolder, name)));
  }
  return digest.digest('hex').slice(0, 16);
}

async function makeFiles(): Promise<void> {
  const folder = join(projectRoot, 'node_modules/.cache/test-database');
  const path = join(folder, `${filesDigest()}.tar`);
  process.env[templateFilesVariable] = path;
  if (existsSync(path)) return;
  const engine = await PGlite.create();
  await migrate(drizzle(engine), { migrationsFolder });
  const files = await engine.dumpDataDir('none');
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Renamed when complete, so that an interrupted run leaves no partial file under the name.
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, Buffer.from(await files.arrayBuffer()));
  renameSync(unfinished, path);
}

/** Makes the templates and returns a function that removes the temporary ones. */
export async function makeTemplates(): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL'];
  const [drop] = await Promise.all([server ? makeDatabase(server) : async () => undefined, makeFiles()]);
  return drop;
}
