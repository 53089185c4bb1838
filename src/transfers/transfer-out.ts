/** Sends money of an internal account to an external account in the same currency. Source: gaps 3.2, 5.2. */
import type { z } from 'zod';
import type { PlatformPrincipal } from '../access/principal.ts';
import type { AccountNotFound } from '../accounts/errors.ts';
import type { CustomerDeleted, UserNotReady } from '../customers/customer.ts';
import { type IdempotencyKeyInUse, type IdempotencyKeyReused, once } from '../idempotency/once.ts';
import { DomainError, type InvalidInput } from '../kernel/errors.ts';
import { uuidOf } from '../kernel/ids.ts';
import type { InsufficientBalance } from '../ledger/entry.ts';
import { placeHold } from '../ledger/ledger.ts';
import type { Ports } from '../ports.ts';
import { recordNew, recordStep } from '../transactions/record-step.ts';
import { replayTransaction } from '../transactions/replay.ts';
import { beginSettlement } from '../transactions/settle.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { findEnds, newTransfer } from './begin-transfer.ts';
import { type TransferOutInput, transferableOut } from './transfer.ts';

type Refused =
  | AccountNotFound
  | CustomerDeleted
  | UserNotReady
  | InvalidInput
  | InsufficientBalance
  | IdempotencyKeyReused
  | IdempotencyKeyInUse;

/** Holds the amount and hands the payment to the rail; what the rail refuses at once fails with nothing debited. */
export async function transferOut(
  ports: Pick<Ports, 'db' | 'clock' | 'rail'>,
  { platform }: Pick<PlatformPrincipal, 'platform'>,
  input: z.output<typeof TransferOutInput>,
  idempotencyKey?: string,
): Promise<Transaction | Refused> {
  const { db, clock, rail } = ports;
  const scope = { platformId: platform.id };
  return once<Transaction | Refused>(
    db,
    {
      scope: { platformUuid: uuidOf(platform.id), caller: 'platform', operation: 'transferOut' },
      key: idempotencyKey,
      input,
      ...replayTransaction(scope),
    },
    async (tx) => {
      const ends = await findEnds(tx, scope, input.source, input.destination);
      if (ends instanceof DomainError) return ends;
      const allowed = transferableOut({ ...ends, amount: input.amount });
      if (allowed instanceof DomainError) return allowed;

      const now = clock.now(platform);
      const transaction = newTransfer(platform, 'TRANSFER_OUT', ends, input, undefined, now);
      const payment = { origin: transaction.origin, external: ends.external, umaAddress: undefined };
      const failureReason = rail.refusal(platform, payment);
      if (failureReason) {
        await recordNew(tx, transaction);
        return recordStep(tx, transaction, { status: 'FAILED', failureReason }, now);
      }
      const unpayable = await placeHold(tx, {
        platformUuid: uuidOf(platform.id),
        transactionUuid: uuidOf(transaction.id),
        accountUuid: uuidOf(ends.internal.id),
        amount: { amount: input.amount, currency: ends.internal.currency },
        at: now,
      });
      if (unpayable) return unpayable;
      await recordNew(tx, transaction);
      await beginSettlement(tx, rail, platform, transaction, payment, now);
      return transaction;
    },
  );
}
