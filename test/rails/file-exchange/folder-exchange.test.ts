import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { FileExchange } from '../../../src/rails/file-exchange/file-exchange.ts';
import { openFolderExchange } from '../../../src/rails/file-exchange/folder-exchange.ts';
import { contentOf, textOf } from '../../support/exchange-files.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const connectionUuid = '0199a3c2-7f10-7b64-9f64-2d6f3a1b5c7d';
const noon = new Date('2026-01-05T12:00:00Z');

let root: string;
let folder: string;
let exchange: FileExchange;
const reopened = () => openFolderExchange({ root, connectionUuid, now: () => noon, maxBytes: 100 });

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'folder-exchange-'));
  folders.push(root);
  folder = join(root, connectionUuid);
  exchange = await reopened();
});

/** @param age in seconds at noon. */
function putIncoming(name: string | Buffer, text: string, age: number): void {
  const path = Buffer.concat([Buffer.from(`${folder}/inbox/`), Buffer.from(name)]);
  writeFileSync(path, text);
  const time = noon.getTime() / 1_000 - age;
  utimesSync(path, time, time);
}

const outbox = () => readdirSync(join(folder, 'outbox')).sort();
const listed = async (limit = 10) => (await exchange.list(limit)).map(({ name }) => name);

describe('an outgoing file', () => {
  test('has a temporary name until it is published', async () => {
    await exchange.stage('BF-A.xml', contentOf('one', 'two'));
    expect(outbox()).toEqual(['BF-A.xml.part']);
    expect(await exchange.publish('BF-A.xml')).toBe(true);
    expect(outbox()).toEqual(['BF-A.xml']);
    expect(readFileSync(join(folder, 'outbox/BF-A.xml'), 'utf8')).toBe('onetwo');
  });

  test('is published once, also when the process ended before it recorded that', async () => {
    await exchange.stage('BF-A.xml', contentOf('one'));
    await exchange.publish('BF-A.xml');
    // The bank has fetched the file. The new process repeats the call.
    rmSync(join(folder, 'outbox/BF-A.xml'));
    expect(await (await reopened()).publish('BF-A.xml')).toBe(false);
    expect(outbox()).toEqual([]);
  });

  test('is replaced while it is staged, also by a shorter one', async () => {
    await exchange.stage('BF-A.xml', contentOf('a longer content'));
    await (await reopened()).stage('BF-A.xml', contentOf('short'));
    expect(readFileSync(join(folder, 'outbox/BF-A.xml.part'), 'utf8')).toBe('short');
  });

  test('that a process left incomplete is replaced', async () => {
    async function* broken() {
      yield new TextEncoder().encode('a longer content');
      throw new TypeError('the writer failed');
    }
    await expect(exchange.stage('BF-A.xml', broken())).rejects.toThrow(TypeError);
    await (await reopened()).stage('BF-A.xml', contentOf('whole'));
    await exchange.publish('BF-A.xml');
    expect(readFileSync(join(folder, 'outbox/BF-A.xml'), 'utf8')).toBe('whole');
  });

  test.each([['../BF-A.xml'], ['a/b'], [''], ['.hidden']])('is not named "%s"', async (name) => {
    await expect(exchange.stage(name, contentOf('one'))).rejects.toThrow('file name');
    await expect(exchange.publish(name)).rejects.toThrow('file name');
    expect(readdirSync(root)).toEqual([connectionUuid]);
  });

  test('is not written through a link', async () => {
    const target = join(root, 'target');
    symlinkSync(target, join(folder, 'outbox/BF-A.xml.part'));
    await expect(exchange.stage('BF-A.xml', contentOf('one'))).rejects.toThrow('ELOOP');
    expect(existsSync(target)).toBe(false);
  });

  test('cannot be written when the folder is gone, and the error has no path', async () => {
    rmSync(folder, { recursive: true });
    await expect(exchange.stage('BF-A.xml', contentOf('one'))).rejects.toMatchObject({
      name: 'FileExchangeUnavailable',
      failure: 'no-such-file',
      message: 'The file does not exist. (ENOENT)',
    });
  });
});

