/** The sweep removes unreferenced files of documents after their retention period, and no other files. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer } from '../../../src/customers/create-customer.ts';
import { startImport } from '../../../src/customers/imports/start-import.ts';
import {
  deleteDocument,
  replaceDocument,
  uploadDocument,
} from '../../../src/customers/verifications/upload-document.ts';
import { newUuid, timeOfUuid, uuidOf } from '../../../src/kernel/ids.ts';
import { sweepFiles } from '../../../src/operations/retention/sweep-files.ts';
import type { Ports } from '../../../src/sandbox/ports.ts';
import { ok } from '../../support/agent-service.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { bankWorld } from '../../support/bank-world.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let platformUuid: string;
let passport: Parameters<typeof uploadDocument>[2];
const file = { bytes: new Uint8Array(Buffer.from('%PDF-1.7\n')), fileName: 'passport.pdf' };

beforeAll(async () => {
  service = await startService();
  const { principal } = service.platform;
  platformUuid = uuidOf(principal.platform.id);
  const { id } = ok(
    await createCustomer(service.ports, principal, {
      customerType: 'INDIVIDUAL',
      currencies: ['USD'],
      fullName: 'Ada Lovelace',
    } as never),
  );
  const absent = { side: undefined, documentNumber: undefined, issuingAuthority: undefined };
  passport = { documentHolder: id, documentType: 'PASSPORT', country: 'NG', ...absent };
});
afterAll(() => service.stop());

const days = (count: number) => count * 24 * 60 * 60_000;
/** From the time of the next id: ids never go back, also after a test that moved the time of the process. */
const sweepIn = (ms: number) => sweepFiles(service.ports, new Date(timeOfUuid(newUuid()).getTime() + ms));
const pathOf = (key: string) => join(service.config.dataDir, 'documents', key);
const keys = async () => new Set(await service.ports.files.keysOf(platformUuid));
const upload = async (ports: Ports = service.ports) =>
  uploadDocument(ports, service.platform.principal, passport, file);
/** The storage key of the file of an upload or replacement. */
async function keyPutBy(work: () => Promise<unknown>): Promise<string> {
  const before = await keys();
  await work();
  const [key] = [...(await keys())].filter((one) => !before.has(one));
  if (!key) throw new Error('a file was put');
  return key;
}
/** Ports that cannot remove files, as if the process had died before the removal. */
const dying = (): Ports => ({
  ...service.ports,
  files: { ...service.ports.files, remove: () => Promise.reject(new Error('died')) },
});

test('a document has its file at any age', async () => {
  const key = await keyPutBy(upload);
  await sweepIn(days(4_000));
  expect(await keys()).toContain(key);
  expect(Buffer.from(await service.ports.files.get(key)).toString()).toBe('%PDF-1.7\n');
});

test('files of banks, of both directions, are kept at any age', async () => {
  const world = await bankWorld();
  try {
    const { ports } = world.service;
    const platform = uuidOf(world.platform.principal.platform.id);
    world.bank.deposit({ amount: 5_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
    await world.bankDay();
    await world.pay(100);
    await world.cutOff();
    await world.exchange();
    const stored = await ports.files.keysOf(platform);
    expect(stored.length).toBeGreaterThanOrEqual(2);
    const late = new Date(world.service.clock.real().getTime() + days(4_000));
    expect(await sweepFiles(ports, late)).toBe(0);
    expect(new Set(await ports.files.keysOf(platform))).toEqual(new Set(stored));
  } finally {
    await world.stop();
  }
});

test.each<[string, () => Promise<string>]>([
  [
    'of an upload that was not committed',
    async () => {
      const key = `${platformUuid}/${newUuid()}`;
      await service.ports.files.put(key, file.bytes);
      return key;
    },
  ],
  [
    'that was not completely written',
    async () => {
      const key = `${platformUuid}/${newUuid()}`;
      await mkdir(pathOf(platformUuid), { recursive: true });
      await writeFile(`${pathOf(key)}.part`, 'half');
      return key;
    },
  ],
  [
    'of a deleted document whose process died',
    async () => {
      let id = '' as never;
      const key = await keyPutBy(async () => {
        id = ok(await upload()).id as never;
      });
      await expect(deleteDocument(dying(), service.platform.principal, id)).rejects.toThrow('died');
      return key;
    },
  ],
  [
    'that was replaced before its process died',
    async () => {
      let id = '' as never;
      const key = await keyPutBy(async () => {
        id = ok(await upload()).id as never;
      });
      const { documentHolder: _, ...fields } = passport;
      await expect(replaceDocument(dying(), service.platform.principal, id, fields, file)).rejects.toThrow(
        'died',
      );
      return key;
    },
  ],
])('a file %s is retained for 7 days and then removed', async (_, make) => {
  const key = await make();
  expect(await sweepIn(days(7) - 60_000)).toBe(0);
  expect(await keys()).toContain(key);
  const before = await keys();
  expect(await sweepIn(days(7) + 60_000)).toBe(1);
  expect(await keys()).toEqual(new Set([...before].filter((one) => one !== key)));
  expect([existsSync(pathOf(key)), existsSync(`${pathOf(key)}.part`)]).toEqual([false, false]);
});

test('a file that is being uploaded is retained at every step of its transaction', async () => {
  const slow: Ports = {
    ...service.ports,
    files: {
      ...service.ports.files,
      async put(key, bytes) {
        await service.ports.files.put(key, bytes);
        expect(await sweepIn(0)).toBe(0);
      },
    },
  };
  const key = await keyPutBy(async () => ok(await upload(slow)));
  expect(await keys()).toContain(key);
});

test('a file of an import is retained at any age until the import has finished', async () => {
  const { principal } = service.platform;
  async function* pieces() {
    yield Buffer.from('customerType,platformCustomerId\nROBOT,sweep-1\n');
  }
  const key = await keyPutBy(async () =>
    startImport(service.ports, principal, { format: 'CSV', pieces: pieces() }, () => ({ dryRun: false })),
  );
  await sweepIn(days(4_000));
  expect(await keys()).toContain(key);
  await service.settle();
  expect(await keys()).not.toContain(key);
});

test('files of unknown platforms and unknown files are not removed', async () => {
  const stranger = `${newUuid()}/${newUuid()}`;
  await service.ports.files.put(stranger, file.bytes);
  const note = pathOf(`${platformUuid}/README`);
  await writeFile(note, 'of the operator');
  await sweepIn(days(4_000));
  expect([existsSync(pathOf(stranger)), existsSync(note)]).toEqual([true, true]);
});
