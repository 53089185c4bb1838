/**
 * Documents that prove an identity: their types, and the rules of uploads.
 *
 * The format of a file is detected from its first bytes, not from its name or declared media type.
 *
 * Decision: 10 MB means 10 x 1024 x 1024 bytes.
 * Decision: a PDF must start with its signature. PDF readers accept up to 1024 bytes before it, where another format could be
 * hidden.
 *
 * Source: docs/behaviour/customers.md#documents; ISO 32000-1, 7.5.2 (PDF); ITU-T T.81, annex B (JPEG); W3C PNG, 5.2.
 */
import { z } from 'zod';
import { type FieldError, InvalidInput } from '../../kernel/errors.ts';
import { type Id, idSchema } from '../../kernel/ids.ts';
import { countryCode, isStorable, oneOf, optional, text } from '../../kernel/parse.ts';
import { DocumentAlreadySubmitted, DocumentTooLarge } from './errors.ts';

export const documentTypes = [
  'PASSPORT',
  'DRIVERS_LICENSE',
  'NATIONAL_ID',
  'PROOF_OF_ADDRESS',
  'BANK_STATEMENT',
  'TAX_RETURN',
  'CERTIFICATE_OF_INCORPORATION',
  'ARTICLES_OF_INCORPORATION',
  'ARTICLES_OF_ASSOCIATION',
  'STATE_REGISTRY_EXCERPT',
  'GOOD_STANDING_CERTIFICATE',
  'INFORMATION_STATEMENT',
  'INCUMBENCY_CERTIFICATE',
  'BUSINESS_LICENSE',
  'SHAREHOLDER_REGISTER',
  'POWER_OF_ATTORNEY',
  'UTILITY_BILL',
  'ELECTRICITY_BILL',
  'RENT_OR_LEASE_AGREEMENT',
  'DIRECTOR_REGISTRY',
  'TRUST_AGREEMENT',
  'STATE_COMPANY_REGISTRY',
  'PARTNERSHIP_CONTROL_AGREEMENT',
  'PARTNERSHIP_AGREEMENT',
  'SELFIE',
  'OTHER',
] as const;
export type DocumentType = (typeof documentTypes)[number];

export const documentSides = ['FRONT', 'BACK'] as const;
type DocumentSide = (typeof documentSides)[number];

export const mediaTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
type MediaType = (typeof mediaTypes)[number];

export type DocumentHolder = Id<'Customer'> | Id<'BeneficialOwner'>;

export interface Document {
  readonly id: Id<'Document'>;
  readonly platformId: Id<'Platform'>;
  readonly documentHolder: DocumentHolder;
  readonly documentType: DocumentType;
  readonly side: DocumentSide | undefined;
  readonly country: string;
  readonly documentNumber: string | undefined;
  readonly issuingAuthority: string | undefined;
  readonly fileName: string;
  readonly mediaType: MediaType;
  /** When a verification first used it. Afterwards it cannot be replaced or deleted. */
  readonly submittedAt: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const metadata = {
  documentType: oneOf(documentTypes),
  country: countryCode,
  side: optional(oneOf(documentSides)),
  documentNumber: optional(text(64)),
  issuingAuthority: optional(text(255)),
};

/** The metadata of a new document. */
export const DocumentFields = z.object({
  documentHolder: idSchema('Customer', 'BeneficialOwner'),
  ...metadata,
});

/** The metadata of a replacement. The holder does not change. */
export const ReplacedDocumentFields = z.object(metadata);

export const maxDocumentBytes = 10 * 1024 * 1024;
const maxFileNameLength = 255;

const signatures: readonly (readonly [MediaType, Uint8Array])[] = [
  ['application/pdf', Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x2d)],
  ['image/jpeg', Uint8Array.of(0xff, 0xd8, 0xff)],
  ['image/png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
];

/** The format of the file by its first bytes, or `undefined` if it is not an accepted one. */
const mediaTypeOf = (bytes: Uint8Array): MediaType | undefined =>
  signatures.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte))?.[0];

/** A file name without a path, and without control and bidirectional characters, which could disguise it. */
function isFileName(name: string): boolean {
  if (name.length === 0 || name.length > maxFileNameLength || !isStorable(name)) return false;
  if (name.trim() === '' || name === '.' || name === '..') return false;
  return !/[/\\\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(name);
}

/** A checked file; only `acceptUpload` creates it. */
export interface AcceptedFile {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly mediaType: MediaType;
}

/**
 * Checks an uploaded file by its content.
 *
 * @param bytes the file, or the first `maxDocumentBytes + 1` bytes of a larger one.
 */
export function acceptUpload({
  bytes,
  fileName,
}: {
  bytes: Uint8Array;
  fileName: string;
}): AcceptedFile | InvalidInput {
  if (bytes.length > maxDocumentBytes) return new DocumentTooLarge(maxDocumentBytes);

  const fields: FieldError[] = [];
  const mediaType = mediaTypeOf(bytes);
  if (!mediaType) {
    const message = bytes.length === 0 ? 'must not be empty' : 'must be a PDF, a JPEG or a PNG';
    fields.push({ path: 'file', message });
  }
  if (!isFileName(fileName)) {
    fields.push({
      path: 'file.name',
      message: `must be a file name of 1 to ${maxFileNameLength} characters, without a path`,
    });
  }
  if (mediaType && fields.length === 0) return { bytes, fileName, mediaType };
  return new InvalidInput(fields, { code: mediaType ? 'INVALID_INPUT' : 'UNSUITABLE_DOCUMENT' });
}

/** A document can be replaced or deleted until a verification uses it: then it is evidence. */
export const changeable = (document: Document): Document | DocumentAlreadySubmitted =>
  document.submittedAt ? new DocumentAlreadySubmitted() : document;
