/** Adds funds to a sandbox account at once. Source: docs/behaviour/sandbox.md; docs/behaviour/endpoints.md#sandbox-endpoints, docs/behaviour/sandbox.md#fund-send-and-receive. */
import { z } from 'zod';
import { AccountNotFound, accountNotActive } from '../accounts/errors.ts';
import type { InternalAccount } from '../accounts/internal/internal-account.ts';
import { findInternalAccount } from '../accounts/internal/internal-account-store.ts';
import { publishCurrentBalance } from '../accounts/internal/publish-balance.ts';
import { type CustomerDeleted, readyToTransact, type UserNotReady } from '../customers/customer.ts';
import { lockCustomerForShare } from '../customers/store.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  OnceResult,
  once,
} from '../infrastructure/idempotency/once.ts';
import { DomainError, type InvalidInput, invariant } from '../kernel/errors.ts';
import { type Id, idSchema, newIdAt } from '../kernel/ids.ts';
import { movedAmount } from '../kernel/money/amount.ts';
import { codedIssue } from '../kernel/parse.ts';
import { newReference } from '../kernel/references.ts';
import { balanceAccount, serviceAccount } from '../ledger/account-store.ts';
import { postEntry } from '../ledger/ledger-batch-store.ts';
import { recordNew } from '../payments/transactions/record-step.ts';
import type { PlatformCaller } from '../platforms/access/principal.ts';
import { SandboxOnly } from '../platforms/errors.ts';
import type { Ports } from './ports.ts';

const maxFunding = 100_000_000_000n;

export const FundAccountInput = z.object({
  accountId: idSchema('InternalAccount'),
  amount: movedAmount.superRefine((amount, context) => {
    if (amount > maxFunding)
      context.addIssue(codedIssue('INVALID_AMOUNT', `must be an integer from 1 to ${maxFunding}`));
  }),
});

type FundAccountError =
  | SandboxOnly
  | AccountNotFound
  | CustomerDeleted
  | UserNotReady
  | InvalidInput
  | IdempotencyKeyReused
  | IdempotencyKeyInUse;

/** Credits the account and records the deposit as a completed incoming transaction. */
export async function fundAccount(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: Pick<PlatformCaller, 'platform'>,
  input: z.output<typeof FundAccountInput>,
  idempotencyKey?: string,
): Promise<OnceResult<InternalAccount | FundAccountError>> {
  if (platform.mode !== 'SANDBOX') return new OnceResult(new SandboxOnly());
  const scope = { platformId: platform.id };
  return once<InternalAccount | FundAccountError>(
    db,
    {
      scope: { platformId: platform.id, caller: 'platform', operation: 'sandboxFundAccount' },
      key: idempotencyKey,
      input,
      idOf: (account) => account.id,
      replay: async (tx, id) => {
        const account = await findInternalAccount(tx, scope, id as Id<'InternalAccount'>);
        invariant(account, 'the account of a key exists');
        return account;
      },
    },
    async (tx) => {
      const account = await findInternalAccount(tx, scope, input.accountId);
      if (!account) return new AccountNotFound(input.accountId);
      if (account.status !== 'ACTIVE') return accountNotActive('accountId');
      const customer = account.customerId && (await lockCustomerForShare(tx, scope, account.customerId));
      const ready = customer ? readyToTransact(customer) : true;
      if (ready instanceof DomainError) return ready;

      const now = clock.now(platform);
      const { currency } = account;
      const amount = { amount: input.amount, currency };
      const transactionId = newIdAt('Transaction', now);
      const error = await postEntry(tx, {
        platformId: platform.id,
        transactionId,
        description: 'Sandbox deposit',
        at: now,
        postings: [
          {
            account: serviceAccount(platform.id, 'FUNDING', currency),
            amount: { amount: -input.amount, currency },
          },
          { account: balanceAccount(account.id), amount },
        ],
      });
      if (error) {
        invariant(error.code === 'INVALID_AMOUNT', 'a credit fails only with INVALID_AMOUNT');
        return error as InvalidInput;
      }
      await recordNew(tx, {
        id: transactionId,
        platformId: platform.id,
        customerId: account.customerId,
        platformCustomerId: customer ? customer.platformCustomerId : undefined,
        type: 'INCOMING',
        origin: 'FUNDING',
        status: 'COMPLETED',
        source: { type: 'REALTIME_FUNDING', currency, customerId: account.customerId },
        destination: { type: 'ACCOUNT', accountId: account.id, currency },
        sent: amount,
        received: amount,
        exchangeRate: undefined,
        fees: 0n,
        rateDetails: undefined,
        quoteId: undefined,
        agentId: undefined,
        description: undefined,
        counterpartyInformation: undefined,
        reference: newReference('FD'),
        failureReason: undefined,
        refund: undefined,
        settledAt: now,
        createdAt: now,
        updatedAt: now,
      });
      return publishCurrentBalance(tx, scope, account.id, now);
    },
  );
}
