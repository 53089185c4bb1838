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
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileExchange } from '../../../src/rails/file-exchange/file-exchange.ts';
import {
  openSftpExchange,
  type SftpExchangeOptions,
  type SftpFolders,
} from '../../../src/rails/file-exchange/sftp-exchange.ts';
import { contentOf, textOf } from '../../support/exchange-files.ts';
import { type SftpTestServer, sftpUser, sshKeys, startSftpServer } from '../../support/sftp-server.ts';

type ServerOptions = Omit<Parameters<typeof startSftpServer>[0], 'folder'>;

const { username, password } = sftpUser;
let folder: string;
let server: SftpTestServer;
let exchange: FileExchange;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sftp-exchange-'));
  for (const name of ['outbox', 'inbox', 'archive']) mkdirSync(join(folder, name));
});
afterEach(async () => {
  await exchange?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
});

const open = (overrides: Partial<SftpExchangeOptions> = {}, changed: object = {}) =>
  openSftpExchange(
    {
      host: '127.0.0.1',
      port: server.port,
      username,
      credentials: { password },
      hostKeyFingerprint: server.hostKeyFingerprint,
      ...changed,
    },
    { allowsPrivateTargets: true, settleMs: 0, maxBytes: 1_000_000, ...overrides },
  );

async function start(options: ServerOptions = {}, overrides: Partial<SftpExchangeOptions> = {}) {
  server = await startSftpServer({ folder, ...options });
  exchange = await open(overrides);
}

const failing = (failure: string) => ({ name: 'FileExchangeUnavailable', failure });
const outbox = () => readdirSync(join(folder, 'outbox')).sort();

function putIncoming(name: string, text: string, time = 1_767_600_000): void {
  writeFileSync(join(folder, 'inbox', name), text);
  utimesSync(join(folder, 'inbox', name), time, time);
}

describe.each([
  ['with the extension to replace files', true],
  ['without extensions', false],
])('an outgoing file, on a server %s', (_, hasPosixRename) => {
  beforeEach(() => start({ hasPosixRename }));

  test('has a temporary name until it is published, and is published once', async () => {
    await exchange.stage('BF-A.xml', contentOf('one', 'two'));
    expect(outbox()).toEqual(['BF-A.xml.part']);
    expect(await exchange.publish('BF-A.xml')).toBe(true);
    expect(outbox()).toEqual(['BF-A.xml']);
    expect(readFileSync(join(folder, 'outbox/BF-A.xml'), 'utf8')).toBe('onetwo');
    // The process ended before it recorded that, and the bank has fetched the file.
    rmSync(join(folder, 'outbox/BF-A.xml'));
    await exchange.close();
    exchange = await open();
    expect(await exchange.publish('BF-A.xml')).toBe(false);
    expect(outbox()).toEqual([]);
  });

  test('is replaced while it is staged, also by a shorter one', async () => {
    await exchange.stage('BF-A.xml', contentOf('a longer content'));
    await exchange.stage('BF-A.xml', contentOf('short'));
    await exchange.publish('BF-A.xml');
    expect(readFileSync(join(folder, 'outbox/BF-A.xml'), 'utf8')).toBe('short');
  });

  test('of many parts arrives whole', async () => {
    const text = Array.from({ length: 100_000 }, (_, index) => index).join(' ');
    await exchange.stage('BF-A.xml', contentOf(text, 'x', text));
    expect(readFileSync(join(folder, 'outbox/BF-A.xml.part'), 'utf8')).toBe(`${text}x${text}`);
  });

  test('is not published when the outbox is missing', async () => {
    rmSync(join(folder, 'outbox'), { recursive: true });
    await expect(exchange.publish('BF-A.xml')).rejects.toMatchObject(failing('no-such-file'));
  });
});

