/** One row of the table of account types: what an account of the type has, and how it is reached. */
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import type { FieldDefinition, FieldName } from './account-field.ts';
import type { BeneficiaryRequirements } from './beneficiary.ts';

export type Fields = { readonly [F in FieldName]?: FieldDefinition };

export interface AccountTypeRow<T extends string = string> {
  readonly type: T;
  /** The currencies that the account type supports. */
  readonly currencies: readonly string[] | 'any fiat';
  /** The countries of the accounts. Empty if a field of the account names the country, and for wallets. */
  readonly countries: readonly string[];
  /** Empty for a wallet. */
  readonly rails: readonly PaymentRail[];
  readonly required?: Fields;
  readonly optional?: Fields;
  /** Required fields of each rail. An account must have those of at least one rail. */
  readonly byRail?: { readonly [R in PaymentRail]?: Fields };
  readonly exactlyOneOf?: Fields;
  readonly atLeastOneOf?: Fields;
  /** The form of `phoneNumber` for each value of `region`. */
  readonly phoneByRegion?: { readonly [region: string]: FieldDefinition };
  /** Rails over which money can be pulled from the account. */
  readonly pulledOver?: readonly PaymentRail[];
  /** `none` for wallets. */
  readonly beneficiary: BeneficiaryRequirements | 'none';
}

/** All fields of a row, required or not, in the order of the table. */
export function fieldsOf(row: AccountTypeRow): Fields {
  return Object.assign(
    {},
    row.required,
    ...Object.values(row.byRail ?? {}),
    row.exactlyOneOf,
    row.atLeastOneOf,
    row.optional,
  ) as Fields;
}

export const entriesOf = (fields: Fields | undefined) =>
  Object.entries(fields ?? {}) as [FieldName, FieldDefinition][];

export const isWallet = (row: AccountTypeRow): boolean => row.beneficiary === 'none';
