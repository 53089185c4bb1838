/** Only one process uses the folder of the embedded database, also if several start after a process that left a lock. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FolderInUse, lockFolder, moveAside } from '../../../src/infrastructure/database/folder-lock.ts';

const endedProcess = JSON.stringify({ pid: 999_999_999, startedAt: 'long ago' });

describe('a folder', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'payments-lock-'));
    path = join(folder, 'lock.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is locked by one process, which the error names, until it is released', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    expect(() => lockFolder(folder)).toThrow(`process ${process.pid}`);
    expect(readdirSync(folder)).toEqual(['lock.json']);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
    lockFolder(folder)();
  });

  test.each([
    ['of an ended process', endedProcess],
    ['whose process id is another process', JSON.stringify({ pid: process.pid, startedAt: 'long ago' })],
    ['that the power took before it was written', ''],
  ])('is taken over from a lock %s', (_, left) => {
    writeFileSync(path, left);
    const unlock = lockFolder(folder);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid });
    expect(readdirSync(folder)).toEqual(['lock.json']);
    unlock();
  });

  test('is not taken from a process that took it over at the same time', () => {
    const unlock = lockFolder(folder);
    const theirs = readFileSync(path, 'utf8');
    expect(moveAside(path, endedProcess)).toBe(process.pid);
    expect(readFileSync(path, 'utf8')).toBe(theirs);
    expect(readdirSync(folder)).toEqual(['lock.json']);
    unlock();
  });

  test('is locked by the process whose lock file another process moved aside and has not restored', () => {
    const unlock = lockFolder(folder);
    const theirs = readFileSync(path, 'utf8');
    unlock();
    writeFileSync(`${path}.1.aside`, theirs);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    expect(existsSync(path)).toBe(false);
    writeFileSync(`${path}.1.aside`, endedProcess);
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });
});