describe('an outgoing file', () => {
  test('replaces an old one through the extension', async () => {
    await start({ hasPosixRename: true });
    writeFileSync(join(folder, 'outbox/BF-A.xml'), 'old');
    await exchange.stage('BF-A.xml', contentOf('new'));
    expect(await exchange.publish('BF-A.xml')).toBe(true);
    expect(readFileSync(join(folder, 'outbox/BF-A.xml'), 'utf8')).toBe('new');
  });

  test('is not taken for a published one after a general failure', async () => {
    const generalFailure = 4;
    await start({ intercept: (request) => (request === 'LSTAT' ? generalFailure : undefined) });
    await expect(exchange.publish('BF-A.xml')).rejects.toMatchObject(failing('failed'));
  });

  test.each([
    ['a response is missing', 'ignore', 'timeout'],
    ['the connection ends', 'end', 'unreachable'],
    ['the server does not allow it', 3, 'permission'],
  ] as const)('can be staged again when %s', async (_, action, failure) => {
    let action_: 'ignore' | 'end' | number | undefined = action;
    const limits = { connectMs: 5_000, requestMs: 300 };
    await start({ intercept: (request) => (request === 'WRITE' ? action_ : undefined) }, { limits });
    await expect(exchange.stage('BF-A.xml', contentOf('one'))).rejects.toMatchObject(failing(failure));
    action_ = undefined;
    await exchange.close();
    exchange = await open();
    await exchange.stage('BF-A.xml', contentOf('one'));
    expect(await exchange.publish('BF-A.xml')).toBe(true);
  });

  test('whose content fails is reported with that error', async () => {
    await start();
    async function* broken() {
      yield new Uint8Array(100_000);
      throw new TypeError('the writer failed');
    }
    await expect(exchange.stage('BF-A.xml', broken())).rejects.toThrow(TypeError);
  });

  test.each([['../BF-A.xml'], ['a/b'], ['.hidden']])('is not named "%s"', async (name) => {
    await start();
    await expect(exchange.stage(name, contentOf('one'))).rejects.toThrow('file name');
    await expect(exchange.publish(name)).rejects.toThrow('file name');
  });
});

describe('incoming files', () => {
  test('are listed oldest first, read and archived', async () => {
    await start();
    for (const [index, name] of ['c.xml', 'a.xml', 'b.xml'].entries()) {
      putIncoming(name, name.repeat(index + 1), 1_767_600_000 + index);
    }
    expect(await exchange.list(2)).toEqual([
      { name: 'c.xml', size: 5, modifiedAt: new Date(1_767_600_000_000) },
      { name: 'a.xml', size: 10, modifiedAt: new Date(1_767_600_001_000) },
    ]);
    expect(await textOf(await exchange.read('b.xml'))).toBe('b.xmlb.xmlb.xml');
    await exchange.archive('b.xml');
    await exchange.archive('b.xml');
    expect(readdirSync(join(folder, 'archive'))).toEqual(['20260105T080002000Z-b.xml']);
  });

  test('do not include temporary files, hidden files, folders and links', async () => {
    await start();
    for (const name of ['a.part', '.b.xml', 'c.tmp']) putIncoming(name, 'x');
    mkdirSync(join(folder, 'inbox/folder'));
    symlinkSync('/etc/hostname', join(folder, 'inbox/link.xml'));
    expect(await exchange.list(10)).toEqual([]);
    await expect(textOf(await exchange.read('link.xml'))).rejects.toMatchObject(failing('no-such-file'));
  });

  test('that grow between two listings are not listed', async () => {
    let listings = 0;
    await start({
      intercept: (request) => {
        if (request === 'OPENDIR') {
          listings += 1;
          putIncoming('a.xml', 'x'.repeat(listings));
        }
        return undefined;
      },
    });
    putIncoming('b.xml', 'complete');
    expect((await exchange.list(10)).map(({ name }) => name)).toEqual(['b.xml']);
  });

  test.each([
    ['a path', '../../etc/passwd', []],
    ['an absolute path', '/etc/passwd', []],
    ['other characters', 'my <file>', ['my%20%3Cfile%3E']],
    ['bytes that are not UTF-8', 'a\uFFFD', []],
  ])('with %s as name are listed safely', async (_, name, expected) => {
    await start({ rename: () => name });
    putIncoming('a.xml', 'x');
    expect((await exchange.list(10)).map((file) => file.name)).toEqual(expected);
  });

  test('are read in parts of any size, and not beyond the max size', async () => {
    await start({ maxReadBytes: 7 }, { maxBytes: 100 });
    putIncoming('a.xml', 'x'.repeat(100));
    putIncoming('b.xml', 'x'.repeat(101));
    expect(await textOf(await exchange.read('a.xml'))).toBe('x'.repeat(100));
    await expect(textOf(await exchange.read('b.xml'))).rejects.toThrow('bytes');
  });

  test('are archived in a new folder', async () => {
    await start();
    rmSync(join(folder, 'archive'), { recursive: true });
    putIncoming('a.xml', 'x');
    await exchange.archive('a.xml');
    expect(existsSync(join(folder, 'inbox/a.xml'))).toBe(false);
    expect(readdirSync(join(folder, 'archive'))).toHaveLength(1);
  });

  test('in folders of the bank', async () => {
    const folders: SftpFolders = { outbox: '/up/', inbox: '/down', archive: '/down/done' };
    await start({}, { folders });
    for (const name of ['up', 'down', 'down/done']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'down/a.xml'), 'x');
    expect((await exchange.list(1)).map(({ name }) => name)).toEqual(['a.xml']);
    await exchange.archive('a.xml');
    await exchange.stage('BF-A.xml', contentOf('one'));
    expect(readdirSync(join(folder, 'down/done'))).toHaveLength(1);
    expect(readdirSync(join(folder, 'up'))).toEqual(['BF-A.xml.part']);
  });

  test('cannot be listed when the server sends an error, whose text is not repeated', async () => {
    await start({}, { folders: { outbox: 'outbox', inbox: 'missing', archive: 'archive' } });
    await expect(exchange.list(1)).rejects.toMatchObject({
      ...failing('no-such-file'),
      message: 'The file does not exist. (status-2)',
    });
  });
});

