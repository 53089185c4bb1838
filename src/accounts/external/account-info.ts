/**
 * What is known of an external account: one record for all types, and the rules that follow from it.
 *
 * Decision: an account is the same as another when type and identifying fields agree, however its bank is spelled by
 * an IBAN's optional extras: what locates the bank counts only where no IBAN does. The currency counts where the type
 * takes several. In doubt two registrations are two accounts, since a wrong refusal cannot be worked around.
 * Decision: a mask does not tell the length, and a value of four characters or fewer is hidden whole. What identifies
 * the beneficiary (document and tax numbers, phone number, email) is masked with the account: it is often the same.
 *
 * Source: docs/behaviour/accounts.md#account-types, docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications (pullable), docs/behaviour/sandbox.md#suffixes (identifier and suffix); schema.graphql, AccountInfo (masking).
 */
import { type FieldError, InvalidInput } from '../../kernel/errors.ts';
import { masked } from '../../kernel/mask.ts';
import { type Currency, findCurrency } from '../../kernel/money/currencies.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import { type FieldName, identifierOrder } from './account-field.ts';
import { type AccountType, accountTypeRow, entriesOf, fieldsOf, graphqlNames } from './account-types.ts';
import { type Beneficiary, beneficiaryLevel } from './beneficiary.ts';

export type AccountFields = { readonly [F in FieldName]?: string };

/** The fields of the account's type, flat; `paymentRails` is empty for a wallet, `beneficiary` absent. */
export type AccountInfo = AccountFields & {
  readonly accountType: AccountType;
  readonly paymentRails: readonly PaymentRail[];
  readonly beneficiary?: Beneficiary;
};

/** Whether accounts of the type can hold the currency. SWIFT reaches every fiat currency of the table. */
export function takesCurrency(accountType: AccountType, currency: string): boolean {
  const { currencies } = accountTypeRow(accountType);
  const known: Currency | undefined = findCurrency(currency);
  if (!known) return false;
  return currencies === 'any fiat' ? known.kind === 'fiat' : currencies.includes(currency);
}

/** The field, and its value, that stands for the account: the first it has of `identifierOrder`. */
export function primaryIdentifier(info: AccountInfo): { field: FieldName; value: string } {
  for (const field of identifierOrder) {
    const value = info[field];
    if (value !== undefined) return { field, value };
  }
  throw new Error(`Invariant broken: a ${info.accountType} has an identifier`);
}

/**
 * The last three characters, which select a sandbox scenario; of an identifier with a domain part, the last three
 * before its `@`.
 */
export function scenarioSuffix(identifier: string): string {
  const at = identifier.lastIndexOf('@');
  return (at < 0 ? identifier : identifier.slice(0, at)).slice(-3);
}

/**
 * The same text for two records of one account, whoever owns them: what EXTERNAL_ACCOUNT_ALREADY_EXISTS compares
 * among the accounts of one owner.
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

const maskedOfBeneficiary = ['documentNumber', 'taxId', 'phoneNumber', 'email'];

const maskSome = <T extends object>(record: T, isMasked: (name: string) => boolean): T =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' && isMasked(name) ? masked(value) : value,
    ]),
  ) as T;

/** The record as those see it who may not see identifiers whole; also the form for logs and events. */
export function maskedInfo(info: AccountInfo): AccountInfo {
  const fields = fieldsOf(accountTypeRow(info.accountType));
  return {
    ...maskSome(info, (name) => fields[name as FieldName]?.masked === true),
    ...(info.beneficiary && {
      beneficiary: maskSome(info.beneficiary, (name) => maskedOfBeneficiary.includes(name)),
    }),
  };
}

/** Whether money can be pulled from the account: ACH from accounts in the United States. */
export function pullable(info: AccountInfo): boolean {
  const rails = accountTypeRow(info.accountType).pulledOver ?? [];
  return rails.some((rail) => info.paymentRails.includes(rail));
}

/**
 * Check digits and address forms, asked for in production only. Answers with every wrong field, under its REST path
 * (`accountInfo.routingNumber`); see `inGraphQLShape`.
 */
export function wrongCheckDigits(
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

/** `accountInfo.iban` as `accountInfo.eurAccount.iban`: the path of a REST field in the GraphQL input. */
export function graphqlPath(info: AccountInfo, restPath: string): string {
  const [root, ...rest] = restPath.split('.');
  if (root !== 'accountInfo') return restPath;
  const level = graphqlNames(info.accountType).field;
  const [first, ...inner] = rest;
  return first === 'beneficiary' && inner.length > 0 && info.beneficiary
    ? [root, level, first, beneficiaryLevel(info.beneficiary), ...inner].join('.')
    : [root, level, ...rest].join('.');
}

/** A refusal of a rule here, its fields named as a GraphQL caller wrote them. */
export function inGraphQLShape(refusal: InvalidInput, info: AccountInfo): InvalidInput {
  const { code, message, reason } = refusal;
  const fields = refusal.fields.map((field) => ({ ...field, path: graphqlPath(info, field.path) }));
  return new InvalidInput(fields, { code, message, ...(reason !== undefined && { reason }) });
}
