import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileExchange } from '../../../src/rails/file-exchange/file-exchange.ts';
import {
  openS3Exchange,
  type S3Bucket,
  type S3ExchangeOptions,
} from '../../../src/rails/file-exchange/s3-exchange.ts';
import { contentOf, textOf } from '../../support/exchange-files.ts';
import { s3BucketName, s3Credentials, startS3Server } from '../../support/s3-server.ts';

let server: Awaited<ReturnType<typeof startS3Server>>;
let exchange: FileExchange;

beforeEach(async () => {
  server = await startS3Server({ pageSize: 3 });
  exchange = await open();
});
afterEach(async () => {
  await exchange.close();
  await server.close();
});

const open = (overrides: Partial<S3ExchangeOptions> = {}, changed: Partial<S3Bucket> = {}) =>
  openS3Exchange(
    {
      endpoint: server.endpoint,
      region: 'eu-central-1',
      bucket: s3BucketName,
      prefix: 'tenant/one',
      ...s3Credentials,
      ...changed,
    },
    { allowsPrivateTargets: true, maxBytes: 100, ...overrides },
  );

const failing = (failure: string) => ({ name: 'FileExchangeUnavailable', failure });
const keys = () => [...server.objects.keys()].sort();
const textAt = (key: string) => server.objects.get(`tenant/one/${key}`)?.bytes.toString();

function putIncoming(name: string, text: string, modifiedAt = new Date('2026-01-05T10:00:00Z')): void {
  server.objects.set(`tenant/one/inbox/${name}`, { bytes: Buffer.from(text), modifiedAt });
}

describe('an outgoing file', () => {
  test('has a temporary key until it is published, and is published once', async () => {
    await exchange.stage('BF-A.xml', contentOf('one', 'two'));
    expect(keys()).toEqual(['tenant/one/outbox/BF-A.xml.part']);
    expect(await exchange.publish('BF-A.xml')).toBe(true);
    expect(keys()).toEqual(['tenant/one/outbox/BF-A.xml']);
    expect(textAt('outbox/BF-A.xml')).toBe('onetwo');
    // The process ended before it recorded that, and the bank has fetched the file.
    server.objects.clear();
    expect(await exchange.publish('BF-A.xml')).toBe(false);
    expect(keys()).toEqual([]);
  });

  test('is copied again when the process ended before it removed the temporary key', async () => {
    await exchange.stage('BF-A.xml', contentOf('one'));
    server.intercept = (method) => (method === 'DELETE' ? 'end' : undefined);
    await expect(exchange.publish('BF-A.xml')).rejects.toMatchObject(failing('unreachable'));
    expect(keys()).toHaveLength(2);
    server.intercept = undefined;
    expect(await exchange.publish('BF-A.xml')).toBe(true);
    expect(keys()).toEqual(['tenant/one/outbox/BF-A.xml']);
  });

  test('is replaced while it is staged', async () => {
    await exchange.stage('BF-A.xml', contentOf('a longer content'));
    await exchange.stage('BF-A.xml', contentOf('short'));
    expect(textAt('outbox/BF-A.xml.part')).toBe('short');
  });

  const part = 8 * 1024 ** 2;
  test.each([
    ['empty', []],
    ['of one part', [part]],
    ['of one part and a byte', [part, 1]],
    ['of two parts, in one chunk', [2 * part]],
    ['of three parts, in unequal chunks', [part - 1, part, part / 2, 100]],
  ])('%s arrives whole', async (_, sizes) => {
    const chunks = sizes.map((size, index) => String(index).repeat(size));
    await exchange.stage('BF-A.xml', contentOf(...chunks));
    const stored = server.objects.get('tenant/one/outbox/BF-A.xml.part')?.bytes;
    expect(stored?.equals(Buffer.from(chunks.join('')))).toBe(true);
    expect(server.uploads.size).toBe(0);
  });

  test('whose content fails is not stored, and that error is reported', async () => {
    async function* broken() {
      yield new Uint8Array(3 * part);
      throw new TypeError('the writer failed');
    }
    await expect(exchange.stage('BF-A.xml', broken())).rejects.toThrow(TypeError);
    expect(keys()).toEqual([]);
    expect(server.uploads.size).toBe(0);
  });

  test.each([['../BF-A.xml'], ['a/b'], ['.hidden']])('is not named "%s"', async (name) => {
    await expect(exchange.stage(name, contentOf('one'))).rejects.toThrow('file name');
    await expect(async () => exchange.publish(name)).rejects.toThrow('file name');
  });
});

