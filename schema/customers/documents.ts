/** Documents that prove who somebody is: uploaded, replaced, deleted, and what is known of them. */
import { z } from 'zod';
import {
  type Document,
  DocumentFields,
  documentSides,
  documentTypes,
  ReplacedDocumentFields,
} from '../../src/customers/verifications/document.ts';
import {
  countDocuments,
  findDocuments,
  listDocuments,
} from '../../src/customers/verifications/document-store.ts';
import {
  deleteDocument,
  replaceDocument,
  uploadDocument,
} from '../../src/customers/verifications/upload-document.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { optional } from '../../src/kernel/parse.ts';
import { accepting, acceptingOn } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connect, connectionOf, pageArguments, pageShape } from '../core/connections.ts';
import { batched, byId, platformOf, visibleTo } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { DeletedRef } from '../core/shared.ts';
import { UploadedFile } from '../core/uploaded-file.ts';

const documentById = batched<Id<'Document'>, Document>('documentById', async (context, ids) =>
  byId(await findDocuments(context.ports.db.orm, visibleTo(context), ids)),
);

export const DocumentTypeEnum = describedEnum('DocumentType', 'What a document is.', documentTypes);
const DocumentSideEnum = describedEnum('DocumentSide', 'Which side of a document.', documentSides, {
  FRONT: 'The front.',
  BACK: 'The back.',
});

export const DocumentRef = builder.objectRef<Document>('Document').implement({
  description: 'A document that proves who somebody is. Its file can be uploaded, never downloaded.',
  interfaces: [NodeRef],
  fields: (t) => ({
    documentHolder: t.exposeID('documentHolder', {
      description: 'Customer:<uuid> or BeneficialOwner:<uuid>.',
    }),
    documentType: t.field({
      type: DocumentTypeEnum,
      description: 'What it is.',
      resolve: (d) => d.documentType,
    }),
    side: t.field({
      type: DocumentSideEnum,
      nullable: true,
      description: 'Which side; null where it has one only.',
      resolve: (document) => document.side ?? null,
    }),
    country: t.exposeString('country', { description: 'Who issued it, ISO 3166-1 alpha-2.' }),
    documentNumber: t.string({
      nullable: true,
      description: 'Its number.',
      resolve: (d) => d.documentNumber ?? null,
    }),
    issuingAuthority: t.string({
      nullable: true,
      description: 'Which authority issued it.',
      resolve: (document) => document.issuingAuthority ?? null,
    }),
    fileName: t.exposeString('fileName', { description: 'As the sender named it.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was uploaded.',
      resolve: (d) => d.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed.',
      resolve: (d) => d.updatedAt,
    }),
  }),
});

registerNode('Document', 'Document', documentById, 'VIEW');

const DocumentConnection = connectionOf('Document', DocumentRef);

builder.queryFields((t) => ({
  document: t.field({
    type: DocumentRef,
    nullable: true,
    authScopes: { permission: 'VIEW' },
    description: 'What is known of one document; null when there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Document:<uuid>' }) },
    ...accepting({ id: idSchema('Document') }, ({ id }, context) => documentById(context, id)),
  }),
  documents: t.field({
    type: DocumentConnection,
    authScopes: { permission: 'VIEW' },
    description: 'Documents, newest first.',
    args: {
      ...pageArguments(t),
      documentHolder: t.arg.id({ description: 'Customer:<uuid> or BeneficialOwner:<uuid>: theirs only.' }),
    },
    ...accepting(
      { ...pageShape, documentHolder: optional(idSchema('Customer', 'BeneficialOwner')) },
      ({ documentHolder, ...page }, context) => {
        const { orm } = context.ports.db;
        const scope = visibleTo(context);
        return connect(
          'documents',
          { documentHolder },
          page,
          (request) => listDocuments(orm, scope, documentHolder, request),
          (db) => countDocuments(db, scope, documentHolder),
        );
      },
    ),
  }),
}));

