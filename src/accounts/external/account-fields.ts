/**
 * The definitions of the fields that external account types use. The table of types (`account-types.ts`) selects and narrows
 * them.
 *
 * Decision: a text without a pattern ("1 to 34 characters") has no space at either end. Otherwise the same account could be
 * registered twice, with and without an invisible space.
 *
 * Source: docs/behaviour/accounts.md#account-types.
 */
import type { FieldDefinition } from './account-field.ts';
import { isAbaRoutingNumber, isClabe, isIban } from './check-digits.ts';

/** The same field with a narrower pattern. */
export const narrowed = (
  field: FieldDefinition,
  pattern: RegExp,
  shape: string,
  description = field.description,
): FieldDefinition => ({ ...field, pattern, shape, description });

const freeText = (max: number) => ({
  pattern: new RegExp(`^\\S(.{0,${max - 2}}\\S)?$`, 'u'),
  shape: `1 to ${max} characters without a space at either end`,
  max,
});
const identifier = { role: 'identifier', masked: true } as const;
const locator = { role: 'locator', masked: false } as const;
const detail = { role: 'detail', masked: false } as const;
const enumOf = (...values: [string, ...string[]]) => ({
  values,
  pattern: new RegExp(`^(${values.join('|')})$`),
  shape: `one of ${values.join(', ')}`,
});

// ── identifiers ──────────────────────────────────────────────────────────────────────────────────────────

export const accountNumber: FieldDefinition = {
  description: 'Account number at the bank.',
  ...freeText(34),
  ...identifier,
};

export const iban: FieldDefinition = {
  description: 'International bank account number, without spaces.',
  pattern: /^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$/,
  shape: 'an IBAN of 15 to 34 characters without spaces',
  ...identifier,
  caseless: true,
  checked: { by: isIban, shape: 'an IBAN with the length, format and check digits of its country' },
};

export const clabeNumber: FieldDefinition = {
  description: 'CLABE: the standardised Mexican bank account number.',
  pattern: /^[0-9]{18}$/,
  shape: '18 digits',
  ...identifier,
  checked: { by: isClabe, shape: 'a CLABE whose check digit is right' },
};

export const pixKey: FieldDefinition = {
  description: 'PIX key of the type in `pixKeyType`.',
  ...freeText(77),
  ...identifier,
  caseless: true,
};

export const vpa: FieldDefinition = {
  description: 'UPI virtual payment address, for example `name@bank`.',
  pattern: /^[a-zA-Z0-9.\-_]+@[a-zA-Z0-9]+$/,
  shape: 'a UPI address of the form name@bank',
  max: 255,
  ...identifier,
  caseless: true,
};

/** The phone number that identifies a mobile money account. */
export const phoneNumber: FieldDefinition = {
  description: 'Phone number of the mobile money account: + and 6 to 14 digits.',
  pattern: /^\+[0-9]{6,14}$/,
  shape: '+ and 6 to 14 digits',
  ...identifier,
};

/** The pattern of a number of digits: `[0-9]{9}`, `[0-9]{8,9}`. */
export const digitRun = (min: number, max: number): string => `[0-9]{${min === max ? min : `${min},${max}`}}`;

/** `phone('254', 9)` is +254 and nine digits; `phone('229', 8, 9)` is +229 and eight or nine. */
export const phone = (countryCode: string, min: number, max = min): FieldDefinition => {
  const digits = min === max ? `${min}` : `${min} to ${max}`;
  return narrowed(
    phoneNumber,
    new RegExp(`^\\+${countryCode}${digitRun(min, max)}$`),
    `+${countryCode} and ${digits} digits`,
    `Phone number of the mobile money account: +${countryCode} and ${digits} digits.`,
  );
};

/** The phone number of the account holder. It does not identify the account. */
export const contactPhone = (countryCode: string, min: number, max: number): FieldDefinition => ({
  ...phone(countryCode, min, max),
  description: `Phone number of the account holder: +${countryCode} and ${min} to ${max} digits.`,
  role: 'detail',
});

