/**
 * The response bodies of verifications, KYC links and documents.
 *
 * Source: docs/behaviour/customers.md#kyc-links, docs/behaviour/customers.md#verifications, docs/behaviour/customers.md#documents.
 */

import type { Id } from '../../kernel/ids.ts';
import { instantView, type JsonBody } from '../../kernel/view.ts';
import type { VerificationStatus } from '../identity-status.ts';
import type { KycLinkCreated } from './create-kyc-link.ts';
import type { Document } from './document.ts';
import type { Verification, VerificationProblem } from './verification.ts';

const problemView = ({
  resourceId,
  type,
  reason,
  field,
  acceptedDocumentTypes,
}: VerificationProblem): JsonBody => ({ resourceId, type, reason, field, acceptedDocumentTypes });

/** The verification in the body of an event. */
export function verificationFromView(
  body: Readonly<Record<string, unknown>>,
  platformId: Id<'Platform'>,
): Verification {
  const { id, customerId, createdAt, updatedAt } = body as unknown as Verification;
  return {
    id,
    platformId,
    customerId,
    status: body['verificationStatus'] as Verification['status'],
    problems: body['errors'] as Verification['problems'],
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}

/** @param customer the customer, whose kybStatus or kycStatus the body includes. */
export function verificationView(
  verification: Verification,
  customer: {
    readonly kycStatus?: VerificationStatus | undefined;
    readonly kybStatus?: VerificationStatus | undefined;
  },
): JsonBody {
  return {
    id: verification.id,
    customerId: verification.customerId,
    verificationStatus: verification.status,
    kycStatus: customer.kycStatus,
    kybStatus: customer.kybStatus,
    errors: verification.problems.map(problemView),
    createdAt: instantView(verification.createdAt),
    updatedAt: instantView(verification.updatedAt),
  };
}

/** The metadata of a document. */
export const documentView = (document: Document): JsonBody => ({
  id: document.id,
  documentHolder: document.documentHolder,
  documentType: document.documentType,
  side: document.side,
  country: document.country,
  documentNumber: document.documentNumber,
  issuingAuthority: document.issuingAuthority,
  fileName: document.fileName,
  mediaType: document.mediaType,
  createdAt: instantView(document.createdAt),
  updatedAt: instantView(document.updatedAt),
});

export const kycLinkView = ({ link, url }: KycLinkCreated): JsonBody => ({
  kycUrl: url,
  expiresAt: instantView(link.expiresAt),
  provider: 'SUMSUB',
});
