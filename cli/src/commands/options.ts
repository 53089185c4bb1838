/** Options that several commands have, and amounts. */
import { readFile } from 'node:fs/promises';
import {
  CurrenciesDocument,
  ExternalAccountDocument,
  InternalAccountDocument,
} from '@payments-platform/client/operations';
import { usageError } from '../errors.ts';
import type { Session } from '../session.ts';

export const pageOptions = {
  limit: { type: 'string', default: '20', requiresArg: true, describe: 'Number of records, 1 to 100' },
  after: { type: 'string', requiresArg: true, describe: 'Cursor after which the list starts' },
} as const;

/** The positional `id` of a command. */
export const idOf = (...types: readonly [string, ...string[]]) =>
  ({
    type: 'string',
    demandOption: true,
    describe: types.map((type) => `${type}:<uuid>`).join(' or '),
  }) as const;

export const keyOption = {
  'idempotency-key': {
    type: 'string',
    requiresArg: true,
    describe: 'Makes a repeated command return the first result',
  },
} as const;

export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw usageError(`--${name} is a whole number from ${min} to ${max}.`);
}

export const pageOf = ({ limit, after }: { limit: string; after: string | undefined }) => ({
  first: wholeNumber('limit', limit, 1, 100),
  after: after ?? null,
});

/** An object without the entries that are undefined. */
export function defined<T extends Record<string, unknown>>(
  values: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

const maxFileBytes = 1024 * 1024;

/**
 * The JSON object in a file.
 *
 * @param what it contains, for messages.
 */
export async function objectInFile(path: string, what: string): Promise<object> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw usageError(`${path} cannot be read.`);
  });
  if (text.length > maxFileBytes) throw usageError(`${path} is larger than ${maxFileBytes} bytes.`);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The message below says what is expected.
  }
  throw usageError(`${path} must contain a JSON object with ${what}.`);
}

/** The enum value of a text in any case, with hyphens or dots for underscores. */
export const enumValue = (text: string): string => text.toUpperCase().replace(/[.-]/g, '_');

/** `12.34` with 2 decimals is 1234. No rounding: a digit too many is an error. */
export function smallestUnit(text: string, { code, decimals }: { code: string; decimals: number }): number {
  const [, whole, fraction = ''] = /^(\d{1,16})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  if (whole === undefined) throw usageError(`${text} is not an amount, for example 25.00.`);
  if (fraction.length > decimals) throw usageError(`${code} has ${decimals} decimals: ${text} has more.`);
  const amount = Number(whole + fraction.padEnd(decimals, '0'));
  if (!Number.isSafeInteger(amount) || amount < 1) throw usageError(`${text} is not a payable amount.`);
  return amount;
}

export async function currencyOf({ request }: Session, code: string) {
  const currencies = await request(CurrenciesDocument, {});
  const found = currencies.find((currency) => currency.code === code.toUpperCase());
  if (found) return found;
  throw usageError(`${code} is not a currency of the server.`);
}

/** The currency of an account, which a payment from or to it has. */
export async function currencyOfAccount(session: Session, id: string) {
  if (!id.startsWith('ExternalAccount:')) {
    const { balance } = await session.request(InternalAccountDocument, { id });
    return balance.currency;
  }
  const { currency } = await session.request(ExternalAccountDocument, { id });
  return currencyOf(session, currency);
}
