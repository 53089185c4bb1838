/** Documents over the GraphQL multipart request: accepted files are stored, and rejected ones leave no record and no file. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphql } from '../../graphql/index.ts';
import { type RawResponse, send, sendQuery } from '../../support/graphql-client.ts';
import { aPayer } from '../../support/parties.ts';
import { basic, type Service, startService } from '../../support/service.ts';

const UploadDocument = graphql(`
  mutation UploadDocument($input: UploadDocumentInput!, $file: Upload!) {
    uploadDocument(input: $input, file: $file) {
      __typename
      ... on Document { id documentHolder documentType side country fileName }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode httpStatus }
    }
  }
`).toString();

const ReplaceDocument = graphql(`
  mutation ReplaceDocument($id: ID!, $input: ReplaceDocumentInput!, $file: Upload!) {
    replaceDocument(id: $id, input: $input, file: $file) {
      __typename
      ... on Document { id documentType side country fileName }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode httpStatus }
    }
  }
`).toString();

const pdf = Buffer.from('%PDF-1.7\n');
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
const preflight = { 'Apollo-Require-Preflight': 'true' };

let service: Service;
let customerId: string;
beforeAll(async () => {
  service = await startService({ server: true });
  ({ customerId } = await aPayer(service, 0));
});
afterAll(() => service.stop());

const passport = (fields: object = {}) => ({
  documentHolder: customerId,
  documentType: 'PASSPORT',
  country: 'NG',
  ...fields,
});

interface Sent {
  readonly query?: string;
  readonly variables?: unknown;
  readonly map?: unknown;
  readonly bytes?: Uint8Array;
  readonly fileName?: string;
  readonly headers?: Record<string, string>;
  readonly authorization?: string | null;
  /** Changes the complete form before it is sent. */
  readonly change?: (form: FormData) => void;
}

const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

function post({
  query = UploadDocument,
  variables = { input: passport(), file: null },
  map = { 0: ['variables.file'] },
  bytes = pdf,
  fileName = 'passport.pdf',
  headers = preflight,
  authorization = basic(service.platform.token),
  change,
}: Sent = {}): Promise<RawResponse> {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables }));
  form.set('map', JSON.stringify(map));
  form.set('0', blob(bytes), fileName);
  change?.(form);
  return send(service, {
    method: 'POST',
    headers: { ...headers, ...(authorization !== null && { authorization }) },
    body: form,
  });
}

/** The number of rows and of files. */
async function stored(): Promise<{ rows: number; files: number }> {
  const result = await sendQuery(service, '{ documents { totalCount } }');
  const folder = join(service.config.dataDir, 'documents');
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];
  return { rows: result.body.data.documents.totalCount, files: files.length };
}

async function expectNothingStored(sent: Sent | Promise<RawResponse>): Promise<RawResponse> {
  const before = await stored();
  const result = await (sent instanceof Promise ? sent : post(sent));
  expect(await stored()).toEqual(before);
  return result;
}

describe('an uploaded document is stored', () => {
  test.each([
    ['a PDF', pdf, 'passport.pdf'],
    ['a JPEG', jpeg, 'passport.jpg'],
    ['a PNG', png, 'паспорт.png'],
    ['a PNG that is called a PDF', png, 'passport.pdf'],
  ])('%s', async (_, bytes, fileName) => {
    const before = await stored();
    const { status, body } = await post({
      bytes,
      fileName,
      variables: { input: passport({ side: 'FRONT' }), file: null },
    });
    expect(status).toBe(200);
    expect(body.data.uploadDocument).toMatchObject({
      __typename: 'Document',
      ...passport({ side: 'FRONT' }),
      fileName,
    });
    expect(await stored()).toEqual({ rows: before.rows + 1, files: before.files + 1 });
  });

  test.each(['X-Requested-With', 'GraphQL-Require-Preflight'])('with the header %s as well', async (name) => {
    const { body } = await post({ headers: { [name]: 'client' } });
    expect(body.data.uploadDocument.__typename).toBe('Document');
  });

  test('of at most 10 MiB', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024);
    bytes.set(pdf);
    expect((await post({ bytes })).body.data.uploadDocument.__typename).toBe('Document');

    const { body } = await expectNothingStored({ bytes: Buffer.concat([bytes, pdf]) });
    expect(body.data.uploadDocument).toMatchObject({ errorCode: 'PAYLOAD_TOO_LARGE', httpStatus: 413 });
  });
});

describe('a document is replaced', () => {
  test('without a change of its holder, and the replaced file is removed', async () => {
    const { id } = (await post()).body.data.uploadDocument;
    const before = await stored();
    const { body } = await post({
      query: ReplaceDocument,
      variables: { id, input: { documentType: 'NATIONAL_ID', country: 'GH', side: 'BACK' }, file: null },
      bytes: png,
      fileName: 'card.png',
    });
    expect(body.data.replaceDocument).toEqual({
      __typename: 'Document',
      id,
      documentType: 'NATIONAL_ID',
      country: 'GH',
      side: 'BACK',
      fileName: 'card.png',
    });
    expect(await stored()).toEqual(before);
  });

  test('only if it exists', async () => {
    const { body } = await expectNothingStored({
      query: ReplaceDocument,
      variables: {
        id: 'Document:01890000-0000-7000-8000-00000000dead',
        input: { documentType: 'PASSPORT', country: 'NG' },
        file: null,
      },
    });
    expect(body.data.replaceDocument).toMatchObject({
      __typename: 'NotFoundError',
      errorCode: 'DOCUMENT_NOT_FOUND',
    });
  });
});

