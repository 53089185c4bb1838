/** Amounts, dates and numbers of ISO 20022 files. */
import { findCurrency } from '../../../kernel/money/currencies.ts';
import { findElement, findText, requiredElement, unreadable, type XmlElement } from './xml-element.ts';

/** ISO 20022: an amount has at most 18 digits. */
const maxDigits = 18;
/** Of the database. */
const maxAmount = 2n ** 63n - 1n;
/** Years of business, which every database and calendar has. */
const yearForm = /^(19[7-9]\d|20\d\d|21\d\d)-/;

/**
 * An exact decimal number as an integer of the smallest unit. Undefined for another form, a sign, more than 18 digits, or digits that
 * the currency does not have. Zeros after them are accepted: banks write `100.00` in currencies without decimals.
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = /^(\d{0,30})(?:\.(\d{0,30}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  if (whole.replace(/^0+/, '').length + fraction.length > maxDigits) return undefined;
  if (/[^0]/.test(fraction.slice(decimals))) return undefined;
  const value = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return value > maxAmount ? undefined : value;
}

interface Amount {
  readonly amount: bigint;
  readonly currency: string;
}

/** More than any currency of ISO 4217 has. */
const maxDecimals = 5;

/**
 * The number of an element, in a currency that is stated elsewhere.
 *
 * Decision: statements in currencies that this service does not have can be read, so that the reason of their quarantine is that the
 * connection has another currency. Such amounts are only compared with others of their file.
 */
export function decimalOf(element: XmlElement, currency: string): bigint {
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw unreadable(`The currency of ${element.name} is not a code of ISO 4217.`, element.line);
  }
  const { decimals } = findCurrency(currency) ?? { decimals: maxDecimals };
  const amount = parseDecimal(element.text.trim(), decimals);
  if (amount === undefined) throw unreadable(`${element.name} is not an amount.`, element.line);
  return amount;
}

/** An amount with the attribute `Ccy`. */
export function amountOf(element: XmlElement): Amount {
  const currency = element.currency?.trim();
  if (!currency) throw unreadable(`${element.name} has no currency.`, element.line);
  return { amount: decimalOf(element, currency), currency };
}

/** The amount, if it is in the currency. Amounts in others can be of any currency, so they are not read. */
export const amountIn = (currency: string, element: XmlElement | undefined): bigint | undefined =>
  element?.currency?.trim() === currency ? amountOf(element).amount : undefined;

/** CdtDbtInd: 1 for a credit, -1 for a debit. */
export function directionOf(parent: XmlElement): 1n | -1n {
  const indicator = requiredElement(parent, 'CdtDbtInd');
  const text = indicator.text.trim();
  if (text === 'CRDT') return 1n;
  if (text === 'DBIT') return -1n;
  throw unreadable('CdtDbtInd is neither CRDT nor DBIT.', indicator.line);
}

const dateForm = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]{1,20})?(?:Z|[+-]\d{2}:\d{2})?$/;

/** The date of `2025-10-13`, or of a date and time, as the bank wrote it. */
function dateOf(element: XmlElement): string {
  const date = dateForm.exec(element.text.trim())?.[1];
  const time = Date.parse(`${date}T00:00:00Z`);
  // 30 February is parsed as 2 March.
  if (!date || !yearForm.test(date) || Number.isNaN(time) || !new Date(time).toISOString().startsWith(date)) {
    throw unreadable(`${element.name} is not a date.`, element.line);
  }
  return date;
}

/** The date of an element that is a date, or has `Dt` or `DtTm`. */
export function findDate(parent: XmlElement | undefined, name: string): string | undefined {
  const found = findElement(parent, name);
  if (!found) return undefined;
  if (found.children.length === 0) return dateOf(found);
  const date = findElement(found, 'Dt') ?? findElement(found, 'DtTm');
  return date && dateOf(date);
}

/** A number that the database stores; `undefined` for a larger one, which is no sequence: banks write dates and times as numbers. */
export function findSequence(parent: XmlElement | undefined, name: string): number | undefined {
  const number = findNumber(parent, name);
  return number !== undefined && number < 2 ** 31 ? number : undefined;
}

/** A number from 0 to 999,999,999,999,999. */
export function findNumber(parent: XmlElement | undefined, name: string): number | undefined {
  const text = findText(parent, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) {
    throw unreadable(`${name} is not a number.`, findElement(parent, name)?.line ?? 0);
  }
  return Number(text);
}

export function findBoolean(parent: XmlElement | undefined, name: string): boolean | undefined {
  const text = findText(parent, name);
  if (text === undefined) return undefined;
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw unreadable(`${name} is neither true nor false.`, findElement(parent, name)?.line ?? 0);
}
