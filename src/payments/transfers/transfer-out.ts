/** Sends money of an internal account to an external account in the same currency. Source: docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications, docs/behaviour/payments.md#states-of-an-outgoing-transaction. */
import type { z } from 'zod';
import type { AccountNotFound } from '../../accounts/errors.ts';
import { publishBalance } from '../../accounts/internal/balance-updated.ts';
import type { CustomerDeleted, UserNotReady } from '../../customers/customer.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  type OnceResult,
  once,
} from '../../infrastructure/idempotency/once.ts';
import { DomainError, type InvalidInput } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { InsufficientBalance } from '../../ledger/entry.ts';
import { placeHold } from '../../ledger/holds.ts';
import type { PlatformPrincipal, Scope } from '../../platforms/access/principal.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { recordNew, recordStep } from '../transactions/record-step.ts';
import { replayTransaction } from '../transactions/replay.ts';
import { startSettlement } from '../transactions/start-settlement.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { findTransferParties, newTransfer, type TransferParties } from './start-transfer.ts';
import { type TransferOutInput, transferableOut } from './transfer.ts';

type TransferOutError =
  | AccountNotFound
  | CustomerDeleted
  | UserNotReady
  | InvalidInput
  | InsufficientBalance
  | IdempotencyKeyReused
  | IdempotencyKeyInUse;

type Input = z.output<typeof TransferOutInput>;

/** Both accounts, locked against deletion, if the transfer is allowed. */
export async function prepareTransferOut(
  tx: Executor,
  scope: Scope,
  { source, destination, amount }: Input,
): Promise<TransferParties | AccountNotFound | CustomerDeleted | UserNotReady | InvalidInput> {
  const parties = await findTransferParties(tx, scope, source, destination);
  if (parties instanceof DomainError) return parties;
  const allowed = transferableOut({ ...parties, amount });
  return allowed instanceof DomainError ? allowed : parties;
}

/**
 * Holds the amount and hands the payment to the rail. A payment that the rail rejects at once fails without a debit.
 * Writes nothing when it returns an error.
 */
export async function startTransferOut(
  tx: Executor,
  { clock, rail, transactionHooks }: Pick<Ports, 'clock' | 'rail' | 'transactionHooks'>,
  platform: Platform,
  parties: TransferParties,
  input: Pick<Input, 'amount' | 'description'>,
  agentId?: Id<'Agent'>,
): Promise<Transaction | InsufficientBalance> {
  const now = clock.now(platform);
  const transaction = newTransfer(platform, 'TRANSFER_OUT', parties, input, agentId, now);
  const payment = { origin: transaction.origin, externalAccount: parties.external, umaAddress: undefined };
  const failureReason = rail.immediateFailure(platform, payment);
  if (failureReason) {
    await recordNew(tx, transaction);
    return recordStep(tx, transactionHooks, transaction, { status: 'FAILED', failureReason }, now);
  }
  const balance = await placeHold(tx, {
    platformId: platform.id,
    transactionId: transaction.id,
    accountId: parties.internal.id,
    amount: { amount: input.amount, currency: parties.internal.currency },
    at: now,
  });
  if (balance instanceof DomainError) return balance;
  await recordNew(tx, transaction);
  await publishBalance(tx, { platformId: platform.id }, { ...parties.internal, ...balance }, now);
  await startSettlement(tx, rail, platform, transaction, payment, now);
  return transaction;
}

export async function transferOut(
  ports: Pick<Ports, 'db' | 'clock' | 'rail' | 'transactionHooks'>,
  { platform }: Pick<PlatformPrincipal, 'platform'>,
  input: Input,
  idempotencyKey?: string,
): Promise<OnceResult<Transaction | TransferOutError>> {
  const scope = { platformId: platform.id };
  return once<Transaction | TransferOutError>(
    ports.db,
    {
      scope: { platformId: platform.id, caller: 'platform', operation: 'transferOut' },
      key: idempotencyKey,
      input,
      ...replayTransaction(scope),
    },
    async (tx) => {
      const parties = await prepareTransferOut(tx, scope, input);
      if (parties instanceof DomainError) return parties;
      return startTransferOut(tx, ports, platform, parties, input);
    },
  );
}
