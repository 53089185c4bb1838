/**
 * Hands an accepted payment to the rail. The rail's plan is executed by jobs; steps without a delay between them are one
 * job. A rail without a plan reports its steps from outside instead.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { type BatchHandler, enqueueAll, type NewJob } from '../../infrastructure/jobs/jobs.ts';
import { type InvalidInput, invariant } from '../../kernel/errors.ts';
import type { InsufficientBalance } from '../../ledger/entry.ts';
import type { Platform } from '../../platforms/platform.ts';
import { findPlatform } from '../../platforms/store.ts';
import type { Ports, Rail, RailPayment } from '../ports.ts';
import { internalAccountsOf, PaymentBatch } from './payment-batch.ts';
import { outgoingPostings } from './posting-rules.ts';
import { findExternalParties, type PaymentToSettle, settlePayments } from './settle.ts';
import { firstJobs, followingJobs, planOf, railPaymentOf, type SettlementPayload } from './settlement-job.ts';
import type { SettlementPlan } from './settlement-plan.ts';
import { lockTransactions } from './store.ts';
import { isPulled, type Transaction } from './transaction.ts';

/** Enqueues the first job of an accepted payment. */
export const startSettlement = (
  tx: Executor,
  rail: Rail,
  platform: Platform,
  transaction: Transaction,
  payment: RailPayment,
  now: Date,
): Promise<void> => enqueueAll(tx, firstJobs(rail, platform, transaction, payment, now));

/**
 * Debits a quoted payment and submits it to the rail, in one commit. A payment pulled from a bank has no entry yet. The
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
  const scope = { platformId: platform.id };
  const parties = (await findExternalParties(tx, scope, [transaction]))(transaction);
  const pulled = isPulled(transaction);
  const batch = await PaymentBatch.open(tx, scope, pulled ? [] : internalAccountsOf(transaction));
  if (!pulled) {
    const error = batch.ledger.post({
      platformId: platform.id,
      transactionId: transaction.id,
      description: 'Payment sent',
      at: now,
      postings: outgoingPostings(transaction, parties),
    });
    if (error) return error;
  }
  const sent = batch.steps.recordStep(transaction, { status: 'PROCESSING', agentId }, now);
  if (!pulled) batch.publishBalances([sent.source, sent.destination], now);
  batch.jobs.push(...firstJobs(rail, platform, sent, railPaymentOf(sent, parties), now));
  await batch.write(tx, transactionHooks);
  return sent;
}

/** The steps from an index on that one report of the rail brings: the first, and those that follow it without a delay. */
function stepsAtOnce(plan: SettlementPlan, index: number): SettlementPlan {
  const end = plan.findIndex(({ afterSeconds }, at) => at > index && afterSeconds > 0);
  return plan.slice(index, end === -1 ? undefined : end);
}

/** More payments of a batch save nothing more, and its locks would be held longer. */
const maxPaymentsAtOnce = 64;

/** Applies the due steps of payments and enqueues the next ones. */
export const settlementHandler = ({
  rail,
  transactionHooks,
}: Pick<Ports, 'rail' | 'transactionHooks'>): BatchHandler => ({
  maxJobs: maxPaymentsAtOnce,
  async performAll(tx, jobs, now) {
    const platformId = jobs[0]?.platformId;
    if (!platformId) return;
    const scope = { platformId };
    const due = jobs.map(({ payload }) => payload as SettlementPayload);
    const [platform, locked] = await Promise.all([
      findPlatform(tx, platformId),
      lockTransactions(
        tx,
        scope,
        due.map(({ transactionId }) => transactionId),
      ),
    ]);
    invariant(platform, 'the platform of a job exists');
    const transactions = new Map(locked.map((transaction) => [transaction.id, transaction]));
    const partiesOf = await findExternalParties(tx, scope, locked);
    const next: NewJob[] = [];
    const payments = due.flatMap(({ transactionId, step }): PaymentToSettle[] => {
      const transaction = transactions.get(transactionId);
      invariant(transaction, 'the transaction of a job exists');
      const parties = partiesOf(transaction);
      const plan = planOf(rail, platform, railPaymentOf(transaction, parties));
      const steps = stepsAtOnce(plan, step);
      const following = step + steps.length;
      next.push(...followingJobs(platform, { transactionId, step: following }, plan[following], now));
      return steps.length > 0 ? [{ transaction, parties, steps }] : [];
    });
    await settlePayments(tx, transactionHooks, scope, payments, now);
    await enqueueAll(tx, next);
  },
});
