/** The data key is generated once, can be opened with the master key, and is the same after the master key is rotated. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/infrastructure/config-error.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { type KeySettings, openDataKey } from '../../../src/infrastructure/keys/data-key.ts';
import { rotateMasterKey } from '../../../src/infrastructure/keys/rotate-master-key.ts';
import { deployment } from '../../../src/infrastructure/tables.ts';
import { sealingKey } from '../../../src/kernel/crypto/at-rest.ts';
import { utf8 } from '../../../src/kernel/crypto/encodings.ts';
import { projectRoot } from '../../../src/kernel/project.ts';
import { onPostgres, testDatabase } from '../../support/database.ts';

let db: Database;
let url: string | undefined;
let drop: () => Promise<void>;
let dataDir: string;
beforeAll(async () => {
  ({ db, url, drop } = await testDatabase());
});
afterAll(() => drop());
beforeEach(async () => {
  await db.orm.delete(deployment);
  dataDir = mkdtempSync(join(tmpdir(), 'payments-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const key = (byte: number) => new Uint8Array(32).fill(byte);
const settings = (given: Partial<Parameters<typeof rotateMasterKey>[1]> = {}) => ({
  masterKey: undefined,
  previousMasterKey: undefined,
  newMasterKey: undefined,
  dataDir,
  ...given,
});
const opened = (given?: Partial<KeySettings>) => openDataKey(db.orm, settings(given));
const keyFile = () => join(dataDir, 'master.key');
const nextFile = () => `${keyFile()}.new`;
const written = (secret: Uint8Array) => `${Buffer.from(secret).toString('base64')}\n`;

const seal = async (given?: Partial<KeySettings>) =>
  (await opened(given)).seal('seed', 'a', utf8('twelve words'));
const opens = async (sealed: Uint8Array, given?: Partial<KeySettings>) =>
  Buffer.from((await opened(given)).open('seed', 'a', sealed)).toString();

describe('a master key in the data folder', () => {
  test('is generated at the first start, readable only by the owner', async () => {
    const [first, second] = [await opened(), await opened()];
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(readdirSync(dataDir)).toEqual(['master.key']);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    const storedKey = Buffer.from(readFileSync(keyFile(), 'utf8').trim(), 'base64');
    expect(sealingKey(new Uint8Array(storedKey)).fingerprint).not.toBe(first.fingerprint);
  });

  test('is the same for several concurrent first starts', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => opened()));
    expect(new Set(keys.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  });

  test('is not generated again for a database that has one', async () => {
    await opened();
    rmSync(keyFile());
    await expect(opened()).rejects.toThrow(
      /^[^\n]+master\.key is missing: put it back, or set MASTER_KEY [^\n]+$/,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('can be rotated, and sealed values can still be opened', async () => {
    const sealed = await seal();
    const before = readFileSync(keyFile(), 'utf8');
    const { changed, fingerprint } = await rotateMasterKey(db, settings());
    expect(changed).toBe(true);
    const after = readFileSync(keyFile(), 'utf8');
    expect(after).not.toBe(before);
    expect(sealingKey(new Uint8Array(Buffer.from(after.trim(), 'base64'))).fingerprint).toBe(fingerprint);
    expect(readdirSync(dataDir)).toEqual(['master.key']);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(await opens(sealed)).toBe('twelve words');

    writeFileSync(keyFile(), before);
    await expect(opened()).rejects.toThrow('MASTER_KEY is not the key of this database');
  });
});

describe('an interrupted rotation loses nothing', () => {
  test('before the database was changed', async () => {
    const sealed = await seal();
    const before = readFileSync(keyFile(), 'utf8');
    writeFileSync(nextFile(), written(key(9)));
    expect(await opens(sealed)).toBe('twelve words');
    expect(readFileSync(keyFile(), 'utf8')).toBe(before);
    expect((await rotateMasterKey(db, settings())).changed).toBe(true);
    expect(await opens(sealed)).toBe('twelve words');
    expect(readdirSync(dataDir)).toEqual(['master.key']);
  });

  test('after the database was changed, and before the file was', async () => {
    const sealed = await seal();
    const before = readFileSync(keyFile(), 'utf8');
    await rotateMasterKey(db, settings());
    const after = readFileSync(keyFile(), 'utf8');
    writeFileSync(nextFile(), after);
    writeFileSync(keyFile(), before);
    expect(await opens(sealed)).toBe('twelve words');
    expect(readFileSync(keyFile(), 'utf8')).toBe(after);
    expect(existsSync(nextFile())).toBe(false);
  });

  test.runIf(onPostgres)('by kill -9 between the two', async () => {
    const sealed = await seal();
    const before = readFileSync(keyFile(), 'utf8');
    let child: ChildProcess | undefined;
    await db.orm.transaction(async (tx) => {
      // The rotation can read the row and waits to write it. Its file exists by then.
      await tx.execute(sql`lock table deployment in share mode`);
      child = spawn(process.execPath, ['dist/src/commands/main.js', 'keys:rotate', 'master'], {
        cwd: projectRoot,
        env: { PATH: process.env['PATH'], DATABASE_URL: url, DATA_DIR: dataDir },
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      while (!existsSync(nextFile()) && child.exitCode === null)
        await new Promise((go) => setTimeout(go, 10));
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
    });
    expect(readFileSync(keyFile(), 'utf8')).toBe(before);
    expect(await opens(sealed)).toBe('twelve words');
    expect((await rotateMasterKey(db, settings())).changed).toBe(true);
    expect(await opens(sealed)).toBe('twelve words');
  });
});

describe('a master key of the environment', () => {
  test('can be replaced only by a key that the operator provides', async () => {
    await opened({ masterKey: key(1) });
    await expect(rotateMasterKey(db, settings({ masterKey: key(1) }))).rejects.toThrow(
      /^NEW_MASTER_KEY is required/,
    );
  });

  test('can be rotated while the service runs, and the old key no longer opens the data key', async () => {
    const running = await opened({ masterKey: key(1) });
    const sealed = running.seal('seed', 'a', utf8('twelve words'));
    const change = settings({ masterKey: key(1), newMasterKey: key(2) });
    expect(await rotateMasterKey(db, change)).toMatchObject({ changed: true });
    const since = running.seal('seed', 'a', utf8('sealed since'));
    expect(await opens(since, { masterKey: key(2) })).toBe('sealed since');
    expect(await opens(sealed, { masterKey: key(2) })).toBe('twelve words');
    await expect(opened({ masterKey: key(1) })).rejects.toThrow(ConfigError);
    // A rotation that was interrupted after its commit is repeated.
    expect(await rotateMasterKey(db, change)).toMatchObject({ changed: false });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('together with the previous one allows starts before and after the rotation', async () => {
    const sealed = await seal({ masterKey: key(1) });
    const both = { masterKey: key(2), previousMasterKey: key(1) };
    expect(await opens(sealed, both)).toBe('twelve words');
    await rotateMasterKey(db, settings({ ...both, newMasterKey: key(2) }));
    expect(await opens(sealed, both)).toBe('twelve words');
    expect(await opens(sealed, { masterKey: key(2) })).toBe('twelve words');
  });

  test('of another database changes nothing', async () => {
    await opened({ masterKey: key(1) });
    const wrong = settings({ masterKey: key(3), newMasterKey: key(2) });
    await expect(rotateMasterKey(db, wrong)).rejects.toThrow('MASTER_KEY is not the key of this database');
    await opened({ masterKey: key(1) });
  });
});

test('a database of a version without data keys can be opened, and its master key can be rotated', async () => {
  const first = sealingKey(key(1));
  const sealed = first.seal('seed', 'a', utf8('twelve words'));
  await db.orm.execute(
    sql`insert into deployment (id, master_key_fingerprint) values ('this', ${first.fingerprint})`,
  );
  expect(await opens(sealed, { masterKey: key(1) })).toBe('twelve words');
  await rotateMasterKey(db, settings({ masterKey: key(1), newMasterKey: key(2) }));
  expect(await opens(sealed, { masterKey: key(2) })).toBe('twelve words');
  await expect(opened({ masterKey: key(1) })).rejects.toThrow(ConfigError);
});

test('the database contains no part of a key', async () => {
  const dataKey = await opened({ masterKey: key(1) });
  const [row] = await db.orm.select().from(deployment);
  const stored = Buffer.from(row?.sealedDataKey ?? []).toString('hex');
  expect(stored).toHaveLength((5 + 12 + 32 + 16) * 2);
  expect(stored).not.toContain(Buffer.from(key(1)).toString('hex'));
  expect(dataKey.fingerprint).not.toBe(row?.masterKeyFingerprint);
});
