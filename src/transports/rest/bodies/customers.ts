/** Schemas of customers, beneficial owners, verifications, documents and invitations. Source: docs/behaviour/customers.md#customer, docs/behaviour/customers.md#individuals-and-businesses, docs/behaviour/customers.md#beneficial-owners to docs/behaviour/customers.md#invitations. */
import { z } from 'zod';
import {
  beneficialOwnerRoles,
  identificationTypes,
  maxOwnersOfBusiness,
} from '../../../customers/beneficial-owners/beneficial-owner.ts';
import { businessTypes, entityTypes } from '../../../customers/business-info.ts';
import { customerTypes } from '../../../customers/customer.ts';
import { verificationStatuses } from '../../../customers/identity-status.ts';
import {
  importFormats,
  importStatuses,
  maxStoredErrors,
} from '../../../customers/imports/customer-import.ts';
import { invitationStatuses } from '../../../customers/invitations/invitation.ts';
import { screeningMatchStatuses } from '../../../customers/screening/screening-match.ts';
import { documentSides, documentTypes, mediaTypes } from '../../../customers/verifications/document.ts';
import {
  maxOpenProblems,
  verificationOutcomes,
  verificationProblemTypes,
} from '../../../customers/verifications/verification.ts';
import { currencies } from '../../../kernel/money/currencies.ts';
import { Address, CurrencyAmount, id, instant, times } from './common.ts';

const text = z.string().optional();
const identityStatus = z.enum(verificationStatuses);

export const BeneficialOwner = z
  .object({
    id: id('BeneficialOwner'),
    customerId: id('Customer'),
    roles: z.array(z.enum(beneficialOwnerRoles)).max(beneficialOwnerRoles.length),
    ownershipPercentage: z.number().min(0).max(100),
    personalInfo: z.object({
      firstName: z.string(),
      middleName: text,
      lastName: z.string(),
      birthDate: z.string(),
      nationality: z.string(),
      email: text,
      phoneNumber: text,
      address: Address,
      idType: z.enum(identificationTypes),
      identifier: z.string().meta({ description: 'Masked unless the token has the permission MANAGE.' }),
      countryOfIssuance: text,
    }),
    kycStatus: identityStatus,
    ...times,
  })
  .meta({ id: 'BeneficialOwner' });

export const Customer = z
  .object({
    id: id('Customer'),
    platformCustomerId: z.string(),
    customerType: z.enum(customerTypes),
    umaAddress: z.string(),
    region: text,
    currencies: z.array(z.string()).max(currencies.length),
    email: text,
    kycStatus: identityStatus
      .optional()
      .meta({ description: 'Status of the identity check. Only for INDIVIDUAL.' }),
    kybStatus: identityStatus
      .optional()
      .meta({ description: 'Status of the identity check. Only for BUSINESS.' }),
    fullName: text,
    birthDate: text,
    nationality: text,
    address: Address.optional(),
    businessInfo: z
      .object({
        legalName: z.string(),
        doingBusinessAs: text,
        country: text,
        registrationNumber: text,
        taxId: text,
        incorporatedOn: text,
        entityType: z.enum(entityTypes).optional(),
        businessType: z.enum(businessTypes).optional(),
      })
      .optional(),
    beneficialOwners: z
      .array(BeneficialOwner)
      .max(maxOwnersOfBusiness)
      .optional()
      .meta({ description: 'Company data. Only for BUSINESS.' }),
    isDeleted: z.boolean(),
    ...times,
  })
  .meta({ id: 'Customer' });

export const Verification = z
  .object({
    id: id('Verification'),
    customerId: id('Customer'),
    verificationStatus: z.enum(verificationOutcomes),
    kycStatus: identityStatus.optional(),
    kybStatus: identityStatus.optional(),
    errors: z
      .array(
        z.object({
          resourceId: z.string(),
          type: z.enum(verificationProblemTypes),
          reason: z.string(),
          field: text,
          acceptedDocumentTypes: z.array(z.enum(documentTypes)).max(documentTypes.length).optional(),
        }),
      )
      .max(maxOpenProblems),
    ...times,
  })
  .meta({ id: 'Verification' });

/** An accepted import of customers. */
export const BulkUploadAccepted = z
  .object({ jobId: id('Job'), status: z.enum(importStatuses) })
  .meta({ id: 'BulkUploadAccepted' });

export const ScreeningMatch = z
  .object({
    id: id('ScreeningMatch'),
    customerId: id('Customer'),
    subjectId: id('Customer', 'BeneficialOwner'),
    status: z.enum(screeningMatchStatuses),
    score: z.int().min(0).max(100).meta({ description: 'Similarity of the names.' }),
    matchedName: z.string().meta({ description: 'The name on the list.' }),
    entryId: z.string().meta({ description: 'The entry of the list, with its publisher.' }),
    program: text,
    listVersion: z.string(),
    decidedBy: text,
    comment: text,
    decidedAt: instant.optional(),
    ...times,
  })
  .meta({ id: 'ScreeningMatch' });

/** An import of customers. */
export const BulkUpload = z
  .object({
    id: id('Job'),
    status: z.enum(importStatuses),
    format: z.enum(importFormats),
    dryRun: z.boolean().meta({ description: 'Rows are checked, and no customer is created.' }),
    progress: z.object({
      total: z.int().min(0),
      processed: z.int().min(0),
      successful: z.int().min(0),
      failed: z.int().min(0),
    }),
    errors: z
      .array(
        z.object({
          correlationId: z
            .string()
            .meta({ description: 'The platformCustomerId of the row, or `row_<n>` without one.' }),
          code: z.string(),
          message: z.string(),
          details: z.looseObject({}).optional(),
        }),
      )
      .max(maxStoredErrors)
      .meta({
        description:
          'The first rows that failed: up to 1,000, up to 100 in an event, none in a list. progress.failed counts all.',
      }),
    createdAt: instant,
    completedAt: instant.optional(),
  })
  .meta({ id: 'BulkUpload' });

export const Document = z
  .object({
    id: id('Document'),
    documentHolder: id('Customer', 'BeneficialOwner'),
    documentType: z.enum(documentTypes),
    side: z.enum(documentSides).optional(),
    country: z.string(),
    documentNumber: text,
    issuingAuthority: text,
    fileName: z.string(),
    mediaType: z.enum(mediaTypes).meta({ description: 'Media type of the file, detected from its content.' }),
    ...times,
  })
  .meta({ id: 'Document' });

export const Invitation = z
  .object({
    code: z.string(),
    url: z.string(),
    inviterUma: z.string(),
    inviteeUma: text,
    firstName: text,
    status: z.enum(invitationStatuses),
    amountToSend: CurrencyAmount.optional(),
    createdAt: instant,
    claimedAt: instant.optional(),
    expiresAt: instant.optional(),
  })
  .meta({ id: 'Invitation' });

export const KycLink = z
  .object({
    kycUrl: z
      .string()
      .meta({ format: 'uri', description: 'URL of the page on which the customer verifies their identity.' }),
    expiresAt: instant,
    provider: z.enum(['SUMSUB']).meta({ description: 'Name of the verification provider, for information.' }),
  })
  .meta({ id: 'KycLink' });
