/**
 * From records to the interface's JSON bodies: the same for REST and for webhooks, which carry a resource exactly as
 * REST answers it. Pure; what is absent is `undefined`, which JSON leaves out.
 */
import { isoInstant } from './instant.ts';
import { type Money, toWire } from './money/amount.ts';
import { type Currency, currencyOf } from './money/currencies.ts';

/** A JSON value's object. `undefined` members are not written. */
export type JsonBody = Readonly<Record<string, unknown>>;

export const currencyView = (code: string): JsonBody => {
  const { name, symbol, decimals }: Currency = currencyOf(code);
  return { code, name, symbol, decimals };
};

/** `{amount, currency}`, the amount in the smallest unit. */
export const moneyView = ({ amount, currency }: Money): JsonBody => ({
  amount: toWire(amount),
  currency: currencyView(currency),
});

export const instantView = isoInstant;
