/** Amounts by the rules of their currency: integers in the smallest unit, shown and entered in the major unit. */
import { createContext, useCallback, useContext } from 'react';
import classes from './values.module.css';

export interface Currency {
  readonly code: string;
  readonly decimals: number;
}

export interface MoneyValue {
  readonly amount: number;
  readonly currency: Currency;
}

/** The decimal text of an amount, exactly: `-123`, 2 decimals: `-1.23`. */
export function decimalText(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const sign = amount < 0 ? '-' : '';
  return decimals === 0
    ? `${sign}${digits}`
    : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** By the number of decimals. A list formats many amounts. */
const formats = new Map<number, Intl.NumberFormat>();

function formatOf(decimals: number): Intl.NumberFormat {
  const format =
    formats.get(decimals) ??
    new Intl.NumberFormat(undefined, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formats.set(decimals, format);
  return format;
}

/** `1,234.50` in the conventions of the viewer. */
export function formatDecimal(amount: number, decimals: number): string {
  // As a text, so that no digit of a large amount is lost.
  return formatOf(decimals).format(decimalText(amount, decimals) as `${number}`);
}

/** `1,234.50 USD`: the code, because several currencies have the same symbol. */
export const formatMoney = ({ amount, currency }: MoneyValue): string =>
  `${formatDecimal(amount, currency.decimals)} ${currency.code}`;

const decimalSeparator = (): string =>
  new Intl.NumberFormat().formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** What a person typed with the decimal separator of the viewer or a point, as a text with a point and without spaces. */
export function normalizedDecimal(text: string): string {
  const compact = text.trim().replaceAll(/[\s\u00a0'’]/g, '');
  return decimalSeparator() === ','
    ? compact.replaceAll('.', '').replace(',', '.')
    : compact.replaceAll(',', '');
}

/**
 * Reads what a person typed, with the decimal separator of the viewer or a point.
 *
 * @returns the amount in the smallest unit, or the message of what is wrong.
 */
export function parseAmount(text: string, { code, decimals }: Currency): number | string {
  const normalized = normalizedDecimal(text);
  if (normalized === '') return 'Enter an amount.';
  if (!/^\d{1,16}(?:\.\d{0,18})?$/.test(normalized)) return 'Enter a number, such as 1250.50.';
  const [whole = '0', fraction = ''] = normalized.split('.');
  if (fraction.replace(/0+$/, '').length > decimals) {
    return decimals === 0 ? `${code} has no decimals.` : `${code} has at most ${decimals} decimals.`;
  }
  const amount = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) return 'The amount is too large.';
  return Number(amount);
}

const Currencies = createContext<ReadonlyMap<string, Currency>>(new Map());
export const CurrenciesProvider = Currencies.Provider;

/** Finds the currency of a code. One that the service does not list has no decimals, so that an amount is never shown too large. */
export function useCurrencyOf(): (code: string) => Currency {
  const currencies = useContext(Currencies);
  return useCallback((code) => currencies.get(code) ?? { code, decimals: 0 }, [currencies]);
}

export const useCurrency = (code: string): Currency => useCurrencyOf()(code);

export function useCurrencies(): readonly Currency[] {
  return [...useContext(Currencies).values()];
}

export function Money({ value }: { readonly value: MoneyValue }) {
  return (
    <span className={classes.money}>
      {formatDecimal(value.amount, value.currency.decimals)}
      <span className={classes.currency}> {value.currency.code}</span>
    </span>
  );
}

/** An amount whose currency is given by its code. */
export function Amount({ amount, code }: { readonly amount: number; readonly code: string }) {
  return <Money value={{ amount, currency: useCurrency(code) }} />;
}