describe('incoming files', () => {
  test('are listed oldest first over several pages', async () => {
    for (let index = 0; index < 10; index += 1) {
      putIncoming(`${index}.xml`, 'x', new Date(Date.UTC(2026, 0, 20 - index)));
    }
    const files = await exchange.list(4);
    expect(files.map(({ name }) => name)).toEqual(['9.xml', '8.xml', '7.xml', '6.xml']);
    expect(files[0]).toEqual({ name: '9.xml', size: 1, modifiedAt: new Date('2026-01-11T00:00:00Z') });
  });

  test('do not include temporary files, hidden files, subfolders and files of others', async () => {
    for (const name of ['a.part', '.b.xml', 'folder/c.xml', '']) putIncoming(name, 'x');
    server.objects.set('tenant/two/inbox/d.xml', { bytes: Buffer.from('x'), modifiedAt: new Date(0) });
    expect(await exchange.list(10)).toEqual([]);
  });

  test('with any name can be read and archived', async () => {
    putIncoming('é & +.xml', 'strange');
    const [file] = await exchange.list(1);
    expect(file?.name).toBe('%C3%A9%20%26%20%2B.xml');
    expect(await textOf(await exchange.read(file?.name ?? ''))).toBe('strange');
    await exchange.archive(file?.name ?? '');
    await exchange.archive(file?.name ?? '');
    expect(keys()).toEqual(['tenant/one/archive/20260105T100000000Z-é & +.xml']);
  });

  test('are not read beyond the max size', async () => {
    putIncoming('a.xml', 'x'.repeat(100));
    putIncoming('b.xml', 'x'.repeat(101));
    expect(await textOf(await exchange.read('a.xml'))).toHaveLength(100);
    await expect(textOf(await exchange.read('b.xml'))).rejects.toThrow('bytes');
    await expect(textOf(await exchange.read('c.xml'))).rejects.toMatchObject(failing('no-such-file'));
  });
});

async function* endless(start: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(start);
  for (;;) yield Buffer.alloc(1024 ** 2, ' ');
}

describe('a request', () => {
  test.each([
    ['without permission', { status: 403, code: 'AccessDenied' }, 'permission'],
    ['to a bucket that does not exist', { status: 404, code: 'NoSuchBucket' }, 'failed'],
    ['to a store with a fault', { status: 500, code: 'InternalError' }, 'failed'],
    ['on a connection that ends', 'end', 'unreachable'],
  ] as const)('%s fails, and the error has no text of the store', async (_, action, failure) => {
    server.intercept = () => action;
    const error = await exchange.list(1).catch((one: Error) => one);
    expect(error).toMatchObject(failing(failure));
    expect(String(error)).not.toContain('SECRET');
    await expect(exchange.publish('BF-A.xml')).rejects.toMatchObject(failing(failure));
  });

  test('with a response that does not end is stopped', async () => {
    server.intercept = () => ({ body: endless('<?xml version="1.0"?><ListBucketResult>') });
    await expect(exchange.list(1)).rejects.toMatchObject(failing('failed'));
  });

  test('for a file that does not end is stopped', async () => {
    server.intercept = () => ({ body: endless('') });
    await expect(textOf(await exchange.read('a.xml'))).rejects.toThrow('bytes');
  });

  test('has a time limit', async () => {
    server.intercept = () => 'ignore';
    const limited = await open({ limits: { connectMs: 200, idleMs: 200, requestMs: 200 } });
    await expect(limited.list(1)).rejects.toMatchObject(failing('timeout'));
    await limited.close();
  });

  test('with unknown credentials fails', async () => {
    const unknown = await open({}, { accessKeyId: 'OTHER' });
    await expect(unknown.list(1)).rejects.toMatchObject(failing('credentials'));
    await unknown.close();
  });
});

describe('an endpoint is not allowed', () => {
  test.each([
    ['without encryption', 'http://s3.example.com'],
    ['of another protocol', 'ftp://s3.example.com'],
    ['that is no URL', 's3.example.com'],
    ['with a loopback address', 'https://127.0.0.1'],
    ['with an address as one number', 'https://2130706433'],
    ['with the metadata service of a cloud', 'https://169.254.169.254'],
    ['with an IPv6 loopback address', 'https://[::1]'],
  ])('%s', async (_, endpoint) => {
    await expect(open({ allowsPrivateTargets: false }, { endpoint })).rejects.toMatchObject(
      failing('address-not-allowed'),
    );
  });

  test('with a name that has a private address', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const blocked = await open(
      { allowsPrivateTargets: false, resolve },
      { endpoint: 'https://s3.example.com' },
    );
    await expect(blocked.list(1)).rejects.toMatchObject(failing('address-not-allowed'));
    await blocked.close();
  });
});
