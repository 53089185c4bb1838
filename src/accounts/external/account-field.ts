/**
 * The definition of one field of an external account type: its form, its role, and how the service treats it.
 *
 * Source: docs/behaviour/accounts.md#account-types, docs/behaviour/sandbox.md#suffixes; schema.graphql, AccountInfo (the masked values).
 */

/** The fields of external accounts, except rails and beneficiary. */
export type FieldName =
  | 'accountNumber'
  | 'routingNumber'
  | 'iban'
  | 'swiftCode'
  | 'sortCode'
  | 'bankCode'
  | 'branchCode'
  | 'clabeNumber'
  | 'pixKey'
  | 'pixKeyType'
  | 'taxId'
  | 'vpa'
  | 'phoneNumber'
  | 'provider'
  | 'region'
  | 'bankName'
  | 'bankAccountType'
  | 'country'
  | 'address'
  | 'invoice'
  | 'bolt12'
  | 'lightningAddress';

/**
 * The identifiers in order of precedence. The first one that an account has selects the sandbox scenario.
 *
 * Source: docs/behaviour/sandbox.md#suffixes.
 */
export const identifierOrder = [
  'accountNumber',
  'iban',
  'clabeNumber',
  'pixKey',
  'vpa',
  'phoneNumber',
  'address',
  'invoice',
  'bolt12',
  'lightningAddress',
] as const satisfies readonly FieldName[];

export interface FieldDefinition {
  /** The description of the field in the API. */
  readonly description: string;
  /** Completes "must be ...". */
  readonly shape: string;
  readonly pattern: RegExp;
  /** The maximum number of characters, if the pattern has none. */
  readonly max?: number;
  /** The values of an enum field. `enumName` is the name of the enum in GraphQL, if it has one. */
  readonly values?: readonly [string, ...string[]];
  readonly enumName?: 'BankAccountType' | 'PixKeyType';
  /** `identifier` identifies the account, `locator` its institution or branch, `detail` neither. */
  readonly role: 'identifier' | 'locator' | 'detail';
  /** Whether callers without MANAGE see only the last four characters. */
  readonly masked: boolean;
  /** Values that differ only in case identify the same account. */
  readonly caseless?: true;
  /** The value must be a listed payment institution, if the service lists any for the corridor. */
  readonly listed?: true;
  /** A stricter check, in production only. */
  readonly checked?: { readonly by: (value: string) => boolean; readonly shape: string };
}
