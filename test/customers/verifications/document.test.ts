import { describe, expect, test } from 'vitest';
import {
  acceptUpload,
  changeable,
  type Document,
  DocumentFields,
  maxDocumentBytes,
} from '../../../src/customers/verifications/document.ts';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import { parseInput } from '../../../src/kernel/parse.ts';

const pdf = Buffer.from('%PDF-1.7\n');
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');

const padded = (size: number): Uint8Array => {
  const bytes = new Uint8Array(size);
  bytes.set(pdf);
  return bytes;
};

describe('an uploaded file', () => {
  test.each([
    ['a PDF', pdf, 'passport.pdf', 'application/pdf'],
    ['a JPEG', jpeg, 'passport.jpg', 'image/jpeg'],
    ['a PNG', png, 'passport.png', 'image/png'],
    ['a PNG that is called a PDF', png, 'passport.pdf', 'image/png'],
    ['a name in another script', png, 'паспорт №1 (копия).png', 'image/png'],
    ['a name of 255 characters', pdf, 'a'.repeat(255), 'application/pdf'],
  ])('is accepted: %s', (_, bytes, fileName, mediaType) => {
    expect(acceptUpload({ bytes, fileName })).toEqual({ bytes, fileName, mediaType });
  });

  test.each([
    ['a web page that is called a PDF', Buffer.from('<html></html>')],
    ['a PDF after another byte', Buffer.concat([Buffer.from('\n'), pdf])],
    ['a GIF', Buffer.from('GIF89a')],
    ['a JPEG cut within its signature', jpeg.subarray(0, 2)],
    ['a PNG cut within its signature', png.subarray(0, 7)],
    ['an empty file', new Uint8Array()],
  ])('is rejected: %s', (_, bytes) => {
    expect(acceptUpload({ bytes, fileName: 'passport.pdf' })).toMatchObject({
      code: 'UNSUITABLE_DOCUMENT',
      httpStatus: 400,
      fields: [{ path: 'file' }],
    });
  });

  test.each([
    ['of 10 MiB is accepted', maxDocumentBytes, undefined],
    ['of a byte more is rejected', maxDocumentBytes + 1, 'PAYLOAD_TOO_LARGE'],
    ['of 11 MB is rejected', 11_000_000, 'PAYLOAD_TOO_LARGE'],
  ])('%s', (_, size, code) => {
    const result = acceptUpload({ bytes: padded(size), fileName: 'a.pdf' });
    expect(result instanceof InvalidInput ? [result.code, result.httpStatus] : undefined).toEqual(
      code && [code, 413],
    );
  });

  test.each([
    ['a path', 'documents/passport.pdf'],
    ['a path to the parent folder', '../passport.pdf'],
    ['a Windows path', 'C:\\passport.pdf'],
    ['two dots', '..'],
    ['an empty text', ''],
    ['only space', '  '],
    ['a NUL', 'passport.pdf\u0000.exe'],
    ['a line break', 'passport\n.pdf'],
    ['a right-to-left override', 'passport\u202Efdp.exe'],
    ['256 characters', 'a'.repeat(256)],
  ])('is rejected with a name that is %s', (_, fileName) => {
    expect(acceptUpload({ bytes: pdf, fileName })).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'file.name' }],
    });
  });

  test('gets the errors for invalid content and an invalid name together', () => {
    expect(acceptUpload({ bytes: Buffer.from('x'), fileName: 'a/b' })).toMatchObject({
      fields: [{ path: 'file' }, { path: 'file.name' }],
    });
  });
});

describe('the metadata of a file', () => {
  const customerId = idOf('Customer', '0199d0a0-0000-7000-8000-000000000001');

  test('has a holder, a type and a country', () => {
    const fields = { documentHolder: customerId, documentType: 'PASSPORT', country: 'NG', side: 'FRONT' };
    expect(parseInput(DocumentFields, fields)).toMatchObject(fields);
  });

  test('is rejected with every invalid field', () => {
    const rejected = parseInput(DocumentFields, {
      documentHolder: idOf('Quote', '0199d0a0-0000-7000-8000-000000000001'),
      documentType: 'LIBRARY_CARD',
      country: 'NGA',
      side: 'TOP',
    });
    expect(rejected).toBeInstanceOf(InvalidInput);
    expect((rejected as InvalidInput).fields.map(({ path }) => path).sort()).toEqual([
      'country',
      'documentHolder',
      'documentType',
      'side',
    ]);
  });
});

test('a document can be changed until it is submitted', () => {
  const document: Document = {
    id: idOf('Document', '0199d0a0-0000-7000-8000-000000000001'),
    platformId: idOf('Platform', '0199d0a0-0000-7000-8000-000000000002'),
    documentHolder: idOf('Customer', '0199d0a0-0000-7000-8000-000000000003'),
    documentType: 'PASSPORT',
    side: undefined,
    country: 'NG',
    documentNumber: undefined,
    issuingAuthority: undefined,
    fileName: 'passport.pdf',
    mediaType: 'application/pdf',
    submittedAt: undefined,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  };
  expect(changeable(document)).toBe(document);
  expect(changeable({ ...document, submittedAt: new Date(1) })).toMatchObject({
    code: 'DOCUMENT_ALREADY_SUBMITTED',
    httpStatus: 409,
  });
});
