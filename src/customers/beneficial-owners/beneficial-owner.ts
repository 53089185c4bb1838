/**
 * Beneficial owners: the people who own or control a business.
 *
 * Decision: the sum of the percentages may exceed 100 by a millionth, because of rounding: three times 100 / 3 is accepted.
 * Decision: a change of personal data starts a new identity check, whatever the result of the last one was. A change of roles
 * or percentages does not.
 *
 * Source: docs/behaviour/customers.md#beneficial-owners, docs/behaviour/customers.md#field-lists.
 */
import { z } from 'zod';
import { InvalidInput, NotFound } from '../../kernel/errors.ts';
import { whenValid } from '../../kernel/field-rules.ts';
import { type Id, idSchema } from '../../kernel/ids.ts';
import { choices } from '../../kernel/lists.ts';
import {
  address,
  countryCode,
  email,
  oneOf,
  optional,
  pastDate,
  phoneNumber,
  text,
} from '../../kernel/parse.ts';
import type { VerificationStatus } from '../identity-status.ts';

export const beneficialOwnerRoles = [
  'UBO',
  'DIRECTOR',
  'COMPANY_OFFICER',
  'CONTROL_PERSON',
  'TRUSTEE',
  'GENERAL_PARTNER',
] as const;
export type BeneficialOwnerRole = (typeof beneficialOwnerRoles)[number];

export const identificationTypes = ['SSN', 'ITIN', 'EIN', 'NON_US_TAX_ID'] as const;
type IdentificationType = (typeof identificationTypes)[number];

const roles = choices(beneficialOwnerRoles, {
  error: 'must be a list of roles',
  nonEmpty: 'must name at least one role',
}).transform((given) => [...new Set(given)]);

const percentage = 'must be a number from 0 to 100';
const ownershipPercentage = z
  .number({ error: percentage })
  .min(0, { error: percentage })
  .max(100, { error: percentage });

const notBlank = (max: number) =>
  text(max).refine((value) => value.trim() !== '', { error: 'must not be blank' });

const requiredFields = {
  firstName: notBlank(255),
  lastName: notBlank(255),
  birthDate: pastDate,
  nationality: countryCode,
  address,
  idType: oneOf(identificationTypes),
  identifier: notBlank(64),
};
const optionalFields = {
  middleName: optional(text(255)),
  email: optional(email),
  phoneNumber: optional(phoneNumber),
  countryOfIssuance: optional(countryCode),
};

const needsCountryOfIssuance = ({
  idType,
  countryOfIssuance,
}: {
  idType: IdentificationType;
  countryOfIssuance?: string | undefined;
}): boolean => idType === 'NON_US_TAX_ID' && countryOfIssuance === undefined;

const issuanceMessage = 'is required when idType is NON_US_TAX_ID';

const personalInfo = z
  .object({ ...requiredFields, ...optionalFields })
  .refine((info) => !needsCountryOfIssuance(info), {
    path: ['countryOfIssuance'],
    message: issuanceMessage,
    ...whenValid('idType', 'countryOfIssuance'),
  });

export type PersonalInfo = Readonly<z.output<typeof personalInfo>>;

export interface BeneficialOwner {
  readonly id: Id<'BeneficialOwner'>;
  readonly platformId: Id<'Platform'>;
  readonly customerId: Id<'Customer'>;
  readonly roles: readonly BeneficialOwnerRole[];
  /** 0 to 100. */
  readonly ownershipPercentage: number;
  readonly personalInfo: PersonalInfo;
  readonly kycStatus: VerificationStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const CreateBeneficialOwnerInput = z.object({
  customerId: idSchema('Customer'),
  roles,
  ownershipPercentage,
  personalInfo,
});

/** Absent fields do not change. `address` is replaced as a whole. */
export const UpdateBeneficialOwnerInput = z.object({
  roles: optional(roles),
  ownershipPercentage: optional(ownershipPercentage),
  personalInfo: optional(
    z.object({
      firstName: optional(requiredFields.firstName),
      lastName: optional(requiredFields.lastName),
      birthDate: optional(requiredFields.birthDate),
      nationality: optional(requiredFields.nationality),
      address: optional(requiredFields.address),
      idType: optional(requiredFields.idType),
      identifier: optional(requiredFields.identifier),
      ...optionalFields,
    }),
  ),
});
export type BeneficialOwnerPatch = z.output<typeof UpdateBeneficialOwnerInput>;

/** The record with the fields of the patch that are not undefined. */
function overlay<T extends object>(base: T, patch: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(given) };
}

/** The owner with the patch applied, or an error if a new owner with this data would be rejected. */
export function patchOwner(
  owner: BeneficialOwner,
  patch: BeneficialOwnerPatch,
  now: Date,
): BeneficialOwner | InvalidInput {
  const info = overlay(owner.personalInfo, patch.personalInfo ?? {});
  if (needsCountryOfIssuance(info)) {
    return InvalidInput.at('personalInfo.countryOfIssuance', issuanceMessage);
  }
  return {
    ...owner,
    roles: patch.roles ?? owner.roles,
    ownershipPercentage: patch.ownershipPercentage ?? owner.ownershipPercentage,
    personalInfo: info,
    updatedAt: now,
  };
}

const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  const left = new Map(Object.entries(a));
  const right = new Map(Object.entries(b));
  return [...new Set([...left.keys(), ...right.keys()])].every((key) =>
    isSame(left.get(key), right.get(key)),
  );
};

/** Whether the personal data changed, so that a new identity check is needed. */
export const needsNewCheck = (before: PersonalInfo, after: PersonalInfo): boolean => !isSame(before, after);

/** The maximum number of beneficial owners of a business. */
export const maxOwnersOfBusiness = 100;

/** Returns an error if the business has the maximum number of owners. */
export const checkOwnerCount = (others: number): InvalidInput | undefined =>
  others < maxOwnersOfBusiness
    ? undefined
    : InvalidInput.at(
        'customerId',
        `has ${maxOwnersOfBusiness} beneficial owners, the maximum of a business`,
      );

const sumTolerance = 1e-6;

/**
 * Returns an error if the sum of the percentages exceeds 100.
 *
 * @param others the percentages of the other owners of the business.
 */
export function checkOwnership(others: readonly number[], own: number): InvalidInput | undefined {
  const sum = others.reduce((total, share) => total + share, own);
  if (sum <= 100 + sumTolerance) return undefined;
  return InvalidInput.at(
    'ownershipPercentage',
    'must not take the owners of the business above 100 together',
  );
}

/** Returns an error unless the customer is a business. */
export const ownersNeedBusiness = (customerType: 'INDIVIDUAL' | 'BUSINESS'): InvalidInput | undefined =>
  customerType === 'BUSINESS' ? undefined : InvalidInput.at('customerId', 'must be a business customer');

/** The caller can see no such beneficial owner. */
export class BeneficialOwnerNotFound extends NotFound {
  override readonly name = 'BeneficialOwnerNotFound';
  constructor(id?: string) {
    super('BENEFICIAL_OWNER_NOT_FOUND', 'The beneficial owner does not exist.', id);
  }
}
