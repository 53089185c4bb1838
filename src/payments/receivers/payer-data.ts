/**
 * The payer data that a receiver requires, taken from the input or the customer's record.
 *
 * Source: docs/behaviour/customers.md#shared-objects (names), docs/behaviour/payments.md#quotes (the customer's record counts as given).
 */
import type { Customer } from '../../customers/customer.ts';
import { oneLine, type PartyFields, type RequestedField } from '../../platforms/party-fields.ts';
import { MissingMandatoryUserInfo } from './errors.ts';

/** The payer data in the customer's record. */
function payerDataOf(customer: Customer): PartyFields {
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
 * The error that names each mandatory field that neither the input nor the record contains.
 *
 * Decision: a business's FULL_NAME is its legal name and its BIRTH_DATE the day of its incorporation, because receiving
 * institutions require both of every payer.
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
