/**
 * The account info of an external account, one record for all account types, and its rules.
 *
 * Decision: two accounts are the same if their types and identifying fields are equal. Fields that locate the bank count
 * only without an IBAN, which contains the bank. The currency counts if the type has several. In doubt two registrations
 * are different accounts, because a client cannot work around a wrong rejection.
 * Decision: a mask does not show the length, and hides a value of up to four characters completely. Identifiers of the
 * beneficiary (document and tax numbers, phone number, email) are masked too, because they are often the same values.
 *
 * Source: docs/behaviour/accounts.md#account-types, docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications (pullable),
 * docs/behaviour/sandbox.md#suffixes (identifier and suffix); schema.graphql, AccountInfo (masking).
 */
import { type FieldError, InvalidInput } from '../../kernel/errors.ts';
import { masked } from '../../kernel/mask.ts';
import { type Currency, findCurrency } from '../../kernel/money/currencies.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import { type FieldName, identifierOrder } from './account-field.ts';
import { entriesOf, fieldsOf } from './account-type-row.ts';
import { type AccountType, accountTypeRow, graphqlNames } from './account-types.ts';
import { type Beneficiary, beneficiaryLevel } from './beneficiary.ts';

export type AccountFields = { readonly [F in FieldName]?: string };

/** The fields of the account's type. A wallet has no payment rails and no beneficiary. */
export type AccountInfo = AccountFields & {
  readonly accountType: AccountType;
  readonly paymentRails: readonly PaymentRail[];
  readonly beneficiary?: Beneficiary;
};

/** Whether the account type supports the currency. SWIFT supports every fiat currency of the table. */
export function takesCurrency(accountType: AccountType, currency: string): boolean {
  const { currencies } = accountTypeRow(accountType);
  const known: Currency | undefined = findCurrency(currency);
  if (!known) return false;
  return currencies === 'any fiat' ? known.kind === 'fiat' : currencies.includes(currency);
}

/** The first identifier of `identifierOrder` that the account has. */
export function primaryIdentifier(info: AccountInfo): { field: FieldName; value: string } {
  for (const field of identifierOrder) {
    const value = info[field];
    if (value !== undefined) return { field, value };
  }
  throw new Error(`Invariant broken: a ${info.accountType} has an identifier`);
}

/**
 * The last three characters, which select a sandbox scenario. In an identifier with a domain, the last three before the
 * `@`.
 */
export function scenarioSuffix(identifier: string): string {
  const at = identifier.lastIndexOf('@');
  return (at < 0 ? identifier : identifier.slice(0, at)).slice(-3);
}

/**
 * A text that is equal for two records of the same account. An owner cannot register two accounts with the same text
 * (EXTERNAL_ACCOUNT_ALREADY_EXISTS).
 */
export function identifyingFingerprint(info: AccountInfo, currency: string): string {
  const row = accountTypeRow(info.accountType);
  const identifying = entriesOf(fieldsOf(row))
    .filter(([, { role }]) => role === 'identifier' || (role === 'locator' && info.iban === undefined))
    .flatMap(([name, { caseless }]) => {
      const value = info[name];
      return value === undefined ? [] : [[name, caseless ? value.toLowerCase() : value]];
    })
    .sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
  return JSON.stringify([
    info.accountType,
    ...(row.currencies === 'any fiat' || row.currencies.length > 1 ? [['currency', currency]] : []),
    ...identifying,
  ]);
}

const maskedBeneficiaryFields = ['documentNumber', 'taxId', 'phoneNumber', 'email'];

const maskFields = <T extends object>(record: T, isMasked: (name: string) => boolean): T =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' && isMasked(name) ? masked(value) : value,
    ]),
  ) as T;

/** The account info for callers without MANAGE, and for logs and events. */
export function maskedInfo(info: AccountInfo): AccountInfo {
  const fields = fieldsOf(accountTypeRow(info.accountType));
  return {
    ...maskFields(info, (name) => fields[name as FieldName]?.masked === true),
    ...(info.beneficiary && {
      beneficiary: maskFields(info.beneficiary, (name) => maskedBeneficiaryFields.includes(name)),
    }),
  };
}

/**
 * The error of wrong check digits and address forms, in production only. It names every wrong field by its REST path, for
 * example `accountInfo.routingNumber`; `inGraphQLShape` converts it.
 */
export function checkDigitsError(
  info: AccountInfo,
  { production }: { readonly production: boolean },
): InvalidInput | undefined {
  if (!production) return undefined;
  const wrong: FieldError[] = [];
  for (const [name, { checked }] of entriesOf(fieldsOf(accountTypeRow(info.accountType)))) {
    const value = info[name];
    if (checked && value !== undefined && !checked.by(value)) {
      wrong.push({ path: `accountInfo.${name}`, message: `must be ${checked.shape}` });
    }
  }
  return wrong.length > 0 ? new InvalidInput(wrong) : undefined;
}

/** The path of a REST field in the GraphQL input: `accountInfo.iban` is `accountInfo.eurAccount.iban`. */
export function graphqlPath(info: AccountInfo, restPath: string): string {
  const [root, ...rest] = restPath.split('.');
  if (root !== 'accountInfo') return restPath;
  const level = graphqlNames(info.accountType).field;
  const [first, ...inner] = rest;
  return first === 'beneficiary' && inner.length > 0 && info.beneficiary
    ? [root, level, first, beneficiaryLevel(info.beneficiary), ...inner].join('.')
    : [root, level, ...rest].join('.');
}

/** The error with the paths of the GraphQL input. */
export function inGraphQLShape(error: InvalidInput, info: AccountInfo): InvalidInput {
  const { code, message, reason } = error;
  const fields = error.fields.map((field) => ({ ...field, path: graphqlPath(info, field.path) }));
  return new InvalidInput(fields, { code, message, ...(reason !== undefined && { reason }) });
}
