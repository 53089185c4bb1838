/** When the file of a document is stored and when it is removed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CustomerNotFound } from '../../../src/customers/customer.ts';
import { DocumentFields, ReplacedDocumentFields } from '../../../src/customers/verifications/document.ts';
import { markSubmitted } from '../../../src/customers/verifications/document-store.ts';
import { DocumentAlreadySubmitted, DocumentNotFound } from '../../../src/customers/verifications/errors.ts';
import {
  deleteDocument,
  replaceDocument,
  uploadDocument,
} from '../../../src/customers/verifications/upload-document.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import type { FileStore } from '../../../src/infrastructure/object-storage/file-store.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';

/** A file store in memory that records what was stored. */
function recordingStore() {
  const stored: string[] = [];
  const files = new Map<string, Uint8Array>();
  const hooks: { beforePut?: () => Promise<void> } = {};
  const store: FileStore = {
    async put(key, bytes) {
      await hooks.beforePut?.();
      stored.push(key);
      files.set(key, bytes);
    },
    get: async (key) => files.get(key) as Uint8Array,
    putStream: () => Promise.reject(new Error('documents are not stored in pieces')),
    getStream: () => {
      throw new Error('documents are not read in pieces');
    },
    async remove(key) {
      files.delete(key);
    },
    keysOf: async () => [...files.keys()],
  };
  return { stored, files, hooks, store };
}

let service: AgentService;
let recorded: ReturnType<typeof recordingStore>;
beforeAll(async () => {
  service = await startAgentService();
});
afterAll(() => service.close());
beforeEach(() => {
  recorded = recordingStore();
});

const pdf = { bytes: Buffer.from('%PDF-1.7\n'), fileName: 'passport.pdf' };
const ports = () => ({ ...service.ports, files: recorded.store });
const upload = (documentHolder: string = service.customer.id, platform = service.platform, file = pdf) =>
  uploadDocument(
    ports(),
    platform,
    DocumentFields.parse({ documentHolder, documentType: 'PASSPORT', country: 'NG' }),
    file,
  );
const replace = (id: Parameters<typeof replaceDocument>[2], platform = service.platform, file = pdf) =>
  replaceDocument(
    ports(),
    platform,
    id,
    ReplacedDocumentFields.parse({ documentType: 'NATIONAL_ID', country: 'GH' }),
    file,
  );
const otherPlatform = () => {
  const other = { ...service.platform.platform, id: newId('Platform') };
  return { ...service.platform, platform: other };
};
const submit = () => transact(service.db, (tx) => markSubmitted(tx, service.customer.id, new Date()));

describe('no file is stored', () => {
  test('for a customer that does not exist', async () => {
    expect(await upload(newId('Customer'))).toBeInstanceOf(CustomerNotFound);
    expect(recorded.stored).toEqual([]);
  });

  test("for another platform's customer", async () => {
    expect(await upload(service.customer.id, otherPlatform())).toBeInstanceOf(CustomerNotFound);
    expect(recorded.stored).toEqual([]);
  });

  test.each([
    ['whose content is not a document', { bytes: Buffer.from('<html>') }, 'UNSUITABLE_DOCUMENT', 'file'],
    ['without content', { bytes: Buffer.alloc(0) }, 'UNSUITABLE_DOCUMENT', 'file'],
    ['of 11 MiB', { bytes: Buffer.alloc(11 * 1024 * 1024) }, 'PAYLOAD_TOO_LARGE', 'file'],
    ['with a path as its name', { fileName: '../../etc/passwd.pdf' }, 'INVALID_INPUT', 'file.name'],
  ])('for a file %s', async (_, changes, code, path) => {
    const rejected = await upload(service.customer.id, service.platform, { ...pdf, ...changes });

    expect(rejected).toMatchObject({ code, fields: [{ path }] });
    expect(recorded.stored).toEqual([]);
  });

  test('for the replacement of a document that does not exist', async () => {
    expect(await replace(newId('Document'))).toBeInstanceOf(DocumentNotFound);
    expect(recorded.stored).toEqual([]);
  });

  test("for the replacement of another platform's document", async () => {
    const document = ok(await upload());
    recorded.stored.length = 0;
    expect(await replace(document.id, otherPlatform())).toBeInstanceOf(DocumentNotFound);
    expect(recorded.stored).toEqual([]);
    expect(recorded.files.size).toBe(1);
  });

  test('for the replacement of a submitted document', async () => {
    const document = ok(await upload());
    await submit();
    recorded.stored.length = 0;
    expect(await replace(document.id)).toBeInstanceOf(DocumentAlreadySubmitted);
    expect(recorded.stored).toEqual([]);
    expect(recorded.files.size).toBe(1);
  });
});

describe('a stored file is removed', () => {
  test('when the document is submitted while its replacement is stored', async () => {
    const document = ok(await upload());
    const [original] = recorded.files.keys();
    recorded.hooks.beforePut = submit;
    expect(await replace(document.id)).toBeInstanceOf(DocumentAlreadySubmitted);
    expect(recorded.stored).toHaveLength(2);
    expect([...recorded.files.keys()]).toEqual([original]);
  });

  test('when it is replaced, and when its document is deleted', async () => {
    const document = ok(await upload());
    ok(await replace(document.id));
    expect([...recorded.files.keys()]).toEqual(recorded.stored.slice(1));
    ok(await deleteDocument(ports(), service.platform, document.id));
    expect(recorded.files.size).toBe(0);
  });
});

describe('a document', () => {
  test('has the fields and the file of its replacement, under the same id', async () => {
    const document = ok(await upload());
    const jpeg = { bytes: Buffer.from('ffd8ffe000104a464946', 'hex'), fileName: 'identity-card.jpg' };

    const replaced = ok(await replace(document.id, service.platform, jpeg));

    expect(replaced).toMatchObject({
      id: document.id,
      documentType: 'NATIONAL_ID',
      country: 'GH',
      fileName: 'identity-card.jpg',
      mediaType: 'image/jpeg',
    });
    expect([...recorded.files.values()]).toEqual([jpeg.bytes]);
  });

  test('is not found after it was deleted', async () => {
    const document = ok(await upload());

    expect(ok(await deleteDocument(ports(), service.platform, document.id))).toEqual({
      deletedId: document.id,
    });
    expect(await deleteDocument(ports(), service.platform, document.id)).toBeInstanceOf(DocumentNotFound);
  });
});
