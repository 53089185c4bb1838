/**
 * The beneficiary of a bank account: a person or a business. The required fields of a person depend on the account type;
 * those of a business do not.
 *
 * Source: docs/behaviour/accounts.md#external-accounts-and-beneficiaries, docs/behaviour/accounts.md#account-types (beneficiary
 * extras).
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

/** The fields of a person that an account type requires or accepts in addition to the common ones. */
export interface BeneficiaryRequirements {
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

function individualShape(requirements: BeneficiaryRequirements): Record<string, z.ZodType> {
  return {
    fullName: text(255),
    ...allOptional(individual),
    ...Object.fromEntries((requirements.optional ?? []).map((name) => [name, optional(extras[name])])),
    ...Object.fromEntries((requirements.required ?? []).map((name) => [name, contact[name]])),
  };
}

const businessShape: Record<string, z.ZodType> = { legalName: text(255), ...allOptional(business) };

/** The record without fields that are undefined or null. */
export const withoutAbsent = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));

const anObject = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? 'is required' : 'must be an object',
};

/** REST: `{beneficiaryType: INDIVIDUAL | BUSINESS, ...}`. */
export function restBeneficiary(requirements: BeneficiaryRequirements): z.ZodType<Beneficiary> {
  const shapes = {
    INDIVIDUAL: z.object({ beneficiaryType: z.literal('INDIVIDUAL'), ...individualShape(requirements) }),
    BUSINESS: z.object({ beneficiaryType: z.literal('BUSINESS'), ...businessShape }),
  };
  return z
    .looseObject({ beneficiaryType: oneOf(['INDIVIDUAL', 'BUSINESS']) }, anObject)
    .pipe(z.discriminatedUnion('beneficiaryType', [shapes.INDIVIDUAL, shapes.BUSINESS]))
    .transform((value) => withoutAbsent(value) as unknown as Beneficiary);
}

/** GraphQL: `{individual: {...}}` or `{business: {...}}`. */
export function graphqlBeneficiary(requirements: BeneficiaryRequirements): z.ZodType<Beneficiary> {
  return z
    .object(
      {
        individual: optional(z.object(individualShape(requirements), anObject)),
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

/** The name that the receiving bank checks. */
export const beneficiaryName = (beneficiary: Beneficiary): string =>
  beneficiary.beneficiaryType === 'INDIVIDUAL' ? beneficiary.fullName : beneficiary.legalName;

/** The field of the GraphQL shape that contains the beneficiary's fields. */
export const beneficiaryLevel = ({ beneficiaryType }: Beneficiary): 'individual' | 'business' =>
  beneficiaryType === 'INDIVIDUAL' ? 'individual' : 'business';