const UploadDocumentArgs = builder.inputType('UploadDocumentInput', {
  description: 'What a new document is, and whose.',
  fields: (t) => ({
    documentHolder: t.id({
      required: true,
      description: 'Customer:<uuid> or BeneficialOwner:<uuid>: whom it is about.',
    }),
    documentType: t.field({ type: DocumentTypeEnum, required: true, description: 'What it is.' }),
    country: t.string({ required: true, description: 'Who issued it, ISO 3166-1 alpha-2.' }),
    side: t.field({ type: DocumentSideEnum, description: 'Which side, where it has two.' }),
    documentNumber: t.string({ description: 'Its number, at most 64 characters.' }),
    issuingAuthority: t.string({ description: 'Which authority issued it, at most 255 characters.' }),
  }),
});

const ReplaceDocumentArgs = builder.inputType('ReplaceDocumentInput', {
  description: 'What the document is now; its holder stays. What is left out is forgotten.',
  fields: (t) => ({
    documentType: t.field({ type: DocumentTypeEnum, required: true, description: 'What it is.' }),
    country: t.string({ required: true, description: 'Who issued it, ISO 3166-1 alpha-2.' }),
    side: t.field({ type: DocumentSideEnum, description: 'Which side, where it has two.' }),
    documentNumber: t.string({ description: 'Its number, at most 64 characters.' }),
    issuingAuthority: t.string({ description: 'Which authority issued it, at most 255 characters.' }),
  }),
});

const file = z.instanceof(UploadedFile, { error: 'must be a file, uploaded by a multipart request' });
const fileDescription =
  'A PDF, a JPEG or a PNG of at most 10 MiB, known by its content, with a file name that is no path.';

// Beside their input both take a file, and what they refuse is the file: its path begins with that argument's name,
// so nothing is put before it.
builder.mutationFields((t) => ({
  uploadDocument: t.errorUnionField({
    description:
      'Keeps a document about a customer or a beneficial owner. Its file can never be downloaded. UNSUITABLE_DOCUMENT for any other content, PAYLOAD_TOO_LARGE above the limit.',
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({ type: UploadDocumentArgs, required: true, description: 'What it is.' }),
      file: t.arg({ type: 'Upload', required: true, description: fileDescription }),
    },
    types: [DocumentRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'UploadDocumentResult',
      description: 'Result of uploadDocument.',
      resolveType: () => DocumentRef,
    },
    ...acceptingOn({ input: DocumentFields, file }, (_root, { input, file }, context) =>
      uploadDocument(context.ports, platformOf(context), input, file),
    ),
  }),
  replaceDocument: t.errorUnionField({
    description:
      'Puts another file, and other facts, in the place of a document. Refused once a verification has taken it up.',
    authScopes: { permission: 'MANAGE' },
    args: {
      id: t.arg.id({ required: true, description: 'Document:<uuid>' }),
      input: t.arg({ type: ReplaceDocumentArgs, required: true, description: 'What it is now.' }),
      file: t.arg({ type: 'Upload', required: true, description: fileDescription }),
    },
    types: [DocumentRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'ReplaceDocumentResult',
      description: 'Result of replaceDocument.',
      resolveType: () => DocumentRef,
    },
    ...acceptingOn(
      { id: idSchema('Document'), input: ReplacedDocumentFields, file },
      (_root, { id, input, file }, context) =>
        replaceDocument(context.ports, platformOf(context), id, input, file),
    ),
  }),
  deleteDocument: t.errorUnionField({
    description: 'Deletes a document and its file. Refused once a verification has taken it up.',
    authScopes: { permission: 'MANAGE' },
    args: { id: t.arg.id({ required: true, description: 'Document:<uuid>' }) },
    types: [DeletedRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'DeleteDocumentResult',
      description: 'Result of deleteDocument.',
      resolveType: () => DeletedRef,
    },
    ...accepting({ id: idSchema('Document') }, ({ id }, context) =>
      deleteDocument(context.ports, platformOf(context), id),
    ),
  }),
}));