describe('a connection', () => {
  test('with a private key', async () => {
    const key = sshKeys();
    server = await startSftpServer({ folder, clientKey: key.public });
    exchange = await open({}, { credentials: { privateKey: key.private } });
    expect(await exchange.list(1)).toEqual([]);
  });

  test.each([
    ['a wrong password', { credentials: { password: 'wrong' } }, 'credentials'],
    ['an unknown user', { username: 'unknown-user' }, 'credentials'],
    ['a private key that is none', { credentials: { privateKey: 'SECRET' } }, 'credentials'],
    ['another host key', { hostKeyFingerprint: `SHA256:${'A'.repeat(43)}` }, 'host-key'],
    ['no fingerprint', { hostKeyFingerprint: '' }, 'host-key'],
    ['a host without a name', { host: 'bank.invalid' }, 'unreachable'],
  ])('is not made with %s', async (_, changed, failure) => {
    server = await startSftpServer({ folder });
    const error = await open({}, changed).catch((one: Error) => one);
    expect(error).toMatchObject(failing(failure));
    expect(String(error)).not.toMatch(/SECRET|wrong|correct horse|nobody/);
  });

  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['[::1]'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['2130706433'],
    ['0x7f000001'],
    ['localhost'],
  ])('is not made to the private host %s', async (host) => {
    server = await startSftpServer({ folder });
    await expect(open({ allowsPrivateTargets: false }, { host })).rejects.toMatchObject(
      failing('address-not-allowed'),
    );
  });

  test('is not made to a name with a private address', async () => {
    server = await startSftpServer({ folder });
    const addresses = ['8.8.8.8', '127.0.0.1'].map((address) => ({ address, family: 4 }));
    const options = { allowsPrivateTargets: false, resolve: async () => addresses };
    await expect(open(options, { host: 'bank.example' })).rejects.toMatchObject(
      failing('address-not-allowed'),
    );
  });

  test('has a time limit for a server that sends nothing', async () => {
    server = await startSftpServer({ folder });
    const mute = createServer();
    await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done));
    const { port } = mute.address() as { port: number };
    const limits = { connectMs: 200, requestMs: 200 };
    await expect(open({ limits }, { port })).rejects.toMatchObject(failing('timeout'));
    mute.close();
  });

  test('that was closed cannot be used', async () => {
    await start();
    await exchange.close();
    await exchange.close();
    await expect(exchange.list(1)).rejects.toMatchObject(failing('unreachable'));
  });
});
