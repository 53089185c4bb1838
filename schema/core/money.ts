/** Money and currencies. */
import type { Money } from '../../src/kernel/money/amount.ts';
import { type Currency, currencyOf } from '../../src/kernel/money/currencies.ts';
import { builder } from './builder.ts';

export const CurrencyRef = builder.objectRef<Currency>('Currency').implement({
  description: 'A fiat or crypto currency that the service supports.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'ISO 4217 code, or the ticker of a crypto currency (BTC, USDB, USDC, USDT).',
    }),
    name: t.exposeString('name', { description: 'English name.' }),
    symbol: t.exposeString('symbol', { description: 'Symbol, or the code if the currency has no symbol.' }),
    decimals: t.exposeInt('decimals', {
      description:
        'Number of decimal places between the major unit and the smallest unit: with 2, an amount of 100 is one major unit.',
    }),
  }),
});

export const MoneyRef = builder.objectRef<Money>('Money').implement({
  description: 'An amount of money in one currency.',
  fields: (t) => ({
    amount: t.field({
      type: 'Amount',
      description: 'Amount in the smallest unit of the currency.',
      resolve: (money) => money.amount,
    }),
    currency: t.field({
      type: CurrencyRef,
      description: 'Currency of the amount.',
      resolve: (money) => currencyOf(money.currency),
    }),
  }),
});
