/** Backup and restore of the data folder of the embedded database: a restore is complete or changes nothing. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { bootstrap } from '../../src/bootstrap.ts';
import { backupCommand } from '../../src/commands/backup.ts';
import { runCommand } from '../../src/commands/command.ts';
import { restoreCommand } from '../../src/commands/restore.ts';
import { readConfig } from '../../src/config.ts';
import { lockFolder } from '../../src/infrastructure/database/folder-lock.ts';
import { utf8 } from '../../src/kernel/crypto/encodings.ts';
import { openDatabase } from '../../src/open-database.ts';
import { verifyLedger } from '../../src/operations/audit/verify-ledger.ts';
import { endOfArchive, headerOf, paddingOf } from '../../src/operations/backup/tar.ts';
import { writeBackup } from '../../src/operations/backup/write-backup.ts';
import { authenticate } from '../../src/platforms/access/authenticate.ts';
import { createPaymentsInAllStates } from '../support/all-payment-states.ts';
import { recordedProgress } from '../support/recorded-progress.ts';
import { basic } from '../support/service.ts';

const scratch = mkdtempSync(join(tmpdir(), 'payments-backup-'));
const at = (...names: string[]) => join(scratch, ...names);
const token = 'backup-test:0123456789abcdef';
const documentKey = '01a1fe42-efda-77e0-a818-93c1c9381482/01a1fe42-efda-77e0-a818-93c1c9381483';
const settings = { DATA_DIR: at('data'), BOOTSTRAP_TOKEN: token };
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Opens the service on a data folder, runs `work` and closes it. */
async function onService<T>(
  env: Record<string, string>,
  work: (app: Awaited<ReturnType<typeof createApp>>) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const db = await openDatabase(config);
  try {
    const app = await createApp(config, db, pino({ level: 'silent' }));
    return await work(app).finally(() => app.tail.close());
  } finally {
    await db.close();
  }
}

const backup = async (file: string, ...args: string[]) =>
  JSON.parse((await runCommand(backupCommand, [file, ...args], settings)).text) as Record<string, unknown>;
const restore = async (file: string, env: Record<string, string>) =>
  JSON.parse((await runCommand(restoreCommand, [file], env)).text) as Record<string, unknown>;

beforeAll(async () => {
  await onService(settings, async (app) => {
    await bootstrap(app.ports, app.config);
    await createPaymentsInAllStates(app.ports.db);
    await app.ports.files.put(documentKey, utf8('a passport'));
  });
  await backup(at('plain.tar.gz'));
});

test('a backup and a restore show how many bytes they have read', async () => {
  const progress = recordedProgress();
  const file = at('shown.tar.gz');
  const { text } = await runCommand(backupCommand, [file], settings, progress);
  const { bytes } = JSON.parse(text) as { bytes: number };
  await runCommand(restoreCommand, [file], { DATA_DIR: at('shown') }, progress);
  const packed = statSync(file).size;
  expect(progress.steps).toEqual([
    { title: 'Writing the backup', total: bytes, done: bytes, hasEnded: true },
    { title: 'Restoring the backup', total: packed, done: packed, hasEnded: true },
  ]);
});

/** Expects the platform, the document and the verified ledger of the backup. */
async function expectComplete(env: Record<string, string>): Promise<void> {
  await onService(env, async ({ ports }) => {
    expect(await authenticate(ports, basic(token))).toMatchObject({ kind: 'platform' });
    expect(await ports.files.get(documentKey)).toEqual(utf8('a passport'));
    const { checks, verified } = await verifyLedger(ports.db);
    expect(checks.filter(({ wrong }) => wrong > 0)).toEqual([]);
    expect(verified).toBe(true);
  });
}

