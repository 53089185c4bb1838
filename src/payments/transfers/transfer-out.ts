/** Sends money of an internal account to an external account in the same currency. Source: docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications, docs/behaviour/payments.md#states-of-an-outgoing-transaction. */
import type { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import type {
  IdempotencyKeyInUse,
  IdempotencyKeyReused,
  OnceResult,
} from '../../infrastructure/idempotency/once.ts';
import { DomainError, type RateLimited } from '../../kernel/errors.ts';
import type { InsufficientBalance } from '../../ledger/entry.ts';
import type { PlatformCaller, Scope } from '../../platforms/access/principal.ts';
import type { Ports } from '../ports.ts';
import { PaymentBatch } from '../transactions/payment-batch.ts';
import { firstJobs } from '../transactions/settlement-job.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { acceptTransfers } from './accept-transfers.ts';
import {
  attributeTransfers,
  newTransfer,
  type PreparedTransfer,
  preparing,
  type TransferPartiesError,
} from './start-transfer.ts';
import { checkTransferOut, type TransferOutInput } from './transfer.ts';

type Input = z.output<typeof TransferOutInput>;

/** Both accounts of each transfer, locked against deletion, if the transfer is allowed. */
export const prepareTransfersOut = preparing<Input>(
  ({ source, destination }) => ({ internalId: source, externalId: destination }),
  checkTransferOut,
);

/**
 * Holds the amounts and submits the payments to the rail. A payment that the rail rejects at once fails without a debit.
 * Writes nothing of a transfer whose result is an error.
 */
export async function startTransfersOut(
  tx: Executor,
  { clock, rail, transactionHooks }: Pick<Ports, 'clock' | 'rail' | 'transactionHooks'>,
  scope: Scope,
  transfers: readonly PreparedTransfer[],
): Promise<(Transaction | InsufficientBalance)[]> {
  const known = transfers.map(({ parties }) => parties.internal);
  const accountIds = known.map(({ id }) => id);
  const batch = await PaymentBatch.open(tx, scope, accountIds, { known });
  const results = transfers.map((transfer): Transaction | InsufficientBalance => {
    const { platform, parties, input } = transfer;
    const now = clock.now(platform);
    const transaction = newTransfer('TRANSFER_OUT', transfer, now);
    const payment = {
      origin: transaction.origin,
      beneficiary: parties.external,
      umaAddress: undefined,
      sandboxOutcome: transaction.sandboxOutcome,
    };
    const failureReason = rail.immediateFailure(platform, payment);
    if (failureReason) {
      batch.steps.recordNew(transaction);
      return batch.steps.recordStep(transaction, { status: 'FAILED', failureReason }, now);
    }
    const held = batch.ledger.placeHold({
      platformId: platform.id,
      transactionId: transaction.id,
      accountId: parties.internal.id,
      amount: { amount: input.amount, currency: parties.internal.currency },
      at: now,
    });
    if (held instanceof DomainError) return held;
    batch.steps.recordNew(transaction);
    batch.publishBalances([transaction.source], now);
    batch.jobs.push(...firstJobs(rail, platform, transaction, payment, now));
    return transaction;
  });
  await attributeTransfers(tx, transfers, results);
  await batch.write(tx, transactionHooks);
  return results;
}

export const transferOut: (
  ports: Pick<Ports, 'db' | 'clock' | 'rail' | 'transactionHooks' | 'maxDueJobs'>,
  caller: Pick<PlatformCaller, 'platform'>,
  input: Input,
  idempotencyKey?: string,
) => Promise<
  OnceResult<
    | Transaction
    | TransferPartiesError
    | InsufficientBalance
    | RateLimited
    | IdempotencyKeyReused
    | IdempotencyKeyInUse
  >
> = acceptTransfers('transferOut', 'TRANSFER_OUT', prepareTransfersOut, startTransfersOut);
