/**
 * Applies what a rail reports about a payment, one step at a time: the status, the ledger's entry that goes with it,
 * the event, and the job for the step that follows are one commit.
 *
 * A debit is held when it is accepted and posted when the payment goes to the rail (PROCESSING); a credit is posted
 * when the money has come (COMPLETED), as is what is pulled from a bank; a refund returns all that was debited, fees
 * included. What stays in the house is done when it is sent.
 */

import { findExternalAccount } from '../../accounts/external/external-account-store.ts';
import { balanceUpdated } from '../../accounts/internal/balance-updated.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { DomainError, type InvalidInput, invariant } from '../../kernel/errors.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { newReference } from '../../kernel/references.ts';
import { AccountClosed, type InsufficientBalance } from '../../ledger/entry.ts';
import {
  captureHold,
  type NewEntry,
  openServiceAccounts,
  postEntry,
  releaseHold,
} from '../../ledger/ledger.ts';
import type { Platform } from '../../platforms/platform.ts';
import { findPlatform } from '../../platforms/store.ts';
import { externalAccountOf, internalAccountOf, type PaymentParty } from '../payment-party.ts';
import type { Ports, Rail, RailPayment, TransactionHooks } from '../ports.ts';
import {
  captureCredits,
  type ExternalParties,
  incomingPostings,
  outgoingPostings,
  refundPostings,
  suspendedRefundPostings,
} from './posting-rules.ts';
import { recordStep } from './record-step.ts';
import type { SettlementPlan, SettlementStep } from './settlement-plan.ts';
import { lockTransaction, railOfQuote } from './store.ts';
import { isPulled, type Transaction } from './transaction.ts';

export const settlementJob = 'settle-transaction';

interface SettlementPayload extends Record<string, unknown> {
  readonly transactionId: Id<'Transaction'>;
  /** Which step of the plan comes next. */
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
    platformUuid: uuidOf(platform.id),
    payload,
    dueAt: new Date(now.getTime() + step.afterSeconds * 1000),
  });
}

const done: SettlementPlan = [{ afterSeconds: 0, to: 'COMPLETED' }];

/** What will be reported: by the rail, and by nobody where no rail carries it. */
const planOf = (rail: Rail, platform: Platform, payment: RailPayment): SettlementPlan =>
  payment.isBookTransfer ? done : rail.plan(platform, payment);

/** Starts a payment that was accepted on its way. A rail without a plan reports from outside instead. */
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

/** The external accounts of a recorded transaction's parties, and the rail that the caller chose. */
export async function findExternalParties(tx: Executor, transaction: Transaction): Promise<ExternalParties> {
  const scope = { platformId: transaction.platformId };
  const find = async (party: PaymentParty) => {
    const id = externalAccountOf(party);
    return id && findExternalAccount(tx, scope, id, { deleted: true });
  };
  return {
    originator: await find(transaction.source),
    beneficiary: await find(transaction.destination),
    paymentRail: transaction.quoteId ? await railOfQuote(tx, transaction.quoteId) : undefined,
  };
}

/** What the rail is asked about a transaction: a quote's outcome depends on whom it pays, not on who pays it. */
export function railPaymentOf(
  { origin, source, destination }: Transaction,
  ends: ExternalParties,
): RailPayment {
  const uma = [destination, source].find((party) => party.type === 'UMA_ADDRESS');
  return {
    origin,
    externalAccount: ends.beneficiary ?? (origin === 'QUOTE' ? undefined : ends.originator),
    umaAddress: uma?.type === 'UMA_ADDRESS' ? uma.umaAddress : undefined,
    isBookTransfer: origin === 'QUOTE' && !ends.originator && !ends.beneficiary && !uma,
  };
}

/**
 * Debits a quoted payment and sends it: the entry, PROCESSING and what follows are one commit. What is pulled from a
 * bank has no entry yet. The transaction's row is locked, as is its quote's.
 */
export async function startPayment(
  tx: Executor,
  { rail, transactionHooks }: Pick<Ports, 'rail' | 'transactionHooks'>,
  platform: Platform,
  transaction: Transaction,
  now: Date,
  agentId: Transaction['agentId'] = transaction.agentId,
): Promise<Transaction | InsufficientBalance | InvalidInput> {
  const ends = await findExternalParties(tx, transaction);
  const pulled = isPulled(transaction);
  const refused =
    !pulled &&
    (await postEntry(tx, {
      platformUuid: uuidOf(platform.id),
      transactionUuid: uuidOf(transaction.id),
      description: 'Payment sent',
      at: now,
      postings: outgoingPostings(transaction, ends),
    }));
  if (refused) return refused;
  const sent = await recordStep(tx, transactionHooks, transaction, { status: 'PROCESSING', agentId }, now);
  if (!pulled) await publishBalances(tx, sent, [sent.source, sent.destination], now);
  await startSettlement(tx, rail, platform, sent, railPaymentOf(sent, ends), now);
  return sent;
}

/** Tells the new balances of those of the parties that are internal accounts, which the ledger has locked. */
export async function publishBalances(
  tx: Executor,
  { platformId }: Transaction,
  parties: readonly PaymentParty[],
  now: Date,
): Promise<void> {
  for (const party of parties) {
    const id = internalAccountOf(party);
    if (id) await balanceUpdated(tx, { platformId }, id, now);
  }
}

