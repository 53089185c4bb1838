/**
 * Hands an accepted payment to the rail. The rail's plan is executed by jobs, one step each; a rail without a plan
 * reports its steps from outside instead.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { type InvalidInput, invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { InsufficientBalance } from '../../ledger/entry.ts';
import { postEntry } from '../../ledger/ledger.ts';
import type { Platform } from '../../platforms/platform.ts';
import { findPlatform } from '../../platforms/store.ts';
import type { Ports, Rail, RailPayment } from '../ports.ts';
import { type ExternalParties, outgoingPostings } from './posting-rules.ts';
import { recordStep } from './record-step.ts';
import { applyStep, findExternalParties, publishBalances } from './settle.ts';
import type { SettlementPlan, SettlementStep } from './settlement-plan.ts';
import { lockTransaction } from './store.ts';
import { isPulled, type Transaction } from './transaction.ts';

export const settlementJob = 'settle-transaction';

interface SettlementPayload extends Record<string, unknown> {
  readonly transactionId: Id<'Transaction'>;
  /** Index of the next step in the plan. */
  readonly step: number;
}

async function enqueueStep(
  tx: Executor,
  platform: Platform,
  payload: SettlementPayload,
  step: SettlementStep | undefined,
  now: Date,
): Promise<void> {
  if (!step) return;
  await enqueue(tx, {
    kind: settlementJob,
    platformId: platform.id,
    payload,
    dueAt: new Date(now.getTime() + step.afterSeconds * 1000),
  });
}

const bookTransferPlan: SettlementPlan = [{ afterSeconds: 0, to: 'COMPLETED' }];

const planOf = (rail: Rail, platform: Platform, payment: RailPayment): SettlementPlan =>
  payment.isBookTransfer ? bookTransferPlan : rail.plan(platform, payment);

export async function startSettlement(
  tx: Executor,
  rail: Rail,
  platform: Platform,
  transaction: Transaction,
  payment: RailPayment,
  now: Date,
): Promise<void> {
  const [first] = planOf(rail, platform, payment);
  await enqueueStep(tx, platform, { transactionId: transaction.id, step: 0 }, first, now);
}

/** The rail's view of a transaction. The outcome of a quote depends on its beneficiary, never on its originator. */
export function railPaymentOf(
  { origin, source, destination }: Transaction,
  { originator, beneficiary }: ExternalParties,
): RailPayment {
  const uma = [destination, source].find((party) => party.type === 'UMA_ADDRESS');
  return {
    origin,
    externalAccount: beneficiary ?? (origin === 'QUOTE' ? undefined : originator),
    umaAddress: uma?.umaAddress,
    isBookTransfer: origin === 'QUOTE' && !originator && !beneficiary && !uma,
  };
}

/**
 * Debits a quoted payment and hands it to the rail, in one commit. A payment pulled from a bank has no entry yet. The
 * rows of the transaction and of its quote are locked.
 */
export async function startPayment(
  tx: Executor,
  { rail, transactionHooks }: Pick<Ports, 'rail' | 'transactionHooks'>,
  platform: Platform,
  transaction: Transaction,
  now: Date,
  agentId: Transaction['agentId'] = transaction.agentId,
): Promise<Transaction | InsufficientBalance | InvalidInput> {
  const parties = await findExternalParties(tx, transaction);
  const pulled = isPulled(transaction);
  const error =
    !pulled &&
    (await postEntry(tx, {
      platformId: platform.id,
      transactionId: transaction.id,
      description: 'Payment sent',
      at: now,
      postings: outgoingPostings(transaction, parties),
    }));
  if (error) return error;
  const sent = await recordStep(tx, transactionHooks, transaction, { status: 'PROCESSING', agentId }, now);
  if (!pulled) await publishBalances(tx, sent, [sent.source, sent.destination], now);
  await startSettlement(tx, rail, platform, sent, railPaymentOf(sent, parties), now);
  return sent;
}

/** Applies one step of the plan and enqueues the next. */
export const settlementHandler =
  ({ rail, transactionHooks }: Pick<Ports, 'rail' | 'transactionHooks'>): JobHandler =>
  async (tx, job, now) => {
    const { transactionId, step: index } = job.payload as SettlementPayload;
    const platform = await findPlatform(tx, job.platformId);
    invariant(platform, 'the platform of a job exists');
    const transaction = await lockTransaction(tx, { platformId: platform.id }, transactionId);
    invariant(transaction, 'the transaction of a job exists');
    const parties = await findExternalParties(tx, transaction);
    const plan = planOf(rail, platform, railPaymentOf(transaction, parties));
    const step = plan[index];
    if (!step) return;
    await applyStep(tx, transactionHooks, transaction, parties, step, now);
    await enqueueStep(tx, platform, { transactionId, step: index + 1 }, plan[index + 1], now);
  };
