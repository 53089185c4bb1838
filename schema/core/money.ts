/** Money and currencies. */
import type { Money } from '../../src/kernel/money/amount.ts';
import { type Currency, currencyOf } from '../../src/kernel/money/currencies.ts';
import { builder } from './builder.ts';

export const CurrencyRef = builder.objectRef<Currency>('Currency').implement({
  description: 'A currency that the service knows, fiat or crypto.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'ISO 4217 code, or ticker (BTC, USDB, USDC, USDT).' }),
    name: t.exposeString('name', { description: 'Name in English.' }),
    symbol: t.exposeString('symbol', { description: 'Symbol, or the code where there is none.' }),
    decimals: t.exposeInt('decimals', {
      description: 'Digits after the point: 2 means that 100 is one unit.',
    }),
  }),
});

export const MoneyRef = builder.objectRef<Money>('Money').implement({
  description: 'An amount in a currency.',
  fields: (t) => ({
    amount: t.field({
      type: 'Amount',
      description: 'In the smallest unit of the currency.',
      resolve: (money) => money.amount,
    }),
    currency: t.field({
      type: CurrencyRef,
      description: 'Its currency.',
      resolve: (money) => currencyOf(money.currency),
    }),
  }),
});
