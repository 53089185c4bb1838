/**
 * Facts about a party of a payment, by their published names: what receivers ask of payers, and platforms of the other
 * side.
 *
 * Source: docs/behaviour/customers.md#shared-objects (CustomerInfoFieldName, CounterpartyFieldDefinition).
 */
import type { Address } from '../kernel/parse.ts';

export const partyFieldNames = [
  'FULL_NAME',
  'BIRTH_DATE',
  'NATIONALITY',
  'PHONE_NUMBER',
  'EMAIL',
  'POSTAL_ADDRESS',
  'TAX_ID',
  'REGISTRATION_NUMBER',
  'USER_TYPE',
  'COUNTRY_OF_RESIDENCE',
  'ACCOUNT_IDENTIFIER',
  'FI_LEGAL_ENTITY_NAME',
  'FI_ADDRESS',
  'PURPOSE_OF_PAYMENT',
  'ULTIMATE_INSTITUTION_COUNTRY',
  'IDENTIFIER',
  'BUSINESS_TYPE',
  'COMPANY_LEGAL_NAME',
] as const;
type PartyFieldName = (typeof partyFieldNames)[number];

/** What is known of a party. */
export type PartyFields = Readonly<Partial<Record<PartyFieldName, string | undefined>>>;

/** A fact that is asked for. */
export interface RequestedField {
  readonly name: PartyFieldName;
  /** Whether the payment cannot be made without it. */
  readonly mandatory: boolean;
}

export const oneLine = ({ line1, line2, city, state, postalCode, country }: Address): string =>
  [line1, line2, city, state, postalCode, country].filter(Boolean).join(', ');

/** Of what is known, what is wanted; `undefined` when that is nothing. */
export function requestedValues(
  known: PartyFields | undefined,
  wanted: readonly RequestedField[],
): Readonly<Record<string, string>> | undefined {
  const told = wanted.flatMap(({ name }) => {
    const fact = known?.[name];
    return fact ? [[name, fact] as const] : [];
  });
  return told.length > 0 ? Object.fromEntries(told) : undefined;
}
