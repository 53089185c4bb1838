/** Pulls money from an external account into an internal account of the same currency. Source: gaps 3.2, 5.3. */
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
import { type Id, uuidOf } from '../../kernel/ids.ts';
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

type Refused =
  | AccountNotFound
  | CustomerDeleted
  | UserNotReady
  | InvalidInput
  | IdempotencyKeyReused
  | IdempotencyKeyInUse;

type Input = z.output<typeof TransferInInput>;

/** Both ends, kept from being deleted, where the transfer may be made. */
export async function prepareTransferIn(
  tx: Executor,
  scope: Scope,
  { source, destination, amount }: Input,
): Promise<TransferParties | AccountNotFound | CustomerDeleted | UserNotReady | InvalidInput> {
  const ends = await findTransferParties(tx, scope, destination, source);
  if (ends instanceof DomainError) return ends;
  const allowed = transferableIn({ ...ends, amount });
  return allowed instanceof DomainError ? allowed : ends;
}

/** Asks the rail for the money; the account is credited when it has come. A refusal has written nothing. */
export async function startTransferIn(
  tx: Executor,
  { clock, rail, transactionHooks }: Pick<Ports, 'clock' | 'rail' | 'transactionHooks'>,
  platform: Platform,
  ends: TransferParties,
  input: Pick<Input, 'amount' | 'description'>,
  agentId?: Id<'Agent'>,
): Promise<Transaction | InvalidInput> {
  const room = await checkCreditable(tx, uuidOf(ends.internal.id), {
    amount: input.amount,
    currency: ends.internal.currency,
  });
  if (room instanceof DomainError) return room;

  const now = clock.now(platform);
  const transaction = newTransfer(platform, 'TRANSFER_IN', ends, input, agentId, now);
  const payment = { origin: transaction.origin, externalAccount: ends.external, umaAddress: undefined };
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
): Promise<OnceResult<Transaction | Refused>> {
  const scope = { platformId: platform.id };
  return once<Transaction | Refused>(
    ports.db,
    {
      scope: { platformUuid: uuidOf(platform.id), caller: 'platform', operation: 'transferIn' },
      key: idempotencyKey,
      input,
      ...replayTransaction(scope),
    },
    async (tx) => {
      const ends = await prepareTransferIn(tx, scope, input);
      if (ends instanceof DomainError) return ends;
      return startTransferIn(tx, ports, platform, ends, input);
    },
  );
}
