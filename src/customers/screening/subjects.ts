/** Who is screened: a customer, and the beneficial owners of a business. */
import { createHash } from 'node:crypto';
import type { Id } from '../../kernel/ids.ts';
import type { Customer } from '../customer.ts';
import type { ScreenedParty, ScreeningHit } from '../ports.ts';

/** The data of a beneficial owner that are screened. */
interface ScreenedOwner {
  readonly id: Id<'BeneficialOwner'>;
  readonly personalInfo: {
    readonly firstName: string;
    readonly middleName?: string | undefined;
    readonly lastName: string;
    readonly birthDate: string;
    readonly nationality: string;
  };
}

export interface Subject {
  readonly id: Id<'Customer'> | Id<'BeneficialOwner'>;
  readonly party: ScreenedParty;
}

const given = (names: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(names.flatMap((name) => name?.trim() || [])),
];

type ScreenedCustomer = Pick<
  Customer,
  'id' | 'customerType' | 'fullName' | 'birthDate' | 'nationality' | 'businessInfo'
>;

/** A customer without a name has none. */
export function subjectOfCustomer(customer: ScreenedCustomer): readonly Subject[] {
  const { id, customerType, fullName, birthDate, nationality, businessInfo } = customer;
  const party: ScreenedParty =
    customerType === 'INDIVIDUAL'
      ? { kind: 'PERSON', names: given([fullName]), birthDate, country: nationality }
      : {
          kind: 'ORGANISATION',
          names: given([businessInfo?.legalName, businessInfo?.doingBusinessAs]),
          birthDate: undefined,
          country: businessInfo?.country,
        };
  return party.names.length > 0 ? [{ id, party }] : [];
}

export function subjectOfOwner({ id, personalInfo }: ScreenedOwner): Subject {
  const { firstName, middleName, lastName, birthDate, nationality } = personalInfo;
  const names = given([
    `${firstName} ${lastName}`,
    middleName !== undefined ? `${firstName} ${middleName} ${lastName}` : undefined,
  ]);
  return { id, party: { kind: 'PERSON', names, birthDate, country: nationality } };
}

/** A digest of the data that gave a match. The data are personal, and the digest is stored with the match. */
export const comparedData = ({ id, party }: Subject, { matchedName }: ScreeningHit): string =>
  createHash('sha256')
    .update(JSON.stringify([id, party.kind, party.names, party.birthDate, party.country, matchedName]))
    .digest('base64url');
