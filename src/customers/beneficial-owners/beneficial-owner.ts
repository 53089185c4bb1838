/**
 * The people who own or control a business.
 *
 * Decision: percentages may come to a millionth above 100 together, so that three times 100 / 3 is not refused for
 * what is lost in writing it down.
 * Decision: an edit of personal data asks for a new identity check whatever the last one said; roles and shares do not.
 *
 * Source: docs/behaviour/customers.md#beneficial-owners and docs/behaviour/customers.md#field-lists.
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

const visible = (max: number) =>
  text(max).refine((value) => value.trim() !== '', { error: 'must not be blank' });

const required = {
  firstName: visible(255),
  lastName: visible(255),
  birthDate: pastDate,
  nationality: countryCode,
  address,
  idType: oneOf(identificationTypes),
  identifier: visible(64),
};
const voluntary = {
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

const personalInfo = z.object({ ...required, ...voluntary }).refine((info) => !needsCountryOfIssuance(info), {
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
  /** 0 to 100, as it was given. */
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

/** Only what is given changes; `address` is replaced whole. */
export const UpdateBeneficialOwnerInput = z.object({
  roles: optional(roles),
  ownershipPercentage: optional(ownershipPercentage),
  personalInfo: optional(
    z.object({
      firstName: optional(required.firstName),
      lastName: optional(required.lastName),
      birthDate: optional(required.birthDate),
      nationality: optional(required.nationality),
      address: optional(required.address),
      idType: optional(required.idType),
      identifier: optional(required.identifier),
      ...voluntary,
    }),
  ),
});
export type BeneficialOwnerPatch = z.output<typeof UpdateBeneficialOwnerInput>;

/** The fields that are given, over those that were there. */
function overlay<T extends object>(base: T, patch: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(given) };
}

/** The owner with the patch applied; refused where what results would not have been accepted as new. */
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

/** Whether an edit touched what an identity check looks at. Giving the same data again is no edit. */
export const needsNewCheck = (before: PersonalInfo, after: PersonalInfo): boolean => !isSame(before, after);

/** Of one business. */
export const maxOwnersOfBusiness = 100;

/** Rejects one owner more than a business may have. */
export const checkOwnerCount = (others: number): InvalidInput | undefined =>
  others < maxOwnersOfBusiness
    ? undefined
    : InvalidInput.at('customerId', `has ${maxOwnersOfBusiness} beneficial owners, the most of a business`);

const sumTolerance = 1e-6;

/**
 * Refuses a share that takes the owners of a business above 100 % together.
 *
 * @param others The percentages of the business's other owners.
 */
export function checkOwnership(others: readonly number[], own: number): InvalidInput | undefined {
  const sum = others.reduce((total, share) => total + share, own);
  if (sum <= 100 + sumTolerance) return undefined;
  return InvalidInput.at(
    'ownershipPercentage',
    'must not take the owners of the business above 100 together',
  );
}

/** Only a business has owners. */
export const ownersNeedBusiness = (customerType: 'INDIVIDUAL' | 'BUSINESS'): InvalidInput | undefined =>
  customerType === 'BUSINESS' ? undefined : InvalidInput.at('customerId', 'must be a business customer');

/** No such beneficial owner that the caller may see. */
export class BeneficialOwnerNotFound extends NotFound {
  override readonly name = 'BeneficialOwnerNotFound';
  constructor(id?: string) {
    super('BENEFICIAL_OWNER_NOT_FOUND', 'The beneficial owner does not exist.', id);
  }
}
