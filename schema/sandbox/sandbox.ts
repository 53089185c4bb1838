/** What exists in the sandbox only. */

import { IdempotencyKey } from '../../src/infrastructure/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { QuoteExpired } from '../../src/payments/quotes/errors.ts';
import { paymentCallerOf } from '../../src/platforms/access/payment-caller.ts';
import { AdvanceClockInput, advanceClock } from '../../src/sandbox/advance-clock.ts';
import { FundAccountInput, fundAccount } from '../../src/sandbox/fund-account.ts';
import { isSettled } from '../../src/sandbox/next-due.ts';
import { ReceiveUmaInput, sandboxReceiveUma } from '../../src/sandbox/receive-uma.ts';
import { SandboxSendInput, sandboxSend } from '../../src/sandbox/send.ts';
import { InternalAccountRef } from '../accounts/internal-accounts.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf, principalOf } from '../core/context.ts';
import { TransactionRef } from '../payments/transactions.ts';

interface ClockShown {
  readonly now: Date;
  /** Absent: looked up when it is asked for. */
  readonly isSettled?: boolean;
}

const SandboxClockRef = builder.objectRef<ClockShown>('SandboxClock').implement({
  description: "A sandbox platform's clock: real time, and what it was moved forward by.",
  fields: (t) => ({
    now: t.field({ type: 'DateTime', description: 'Now, on that clock.', resolve: (clock) => clock.now }),
    isSettled: t.boolean({
      description:
        'Whether all that fell due by `now` has happened, attempts at webhooks included. False where moving the clock took more than 5 seconds of real time, a webhook endpoint did not respond within one, or something failed: the rest happens right after. Query sandboxClock to see when it has.',
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
    description: "Now, on this sandbox platform's clock; null in production.",
    resolve: (_root, _args, context) => {
      const { platform } = principalOf(context);
      return platform.mode === 'SANDBOX' ? { now: context.ports.clock.now(platform) } : null;
    },
  }),
);

const SandboxReceiveUmaArgs = builder.inputType('SandboxReceiveUmaInput', {
  description: 'An incoming UMA payment. Exactly one of receiverUmaAddress and customerId.',
  fields: (t) => ({
    senderUmaAddress: t.string({
      required: true,
      description:
        "One of the sandbox's addresses, for example $success.usd@ and platformConfig.sandboxUmaDomain.",
    }),
    receiverUmaAddress: t.string({ description: "The receiving customer's UMA address." }),
    customerId: t.id({ description: 'The receiving customer, Customer:<uuid>.' }),
    receivingCurrencyCode: t.string({ required: true, description: 'What arrives.' }),
    receivingCurrencyAmount: t.field({
      type: 'Amount',
      required: true,
      description: '1 to 9000000000000000, smallest unit.',
    }),
  }),
});

builder.mutationFields((t) => ({
  sandboxSend: t.errorUnionField({
    description: 'Pays the instructions of a real-time-funded quote, as somebody outside would.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      quoteId: t.arg.id({ required: true, description: 'Quote:<uuid>' }),
      currencyCode: t.arg.string({ required: true, description: "The quote's funding currency." }),
      currencyAmount: t.arg({
        type: 'Amount',
        description: "What arrives; the quote's total when absent. Another amount fails the payment.",
      }),
    },
    types: [TransactionRef, InvalidInput, Forbidden, NotFound, Conflict, QuoteExpired],
    union: {
      name: 'SandboxSendResult',
      description: 'Result of sandboxSend.',
      resolveType: () => TransactionRef,
    },
    ...accepting(SandboxSendInput.shape, (input, context) =>
      sandboxSend(context.ports, paymentCallerOf(platformOf(context)), input),
    ),
  }),
  sandboxReceiveUma: t.errorUnionField({
    description:
      "Simulates an incoming UMA payment. It waits as PENDING for approveTransaction or for the platform's endpoint.",
    authScopes: { permission: 'TRANSACT' },
    args: {
      input: t.arg({ type: SandboxReceiveUmaArgs, required: true, description: 'The payment.' }),
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
    description: 'Adds funds to an internal account at once, as a deposit would.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      accountId: t.arg.id({ required: true, description: 'InternalAccount:<uuid>' }),
      amount: t.arg({ type: 'Amount', required: true, description: '1 to 100000000000, smallest unit.' }),
      idempotencyKey: t.arg.string({ description: 'Makes a repeated call fund once.' }),
    },
    types: [InternalAccountRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'SandboxFundAccountResult',
      description: 'Result of sandboxFundAccount.',
      resolveType: () => InternalAccountRef,
    },
    ...accepting({ ...FundAccountInput.shape, idempotencyKey: IdempotencyKey }, (args, context) => {
      const { idempotencyKey, ...input } = args;
      return fundAccount(context.ports, platformOf(context), input, idempotencyKey);
    }),
  }),
  sandboxAdvanceClock: t.errorUnionField({
    description:
      "Moves this platform's sandbox clock forward by 1..2678400 seconds: what falls due in between happens, in order, before the answer. That includes the attempts at webhooks, each at its own instant. It takes at most 5 seconds of real time: `isSettled` says whether all was done. Calls of one platform take turns; one that has none within 4 seconds is a ConflictError.",
    authScopes: { permission: 'TRANSACT' },
    args: { seconds: t.arg.int({ required: true, description: '1 to 2678400.' }) },
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