describe('incoming files', () => {
  test('are listed oldest first, with size and time', async () => {
    putIncoming('b.xml', 'bb', 60);
    putIncoming('a.xml', 'a', 30);
    putIncoming('c.xml', 'ccc', 90);
    expect(await exchange.list(2)).toEqual([
      { name: 'c.xml', size: 3, modifiedAt: new Date('2026-01-05T11:58:30Z') },
      { name: 'b.xml', size: 2, modifiedAt: new Date('2026-01-05T11:59:00Z') },
    ]);
  });

  test.each([
    ['five seconds after the last change', 5, ['a.xml']],
    ['not a millisecond earlier', 4.999, []],
    ['not with a time in the future', -60, []],
  ])('are complete %s', async (_, age, expected) => {
    putIncoming('a.xml', 'a', age);
    expect(await listed()).toEqual(expected);
  });

  test('do not include temporary files, hidden files, folders and links', async () => {
    for (const name of ['a.part', 'b.tmp', 'c.filepart', '.d.xml', 'e~']) putIncoming(name, 'x', 60);
    mkdirSync(join(folder, 'inbox/folder'));
    writeFileSync(join(root, 'secret'), 'secret');
    symlinkSync(join(root, 'secret'), join(folder, 'inbox/link.xml'));
    expect(await listed()).toEqual([]);
  });

  test('with any name can be read and archived', async () => {
    const original = Buffer.from([0xff, 0x20, 0x25]);
    putIncoming(original, 'strange', 60);
    expect(await listed()).toEqual(['%FF%20%25']);
    expect(await textOf(await exchange.read('%FF%20%25'))).toBe('strange');
    await exchange.archive('%FF%20%25');
    expect(await listed()).toEqual([]);
  });

  test('are read only from the inbox', async () => {
    writeFileSync(join(root, 'secret'), 'secret');
    symlinkSync(join(root, 'secret'), join(folder, 'inbox/link.xml'));
    await expect(exchange.read('../secret')).rejects.toThrow('listed by the exchange');
    await expect(textOf(await exchange.read('link.xml'))).rejects.toThrow('ELOOP');
    mkdirSync(join(folder, 'inbox/folder'));
    await expect(textOf(await exchange.read('folder'))).rejects.toMatchObject({ failure: 'no-such-file' });
    await expect(textOf(await exchange.read('missing'))).rejects.toMatchObject({ failure: 'no-such-file' });
  });

  test.each([
    ['of the max size are read', 100, 'resolved'],
    ['with one byte more are rejected', 101, 'IncomingFileTooLarge'],
  ])('%s', async (_, size, outcome) => {
    putIncoming('a.xml', 'x'.repeat(size), 60);
    const name = await textOf(await exchange.read('a.xml')).then(
      () => 'resolved',
      (error: Error) => error.name,
    );
    expect(name).toBe(outcome);
  });

  test('with the same name are archived side by side', async () => {
    putIncoming('returns.ach', 'one', 60);
    await exchange.archive('returns.ach');
    putIncoming('returns.ach', 'two', 30);
    await exchange.archive('returns.ach');
    // The process ended before it recorded that.
    await exchange.archive('returns.ach');
    expect(readdirSync(join(folder, 'archive')).sort()).toEqual([
      '20260105T115900000Z-returns.ach',
      '20260105T115930000Z-returns.ach',
    ]);
  });

  test.each([[0], [1_001]])('are not listed with a limit of %i', async (limit) => {
    await expect(exchange.list(limit)).rejects.toThrow('limit');
  });
});

test.each([['..'], ['../other'], [''], ['0199A3C2-7F10-7B64-9F64-2D6F3A1B5C7D']])(
  'the folder of a connection is not "%s"',
  async (name) => {
    await expect(openFolderExchange({ root, connectionUuid: name })).rejects.toThrow('uuid');
  },
);
