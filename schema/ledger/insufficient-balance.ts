/** The domain error of an account that holds too little. */
import { InsufficientBalance } from '../../src/ledger/entry.ts';
import { builder } from '../core/builder.ts';
import { ServiceError } from '../core/errors.ts';
import { MoneyRef } from '../core/money.ts';

builder.objectType(InsufficientBalance, {
  name: 'InsufficientBalanceError',
  description: 'Returned when the account cannot pay out of what is available.',
  interfaces: [ServiceError],
  fields: (t) => ({
    available: t.field({
      type: MoneyRef,
      description: 'Posted, less what is held.',
      resolve: (e) => e.available,
    }),
    required: t.field({ type: MoneyRef, description: 'What the payment needs.', resolve: (e) => e.required }),
  }),
});
