/** Verifications, documents and invitations. Source: docs/behaviour/customers.md#verifications to docs/behaviour/customers.md#invitations, docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications, docs/behaviour/endpoints.md#customers-owners-invitations-and-agents, docs/behaviour/endpoints.md#further-endpoints. */
import { z } from 'zod';
import { cancelInvitation } from '../../../customers/invitations/cancel-invitation.ts';
import { claimInvitation } from '../../../customers/invitations/claim-invitation.ts';
import { createInvitation } from '../../../customers/invitations/create-invitation.ts';
import { InvitationNotFound } from '../../../customers/invitations/errors.ts';
import {
  ClaimInvitationInput,
  CreateInvitationInput,
  type Invitation as InvitationRecord,
  invitationCode,
} from '../../../customers/invitations/invitation.ts';
import { invitationView } from '../../../customers/invitations/invitation-view.ts';
import { readInvitation } from '../../../customers/invitations/read-invitation.ts';
import {
  decideVerification,
  VerificationDecisionInput,
} from '../../../customers/verifications/decide-verification.ts';
import {
  DocumentFields,
  mediaTypes,
  ReplacedDocumentFields,
} from '../../../customers/verifications/document.ts';
import {
  countDocuments,
  findDocuments,
  listDocuments,
} from '../../../customers/verifications/document-store.ts';
import { DocumentNotFound, VerificationNotFound } from '../../../customers/verifications/errors.ts';
import { readDocumentContent } from '../../../customers/verifications/read-document.ts';
import {
  countVerifications,
  findVerification,
  isWideVerificationFilter,
  listVerifications,
} from '../../../customers/verifications/store.ts';
import {
  SubmitVerificationInput,
  submitVerification,
} from '../../../customers/verifications/submit-verification.ts';
import {
  deleteDocument,
  replaceDocument,
  uploadDocument,
} from '../../../customers/verifications/upload-document.ts';
import { verificationOutcomes } from '../../../customers/verifications/verification.ts';
import { documentView } from '../../../customers/verifications/verification-view.ts';
import { idSchema } from '../../../kernel/ids.ts';
import { oneOf, optional } from '../../../kernel/parse.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { pageOf } from '../bodies/common.ts';
import { Document, Invitation, Verification } from '../bodies/customers.ts';
import { pageView, paging, readPage } from '../query.ts';
import { FileDownload } from '../response.ts';
import { verificationBodies, verificationBody } from '../response-bodies.ts';
import { type Call, codeIn, found, idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Verification and invitations');

const documentId = { documentId: idIn('Document', DocumentNotFound) };
const verificationId = { verificationId: idIn('Verification', VerificationNotFound) };
const code = { invitationCode: codeIn(invitationCode, 'Invitation code.', InvitationNotFound) };

/** The invitation may belong to another platform. `readInvitation` has already applied that platform's clock. */
const invitationBody = (invitation: InvitationRecord, { ports, principal }: Call<'platform'>) =>
  invitationView(invitation, ports.invitationUrl, ports.clock.now(principal.platform));

export const identityRoutes = [
  route({
    method: 'POST',
    path: '/verifications',
    name: 'submitVerification',
    graphql: 'submitVerification',
    summary: 'Submits a customer for verification. Call it again after the problems are resolved.',
    permission: 'MANAGE',
    body: SubmitVerificationInput,
    status: 200,
    response: Verification,
    errorStatuses: [404, 410],
    run: ({ ports, principal }, { body }) => submitVerification(ports, principal, body),
    view: verificationBody,
  }),
  route({
    method: 'GET',
    path: '/verifications',
    name: 'listVerifications',
    graphql: 'verifications',
    summary: 'Verifications, newest first.',
    permission: 'VIEW',
    query: z.object({
      customerId: optional(idSchema('Customer')),
      verificationStatus: optional(oneOf(verificationOutcomes)).meta({
        description: 'Outcome of the verification.',
      }),
      ...paging,
    }),
    status: 200,
    response: pageOf(Verification),
    run: ({ ports, principal }, { query: { limit, cursor, customerId, verificationStatus } }) => {
      const filter = { customerId, status: verificationStatus };
      return readPage(
        ports,
        'verifications',
        { limit, cursor, ...filter },
        (db, page) => listVerifications(db, scopeOf(principal), filter, page),
        (db) => countVerifications(db, scopeOf(principal), filter),
        { isWide: isWideVerificationFilter(filter) },
      );
    },
    view: async (result, call) => pageView(result, await verificationBodies(call, result.page.items)),
  }),
  route({
    method: 'GET',
    path: '/verifications/{verificationId}',
    name: 'getVerification',
    graphql: 'verification',
    summary: 'Returns one verification.',
    permission: 'VIEW',
    params: verificationId,
    status: 200,
    response: Verification,
    run: async ({ ports, principal }, { params: { verificationId: id } }) =>
      found(await findVerification(ports.db.orm, scopeOf(principal), id), () => new VerificationNotFound(id)),
    view: verificationBody,
  }),
  route({
    method: 'POST',
    path: '/verifications/{verificationId}/decision',
    name: 'decideVerification',
    graphql: 'decideVerification',
    summary: 'Records the decision of a reviewer about a verification, with the problems of documents.',
    permission: 'MANAGE',
    params: verificationId,
    body: VerificationDecisionInput,
    status: 200,
    response: Verification,
    errorStatuses: [409, 410],
    run: ({ ports, principal }, { params, body }) =>
      decideVerification(ports, principal, { ...params, ...body }),
    view: verificationBody,
  }),
  route({
    method: 'GET',
    path: '/documents',
    name: 'listDocuments',
    graphql: 'documents',
    summary: 'Documents, newest first.',
    permission: 'VIEW',
    query: z.object({
      documentHolder: optional(idSchema('Customer', 'BeneficialOwner')).meta({
        description: 'Only documents of this holder.',
      }),
      customerId: optional(idSchema('Customer')).meta({
        description: 'Only documents of this customer, also those whose holders are its beneficial owners.',
      }),
      ...paging,
    }),
    status: 200,
    response: pageOf(Document),
    run: ({ ports, principal }, { query }) =>
      readPage(
        ports,
        'documents',
        query,
        (db, page) => listDocuments(db, scopeOf(principal), query, page),
        (db) => countDocuments(db, scopeOf(principal), query),
      ),
    view: (result) => pageView(result, result.page.items.map(documentView)),
  }),
  route({
    method: 'POST',
    path: '/documents',
    name: 'uploadDocument',
    graphql: 'uploadDocument',
    summary: 'Uploads a document: a PDF, JPEG or PNG file of at most 10 MB.',
    permission: 'MANAGE',
    body: DocumentFields,
    upload: true,
    status: 201,
    response: Document,
    errorStatuses: [404, 410],
    run: ({ ports, principal }, { body, file }) => uploadDocument(ports, principal, body, file),
    view: documentView,
  }),
  route({
    method: 'GET',
    path: '/documents/{documentId}',
    name: 'getDocument',
    graphql: 'document',
    summary: 'Returns the metadata of one document.',
    permission: 'VIEW',
    params: documentId,
    status: 200,
    response: Document,
    run: async ({ ports, principal }, { params: { documentId: id } }) => {
      const [document] = await findDocuments(ports.db.orm, scopeOf(principal), [id]);
      return found(document, () => new DocumentNotFound(id));
    },
    view: documentView,
  }),
  route({
    method: 'GET',
    path: '/documents/{documentId}/content',
    name: 'downloadDocument',
    summary:
      'Returns the file of a document, as an attachment. Each request leaves an entry in the audit log.',
    permission: 'MANAGE',
    params: documentId,
    status: 200,
    download: mediaTypes,
    isDisclosure: true,
    run: async ({ ports, principal }, { params: { documentId: id } }) => {
      const content = await readDocumentContent(ports, principal, id);
      return content instanceof DocumentNotFound
        ? content
        : new FileDownload(content.bytes, content.document);
    },
  }),
  route({
    method: 'PUT',
    path: '/documents/{documentId}',
    name: 'replaceDocument',
    graphql: 'replaceDocument',
    summary: 'Replaces the file and the metadata of a document that no verification uses.',
    permission: 'MANAGE',
    params: documentId,
    body: ReplacedDocumentFields,
    upload: true,
    status: 200,
    response: Document,
    errorStatuses: [409],
    run: ({ ports, principal }, { params, body, file }) =>
      replaceDocument(ports, principal, params.documentId, body, file),
    view: documentView,
  }),
  route({
    method: 'DELETE',
    path: '/documents/{documentId}',
    name: 'deleteDocument',
    graphql: 'deleteDocument',
    summary: 'Deletes a document and its file. A verification must not use the document.',
    permission: 'MANAGE',
    params: documentId,
    status: 204,
    errorStatuses: [409],
    run: ({ ports, principal }, { params }) => deleteDocument(ports, principal, params.documentId),
  }),
  route({
    method: 'POST',
    path: '/invitations',
    name: 'createInvitation',
    graphql: 'createInvitation',
    summary: 'Creates an invitation to get a UMA address.',
    permission: 'MANAGE',
    body: CreateInvitationInput,
    status: 201,
    response: Invitation,
    errorStatuses: [404],
    run: ({ ports, principal }, { body }) => createInvitation(ports, principal, body),
    view: invitationBody,
  }),
  route({
    method: 'GET',
    path: '/invitations/{invitationCode}',
    name: 'getInvitation',
    graphql: 'invitation',
    summary: 'Returns one invitation by its code, including invitations of other platforms.',
    permission: 'VIEW_PLATFORM',
    params: code,
    status: 200,
    response: Invitation,
    run: ({ ports, principal: { platform }, sourceAddress }, { params }) =>
      readInvitation(ports, { platform, sourceAddress }, params.invitationCode),
    view: invitationBody,
  }),
  route({
    method: 'POST',
    path: '/invitations/{invitationCode}/claim',
    name: 'claimInvitation',
    graphql: 'claimInvitation',
    summary: 'Claims an invitation for a UMA address of a customer of the calling platform.',
    permission: 'MANAGE',
    params: code,
    body: ClaimInvitationInput.omit({ code: true }),
    status: 200,
    response: Invitation,
    errorStatuses: [409],
    run: ({ ports, principal, sourceAddress }, { params, body }) =>
      claimInvitation(ports, principal, { code: params.invitationCode, ...body }, sourceAddress),
    view: invitationBody,
  }),
  route({
    method: 'POST',
    path: '/invitations/{invitationCode}/cancel',
    name: 'cancelInvitation',
    graphql: 'cancelInvitation',
    summary: 'Cancels an invitation. Only the platform that created the invitation can cancel it.',
    permission: 'MANAGE',
    params: code,
    status: 200,
    response: Invitation,
    errorStatuses: [409],
    run: ({ ports, principal, sourceAddress }, { params }) =>
      cancelInvitation(ports, principal, { code: params.invitationCode }, sourceAddress),
    view: invitationBody,
  }),
];
