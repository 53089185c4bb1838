/**
 * Converts values to the JSON bodies of the interface. REST and webhooks use the same bodies. Absent members are
 * `undefined`, which JSON omits.
 */
import { isoInstant } from './instant.ts';
import { type Money, toWire } from './money/amount.ts';
import { type Currency, currencyOf } from './money/currencies.ts';

/** A JSON object. `undefined` members are omitted. */
export type JsonBody = Readonly<Record<string, unknown>>;

export const currencyView = (code: string): JsonBody => {
  const { name, symbol, decimals }: Currency = currencyOf(code);
  return { code, name, symbol, decimals };
};

/** `{amount, currency}`, with the amount in the smallest unit. */
export const moneyView = ({ amount, currency }: Money): JsonBody => ({
  amount: toWire(amount),
  currency: currencyView(currency),
});

export const instantView = isoInstant;