describe('an upload is rejected without a record or a file', () => {
  test.each<[string, () => Sent, string, readonly string[]]>([
    [
      'a web page that is called a PDF',
      () => ({ bytes: Buffer.from('<html>') }),
      'UNSUITABLE_DOCUMENT',
      ['file'],
    ],
    ['an empty file', () => ({ bytes: new Uint8Array() }), 'UNSUITABLE_DOCUMENT', ['file']],
    ['a name with a path', () => ({ fileName: 'a/passport.pdf' }), 'INVALID_INPUT', ['file.name']],
    [
      'a name with a path to the parent folder',
      () => ({ fileName: '../passport.pdf' }),
      'INVALID_INPUT',
      ['file.name'],
    ],
    ['a Windows path', () => ({ fileName: 'C:\\passport.pdf' }), 'INVALID_INPUT', ['file.name']],
    [
      'several invalid fields, all reported',
      () => ({
        variables: { input: passport({ country: 'Nigeria', documentHolder: 'Quote:1' }), file: null },
      }),
      'INVALID_INPUT',
      ['input.documentHolder', 'input.country'],
    ],
  ])('%s', async (_, sent, code, paths) => {
    const { status, body } = await expectNothingStored(sent());
    expect(status).toBe(200);
    expect(body.data.uploadDocument).toMatchObject({ __typename: 'InvalidInputError', errorCode: code });
    expect(body.data.uploadDocument.fields.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  test("for another platform's customer", async () => {
    const other = await service.addPlatform();
    const { body } = await expectNothingStored({ authorization: basic(other.token) });
    expect(body.data.uploadDocument).toMatchObject({ errorCode: 'USER_NOT_FOUND', httpStatus: 404 });
  });

  test.each([
    ['a text in place of the file', 'passport.pdf'],
    ['an object with the properties of a file', { fileName: 'a.pdf', bytes: [...pdf] }],
    ['an empty object', {}],
  ])('in JSON, with %s', async (_, file) => {
    const sent = sendQuery(service, UploadDocument, { input: passport(), file });
    const { body } = await expectNothingStored(sent);
    expect(body.data.uploadDocument).toMatchObject({
      __typename: 'InvalidInputError',
      fields: [{ path: 'file' }],
    });
  });

  test.each<[string, Sent, number, string]>([
    ['without a header that another site cannot send', { headers: {} }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'with such a header that is empty',
      { headers: { 'X-Requested-With': '' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['from another site', { headers: { ...preflight, 'Sec-Fetch-Site': 'cross-site' } }, 403, 'FORBIDDEN'],
    ['without a credential', { authorization: null }, 401, 'UNAUTHORIZED'],
    ['of 11 MB', { bytes: new Uint8Array(11_000_000) }, 413, 'PAYLOAD_TOO_LARGE'],
    ['with an empty map', { map: {} }, 400, 'INVALID_INPUT'],
    ['with a map that is a list', { map: [['variables.file']] }, 400, 'INVALID_INPUT'],
    ['with a map to two variables', { map: { 0: ['variables.file', 'variables.b'] } }, 400, 'INVALID_INPUT'],
    ['with a map to the query', { map: { 0: ['query'] } }, 400, 'INVALID_INPUT'],
    ['with a map into a batch', { map: { 0: ['0.variables.file'] } }, 400, 'INVALID_INPUT'],
    ['with a map to a prototype', { map: { 0: ['variables.__proto__'] } }, 400, 'INVALID_INPUT'],
    ['with a map to an unknown variable', { map: { 0: ['variables.other'] } }, 400, 'INVALID_INPUT'],
    ['with a map of another part', { map: { 1: ['variables.file'] } }, 400, 'INVALID_INPUT'],
    ['with a map to a variable that has a value', { variables: { file: 'a' } }, 400, 'INVALID_INPUT'],
    ['without variables', { variables: null }, 400, 'INVALID_INPUT'],
    ['with two files', { change: (form) => form.append('0', blob(pdf), 'second.pdf') }, 400, 'INVALID_INPUT'],
    ['with text as its file', { change: (form) => form.set('0', '%PDF-') }, 400, 'INVALID_INPUT'],
    ['without operations', { change: (form) => form.delete('operations') }, 400, 'INVALID_INPUT'],
    ['with operations in a batch', { change: (form) => form.set('operations', '[]') }, 400, 'INVALID_INPUT'],
  ])('a request %s', async (_, sent, status, code) => {
    const result = await expectNothingStored(sent);
    expect(result.status).toBe(status);
    expect(result.body.errors[0].extensions).toMatchObject({ code, httpStatus: status });
  });

  test('a body that does not match its header', async () => {
    const result = await expectNothingStored(
      send(service, {
        method: 'POST',
        headers: {
          ...preflight,
          'Content-Type': 'multipart/form-data; boundary=x',
          authorization: basic(service.platform.token),
        },
        body: '--x\r\nhunter2',
      }),
    );
    expect(result.status).toBe(400);
    expect(result.text).not.toContain('hunter2');
  });
});
