/**
 * What the table of external account types says about one field: its shape, what it is for, and what the service does
 * with it.
 *
 * Source: docs/behaviour/accounts.md#account-types, docs/behaviour/sandbox.md#suffixes; schema.graphql, AccountInfo (which values are masked).
 */

/** Every field that an external account can have beside its rails and its beneficiary. */
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
 * The order in which an account's identifiers stand for it: the first that it has selects the sandbox scenario.
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
  /** For callers: what the field is. */
  readonly description: string;
  /** Completes "must be ...". */
  readonly shape: string;
  readonly pattern: RegExp;
  /** At most this many characters, where the pattern does not say. */
  readonly max?: number;
  /** The closed set of values, where there is one; `enumName` is its name in GraphQL, where it has one. */
  readonly values?: readonly [string, ...string[]];
  readonly enumName?: 'BankAccountType' | 'PixKeyType';
  /** `identifier` names the account, `locator` the place that keeps it, `detail` neither. */
  readonly role: 'identifier' | 'locator' | 'detail';
  /** Shown with its last four characters only to those who may not see it whole. */
  readonly masked: boolean;
  /** Upper and lower case spell the same account. */
  readonly caseless?: true;
  /** The value must be a payment institution of the corridor, where the service lists any. */
  readonly listed?: true;
  /** Asked for in production only. */
  readonly checked?: { readonly by: (value: string) => boolean; readonly shape: string };
}
