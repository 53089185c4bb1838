/**
 * Settles payments by the steps that a rail reports. The statuses, the ledger entries and the events of a batch are one
 * commit, written by the same few statements for any number of payments.
 *
 * A debit is held when the payment is accepted, and posted when the payment goes to the rail (PROCESSING). A credit, and
 * a payment pulled from a bank, are posted when the money has arrived (COMPLETED). A refund returns the whole debit, fees
 * included.
 */

import { findExternalAccounts } from '../../accounts/external/external-account-store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, type InvalidInput, invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { newReference } from '../../kernel/references.ts';
import { AccountClosed, type InsufficientBalance } from '../../ledger/entry.ts';
import type { NewEntry } from '../../ledger/ledger-batch-store.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { externalAccountOf, type PaymentParty } from '../payment-party.ts';
import type { TransactionHooks } from '../ports.ts';
import { internalAccountsOf, PaymentBatch } from './payment-batch.ts';
import {
  balancingPostings,
  type ExternalParties,
  incomingPostings,
  outgoingPostings,
  refundPostings,
  suspendedRefundPostings,
} from './posting-rules.ts';
import type { SettlementStep } from './settlement-plan.ts';
import { railsOfQuotes } from './store.ts';
import { isPulled, type Transaction } from './transaction.ts';

/**
 * Returns a function that gives the external accounts of a transaction's parties, deleted ones included, and the rail that
 * the caller chose.
 */
export async function findExternalParties(
  tx: Executor,
  scope: Scope,
  transactions: readonly Transaction[],
): Promise<(transaction: Transaction) => ExternalParties> {
  const accountIds = transactions.flatMap(({ source, destination }) =>
    [source, destination].flatMap((party) => externalAccountOf(party) ?? []),
  );
  const quoteIds = transactions.flatMap(({ quoteId }) => quoteId ?? []);
  const [found, rails] = await Promise.all([
    accountIds.length > 0 ? findExternalAccounts(tx, scope, [...new Set(accountIds)], { deleted: true }) : [],
    railsOfQuotes(tx, quoteIds),
  ]);
  const accounts = new Map(found.map((account) => [account.id, account]));
  const accountOf = (party: PaymentParty) => {
    const id = externalAccountOf(party);
    return id && accounts.get(id);
  };
  return ({ source, destination, quoteId }) => ({
    originator: accountOf(source),
    beneficiary: accountOf(destination),
    paymentRail: quoteId && rails.get(quoteId),
  });
}

type EntryContext = Pick<NewEntry, 'platformId' | 'at'> & { readonly transactionId: Id<'Transaction'> };

const suspendedNote = 'The account is closed: the money is in the suspense account';

/**
 * Returns the debit to the source.
 *
 * Decision: a refund for a deleted customer goes to the platform's suspense account. The refund is complete, because the
 * rail has paid; the operator decides who owns the money.
 */
function postRefund(
  batch: PaymentBatch,
  transaction: Transaction,
  parties: ExternalParties,
  entry: EntryContext,
): 'RETURNED' | 'SUSPENDED' | InsufficientBalance | InvalidInput {
  const { ledger } = batch;
  const refund = { ...entry, description: 'Refund', postings: refundPostings(transaction, parties) };
  const error = ledger.post(refund);
  if (!(error instanceof AccountClosed)) return error ?? 'RETURNED';
  // A currency that was enabled before suspense accounts were introduced has none yet.
  batch.openServiceAccounts(transaction.source.currency);
  const postings = suspendedRefundPostings(transaction, parties);
  return ledger.post({ ...refund, description: 'Refund to suspense', postings }) ?? 'SUSPENDED';
}

/** A payment with the steps to apply. Its row is locked. */
export interface PaymentToSettle {
  readonly transaction: Transaction;
  readonly parties: ExternalParties;
  readonly steps: readonly SettlementStep[];
}

/** The internal accounts whose balances the steps may change. */
const changedAccounts = ({ transaction, steps }: PaymentToSettle): Id<'InternalAccount'>[] => {
  const credited = isPulled(transaction) || transaction.type === 'INCOMING';
  const posts = (step: SettlementStep): boolean => {
    if ('refund' in step) return step.refund === 'COMPLETED';
    if (step.to === 'COMPLETED') return credited;
    return transaction.type === 'OUTGOING' && (step.to === 'PROCESSING' || step.to === 'FAILED');
  };
  return steps.some(posts) ? internalAccountsOf(transaction) : [];
};

