/** When the file of a document is stored, and when it is removed. */
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
const upload = (documentHolder: string = service.customer.id, platform = service.platform) =>
  uploadDocument(
    ports(),
    platform,
    DocumentFields.parse({ documentHolder, documentType: 'PASSPORT', country: 'NG' }),
    pdf,
  );
const replace = (id: Parameters<typeof replaceDocument>[2], platform = service.platform) =>
  replaceDocument(
    ports(),
    platform,
    id,
    ReplacedDocumentFields.parse({ documentType: 'NATIONAL_ID', country: 'GH' }),
    pdf,
  );
const submit = () => transact(service.db, (tx) => markSubmitted(tx, service.customer.id, new Date()));

describe('no file is stored', () => {
  test('for a customer that does not exist', async () => {
    expect(await upload(newId('Customer'))).toBeInstanceOf(CustomerNotFound);
    expect(recorded.stored).toEqual([]);
  });

  test('for the replacement of a document that does not exist', async () => {
    expect(await replace(newId('Document'))).toBeInstanceOf(DocumentNotFound);
    expect(recorded.stored).toEqual([]);
  });

  test("for the replacement of another platform's document", async () => {
    const document = ok(await upload());
    const other = { ...service.platform.platform, id: newId('Platform') };
    const principal = { ...service.platform, platform: other };
    recorded.stored.length = 0;
    expect(await replace(document.id, principal)).toBeInstanceOf(DocumentNotFound);
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
