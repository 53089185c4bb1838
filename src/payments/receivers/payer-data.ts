/**
 * What a receiver wants to know about the payer, and where that comes from.
 *
 * Source: gaps 2.1 (names), 2.10 (the customer's record counts as given); interface, senderCustomerInfo.
 */
import type { Customer } from '../../customers/customer.ts';
import { oneLine, type PartyFields, type RequestedField } from '../../platforms/party-fields.ts';
import { MissingMandatoryUserInfo } from './errors.ts';

/** What the customer's record knows, by the same names. */
export function payerDataOf(customer: Customer): PartyFields {
  const { businessInfo, address } = customer;
  const country = businessInfo?.country ?? address?.country ?? customer.region;
  return {
    FULL_NAME: customer.fullName ?? businessInfo?.legalName,
    BIRTH_DATE: customer.birthDate ?? businessInfo?.incorporatedOn,
    NATIONALITY: customer.nationality,
    EMAIL: customer.email,
    POSTAL_ADDRESS: address && oneLine(address),
    TAX_ID: businessInfo?.taxId,
    REGISTRATION_NUMBER: businessInfo?.registrationNumber,
    USER_TYPE: customer.customerType,
    COUNTRY_OF_RESIDENCE: country,
    BUSINESS_TYPE: businessInfo?.businessType,
    COMPANY_LEGAL_NAME: businessInfo?.legalName,
    ACCOUNT_IDENTIFIER: customer.umaAddress,
  };
}

/**
 * The refusal that names every mandatory fact that neither the input nor the record has.
 *
 * Decision: a business answers FULL_NAME with its legal name and BIRTH_DATE with the day it was incorporated, as
 * receiving institutions ask both of whoever pays.
 */
export function missingPayerData(
  required: readonly RequestedField[],
  given: Readonly<Record<string, string>> | undefined,
  customer: Customer | undefined,
): MissingMandatoryUserInfo | undefined {
  const known = customer ? payerDataOf(customer) : {};
  const missing = required.filter(
    ({ name, mandatory }) => mandatory && !given?.[name]?.trim() && !known[name]?.trim(),
  );
  return missing.length > 0 ? new MissingMandatoryUserInfo(missing.map(({ name }) => name)) : undefined;
}
