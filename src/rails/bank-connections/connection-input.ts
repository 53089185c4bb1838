/** The input of bank connections, and the rules between its fields. */
import { z } from 'zod';
import { isAbaRoutingNumber, isIban } from '../../accounts/external/check-digits.ts';
import type { FieldError } from '../../kernel/errors.ts';
import { whenValid } from '../../kernel/field-rules.ts';
import { boundedList } from '../../kernel/lists.ts';
import { limitAmount } from '../../kernel/money/amount.ts';
import { boolean, countryCode, integer, oneOf, optional, text, textMatching } from '../../kernel/parse.ts';
import { isTimeZone } from '../../kernel/time-zone.ts';
import { companyIdPattern, immediateOriginPattern } from '../bank-files/nacha/fields.ts';
import { maxCutOffTimes } from '../calendar/cut-offs.ts';
import { isTimeOfDay } from '../calendar/zoned-time.ts';
import { bankCalendars, bankFormats, exchangeKinds } from './bank-connection.ts';
import { virtualIban } from './virtual-iban.ts';

const optionalText = (pattern: RegExp, described: string, max: number) =>
  optional(textMatching(pattern, described, max));

const checked = <T extends z.ZodType<string>>(
  schema: T,
  accepts: (value: string) => boolean,
  described: string,
) => schema.refine((value) => accepts(value), { error: `must be ${described}` });

export const BankAccountInput = z.object({
  name: text(70),
  iban: optional(
    checked(
      textMatching(/^[A-Z0-9]+$/, 'an IBAN without spaces', 34),
      isIban,
      'an IBAN with right check digits',
    ),
  ),
  bic: optionalText(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'a BIC', 11),
  routingNumber: optional(
    checked(
      textMatching(/^[0-9]{9}$/, 'nine digits', 9),
      isAbaRoutingNumber,
      'a routing number with right check digits',
    ),
  ),
  accountNumber: optionalText(/^[A-Za-z0-9-]+$/, 'an account number', 17),
  bankName: optional(text(35)),
  creditorId: optionalText(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{3}[A-Z0-9]+$/, 'a SEPA creditor identifier', 35),
  companyId: optionalText(companyIdPattern, '1 to 10 letters and digits', 10),
  immediateOrigin: optionalText(
    immediateOriginPattern,
    '1 to 10 letters and digits, or a blank and 1 to 9 of them',
    10,
  ),
  immediateDestination: optionalText(/^[0-9]{9}$/, 'nine digits', 9),
  balancedBatches: optional(boolean),
});

const host = textMatching(/^[A-Za-z0-9.-]+$/, 'a host name', 253);

export const ExchangeInput = z.object({
  kind: oneOf(exchangeKinds),
  host: optional(host),
  port: optional(integer(1, 65_535, 'must be a port from 1 to 65535')),
  username: optional(text(100)),
  hostKeyFingerprint: optionalText(
    /^SHA256:[A-Za-z0-9+/]{43}$/,
    'SHA256: and 43 characters of base64, as ssh-keygen -l shows it',
    50,
  ),
  path: optionalText(/^[A-Za-z0-9._/-]+$/, 'a path', 255),
  password: optional(text(200)),
  privateKey: optional(text(10_000)),
  endpoint: optionalText(/^https?:\/\/[A-Za-z0-9.:-]+$/, 'a URL without a path', 255),
  region: optionalText(/^[a-z0-9-]+$/, 'a region', 50),
  bucket: optionalText(/^[a-z0-9.-]+$/, 'a bucket', 63),
  prefix: optionalText(/^[A-Za-z0-9._-][A-Za-z0-9._/-]*$/, 'a prefix that does not start with a slash', 255),
  accessKeyId: optional(text(128)),
  secretAccessKey: optional(text(200)),
});
export type ExchangeInput = z.output<typeof ExchangeInput>;

const CutOffsInput = z.object({
  timeZone: text(64).refine(isTimeZone, { error: 'must be a time zone, for example Europe/Berlin' }),
  times: boundedList(
    text(5).refine(isTimeOfDay, { error: 'must be a time of the form HH:MM' }),
    maxCutOffTimes,
  ).refine((times) => times.length > 0, { error: 'must not be empty' }),
  calendar: oneOf(bankCalendars),
});

const digits = textMatching(/^[0-9]{1,15}$/, '1 to 15 digits', 15);

/** A range whose numbers are IBANs of the country. */
export const VirtualIbanRangeInput = z
  .object({
    country: countryCode,
    prefix: textMatching(/^[A-Z0-9]+$/, 'letters and digits', 30),
    first: digits,
    last: digits,
  })
  .refine((range) => range.first.length <= range.last.length && BigInt(range.first) <= BigInt(range.last), {
    path: ['last'],
    error: 'must not be before first',
    ...whenValid('first', 'last'),
  })
  .refine((range) => isIban(virtualIban(range, 0) ?? ''), {
    path: ['prefix'],
    error: 'must make IBANs of the country together with the digits of last',
    ...whenValid('country', 'prefix', 'first', 'last'),
  });

export const maxPaymentsPerFile = 100_000;
/** Of the SEPA direct debit schemes, where creditor and debtor agreed on no other. */
export const defaultPreNotificationDays = 14;
export const maxPreNotificationDays = 30;

export const connectionFields = {
  name: text(100),
  account: BankAccountInput,
  exchange: optional(ExchangeInput),
  virtualIbanRange: optional(VirtualIbanRangeInput).meta({
    description: 'Numbers that the bank assigned: each active account in the currency gets the next one.',
  }),
  cutOffs: CutOffsInput,
  maxPaymentsPerFile: optional(
    integer(1, maxPaymentsPerFile, `must be an integer from 1 to ${maxPaymentsPerFile}`),
  ),
  preNotificationDays: optional(
    integer(0, maxPreNotificationDays, `must be an integer from 0 to ${maxPreNotificationDays}`),
  ),
  reviewAbove: optional(limitAmount),
} as const;

export const CreateBankConnectionInput = z.object({
  ...connectionFields,
  currency: text(10),
  format: oneOf(bankFormats),
  openingBalance: optional(limitAmount),
});

type Account = z.output<typeof BankAccountInput>;

const required = (path: string): FieldError => ({ path, message: 'is required' });

/** The fields of the account that the format needs. */
export function accountProblems(format: (typeof bankFormats)[number], account: Account): FieldError[] {
  const needed =
    format === 'ISO20022'
      ? (['iban', 'bic'] as const)
      : (['routingNumber', 'accountNumber', 'companyId'] as const);
  return needed.flatMap((name) => (account[name] === undefined ? [required(`account.${name}`)] : []));
}

/** The fields that the kind of exchange needs. */
export function exchangeProblems({ kind, ...given }: ExchangeInput, hasSecret: boolean): FieldError[] {
  const missing = (names: readonly (keyof typeof given)[]) =>
    names.flatMap((name) => (given[name] === undefined ? [required(`exchange.${name}`)] : []));
  switch (kind) {
    case 'FOLDER':
      return [];
    case 'SFTP': {
      const secrets = [given.password, given.privateKey].filter((one) => one !== undefined).length;
      const wrong = secrets > 1 || (secrets === 0 && !hasSecret);
      return [
        ...missing(['host', 'username', 'hostKeyFingerprint', 'path']),
        ...(wrong ? [{ path: 'exchange', message: 'must have exactly one of password, privateKey' }] : []),
      ];
    }
    case 'S3':
      return missing([
        'region',
        'bucket',
        'accessKeyId',
        ...(hasSecret ? [] : (['secretAccessKey'] as const)),
      ]);
  }
}
