/** The file of a document: who reads it, how it is sent, what the audit log has of it, and when it is deleted. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ReplacedDocumentFields } from '../../../src/customers/verifications/document.ts';
import { markSubmitted } from '../../../src/customers/verifications/document-store.ts';
import { readDocumentContent } from '../../../src/customers/verifications/read-document.ts';
import { replaceDocument } from '../../../src/customers/verifications/upload-document.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { type Id, newId, uuidOf } from '../../../src/kernel/ids.ts';
import { sweep } from '../../../src/operations/retention/sweep.ts';
import { anAccessToken } from '../../support/access-tokens.ts';
import { aPayer } from '../../support/parties.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { basic, type Service, startService } from '../../support/service.ts';

const pdf = Buffer.from('%PDF-1.7\n<script>alert(1)</script>');

let service: Service;
let rest: Rest;
let customerId: Id<'Customer'>;
let documentId: Id<'Document'>;
beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
});
afterAll(() => service.stop());

async function upload(fileName = 'passport.pdf'): Promise<Id<'Document'>> {
  const form = new FormData();
  form.set('documentHolder', customerId);
  form.set('documentType', 'PASSPORT');
  form.set('country', 'NG');
  form.set('file', new Blob([pdf]), fileName);
  const { status, body } = await rest('POST', '/documents', { body: form });
  expect(status).toBe(201);
  return body.id;
}

beforeEach(async () => {
  customerId = (await aPayer(service, 0)).customerId as Id<'Customer'>;
  documentId = await upload();
});

const download = (id: string, authorization = basic(service.platform.token), init: RequestInit = {}) =>
  fetch(`${service.url}/2025-10-13/documents/${id}/content`, { ...init, headers: { authorization } });

const audited = async (id: string) =>
  (await rest('GET', `/audit-log?recordId=${id}&operation=downloadDocument`)).body.data as object[];

describe('the file of a document', () => {
  test('is an attachment that browsers neither show, run, cache nor embed', async () => {
    const response = await download(documentId);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': 'attachment; filename="passport.pdf"; filename*=UTF-8\'\'passport.pdf',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });

  test.each([
    ['pass"port\u00e9 (1).pdf', 'pass_port_ (1).pdf', 'pass%22port%C3%A9%20%281%29.pdf'],
    ['\u30d1\u30b9.pdf', '__.pdf', '%E3%83%91%E3%82%B9.pdf'],
    ["a'b*c%0d%0a.pdf", "a'b*c_0d_0a.pdf", 'a%27b%2Ac%250d%250a.pdf'],
  ])('has the name %s', async (name, plain, encoded) => {
    const response = await download(await upload(name));
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    );
  });

  test('leaves an entry in the audit log for each read, and none for a document that is not found', async () => {
    await download(documentId);
    await download(documentId);
    await download(documentId, undefined, { method: 'HEAD' });
    expect(await audited(documentId)).toMatchObject([
      { recordType: 'Document', changes: [], actor: { kind: 'API_TOKEN' } },
      { recordType: 'Document', changes: [] },
      { recordType: 'Document', changes: [] },
    ]);
    const missing = newId('Document');
    expect((await download(missing)).status).toBe(404);
    expect(await audited(missing)).toEqual([]);
  });

  test('is not read by another platform, an access token or a token without MANAGE', async () => {
    const stranger = await service.addPlatform();
    expect((await download(documentId, basic(stranger.token))).status).toBe(404);
    const { authorization } = await anAccessToken(service, ['READ']);
    expect((await download(documentId, authorization)).status).toBe(403);
    const { body } = await rest('POST', '/tokens', { body: { name: 'Viewer', permissions: ['VIEW'] } });
    expect((await download(documentId, basic(`${body.clientId}:${body.clientSecret}`))).status).toBe(403);
    expect(await audited(documentId)).toEqual([]);
  });

  test('is that of the document when it is replaced during the read', async () => {
    const { platform } = service;
    const replaced = Buffer.from('%PDF-2.0\n');
    let isFirst = true;
    const files: Service['ports']['files'] = {
      ...service.ports.files,
      get: async (key) => {
        if (isFirst) {
          isFirst = false;
          await replaceDocument(
            service.ports,
            platform.principal,
            documentId,
            ReplacedDocumentFields.parse({ documentType: 'PASSPORT', country: 'NG' }),
            { bytes: replaced, fileName: 'new.pdf' },
          );
        }
        return service.ports.files.get(key);
      },
    };
    const content = await readDocumentContent({ ...service.ports, files }, platform.principal, documentId);
    expect(content).toMatchObject({ document: { fileName: 'new.pdf' } });
    expect('bytes' in content && Buffer.from(content.bytes)).toEqual(replaced);
  });
});

describe('documents of a deleted customer', () => {
  const filesStored = () =>
    readdirSync(join(service.config.dataDir, 'documents', uuidOf(service.platform.principal.platform.id)))
      .length;

  test('are deleted with it, with their files, if no verification used them', async () => {
    const before = filesStored();
    expect((await rest('DELETE', `/customers/${customerId}`)).status).toBeLessThan(300);
    expect((await download(documentId)).status).toBe(404);
    expect(filesStored()).toBe(before - 1);
  });

  test('are deleted five years later if a verification used them', async () => {
    await transact(service.db, (tx) => markSubmitted(tx, customerId, new Date()));
    await rest('DELETE', `/customers/${customerId}`);
    expect((await download(documentId)).status).toBe(200);
    const years = (count: number) => new Date(Date.now() + count * 365 * 24 * 3_600_000);
    await sweep(service.db, years(4.9));
    expect((await download(documentId)).status).toBe(200);
    // The clock of the sandbox is ahead of real time.
    await service.db.orm.execute(
      sql`update customers set deleted_at = now() where id = ${uuidOf(customerId)}`,
    );
    await sweep(service.db, years(5.1));
    expect((await download(documentId)).status).toBe(404);
  });
});

test('a list by customer has documents of its beneficial owners too', async () => {
  const business = await rest('POST', '/customers', {
    body: {
      customerType: 'BUSINESS',
      umaAddress: `$acme${Date.now()}@uma.example`,
      platformCustomerId: `acme-${Date.now()}`,
      businessInfo: { legalName: 'Acme' },
    },
  });
  const owner = await rest('POST', '/beneficial-owners', {
    body: {
      customerId: business.body.id,
      roles: ['UBO'],
      ownershipPercentage: 60,
      personalInfo: {
        firstName: 'Grace',
        lastName: 'Hopper',
        birthDate: '1980-12-09',
        nationality: 'US',
        address: { line1: '1 Main St', postalCode: '10001', country: 'US' },
        idType: 'SSN',
        identifier: '123-45-6789',
      },
    },
  });
  expect(owner.status).toBe(201);
  customerId = owner.body.id;
  const ofOwner = await upload();
  const list = async (query: string) =>
    (await rest('GET', `/documents?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await list(`customerId=${business.body.id}`)).toEqual([ofOwner]);
  expect(await list(`documentHolder=${business.body.id}`)).toEqual([]);
});
