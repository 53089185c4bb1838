/** Operations that exist only in the sandbox. */

import { IdempotencyKey, OnceResult } from '../../src/infrastructure/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { runOrPreview } from '../../src/payments/previews/preview-payment.ts';
import { QuoteExpired } from '../../src/payments/quotes/errors.ts';
import { paymentCallerOf } from '../../src/platforms/access/payment-caller.ts';
import { AdvanceClockInput, advanceClock } from '../../src/sandbox/advance-clock.ts';
import { FundAccountInput, fundAccount } from '../../src/sandbox/fund-account.ts';
import { ReceiveUmaInput, sandboxReceiveUma } from '../../src/sandbox/receive-uma.ts';
import { isSettled } from '../../src/sandbox/run-due-work.ts';
import { SandboxSendInput, sandboxSend } from '../../src/sandbox/send.ts';
import { InternalAccountRef } from '../accounts/internal-accounts.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf, principalOf } from '../core/context.ts';
import { DryRun, dryRunArgument, PaymentPreviewRef, previewOr } from '../payments/payment-previews.ts';
import { SandboxOutcomeEnum } from '../payments/sandbox-outcome.ts';
import { TransactionRef } from '../payments/transactions.ts';

interface SandboxClock {
  readonly now: Date;
  /** Read by the resolver of the field if absent. */
  readonly isSettled?: boolean;
}

const SandboxClockRef = builder.objectRef<SandboxClock>('SandboxClock').implement({
  description: 'Clock of a sandbox platform: real time plus an offset.',
  fields: (t) => ({
    now: t.field({
      type: 'DateTime',
      description: 'Current time of the clock.',
      resolve: (clock) => clock.now,
    }),
    isSettled: t.boolean({
      description:
        'Whether all work that was due by `now` is done, including webhook attempts. False if moving the clock took more than 5 seconds of real time, if a webhook endpoint did not respond within one second, or if a job failed. The remaining work is done directly afterwards. Query sandboxClock for the current value.',
      resolve: (clock, _args, { ports, principal }) => {
        if (clock.isSettled !== undefined) return clock.isSettled;
        return principal ? isSettled(ports, principal.platform.id, clock.now) : false;
      },
    }),
  }),
});

builder.queryField('sandboxClock', (t) =>
  t.field({
    type: SandboxClockRef,
    nullable: true,
    authScopes: { permission: 'VIEW_REFERENCE' },
    description: 'Returns the clock of the sandbox platform; null in production.',
    resolve: (_root, _args, context) => {
      const { platform } = principalOf(context);
      return platform.mode === 'SANDBOX' ? { now: context.ports.clock.now(platform) } : null;
    },
  }),
);

const SandboxReceiveUmaArgs = builder.inputType('SandboxReceiveUmaInput', {
  description: 'Input of sandboxReceiveUma. Exactly one of receiverUmaAddress and customerId is required.',
  fields: (t) => ({
    senderUmaAddress: t.string({
      required: true,
      description:
        'UMA address of a test sender of the sandbox, for example $success.usd@ and platformConfig.sandboxUmaDomain.',
    }),
    receiverUmaAddress: t.string({ description: 'UMA address of the receiving customer.' }),
    customerId: t.id({ description: 'The receiving customer, Customer:<uuid>.' }),
    receivingCurrencyCode: t.string({ required: true, description: 'Currency that the customer receives.' }),
    receivingCurrencyAmount: t.field({
      type: 'Amount',
      required: true,
      description: 'Amount in the smallest unit of the currency, 1 to 9000000000000000.',
    }),
    sandboxOutcome: t.field({
      type: SandboxOutcomeEnum,
      description: 'Outcome of the payment. Default: the outcome that the sender selects.',
    }),
  }),
});

builder.mutationFields((t) => ({
  sandboxSend: t.errorUnionField({
    description:
      'Simulates an external payment to the payment instructions of a quote with real-time funding.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      quoteId: t.arg.id({ required: true, description: 'Quote:<uuid>' }),
      currencyCode: t.arg.string({ required: true, description: 'Funding currency of the quote.' }),
      currencyAmount: t.arg({
        type: 'Amount',
        description:
          'Amount that arrives, in the smallest unit. Default: the total amount of the quote. Any other amount fails the payment.',
      }),
      dryRun: t.arg.boolean(dryRunArgument),
    },
    types: [TransactionRef, PaymentPreviewRef, InvalidInput, Forbidden, NotFound, Conflict, QuoteExpired],
    union: {
      name: 'SandboxSendResult',
      description: 'Result of sandboxSend.',
      resolveType: previewOr(() => TransactionRef),
    },
    ...accepting({ ...SandboxSendInput.shape, dryRun: DryRun }, async ({ dryRun, ...input }, context) => {
      const caller = platformOf(context);
      const sent = await runOrPreview(context.ports, caller, { dryRun }, (db) =>
        sandboxSend({ ...context.ports, db }, paymentCallerOf(caller), input),
      );
      return sent instanceof OnceResult ? sent.result : sent;
    }),
  }),
  sandboxReceiveUma: t.errorUnionField({
    description:
      'Simulates an incoming UMA payment. It waits as PENDING for approveTransaction or for the response of the webhook endpoint.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      input: t.arg({ type: SandboxReceiveUmaArgs, required: true, description: 'The incoming payment.' }),
    },
    types: [TransactionRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'SandboxReceiveUmaResult',
      description: 'Result of sandboxReceiveUma.',
      resolveType: () => TransactionRef,
    },
    ...accepting({ input: ReceiveUmaInput }, ({ input }, context) =>
      sandboxReceiveUma(context.ports, paymentCallerOf(platformOf(context)), input),
    ),
  }),
  sandboxFundAccount: t.errorUnionField({
    description: 'Credits an internal account immediately, as a deposit would.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      accountId: t.arg.id({ required: true, description: 'InternalAccount:<uuid>' }),
      amount: t.arg({
        type: 'Amount',
        required: true,
        description: 'Amount in the smallest unit of the currency, 1 to 100000000000.',
      }),
      idempotencyKey: t.arg.string({
        description: 'Idempotency key: a repeated call credits the account once.',
      }),
    },
    types: [InternalAccountRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'SandboxFundAccountResult',
      description: 'Result of sandboxFundAccount.',
      resolveType: () => InternalAccountRef,
    },
    ...accepting({ ...FundAccountInput.shape, idempotencyKey: IdempotencyKey }, async (args, context) => {
      const { idempotencyKey, ...input } = args;
      const { result } = await fundAccount(context.ports, platformOf(context), input, idempotencyKey);
      return result;
    }),
  }),
  sandboxAdvanceClock: t.errorUnionField({
    description:
      'Moves the clock of the sandbox platform forward by 1 to 2678400 seconds. Work that becomes due, including webhook attempts, is done in order and each at its own time before the mutation returns. The call takes at most 5 seconds of real time; `isSettled` shows whether all work is done. Concurrent calls of one platform run one after the other; a call that waits for more than 4 seconds returns ConflictError.',
    authScopes: { permission: 'TRANSACT' },
    args: { seconds: t.arg.int({ required: true, description: 'Number of seconds, 1 to 2678400.' }) },
    types: [SandboxClockRef, InvalidInput, Forbidden, Conflict],
    union: {
      name: 'SandboxAdvanceClockResult',
      description: 'Result of sandboxAdvanceClock.',
      resolveType: () => SandboxClockRef,
    },
    ...accepting(AdvanceClockInput.shape, (input, context) =>
      advanceClock(context.ports, context.jobs, platformOf(context), input, { onError: context.report }),
    ),
  }),
}));
