/** The domain error of an account whose available balance is too small. */
import { InsufficientBalance } from '../../src/ledger/entry.ts';
import { builder } from '../core/builder.ts';
import { ServiceError } from '../core/errors.ts';
import { MoneyRef } from '../core/money.ts';

builder.objectType(InsufficientBalance, {
  name: 'InsufficientBalanceError',
  description: 'Returned when the available balance of the account is less than the payment requires.',
  interfaces: [ServiceError],
  fields: (t) => ({
    available: t.field({
      type: MoneyRef,
      description: 'Available balance: the posted balance minus the amounts on hold.',
      resolve: (e) => e.available,
    }),
    required: t.field({
      type: MoneyRef,
      description: 'Amount that the payment requires.',
      resolve: (e) => e.required,
    }),
  }),
});
