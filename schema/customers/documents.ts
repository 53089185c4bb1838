/** Documents that prove an identity. */
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

export const DocumentTypeEnum = describedEnum('DocumentType', 'Type of a document.', documentTypes);
const DocumentSideEnum = describedEnum('DocumentSide', 'Side of a document.', documentSides, {
  FRONT: 'Front side.',
  BACK: 'Back side.',
});

const DocumentRef = builder.objectRef<Document>('Document').implement({
  description:
    'A document that proves an identity. Its file is at `GET /documents/{id}/content` of the REST API.',
  interfaces: [NodeRef],
  fields: (t) => ({
    documentHolder: t.exposeID('documentHolder', {
      description: 'Holder of the document, Customer:<uuid> or BeneficialOwner:<uuid>.',
    }),
    documentType: t.field({
      type: DocumentTypeEnum,
      description: 'Type of the document.',
      resolve: (d) => d.documentType,
    }),
    side: t.field({
      type: DocumentSideEnum,
      nullable: true,
      description: 'Side of the document; null if it has only one.',
      resolve: (document) => document.side ?? null,
    }),
    country: t.exposeString('country', {
      description: 'Country that issued the document, ISO 3166-1 alpha-2.',
    }),
    documentNumber: t.string({
      nullable: true,
      description: 'Document number.',
      resolve: (d) => d.documentNumber ?? null,
    }),
    issuingAuthority: t.string({
      nullable: true,
      description: 'Authority that issued the document.',
      resolve: (document) => document.issuingAuthority ?? null,
    }),
    fileName: t.exposeString('fileName', { description: 'File name given by the sender.' }),
    mediaType: t.exposeString('mediaType', {
      description:
        'Media type of the file, detected from its content: application/pdf, image/jpeg or image/png.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the upload.',
      resolve: (d) => d.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: (d) => d.updatedAt,
    }),
  }),
});

registerNode('Document', 'Document', documentById, 'VIEW');

const DocumentConnection = connectionOf('Document', DocumentRef, { createdIn: 'documents' });

builder.queryFields((t) => ({
  document: t.field({
    type: DocumentRef,
    nullable: true,
    authScopes: { permission: 'VIEW' },
    description: 'Returns the metadata of one document; null if the caller can see no document with this id.',
    args: { id: t.arg.id({ required: true, description: 'Document:<uuid>' }) },
    ...accepting({ id: idSchema('Document') }, ({ id }, context) => documentById(context, id)),
  }),
  documents: t.field({
    type: DocumentConnection,
    authScopes: { permission: 'VIEW' },
    description: 'Documents, newest first.',
    args: {
      ...pageArguments(t),
      documentHolder: t.arg.id({
        description: 'Only documents of this holder, Customer:<uuid> or BeneficialOwner:<uuid>.',
      }),
      customerId: t.arg.id({
        description:
          'Only documents of this customer, Customer:<uuid>, also those whose holders are its beneficial owners.',
      }),
    },
    ...accepting(
      {
        ...pageShape,
        documentHolder: optional(idSchema('Customer', 'BeneficialOwner')),
        customerId: optional(idSchema('Customer')),
      },
      ({ documentHolder, customerId, ...page }, context) => {
        const { orm } = context.ports.db;
        const scope = visibleTo(context);
        const filter = { documentHolder, customerId };
        return connect(
          'documents',
          filter,
          page,
          (request) => listDocuments(orm, scope, filter, request),
          (db) => countDocuments(db, scope, filter),
        );
      },
    ),
  }),
}));

const UploadDocumentArgs = builder.inputType('UploadDocumentInput', {
  description: 'Metadata of a new document.',
  fields: (t) => ({
    documentHolder: t.id({
      required: true,
      description: 'Holder of the document, Customer:<uuid> or BeneficialOwner:<uuid>.',
    }),
    documentType: t.field({ type: DocumentTypeEnum, required: true, description: 'Type of the document.' }),
    country: t.string({
      required: true,
      description: 'Country that issued the document, ISO 3166-1 alpha-2.',
    }),
    side: t.field({ type: DocumentSideEnum, description: 'Side of the document, if it has two sides.' }),
    documentNumber: t.string({ description: 'Document number, at most 64 characters.' }),
    issuingAuthority: t.string({
      description: 'Authority that issued the document, at most 255 characters.',
    }),
  }),
});

const ReplaceDocumentArgs = builder.inputType('ReplaceDocumentInput', {
  description: 'New metadata of a document. The holder does not change. Omitted fields are deleted.',
  fields: (t) => ({
    documentType: t.field({ type: DocumentTypeEnum, required: true, description: 'Type of the document.' }),
    country: t.string({
      required: true,
      description: 'Country that issued the document, ISO 3166-1 alpha-2.',
    }),
    side: t.field({ type: DocumentSideEnum, description: 'Side of the document, if it has two sides.' }),
    documentNumber: t.string({ description: 'Document number, at most 64 characters.' }),
    issuingAuthority: t.string({
      description: 'Authority that issued the document, at most 255 characters.',
    }),
  }),
});

const file = z.instanceof(UploadedFile, { error: 'must be a file, uploaded by a multipart request' });
const fileDescription =
  'PDF, JPEG or PNG file of at most 10 MiB. The file type is detected from the content. The file name must not contain a path.';

// Errors of the file have paths that start with the name of the argument `file`, so they get no prefix.
builder.mutationFields((t) => ({
  uploadDocument: t.errorUnionField({
    description:
      'Uploads a document of a customer or beneficial owner. Returns UNSUITABLE_DOCUMENT for other file types and PAYLOAD_TOO_LARGE for larger files.',
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({ type: UploadDocumentArgs, required: true, description: 'Metadata of the document.' }),
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
      'Replaces the file and the metadata of a document. Returns an error if a verification already uses the document.',
    authScopes: { permission: 'MANAGE' },
    args: {
      id: t.arg.id({ required: true, description: 'Document:<uuid>' }),
      input: t.arg({ type: ReplaceDocumentArgs, required: true, description: 'New metadata.' }),
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
    description:
      'Deletes a document and its file. Returns an error if a verification already uses the document.',
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
