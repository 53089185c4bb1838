/**
 * The columns of a CSV file, and the input that a row of it is.
 *
 * Decision: `platformAccountId` and `description` are accepted and not stored, because a customer has no such fields.
 * Decision: `region`, `nationality` and `currencies` (separated by spaces) are columns too, as they are fields of a customer.
 *
 * Source: docs/behaviour/customers.md#bulk-import.
 */
import { type FieldError, InvalidInput } from '../../kernel/errors.ts';

const columns = [
  'umaAddress',
  'platformCustomerId',
  'customerType',
  'fullName',
  'birthDate',
  'email',
  'nationality',
  'region',
  'currencies',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'postalCode',
  'country',
  'businessLegalName',
  'businessRegistrationNumber',
  'businessTaxId',
  'platformAccountId',
  'description',
] as const;
export type Column = (typeof columns)[number];

const isColumn = (name: string): name is Column => (columns as readonly string[]).includes(name);

const requiredOfAddress = ['addressLine1', 'city', 'state', 'postalCode', 'country'] as const;
const requiredByType: Readonly<Record<string, readonly Column[]>> = {
  INDIVIDUAL: ['fullName', 'birthDate', ...requiredOfAddress],
  BUSINESS: ['businessLegalName', ...requiredOfAddress],
};

/** Parses the header. The error names columns by their number, because without a header they are the data of a person. */
export function parseHeader(names: readonly string[]): readonly Column[] | InvalidInput {
  const trimmed = names.map((name) => name.trim());
  const errors = trimmed.flatMap((name, index): FieldError[] => {
    const path = `columns.${index + 1}`;
    if (!isColumn(name)) return [{ path, message: 'is not a known column' }];
    return trimmed.indexOf(name) < index ? [{ path, message: 'is there twice' }] : [];
  });
  if (!trimmed.includes('customerType')) {
    errors.push({ path: 'customerType', message: 'is required as a column' });
  }
  return errors.length > 0 ? new InvalidInput(errors) : trimmed.filter(isColumn);
}

/** The values of a row by column. An empty field is absent. */
type RowValues = Readonly<Partial<Record<Column, string>>>;

export function valuesOfRow(header: readonly Column[], fields: readonly string[]): RowValues | InvalidInput {
  if (fields.length !== header.length) {
    return InvalidInput.at('row', `has ${fields.length} fields, and the header has ${header.length}`);
  }
  return Object.fromEntries(
    header.flatMap((column, index) => (fields[index] ? [[column, fields[index]]] : [])),
  );
}

/** The required columns without a value. */
export const missingIn = (values: RowValues): readonly FieldError[] =>
  (requiredByType[values.customerType ?? ''] ?? [])
    .filter((column) => values[column] === undefined)
    .map((path) => ({ path, message: 'is required' }));

/** Only when one of the values is there. */
const together = (values: Readonly<Record<string, string | undefined>>) =>
  Object.values(values).some((value) => value !== undefined) ? values : undefined;

/** The input of `createCustomer`, not yet checked. */
export const inputOfRow = (values: RowValues): unknown => ({
  customerType: values.customerType,
  platformCustomerId: values.platformCustomerId,
  umaAddress: values.umaAddress,
  region: values.region,
  currencies: values.currencies?.split(' ').filter((code) => code !== ''),
  email: values.email,
  fullName: values.fullName,
  birthDate: values.birthDate,
  nationality: values.nationality,
  address: together({
    line1: values.addressLine1,
    line2: values.addressLine2,
    city: values.city,
    state: values.state,
    postalCode: values.postalCode,
    country: values.country,
  }),
  businessInfo: together({
    legalName: values.businessLegalName,
    registrationNumber: values.businessRegistrationNumber,
    taxId: values.businessTaxId,
  }),
});

const columnOfPath: Readonly<Record<string, Column>> = {
  'address.line1': 'addressLine1',
  'address.line2': 'addressLine2',
  'address.city': 'city',
  'address.state': 'state',
  'address.postalCode': 'postalCode',
  'address.country': 'country',
  businessInfo: 'businessLegalName',
  'businessInfo.legalName': 'businessLegalName',
  'businessInfo.registrationNumber': 'businessRegistrationNumber',
  'businessInfo.taxId': 'businessTaxId',
};

/** The error of an input with the names of columns. Each column is named once. */
export function withColumnNames(
  fields: readonly FieldError[],
  options: { readonly code: InvalidInput['code'] },
) {
  const byColumn = new Map<string, FieldError>();
  for (const { path, message } of fields) {
    const column = columnOfPath[path] ?? path;
    if (!byColumn.has(column)) byColumn.set(column, { path: column, message });
  }
  return new InvalidInput([...byColumn.values()], options);
}
