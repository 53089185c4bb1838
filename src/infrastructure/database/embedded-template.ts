/**
 * The template of the embedded database: a database with every migration and no rows. A first start copies it, because
 * creating a database and migrating it takes several times as long. The build makes it.
 *
 * Decision: the name of a template is a digest of what it is made from. A template of another engine or of other migrations
 * is not found, and the start creates the database itself. The result is the same.
 */
import { createHash } from 'node:crypto';
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { projectRoot } from '../../kernel/project.ts';
import { openEngine } from './embedded-engine.ts';
import { migrationsFolder } from './migrations.ts';

const templatesFolder = join(projectRoot, 'dist', 'embedded-database');

const enginePackage = join(
  dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')),
  '..',
  'package.json',
);

/** The folder of the template for the installed engine and these migrations. It may not exist. */
export function templateFor(migrations: string, templates = templatesFolder): string {
  const digest = createHash('sha256').update(readFileSync(enginePackage));
  for (const name of readdirSync(migrations).sort()) {
    if (name.endsWith('.sql')) digest.update(name).update(readFileSync(join(migrations, name)));
  }
  return join(templates, digest.digest('hex').slice(0, 16));
}

/** Makes the template for this version, unless it exists, and removes those of other versions. */
export async function makeTemplate(templates = templatesFolder): Promise<void> {
  const template = templateFor(migrationsFolder, templates);
  if (existsSync(template)) return;
  const { drizzle } = await import('drizzle-orm/pglite');
  const { migrate } = await import('drizzle-orm/pglite/migrator');
  mkdirSync(templates, { recursive: true });
  // Renamed when it is complete, so that an interrupted build leaves no partial template under the name.
  const unfinished = mkdtempSync(`${template}.`);
  const engine = await openEngine({ dataDir: unfinished });
  await migrate(drizzle(engine), { migrationsFolder });
  await engine.close();
  try {
    renameSync(unfinished, template);
  } catch (error) {
    // Another build made the same template meanwhile.
    rmSync(unfinished, { recursive: true });
    if (!existsSync(template)) throw error;
  }
  for (const name of readdirSync(templates)) {
    if (!name.startsWith(basename(template))) rmSync(join(templates, name), { recursive: true, force: true });
  }
}

/** Copies the template into an empty folder. False when there is no template for this version. */
export function copyTemplate(folder: string, templates = templatesFolder): boolean {
  const template = templateFor(migrationsFolder, templates);
  if (!existsSync(template)) return false;
  cpSync(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return true;
}
