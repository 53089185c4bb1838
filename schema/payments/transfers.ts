/** Transfers between an internal and an external account of one owner and one currency. */
import { IdempotencyKey } from '../../src/infrastructure/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { InsufficientBalance } from '../../src/ledger/entry.ts';
import { TransferInInput, TransferOutInput } from '../../src/payments/transfers/transfer.ts';
import { transferIn } from '../../src/payments/transfers/transfer-in.ts';
import { transferOut } from '../../src/payments/transfers/transfer-out.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';
import { TransactionRef } from './transactions.ts';

export const TransferArgs = builder.inputType('TransferInput', {
  description: 'A movement between an internal and an external account of one owner and one currency.',
  fields: (t) => ({
    source: t.id({ required: true, description: 'In: ExternalAccount:<uuid>. Out: InternalAccount:<uuid>.' }),
    destination: t.id({
      required: true,
      description: 'In: InternalAccount:<uuid>. Out: ExternalAccount:<uuid>.',
    }),
    amount: t.field({ type: 'Amount', required: true, description: '1 to 9000000000000000, smallest unit.' }),
    description: t.string({ description: 'Memo, at most 255 characters.' }),
  }),
});

const replayed = 'Makes a repeated call answer the same transaction, 1 to 255 characters.';

builder.mutationFields((t) => ({
  transferIn: t.errorUnionField({
    description: 'Pulls money from an external account. Only accounts that allow ACH pulls.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      input: t.arg({ type: TransferArgs, required: true, description: 'From where, to where, how much.' }),
      idempotencyKey: t.arg.string({ description: replayed }),
    },
    types: [TransactionRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'TransferInResult',
      description: 'Result of transferIn.',
      resolveType: () => TransactionRef,
    },
    ...accepting({ input: TransferInInput, idempotencyKey: IdempotencyKey }, (args, context) =>
      transferIn(context.ports, platformOf(context), args.input, args.idempotencyKey),
    ),
  }),
  transferOut: t.errorUnionField({
    description: 'Sends money to an external account.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      input: t.arg({ type: TransferArgs, required: true, description: 'From where, to where, how much.' }),
      idempotencyKey: t.arg.string({ description: replayed }),
    },
    types: [TransactionRef, InsufficientBalance, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'TransferOutResult',
      description: 'Result of transferOut.',
      resolveType: () => TransactionRef,
    },
    ...accepting({ input: TransferOutInput, idempotencyKey: IdempotencyKey }, (args, context) =>
      transferOut(context.ports, platformOf(context), args.input, args.idempotencyKey),
    ),
  }),
}));
