/**
 * Settles a payment one reported step at a time. The status, the ledger entry and the event of a step are one commit.
 *
 * A debit is held when the payment is accepted, and posted when the payment goes to the rail (PROCESSING). A credit, and
 * a payment pulled from a bank, are posted when the money has arrived (COMPLETED). A refund returns the whole debit, fees
 * included.
 */

import { findExternalAccount } from '../../accounts/external/external-account-store.ts';
import { balanceUpdated } from '../../accounts/internal/balance-updated.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, type InvalidInput, invariant } from '../../kernel/errors.ts';
import { newReference } from '../../kernel/references.ts';
import { AccountClosed, type InsufficientBalance } from '../../ledger/entry.ts';
import { captureHold, releaseHold } from '../../ledger/holds.ts';
import { type NewEntry, openServiceAccounts, postEntry } from '../../ledger/ledger.ts';
import { externalAccountOf, internalAccountOf, type PaymentParty } from '../payment-party.ts';
import type { TransactionHooks } from '../ports.ts';
import {
  captureCredits,
  type ExternalParties,
  incomingPostings,
  outgoingPostings,
  refundPostings,
  suspendedRefundPostings,
} from './posting-rules.ts';
import { recordStep } from './record-step.ts';
import type { SettlementStep } from './settlement-plan.ts';
import { railOfQuote } from './store.ts';
import { isPulled, type Transaction } from './transaction.ts';

/** The external accounts of a transaction's parties, and the rail that the caller chose. */
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

/** Publishes the new balances of the parties that are internal accounts. The ledger has locked them. */
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

type EntryContext = Pick<NewEntry, 'platformId' | 'transactionId' | 'at'>;

const suspendedNote = 'The account is closed: the money is in the suspense account';

/**
 * Returns the debit to the source.
 *
 * Decision: a refund for a deleted customer goes to the platform's suspense account. The refund is complete, because the
 * rail has paid; the operator decides who owns the money.
 */
async function postRefund(
  tx: Executor,
  transaction: Transaction,
  parties: ExternalParties,
  entry: EntryContext,
): Promise<'RETURNED' | 'SUSPENDED' | InsufficientBalance | InvalidInput> {
  const refund = { ...entry, description: 'Refund', postings: refundPostings(transaction, parties) };
  const error = await postEntry(tx, refund);
  if (!(error instanceof AccountClosed)) return error ?? 'RETURNED';
  // A currency that was enabled before suspense accounts were introduced has none yet.
  await openServiceAccounts(tx, entry.platformId, [transaction.source.currency]);
  const postings = suspendedRefundPostings(transaction, parties);
  return (await postEntry(tx, { ...refund, description: 'Refund to suspense', postings })) ?? 'SUSPENDED';
}

/** Applies one reported step. The transaction's row is locked. */
export async function applyStep(
  tx: Executor,
  hooks: TransactionHooks,
  transaction: Transaction,
  parties: ExternalParties,
  step: SettlementStep,
  now: Date,
): Promise<Transaction> {
  await hooks.lockFollowers(tx, transaction);
  const entry: EntryContext = {
    platformId: transaction.platformId,
    transactionId: transaction.id,
    at: now,
  };
  return 'refund' in step
    ? applyRefundStep(tx, hooks, transaction, parties, step, entry)
    : applyStatusStep(tx, hooks, transaction, parties, step, entry);
}

async function applyRefundStep(
  tx: Executor,
  hooks: TransactionHooks,
  transaction: Transaction,
  parties: ExternalParties,
  step: Extract<SettlementStep, { readonly refund: unknown }>,
  entry: EntryContext,
): Promise<Transaction> {
  const { at: now } = entry;
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
  invariant(refund, 'a refund is started before it ends');
  const posted = step.refund === 'COMPLETED' ? await postRefund(tx, transaction, parties, entry) : undefined;
  // The refund fails when the source has no room for the amount any more, or when the payout is already spent.
  const status = posted instanceof DomainError ? 'FAILED' : step.refund;
  const note = posted === 'SUSPENDED' ? suspendedNote : undefined;
  const change = { refund: { ...refund, status, settledAt: now } };
  const after = await recordStep(tx, hooks, transaction, change, now, note);
  if (status === 'COMPLETED') await publishBalances(tx, after, [after.source, after.destination], now);
  return after;
}

async function applyStatusStep(
  tx: Executor,
  hooks: TransactionHooks,
  transaction: Transaction,
  parties: ExternalParties,
  step: Exclude<SettlementStep, { readonly refund: unknown }>,
  entry: EntryContext,
): Promise<Transaction> {
  const { at: now } = entry;
  switch (step.to) {
    case 'PROCESSING':
      if (transaction.type === 'OUTGOING') {
        const credits = captureCredits(transaction, parties);
        await captureHold(tx, { ...entry, description: 'Payment sent' }, credits);
      }
      return recordStep(tx, hooks, transaction, { status: 'PROCESSING' }, now);
    case 'COMPLETED': {
      const pulled = isPulled(transaction);
      const credited = pulled || transaction.type === 'INCOMING';
      if (credited) {
        const error = await postEntry(tx, {
          ...entry,
          description: 'Payment received',
          postings: pulled ? outgoingPostings(transaction, parties) : incomingPostings(transaction, parties),
        });
        // The account has no room for the amount any more: the money returns to the originator.
        if (error instanceof DomainError) {
          const change = { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' } as const;
          return recordStep(tx, hooks, transaction, change, now);
        }
      }
      const after = await recordStep(tx, hooks, transaction, { status: 'COMPLETED', settledAt: now }, now);
      if (credited) await publishBalances(tx, after, [after.destination], now);
      return after;
    }
    case 'REFUNDED':
      // Only for incoming payments. They are credited at COMPLETED, so there is nothing to reverse.
      return recordStep(tx, hooks, transaction, { status: 'REFUNDED' }, now);
    case 'FAILED': {
      const releases = transaction.type === 'OUTGOING' && transaction.status === 'PENDING';
      if (releases) await releaseHold(tx, transaction.id, now);
      const { failureReason } = step;
      const after = await recordStep(tx, hooks, transaction, { status: 'FAILED', failureReason }, now);
      if (releases) await publishBalances(tx, after, [after.source], now);
      return after;
    }
  }
}