/** Does the job of one step. Done twice, the second finds the step already taken and leaves it. */
export const settlementHandler =
  ({ rail, transactionHooks }: Pick<Ports, 'rail' | 'transactionHooks'>): JobHandler =>
  async (tx, job, now) => {
    const { transactionId, step: index } = job.payload as SettlementPayload;
    const platform = await findPlatform(tx, idOf('Platform', job.platformUuid));
    invariant(platform, 'the platform of a job exists');
    const transaction = await lockTransaction(tx, { platformId: platform.id }, transactionId);
    invariant(transaction, 'the transaction of a job exists');
    const ends = await findExternalParties(tx, transaction);
    const plan = planOf(rail, platform, railPaymentOf(transaction, ends));
    const step = plan[index];
    if (!step) return;
    const after = await applyStep(tx, transactionHooks, transaction, ends, step, now);
    if (after === transaction) return;
    await enqueueStep(tx, platform, { transactionId, step: index + 1 }, plan[index + 1], now);
  };

const suspendedNote = 'The account is closed: the money is in the suspense account';

/**
 * Returns what was debited to the source.
 *
 * Decision: what comes back after its customer was deleted goes to the platform's suspense account. The refund is
 * complete, because the rail has paid; whom the money belongs to now is for the operator to decide.
 */
async function postRefund(
  tx: Executor,
  transaction: Transaction,
  ends: ExternalParties,
  entry: Omit<NewEntry, 'postings' | 'description'>,
): Promise<'RETURNED' | 'SUSPENDED' | InsufficientBalance | InvalidInput> {
  const refund = { ...entry, description: 'Refund', postings: refundPostings(transaction, ends) };
  const rejected = await postEntry(tx, refund);
  if (!(rejected instanceof AccountClosed)) return rejected ?? 'RETURNED';
  // Currencies that were enabled before there was a suspense account have none yet.
  await openServiceAccounts(tx, entry.platformUuid, [transaction.source.currency]);
  const postings = suspendedRefundPostings(transaction, ends);
  return (await postEntry(tx, { ...refund, description: 'Refund to suspense', postings })) ?? 'SUSPENDED';
}

/** Applies one report to a transaction whose row is locked. */
export async function applyStep(
  tx: Executor,
  hooks: TransactionHooks,
  transaction: Transaction,
  ends: ExternalParties,
  step: SettlementStep,
  now: Date,
): Promise<Transaction> {
  await hooks.lockFollowers(tx, transaction);
  const entry = {
    platformUuid: uuidOf(transaction.platformId),
    transactionUuid: uuidOf(transaction.id),
    at: now,
  };

  if ('refund' in step) {
    if (step.refund === 'PENDING') {
      const refund = {
        reference: newReference('RF'),
        status: 'PENDING' as const,
        reason: step.refundReason,
        initiatedAt: now,
        settledAt: undefined,
      };
      return recordStep(tx, hooks, transaction, { refund }, now);
    }
    const { refund } = transaction;
    invariant(refund, 'a refund was begun before it ends');
    const posted = step.refund === 'COMPLETED' ? await postRefund(tx, transaction, ends, entry) : undefined;
    // The source filled up meanwhile, so that what was debited has no room there any more, or what was paid out is spent.
    const status = posted instanceof DomainError ? 'FAILED' : step.refund;
    const note = posted === 'SUSPENDED' ? suspendedNote : undefined;
    const change = { refund: { ...refund, status, settledAt: now } };
    const after = await recordStep(tx, hooks, transaction, change, now, note);
    if (status === 'COMPLETED') await publishBalances(tx, after, [after.source, after.destination], now);
    return after;
  }

  switch (step.to) {
    case 'PROCESSING':
      if (transaction.type === 'OUTGOING') {
        await captureHold(tx, { ...entry, description: 'Payment sent' }, captureCredits(transaction, ends));
      }
      return recordStep(tx, hooks, transaction, { status: 'PROCESSING' }, now);
    case 'COMPLETED': {
      const pulled = isPulled(transaction);
      const credits = pulled || transaction.type === 'INCOMING';
      if (credits) {
        const refused = await postEntry(tx, {
          ...entry,
          description: 'Payment received',
          postings: pulled ? outgoingPostings(transaction, ends) : incomingPostings(transaction, ends),
        });
        // The account filled up while the money was under way: it goes back where it came from.
        if (refused instanceof DomainError) {
          return recordStep(
            tx,
            hooks,
            transaction,
            { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' },
            now,
          );
        }
      }
      const after = await recordStep(tx, hooks, transaction, { status: 'COMPLETED', settledAt: now }, now);
      if (credits) await publishBalances(tx, after, [after.destination], now);
      return after;
    }
    case 'REFUNDED':
      // Only of what comes in, which is credited when it is COMPLETED: there is nothing to take back.
      return recordStep(tx, hooks, transaction, { status: 'REFUNDED' }, now);
    case 'FAILED': {
      const releases = transaction.type === 'OUTGOING' && transaction.status === 'PENDING';
      if (releases) await releaseHold(tx, uuidOf(transaction.id), now);
      const { failureReason } = step;
      const after = await recordStep(tx, hooks, transaction, { status: 'FAILED', failureReason }, now);
      if (releases) await publishBalances(tx, after, [after.source], now);
      return after;
    }
  }
}