test('a backup is a tar archive that only its owner can read, without the master key', () => {
  const names = execFileSync('tar', ['-tzf', at('plain.tar.gz')], { encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(names).toContain('database/PG_VERSION');
  expect(names).toContain(`documents/${documentKey}`);
  expect(names.at(-1)).toBe('manifest.json');
  expect(names.filter((name) => /key|lock/.test(name))).toEqual([]);
  expect(statSync(at('plain.tar.gz')).mode & 0o777).toBe(0o600);
  const key = readFileSync(at('data', 'master.key'), 'utf8').trim();
  expect(gunzipSync(readFileSync(at('plain.tar.gz'))).includes(Buffer.from(key))).toBe(false);
});

test('a backup restored to another folder is complete and needs the master key of the backup', async () => {
  const MASTER_KEY = readFileSync(at('data', 'master.key'), 'utf8').trim();
  const env = { DATA_DIR: at('elsewhere'), MASTER_KEY };
  mkdirSync(env.DATA_DIR);
  expect(await restore(at('plain.tar.gz'), env)).toMatchObject({ folder: env.DATA_DIR, masterKey: 'given' });
  expect(readdirSync(env.DATA_DIR).sort()).toEqual(['database', 'documents']);
  await expectComplete(env);

  const without = { DATA_DIR: at('keyless') };
  expect(await restore(at('plain.tar.gz'), without)).toMatchObject({
    masterKey: expect.stringContaining('required'),
  });
  await expect(onService(without, async () => undefined)).rejects.toThrow('master.key is missing');
  writeFileSync(join(without.DATA_DIR, 'master.key'), MASTER_KEY);
  await expectComplete(without);
});

test('a backup with the master key needs no other file', async () => {
  expect(await backup(at('whole.tar.gz'), '--with-master-key')).toMatchObject({ masterKey: 'included' });
  const env = { DATA_DIR: at('whole', 'data') };
  mkdirSync(at('whole'));
  expect(await restore(at('whole.tar.gz'), env)).toMatchObject({ masterKey: 'included' });
  expect(statSync(join(env.DATA_DIR, 'master.key')).mode & 0o777).toBe(0o600);
  await expectComplete(env);
  expect(readdirSync(at('whole'))).toEqual(['data']);
});

describe('a backup is rejected in one line', () => {
  const rejected = (env: Record<string, string>, file: string, ...args: string[]) =>
    expect(runCommand(backupCommand, [file, ...args], env)).rejects;

  test('while a server uses the folder, and writes no file', async () => {
    const unlock = lockFolder(settings.DATA_DIR);
    await rejected(settings, at('locked.tar.gz')).toThrow(/is in use by process \d+/);
    unlock();
    expect(existsSync(at('locked.tar.gz'))).toBe(false);
  });

  test('onto an existing file', async () => {
    const before = readFileSync(at('plain.tar.gz'));
    await rejected(settings, at('plain.tar.gz')).toThrow('already exists');
    expect(readFileSync(at('plain.tar.gz')).equals(before)).toBe(true);
  });

  test('of a folder without a database', async () => {
    await rejected({ DATA_DIR: at('nothing') }, at('nothing.tar.gz')).toThrow(
      'DATA_DIR contains no database',
    );
  });

  test('of a database server, which has its own tools', async () => {
    await rejected({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, at('x')).toThrow(
      /^DATABASE_URL is set: use pg_dump/,
    );
  });
});

describe('a restore is rejected in one line without a change', () => {
  const target = at('target');
  const rejected = async (file: string, env: Record<string, string> = {}) => {
    const error: unknown = await restore(file, { DATA_DIR: target, ...env }).catch(
      (thrown: unknown) => thrown,
    );
    expect(existsSync(target)).toBe(false);
    expect(readdirSync(scratch).filter((name) => name.includes('restoring'))).toEqual([]);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message;
  };
  const damaged = (name: string, bytes: Uint8Array) => {
    writeFileSync(at(name), bytes);
    return at(name);
  };
  // An archive of few and small files: only its format is tested here, not its content.
  beforeAll(async () => {
    mkdirSync(at('small', 'database', 'base'), { recursive: true });
    writeFileSync(at('small', 'database', 'PG_VERSION'), '17\n');
    for (let nth = 0; nth < 20; nth += 1) {
      writeFileSync(at('small', 'database', 'base', `${nth}`), randomBytes(nth * 1_000));
    }
    await writeBackup({
      folder: at('small'),
      file: at('small.tar.gz'),
      masterKeyFingerprint: '0'.repeat(16),
      withMasterKey: false,
      at: new Date(),
    });
  });
  const completeArchive = () => readFileSync(at('small.tar.gz'));
  const archive = (...entries: (readonly [path: string, text: string])[]) =>
    gzipSync(
      Buffer.concat([
        ...entries.flatMap(([path, text]) => {
          const bytes = Buffer.from(text);
          return [headerOf({ path, mode: 0o600, size: bytes.length }), bytes, paddingOf(bytes.length)];
        }),
        endOfArchive(),
      ]),
    );
  const manifestOf = (files: Record<string, string>) =>
    JSON.stringify({
      format: 'payments-platform-backup',
      version: 1,
      createdAt: '',
      masterKeyFingerprint: '',
      files,
    });

  test('into a folder that is not empty', async () => {
    const env = { DATA_DIR: at('full') };
    mkdirSync(env.DATA_DIR);
    writeFileSync(at('full', 'note'), 'mine');
    await expect(restore(at('plain.tar.gz'), env)).rejects.toThrow('DATA_DIR is not empty');
    expect(readdirSync(env.DATA_DIR)).toEqual(['note']);
  });

  test('with another master key', async () => {
    const MASTER_KEY = Buffer.alloc(32, 9).toString('base64');
    expect(await rejected(at('small.tar.gz'), { MASTER_KEY })).toBe(
      'MASTER_KEY is not the key of this backup',
    );
  });

  test('of an absent file and of a file that is not an archive', async () => {
    expect(await rejected(at('absent.tar.gz'))).toContain('does not exist');
    expect(await rejected(damaged('text', utf8('not an archive')))).toContain('is not a complete backup');
    expect(await rejected(scratch)).toContain('is not a complete backup');
  });

  test('of an archive that is truncated or has a flipped bit at any position', async () => {
    const bytes = completeArchive();
    for (const fraction of [0.1, 0.6, 0.999]) {
      const offset = Math.floor(bytes.length * fraction);
      expect(await rejected(damaged('cut', bytes.subarray(0, offset)))).toContain('is not a complete backup');
      const flipped = Buffer.from(bytes);
      flipped[offset] = (flipped[offset] ?? 0) ^ 1;
      expect(await rejected(damaged('flipped', flipped))).toContain('is not a complete backup');
    }
  });

  test('of an archive whose content was changed', async () => {
    const tar = gunzipSync(completeArchive());
    const changed = Buffer.from(tar);
    // The first byte of the content of PG_VERSION, after its header.
    const offset = tar.indexOf('database/PG_VERSION') + 512;
    changed[offset] = (changed[offset] ?? 0) ^ 1;
    expect(await rejected(damaged('repacked', gzipSync(changed)))).toContain(
      'database/PG_VERSION differs from its digest in the manifest',
    );
  });

  test.each([
    ['a path outside the folder', '../evil'],
    ['an absolute path', '/etc/evil'],
    ['a path with parent folders in the middle', 'database/../../evil'],
    ['a file that is not part of a backup', 'lock.json'],
  ])('of an archive with %s', async (_, path) => {
    const file = damaged('crafted', archive([path, 'x'], ['manifest.json', manifestOf({ [path]: '' })]));
    expect(await rejected(file)).toContain('it contains a file that is not part of a backup');
    expect(existsSync(join(scratch, 'evil'))).toBe(false);
  });

  test('of an archive without a manifest, with an unknown manifest or with unlisted files', async () => {
    expect(await rejected(damaged('none', archive(['master.key', 'x'])))).toContain('it has no manifest');
    expect(await rejected(damaged('other', archive(['manifest.json', '{}'])))).toContain('unknown format');
    const more = archive(['master.key', 'x'], ['manifest.json', manifestOf({})]);
    expect(await rejected(damaged('more', more))).toContain(
      'it contains files that its manifest does not list',
    );
  });

  test('of a database server, which has its own tools', async () => {
    const message = await rejected(at('small.tar.gz'), { DATABASE_URL: 'postgres://127.0.0.1:1/x' });
    expect(message).toMatch(/^DATABASE_URL is set: use pg_restore/);
  });
});

test('a restore succeeds after another restore was killed', async () => {
  const env = { DATA_DIR: at('again') };
  mkdirSync(at('again.restoring', 'database'), { recursive: true });
  writeFileSync(
    at('again.restoring', 'lock.json'),
    JSON.stringify({ pid: 999_999_999, startedAt: 'long ago' }),
  );
  await restore(at('small.tar.gz'), env);
  expect(readdirSync(env.DATA_DIR)).toEqual(['database']);
});
