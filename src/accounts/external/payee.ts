/**
 * What a payment screen shows of an external account, the same fields for every account type.
 *
 * Decision: an identifier of four characters or fewer has no `last4`, as its mask shows nothing of it. A wallet has no
 * beneficiary, so its display name is the name of its type, for example "Solana wallet".
 *
 * Source: docs/behaviour/accounts.md#display-fields.
 */
import { type AccountInfo, primaryIdentifier } from './account-info.ts';
import { accountTypeRow } from './account-types.ts';
import { beneficiaryName } from './beneficiary.ts';

export interface Payee {
  /** The name of the beneficiary. Absent for an account of the platform itself. */
  readonly displayName: string | undefined;
  /** The bank or the mobile money operator. */
  readonly bankName: string | undefined;
  /** The last four characters of the primary identifier. Absent for email addresses and payment handles. */
  readonly last4: string | undefined;
  /** ISO 3166-1 alpha-2. Absent for wallets. */
  readonly country: string | undefined;
}

/** `SPARK_WALLET` is "Spark wallet". */
function typeName({ accountType }: AccountInfo): string {
  const words = accountType.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An email address or a payment handle has an `@`. Its end is a domain, which identifies no account. */
function lastFour(info: AccountInfo): string | undefined {
  const { value } = primaryIdentifier(info);
  const characters = Array.from(value);
  return value.includes('@') || characters.length <= 4 ? undefined : characters.slice(-4).join('');
}

/** An IBAN starts with the country of the account. */
function countryOf(info: AccountInfo): string | undefined {
  const { countries } = accountTypeRow(info.accountType);
  const [only] = countries.length === 1 ? countries : [];
  return info.country ?? info.region ?? only ?? info.iban?.slice(0, 2).toUpperCase();
}

export const payeeOf = (info: AccountInfo): Payee & { readonly displayName: string } => ({
  displayName: info.beneficiary ? beneficiaryName(info.beneficiary) : typeName(info),
  bankName: info.bankName ?? info.provider,
  last4: lastFour(info),
  country: countryOf(info),
});
