/** The reference page of account types, in Markdown. A test compares it with docs/reference/account-types.md. */
import type { FieldDefinition, FieldName } from './account-field.ts';
import { type AccountTypeRow, entriesOf, type Fields } from './account-type-row.ts';
import { accountTypes } from './account-types.ts';

const code = (text: string): string => `\`${text}\``;

// An unescaped bar would end the cell.
const cell = (text: string): string => text.replaceAll('|', '\\|') || '-';

const fieldList = (fields: Fields | undefined, separator = ', '): string =>
  entriesOf(fields)
    .map(([name, { shape }]: [FieldName, FieldDefinition]) => `${code(name)} (${shape})`)
    .join(separator);

function requirements(row: AccountTypeRow): string {
  return [
    fieldList(row.required),
    ...Object.entries(row.byRail ?? {}).map(([rail, fields]) => `for ${rail}: ${fieldList(fields)}`),
    row.exactlyOneOf && `exactly one of ${fieldList(row.exactlyOneOf)}`,
    row.atLeastOneOf && `at least one of ${fieldList(row.atLeastOneOf)}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function beneficiary({ beneficiary }: AccountTypeRow): string {
  if (beneficiary === 'none') return 'none';
  const { required = [], optional = [] } = beneficiary;
  return [
    'required',
    required.length > 0 && `a person with ${required.map(code).join(', ')}`,
    optional.length > 0 && `optionally ${optional.map(code).join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** A Markdown table with one row for each external account type. */
export function accountTypesReference(): string {
  const rows = accountTypes.map((row) => [
    code(row.type),
    row.currencies === 'any fiat' ? 'any fiat currency' : row.currencies.join(', '),
    row.countries.join(', '),
    requirements(row),
    fieldList(row.optional),
    row.rails.join(', '),
    beneficiary(row),
  ]);
  const head = ['Account type', 'Currency', 'Country', 'Required', 'Optional', 'Rails', 'Beneficiary'];
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(cell).join(' | ')} |\n`)
    .join('');
}