/** A wallet address on a network. Its exact form is checked in production. */
export const walletAddress = (network: string, form: RegExp, caseless = false): FieldDefinition => ({
  description: `Address of the wallet on ${network}.`,
  pattern: /^[!-~]{1,255}$/,
  shape: '1 to 255 printable characters without spaces',
  ...identifier,
  ...(caseless && { caseless }),
  checked: { by: (value) => form.test(value), shape: `an address on ${network}` },
});

export const invoice: FieldDefinition = {
  description: 'BOLT 11 invoice. It can be paid once.',
  pattern: /^[!-~]{1,4096}$/,
  shape: 'a BOLT 11 invoice',
  ...identifier,
  caseless: true,
  checked: { by: (value) => /^lnbc[0-9a-z]+$/i.test(value), shape: 'a BOLT 11 invoice of the main network' },
};

export const bolt12: FieldDefinition = {
  description: 'BOLT 12 offer. It can be paid several times.',
  pattern: /^[!-~]{1,4096}$/,
  shape: 'a BOLT 12 offer',
  ...identifier,
  caseless: true,
  checked: { by: (value) => /^lno1[0-9a-z]+$/i.test(value), shape: 'a BOLT 12 offer' },
};

export const lightningAddress: FieldDefinition = {
  description: 'Lightning address, for example `name@wallet.example`.',
  pattern: /^[^\s@]+@[^\s@]+$/,
  shape: 'a Lightning address of the form name@domain',
  max: 255,
  ...identifier,
  caseless: true,
};

// ── institutions and branches ──────────────────────────────────────────────────────────────────────────────

export const routingNumber: FieldDefinition = {
  description: 'ABA routing number of the bank.',
  pattern: /^[0-9]{9}$/,
  shape: '9 digits',
  ...locator,
  checked: { by: isAbaRoutingNumber, shape: 'a routing number whose check digit is right' },
};

export const swiftCode: FieldDefinition = {
  description: 'BIC (SWIFT code) of the bank: 8 or 11 characters.',
  pattern: /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  shape: 'a BIC of 8 or 11 characters',
  ...locator,
};

export const sortCode: FieldDefinition = {
  description: 'Sort code of the bank branch, digits only.',
  pattern: /^[0-9]{6}$/,
  shape: '6 digits',
  ...locator,
};

export const bankCode: FieldDefinition = {
  description: 'Institution number of the bank.',
  pattern: /^[0-9]{3}$/,
  shape: '3 digits',
  ...locator,
};

export const branchCode: FieldDefinition = {
  description: 'Number of the bank branch.',
  pattern: /^[0-9]{5}$/,
  shape: '5 digits',
  ...locator,
};

export const bankName: FieldDefinition = {
  description: 'Name of the bank.',
  ...freeText(255),
  ...locator,
};

export const listedBankName: FieldDefinition = {
  ...bankName,
  description: 'Name of the bank, as `bankName` of a payment institution of this corridor.',
  listed: true,
};

/** The mobile money operator. The values are examples, and others are accepted. */
export const provider = (...examples: string[]): FieldDefinition => ({
  description: `Mobile money operator${examples.length > 0 ? `, for example ${examples.join(', ')}` : ''}.`,
  ...freeText(255),
  ...locator,
});

// ── other fields ───────────────────────────────────────────────────────────────────────────────────────

export const bankAccountType: FieldDefinition = {
  description: 'Type of the bank account.',
  ...enumOf('CHECKING', 'SAVINGS'),
  enumName: 'BankAccountType',
  ...detail,
};

export const pixKeyType: FieldDefinition = {
  description: 'Type of the PIX key.',
  ...enumOf('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'),
  enumName: 'PixKeyType',
  ...detail,
};

export const taxId: FieldDefinition = {
  description: 'Tax number of the account holder (CPF or CNPJ), digits only.',
  pattern: /^[0-9]{11,14}$/,
  shape: '11 to 14 digits',
  ...detail,
  masked: true,
};

export const region = (...countries: [string, ...string[]]): FieldDefinition => ({
  description: 'Country of the mobile money account, ISO 3166-1 alpha-2.',
  ...enumOf(...countries),
  ...detail,
});

export const country: FieldDefinition = {
  description: 'Country of the bank, ISO 3166-1 alpha-2.',
  pattern: /^[A-Z]{2}$/,
  shape: 'an ISO 3166-1 alpha-2 country code',
  ...detail,
};
