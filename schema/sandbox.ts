/** What exists in the sandbox only. */
import { IdempotencyKey } from '../src/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../src/kernel/errors.ts';
import { AdvanceClockInput, advanceClock, type SandboxClock } from '../src/sandbox/advance-clock.ts';
import { FundAccountInput, fundAccount } from '../src/sandbox/fund-account.ts';
import { accepting } from './accepting.ts';
import { InternalAccountRef } from './accounts.ts';
import { builder } from './builder.ts';
import { platformOf, principalOf } from './context.ts';

const SandboxClockRef = builder.objectRef<SandboxClock>('SandboxClock').implement({
  description: "A sandbox platform's clock: real time, and what it was moved forward by.",
  fields: (t) => ({
    now: t.field({ type: 'DateTime', description: 'Now, on that clock.', resolve: (clock) => clock.now }),
  }),
});

builder.queryField('sandboxClock', (t) =>
  t.field({
    type: SandboxClockRef,
    nullable: true,
    authScopes: { permission: 'VIEW' },
    description: "Now, on this sandbox platform's clock; null in production.",
    resolve: (_root, _args, context) => {
      const { platform } = principalOf(context);
      return platform.mode === 'SANDBOX' ? { now: context.ports.clock.now(platform) } : null;
    },
  }),
);

builder.mutationFields((t) => ({
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
      description: 'What sandboxFundAccount answers.',
      resolveType: () => InternalAccountRef,
    },
    ...accepting({ ...FundAccountInput.shape, idempotencyKey: IdempotencyKey }, (args, context) => {
      const { idempotencyKey, ...input } = args;
      return fundAccount(context.ports, platformOf(context), input, idempotencyKey);
    }),
  }),
  sandboxAdvanceClock: t.errorUnionField({
    description:
      "Moves this platform's sandbox clock forward by 1..2678400 seconds: what falls due in between happens, in order, before the answer.",
    authScopes: { permission: 'TRANSACT' },
    args: { seconds: t.arg.int({ required: true, description: '1 to 2678400.' }) },
    types: [SandboxClockRef, InvalidInput, Forbidden],
    union: {
      name: 'SandboxAdvanceClockResult',
      description: 'What sandboxAdvanceClock answers.',
      resolveType: () => SandboxClockRef,
    },
    ...accepting(AdvanceClockInput.shape, (input, context) =>
      advanceClock(context.ports, context.jobs, platformOf(context), input),
    ),
  }),
}));