/** Applies the steps of payments of one platform, in order. Returns the transactions as they are then. */
export async function settlePayments(
  tx: Executor,
  hooks: TransactionHooks,
  scope: Scope,
  payments: readonly PaymentToSettle[],
  now: Date,
): Promise<Transaction[]> {
  await hooks.lockFollowers(
    tx,
    payments.map(({ transaction }) => transaction),
  );
  const held = payments.filter(
    ({ transaction: { type, status } }) => type === 'OUTGOING' && status === 'PENDING',
  );
  const batch = await PaymentBatch.open(tx, scope, payments.flatMap(changedAccounts), {
    holdsOf: held.map(({ transaction }) => transaction.id),
  });
  const settled = new Map<Id<'Transaction'>, Transaction>();
  for (const { transaction, parties, steps } of payments) {
    let current = settled.get(transaction.id) ?? transaction;
    for (const step of steps) current = applyStep(batch, current, parties, step, now);
    settled.set(current.id, current);
  }
  await batch.write(tx, hooks);
  return [...settled.values()];
}

function applyStep(
  batch: PaymentBatch,
  transaction: Transaction,
  parties: ExternalParties,
  step: SettlementStep,
  now: Date,
): Transaction {
  const entry: EntryContext = {
    platformId: transaction.platformId,
    transactionId: transaction.id,
    at: now,
  };
  return 'refund' in step
    ? applyRefundStep(batch, transaction, parties, step, entry)
    : applyStatusStep(batch, transaction, parties, step, entry);
}

function applyRefundStep(
  batch: PaymentBatch,
  transaction: Transaction,
  parties: ExternalParties,
  step: Extract<SettlementStep, { readonly refund: unknown }>,
  entry: EntryContext,
): Transaction {
  const { at: now } = entry;
  if (step.refund === 'PENDING') {
    const refund = {
      reference: newReference('RF'),
      status: 'PENDING' as const,
      reason: step.refundReason,
      initiatedAt: now,
      settledAt: undefined,
    };
    return batch.steps.recordStep(transaction, { refund }, now);
  }
  const { refund } = transaction;
  invariant(refund, 'a refund is started before it ends');
  const posted = step.refund === 'COMPLETED' ? postRefund(batch, transaction, parties, entry) : undefined;
  // The refund fails when it would exceed the maximum balance of the source, or when the payout is already spent.
  const status = posted instanceof DomainError ? 'FAILED' : step.refund;
  const note = posted === 'SUSPENDED' ? suspendedNote : undefined;
  const change = { refund: { ...refund, status, settledAt: now } };
  const after = batch.steps.recordStep(transaction, change, now, note);
  if (status === 'COMPLETED') batch.publishBalances([after.source, after.destination], now);
  return after;
}

function applyStatusStep(
  batch: PaymentBatch,
  transaction: Transaction,
  parties: ExternalParties,
  step: Exclude<SettlementStep, { readonly refund: unknown }>,
  entry: EntryContext,
): Transaction {
  const { at: now } = entry;
  const { ledger, steps } = batch;
  switch (step.to) {
    case 'PROCESSING':
      if (transaction.type === 'OUTGOING') {
        ledger.captureHold(
          { ...entry, description: 'Payment sent' },
          balancingPostings(transaction, parties),
        );
      }
      return steps.recordStep(transaction, { status: 'PROCESSING' }, now, step.note);
    case 'COMPLETED': {
      const pulled = isPulled(transaction);
      const credited = pulled || transaction.type === 'INCOMING';
      if (credited) {
        const error = ledger.post({
          ...entry,
          description: 'Payment received',
          postings: pulled ? outgoingPostings(transaction, parties) : incomingPostings(transaction, parties),
        });
        // The account is closed, or its balance would be too large. The rail has the money, and decides what becomes of it.
        if (error instanceof DomainError) {
          const change = { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' } as const;
          return steps.recordStep(transaction, change, now);
        }
      }
      const after = steps.recordStep(transaction, { status: 'COMPLETED', settledAt: now }, now, step.note);
      if (credited) batch.publishBalances([after.destination], now);
      return after;
    }
    case 'REFUNDED':
      // Only for incoming payments. They are credited at COMPLETED, so there is nothing to reverse.
      return steps.recordStep(transaction, { status: 'REFUNDED' }, now);
    case 'FAILED': {
      const releases = transaction.type === 'OUTGOING' && transaction.status === 'PENDING';
      if (releases) ledger.releaseHold(transaction.id, now);
      const { failureReason } = step;
      const after = steps.recordStep(transaction, { status: 'FAILED', failureReason }, now, step.note);
      if (releases) batch.publishBalances([after.source], now);
      return after;
    }
  }
}
