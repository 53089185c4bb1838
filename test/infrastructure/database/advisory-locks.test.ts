/** Advisory locks: each purpose has a separate key, and one file has all keys. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AdvisoryLock,
  advisoryLockKeys,
  lockUntilCommit,
  lockUntilDisconnect,
  tryLockUntilCommit,
} from '../../../src/infrastructure/database/advisory-locks.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { onPostgres, postgresDatabase } from '../../support/database.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const locks = Object.keys(advisoryLockKeys) as AdvisoryLock[];

test('no two locks share a key', () => {
  expect(locks.length).toBeGreaterThan(3);
  expect(new Set(Object.values(advisoryLockKeys)).size).toBe(locks.length);
});

test('no other file calls an advisory lock function', () => {
  const files = ['src', 'schema'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(200);
  const calling = files.filter((file) => /pg_\w*advisory/.test(readFileSync(join(root, file), 'utf8')));
  expect(calling).toEqual([join('src', 'infrastructure', 'database', 'advisory-locks.ts')]);
});

test('the lock of a connection has the same key', () => {
  expect(lockUntilDisconnect('migrations')).toBe(`select pg_advisory_lock(${advisoryLockKeys.migrations})`);
});

describe.runIf(onPostgres)('between two transactions', () => {
  let db: Database;
  beforeAll(async () => {
    db = (await postgresDatabase()) as Database;
  });
  afterAll(() => db.close());

  test.each(locks)('%s excludes itself and none of the others', async (held) => {
    await db.orm.transaction(async (holder) => {
      await lockUntilCommit(holder, held);
      await db.orm.transaction(async (other) => {
        const taken = [];
        for (const lock of locks) if (await tryLockUntilCommit(other, lock)) taken.push(lock);
        expect(taken).toEqual(locks.filter((lock) => lock !== held));
      });
    });
    await db.orm.transaction(async (tx) => expect(await tryLockUntilCommit(tx, held)).toBe(true));
  });
});
