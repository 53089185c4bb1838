/** Pulls money from an external account into an internal account of the same currency. Source: docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications, docs/behaviour/payments.md#states-of-an-incoming-transaction. */
import type { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import type {
  IdempotencyKeyInUse,
  IdempotencyKeyReused,
  OnceResult,
} from '../../infrastructure/idempotency/once.ts';
import { DomainError, type InvalidInput, type RateLimited } from '../../kernel/errors.ts';
import type { PlatformCaller, Scope } from '../../platforms/access/principal.ts';
import type { Ports } from '../ports.ts';
import { MandateInUse } from '../transactions/errors.ts';
import { PaymentBatch } from '../transactions/payment-batch.ts';
import { reserveMandates } from '../transactions/reserve-mandates.ts';
import { firstJobs } from '../transactions/settlement-job.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { acceptTransfers } from './accept-transfers.ts';
import {
  attributeTransfers,
  newTransfer,
  type PreparedTransfer,
  preparing,
  type TransferParties,
  type TransferPartiesError,
} from './start-transfer.ts';
import { checkTransferIn, type TransferInInput } from './transfer.ts';

type Input = z.output<typeof TransferInInput>;

const prepareParties = preparing<Input>(
  ({ source, destination }) => ({ internalId: destination, externalId: source }),
  checkTransferIn,
);

/** Both accounts of each transfer, locked against deletion, if the transfer is allowed. Reserves one-off mandates. */
export async function prepareTransfersIn(
  tx: Executor,
  scope: Scope,
  inputs: readonly Input[],
): Promise<(TransferParties | TransferPartiesError)[]> {
  const prepared = await prepareParties(tx, scope, inputs);
  const externals = prepared.flatMap((parties) => (parties instanceof DomainError ? [] : [parties.external]));
  const inUse = await reserveMandates(tx, externals);
  return prepared.map((parties) => {
    if (parties instanceof DomainError) return parties;
    const { id, directDebitMandate } = parties.external;
    if (inUse.has(id)) return new MandateInUse('source');
    // The next transfers of the group find the mandate in use.
    if (directDebitMandate?.isOneOff) inUse.add(id);
    return parties;
  });
}

/**
 * Requests the money from the rail. The accounts are credited when the money arrives. Writes nothing of a transfer whose
 * result is an error.
 */
export async function startTransfersIn(
  tx: Executor,
  { clock, rail, transactionHooks }: Pick<Ports, 'clock' | 'rail' | 'transactionHooks'>,
  scope: Scope,
  transfers: readonly PreparedTransfer[],
): Promise<(Transaction | InvalidInput)[]> {
  const known = transfers.map(({ parties }) => parties.internal);
  const accountIds = known.map(({ id }) => id);
  const batch = await PaymentBatch.open(tx, scope, accountIds, { known });
  const results = transfers.map((transfer): Transaction | InvalidInput => {
    const { platform, parties, input } = transfer;
    const amount = { amount: input.amount, currency: parties.internal.currency };
    const creditable = batch.ledger.checkCreditable(parties.internal.id, amount);
    if (creditable instanceof DomainError) return creditable;
    const now = clock.now(platform);
    const transaction = newTransfer('TRANSFER_IN', transfer, now);
    const payment = {
      origin: transaction.origin,
      originator: parties.external,
      umaAddress: undefined,
      sandboxOutcome: transaction.sandboxOutcome,
    };
    batch.steps.recordNew(transaction);
    const failureReason = rail.immediateFailure(platform, payment);
    if (failureReason) return batch.steps.recordStep(transaction, { status: 'FAILED', failureReason }, now);
    batch.jobs.push(...firstJobs(rail, platform, transaction, payment, now));
    return transaction;
  });
  await attributeTransfers(tx, transfers, results);
  await batch.write(tx, transactionHooks);
  return results;
}

export const transferIn: (
  ports: Pick<Ports, 'db' | 'clock' | 'rail' | 'transactionHooks' | 'maxDueJobs'>,
  caller: Pick<PlatformCaller, 'platform'>,
  input: Input,
  idempotencyKey?: string,
) => Promise<
  OnceResult<Transaction | TransferPartiesError | RateLimited | IdempotencyKeyReused | IdempotencyKeyInUse>
> = acceptTransfers('transferIn', 'TRANSFER_IN', prepareTransfersIn, startTransfersIn);
