/** Amounts by the rules of their currency: integers in the smallest unit, shown in the major unit. */
import { createContext, useCallback, useContext } from 'react';
import { type Currency, decimalText } from './decimal-input.ts';
import classes from './values.module.css';

export interface MoneyValue {
  readonly amount: number;
  readonly currency: Currency;
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
