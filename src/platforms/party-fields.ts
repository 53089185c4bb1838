/**
 * Data about a party of a payment, by published field names: receivers request payer data, and platforms request counterparty
 * data.
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

/** The known data of a party. */
export type PartyFields = Readonly<Partial<Record<PartyFieldName, string | undefined>>>;

/** A requested field. */
export interface RequestedField {
  readonly name: PartyFieldName;
  /** Whether the payment requires the field. */
  readonly mandatory: boolean;
}

/** The address in one line of text. */
export const oneLine = ({ line1, line2, city, state, postalCode, country }: Address): string =>
  [line1, line2, city, state, postalCode, country].filter(Boolean).join(', ');

/** The known values of the requested fields; `undefined` if there are none. */
export function requestedValues(
  known: PartyFields | undefined,
  requested: readonly RequestedField[],
): Readonly<Record<string, string>> | undefined {
  const entries = requested.flatMap(({ name }) => {
    const value = known?.[name];
    return value ? [[name, value] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
