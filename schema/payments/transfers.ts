/** Transfers between an internal and an external account of one owner and one currency. */
import { IdempotencyKey } from '../../src/infrastructure/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, NotFound, RateLimited } from '../../src/kernel/errors.ts';
import { InsufficientBalance } from '../../src/ledger/entry.ts';
import { runOrPreview } from '../../src/payments/previews/preview-payment.ts';
import { TransferInInput, TransferOutInput } from '../../src/payments/transfers/transfer.ts';
import { transferIn } from '../../src/payments/transfers/transfer-in.ts';
import { transferOut } from '../../src/payments/transfers/transfer-out.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';
import { DryRun, dryRunArgument, PaymentPreviewRef, previewOr } from './payment-previews.ts';
import { SandboxOutcomeEnum, sandboxOutcomeDescription } from './sandbox-outcome.ts';
import { TransactionRef } from './transactions.ts';

export const TransferArgs = builder.inputType('TransferInput', {
  description: 'A transfer between an internal and an external account of one owner, in one currency.',
  fields: (t) => ({
    source: t.id({
      required: true,
      description: 'Source. transferIn: ExternalAccount:<uuid>. transferOut: InternalAccount:<uuid>.',
    }),
    destination: t.id({
      required: true,
      description: 'Destination. transferIn: InternalAccount:<uuid>. transferOut: ExternalAccount:<uuid>.',
    }),
    amount: t.field({
      type: 'Amount',
      required: true,
      description: 'Amount in the smallest unit of the currency, 1 to 9000000000000000.',
    }),
    description: t.string({ description: 'Memo, at most 255 characters.' }),
    sandboxOutcome: t.field({ type: SandboxOutcomeEnum, description: sandboxOutcomeDescription }),
  }),
});

const idempotencyKeyDescription =
  'Idempotency key, 1 to 255 characters: a repeated call returns the same transaction.';

builder.mutationFields((t) => ({
  transferIn: t.errorUnionField({
    description:
      'Transfers money from an external account to an internal account. The external account must allow ACH debits.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      input: t.arg({ type: TransferArgs, required: true, description: 'Source, destination and amount.' }),
      idempotencyKey: t.arg.string({ description: idempotencyKeyDescription }),
      dryRun: t.arg.boolean(dryRunArgument),
    },
    types: [TransactionRef, PaymentPreviewRef, InvalidInput, Forbidden, NotFound, Conflict, RateLimited],
    union: {
      name: 'TransferInResult',
      description: 'Result of transferIn.',
      resolveType: previewOr(() => TransactionRef),
    },
    ...accepting(
      { input: TransferInInput, idempotencyKey: IdempotencyKey, dryRun: DryRun },
      async ({ input, ...execution }, context) => {
        const caller = platformOf(context);
        const { result } = await runOrPreview(context.ports, caller, execution, (db, key) =>
          transferIn({ ...context.ports, db }, caller, input, key),
        );
        return result;
      },
    ),
  }),
  transferOut: t.errorUnionField({
    description: 'Transfers money from an internal account to an external account.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      input: t.arg({ type: TransferArgs, required: true, description: 'Source, destination and amount.' }),
      idempotencyKey: t.arg.string({ description: idempotencyKeyDescription }),
      dryRun: t.arg.boolean(dryRunArgument),
    },
    types: [
      TransactionRef,
      PaymentPreviewRef,
      InsufficientBalance,
      InvalidInput,
      Forbidden,
      NotFound,
      Conflict,
      RateLimited,
    ],
    union: {
      name: 'TransferOutResult',
      description: 'Result of transferOut.',
      resolveType: previewOr(() => TransactionRef),
    },
    ...accepting(
      { input: TransferOutInput, idempotencyKey: IdempotencyKey, dryRun: DryRun },
      async ({ input, ...execution }, context) => {
        const caller = platformOf(context);
        const { result } = await runOrPreview(context.ports, caller, execution, (db, key) =>
          transferOut({ ...context.ports, db }, caller, input, key),
        );
        return result;
      },
    ),
  }),
}));
