/**
 * The beneficiary of a bank account: a person or a business. What a person must tell depends on the account type; a
 * business tells the same everywhere.
 *
 * Source: docs/behaviour/accounts.md#external-accounts-and-beneficiaries and the last column of 2.7.
 */
import { z } from 'zod';
import { whenValid } from '../../kernel/field-rules.ts';
import {
  type Address,
  address,
  countryCode,
  email,
  oneOf,
  optional,
  pastDate,
  phoneNumber,
  text,
} from '../../kernel/parse.ts';

export const documentTypes = ['CC', 'CE', 'TI', 'NIT', 'PP'] as const;
type DocumentType = (typeof documentTypes)[number];

interface Contact {
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly countryOfResidence?: string;
  readonly address?: Address;
}

interface IndividualBeneficiary extends Contact {
  readonly beneficiaryType: 'INDIVIDUAL';
  readonly fullName: string;
  readonly birthDate?: string;
  readonly nationality?: string;
  readonly registrationNumber?: string;
  readonly documentType?: DocumentType;
  readonly documentNumber?: string;
}

interface BusinessBeneficiary extends Contact {
  readonly beneficiaryType: 'BUSINESS';
  readonly legalName: string;
  readonly registrationNumber?: string;
  readonly taxId?: string;
}

export type Beneficiary = IndividualBeneficiary | BusinessBeneficiary;

/** What an account type asks of a person beyond the name, and what else it takes. */
export interface BeneficiaryNeeds {
  readonly required?: readonly ('phoneNumber' | 'countryOfResidence' | 'address')[];
  readonly optional?: readonly ('registrationNumber' | 'documentType' | 'documentNumber')[];
}

const contact = { email, phoneNumber, countryOfResidence: countryCode, address };
const individual = { birthDate: pastDate, nationality: countryCode, ...contact };
const extras = {
  registrationNumber: text(255),
  documentType: oneOf(documentTypes),
  documentNumber: text(50),
};
const business = { registrationNumber: text(255), taxId: text(255), ...contact };

const allOptional = (fields: Record<string, z.ZodType>) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, optional(schema)]));

function individualShape(needs: BeneficiaryNeeds): Record<string, z.ZodType> {
  return {
    fullName: text(255),
    ...allOptional(individual),
    ...Object.fromEntries((needs.optional ?? []).map((name) => [name, optional(extras[name])])),
    ...Object.fromEntries((needs.required ?? []).map((name) => [name, contact[name]])),
  };
}

const businessShape: Record<string, z.ZodType> = { legalName: text(255), ...allOptional(business) };

/** Leaves absent what was absent or null, so that a stored record has no empty keys. */
export const withoutAbsent = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));

const anObject = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? 'is required' : 'must be an object',
};

/** REST: `{beneficiaryType: INDIVIDUAL | BUSINESS, ...}`. */
export function restBeneficiary(needs: BeneficiaryNeeds): z.ZodType<Beneficiary> {
  const shapes = {
    INDIVIDUAL: z.object({ beneficiaryType: z.literal('INDIVIDUAL'), ...individualShape(needs) }),
    BUSINESS: z.object({ beneficiaryType: z.literal('BUSINESS'), ...businessShape }),
  };
  return z
    .looseObject({ beneficiaryType: oneOf(['INDIVIDUAL', 'BUSINESS']) }, anObject)
    .pipe(z.discriminatedUnion('beneficiaryType', [shapes.INDIVIDUAL, shapes.BUSINESS]))
    .transform((value) => withoutAbsent(value) as unknown as Beneficiary);
}

/** GraphQL: `{individual: {...}}` or `{business: {...}}`. */
export function graphqlBeneficiary(needs: BeneficiaryNeeds): z.ZodType<Beneficiary> {
  return z
    .object(
      {
        individual: optional(z.object(individualShape(needs), anObject)),
        business: optional(z.object(businessShape, anObject)),
      },
      anObject,
    )
    .superRefine((value, context) => {
      const given = [value.individual, value.business].filter((part) => part !== undefined && part !== null);
      if (given.length !== 1) {
        context.addIssue({ code: 'custom', message: 'must have exactly one of individual, business' });
      }
    }, whenValid())
    .transform(
      ({ individual: person, business: company }) =>
        withoutAbsent({
          beneficiaryType: person ? 'INDIVIDUAL' : 'BUSINESS',
          ...(person ?? company),
        }) as unknown as Beneficiary,
    );
}

/** The name that a bank is asked to confirm. */
export const beneficiaryName = (beneficiary: Beneficiary): string =>
  beneficiary.beneficiaryType === 'INDIVIDUAL' ? beneficiary.fullName : beneficiary.legalName;

/** The level of the GraphQL shape that a beneficiary's fields are under. */
export const beneficiaryLevel = ({ beneficiaryType }: Beneficiary): 'individual' | 'business' =>
  beneficiaryType === 'INDIVIDUAL' ? 'individual' : 'business';
