/** Pulls money from an external account into an internal account of the same currency. Source: docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications, docs/behaviour/payments.md#states-of-an-incoming-transaction. */
import type { z } from 'zod';
import type { AccountNotFound } from '../../accounts/errors.ts';
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
import { checkCreditable } from '../../ledger/ledger.ts';
import type { PlatformPrincipal, Scope } from '../../platforms/access/principal.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { recordNew, recordStep } from '../transactions/record-step.ts';
import { replayTransaction } from '../transactions/replay.ts';
import { startSettlement } from '../transactions/start-settlement.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { findTransferParties, newTransfer, type TransferParties } from './start-transfer.ts';
import { type TransferInInput, transferableIn } from './transfer.ts';

type TransferInError =
  | AccountNotFound
  | CustomerDeleted
  | UserNotReady
  | InvalidInput
  | IdempotencyKeyReused
  | IdempotencyKeyInUse;

type Input = z.output<typeof TransferInInput>;

/** Both accounts, locked against deletion, if the transfer is allowed. */
export async function prepareTransferIn(
  tx: Executor,
  scope: Scope,
  { source, destination, amount }: Input,
): Promise<TransferParties | AccountNotFound | CustomerDeleted | UserNotReady | InvalidInput> {
  const parties = await findTransferParties(tx, scope, destination, source);
  if (parties instanceof DomainError) return parties;
  const allowed = transferableIn({ ...parties, amount });
  return allowed instanceof DomainError ? allowed : parties;
}

/** Requests the money from the rail. The account is credited when the money arrives. Writes nothing when it returns an error. */
export async function startTransferIn(
  tx: Executor,
  { clock, rail, transactionHooks }: Pick<Ports, 'clock' | 'rail' | 'transactionHooks'>,
  platform: Platform,
  parties: TransferParties,
  input: Pick<Input, 'amount' | 'description'>,
  agentId?: Id<'Agent'>,
): Promise<Transaction | InvalidInput> {
  const creditable = await checkCreditable(tx, parties.internal.id, {
    amount: input.amount,
    currency: parties.internal.currency,
  });
  if (creditable instanceof DomainError) return creditable;

  const now = clock.now(platform);
  const transaction = newTransfer(platform, 'TRANSFER_IN', parties, input, agentId, now);
  const payment = { origin: transaction.origin, externalAccount: parties.external, umaAddress: undefined };
  await recordNew(tx, transaction);
  const failureReason = rail.immediateFailure(platform, payment);
  if (failureReason)
    return recordStep(tx, transactionHooks, transaction, { status: 'FAILED', failureReason }, now);
  await startSettlement(tx, rail, platform, transaction, payment, now);
  return transaction;
}

export async function transferIn(
  ports: Pick<Ports, 'db' | 'clock' | 'rail' | 'transactionHooks'>,
  { platform }: Pick<PlatformPrincipal, 'platform'>,
  input: Input,
  idempotencyKey?: string,
): Promise<OnceResult<Transaction | TransferInError>> {
  const scope = { platformId: platform.id };
  return once<Transaction | TransferInError>(
    ports.db,
    {
      scope: { platformId: platform.id, caller: 'platform', operation: 'transferIn' },
      key: idempotencyKey,
      input,
      ...replayTransaction(scope),
    },
    async (tx) => {
      const parties = await prepareTransferIn(tx, scope, input);
      if (parties instanceof DomainError) return parties;
      return startTransferIn(tx, ports, platform, parties, input);
    },
  );
}
