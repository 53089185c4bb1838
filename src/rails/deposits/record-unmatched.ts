/** Records deposits that are not credited until a person decides. Their money is on the account `UNMATCHED_DEPOSITS`. */
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, newId } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import { serviceAccount } from '../../ledger/account-store.ts';
import type { ServiceAccountCode } from '../../ledger/chart.ts';
import { postEntry } from '../../ledger/ledger-batch-store.ts';
import type { Transaction, TransactionFailureReason } from '../../payments/transactions/transaction.ts';
import { type DepositSource, findDebitOfAssigned, findDepositSource } from './deposit-source-store.ts';
import { insertUnmatched } from './store.ts';

interface NewUnmatched {
  readonly platformId: Id<'Platform'>;
  readonly source: DepositSource;
  readonly money: Money;
  /** A sentence: why it was not credited. */
  readonly reason: string;
  readonly transactionId?: Id<'Transaction'> | undefined;
  /** The direct debit whose money it is. */
  readonly bankPaymentId?: Id<'BankPayment'> | undefined;
}

export function recordUnmatched(tx: Executor, deposits: readonly NewUnmatched[], now: Date): Promise<void> {
  return insertUnmatched(
    tx,
    deposits.map(({ platformId, source, money, reason, transactionId, bankPaymentId }) => ({
      id: newId('UnmatchedDeposit'),
      platformId,
      ...source,
      ...money,
      status: 'OPEN',
      reason,
      decision: undefined,
      round: 0,
      decidedAccountId: undefined,
      transactionId,
      bankPaymentId,
      createdAt: now,
      updatedAt: now,
    })),
  );
}

/** Moves money between two service accounts of a platform. */
export async function moveBetween(
  tx: Executor,
  platformId: Id<'Platform'>,
  { from, to }: { readonly from: ServiceAccountCode; readonly to: ServiceAccountCode },
  { amount, currency }: Money,
  { description, transactionId, at }: { description: string; transactionId?: Id<'Transaction'>; at: Date },
): Promise<void> {
  const error = await postEntry(tx, {
    platformId,
    transactionId,
    description,
    at,
    postings: [
      { account: serviceAccount(platformId, from, currency), amount: { amount: -amount, currency } },
      { account: serviceAccount(platformId, to, currency), amount: { amount, currency } },
    ],
  });
  invariant(!error, 'service accounts have no minimum and no maximum');
}

const ended = ['FAILED', 'REJECTED', 'EXPIRED'] as const;
const hasEnded = (status: Transaction['status']): boolean => ended.some((one) => one === status);

const failureTexts: Readonly<Partial<Record<TransactionFailureReason, string>>> = {
  PAYMENT_APPROVAL_TIMED_OUT: 'The platform did not approve it in time.',
  PAYMENT_APPROVAL_WEBHOOK_ERROR: "The platform's approval webhook failed.",
  MISSING_MANDATORY_PAYEE_DATA: 'The approval had not all required data of the payee.',
};

/** The money that a step leaves on `FUNDING`. */
interface LeftOver extends Pick<NewUnmatched, 'reason'> {
  readonly money: Money | undefined;
  readonly description: string;
}

function leftOverOf(before: Transaction, after: Transaction): LeftOver | undefined {
  const { origin, source, sent, received, status, failureReason, refund } = after;
  if (source.type !== 'REALTIME_FUNDING') return undefined;
  if (refund?.status === 'COMPLETED' && before.refund?.status !== 'COMPLETED') {
    const reason = 'It paid a quote whose payment failed and was refunded.';
    return { money: sent, description: 'Deposit of a refunded quote', reason };
  }
  if (origin !== 'FUNDING' || before.status === status || !hasEnded(status)) return undefined;
  const known = failureReason && failureTexts[failureReason];
  const reason = status === 'REJECTED' ? 'The platform rejected it.' : (known ?? 'It could not be credited.');
  return { money: received, description: 'Deposit not credited', reason };
}

/**
 * A deposit becomes an unmatched deposit if the platform did not approve it, if it could not be credited, or if the payment of its
 * quote was refunded. The sandbox has no depositor: there the money stays on `FUNDING`.
 */
export async function followDeposit(
  tx: Executor,
  before: Transaction,
  after: Transaction,
  at: Date,
): Promise<void> {
  const leftOver = leftOverOf(before, after);
  if (!leftOver) return;
  const { id: transactionId, platformId } = after;
  const { money, description, reason } = leftOver;
  const source = await findDepositSource(tx, after);
  if (!source || !money) return;
  await moveBetween(tx, platformId, { from: 'FUNDING', to: 'UNMATCHED_DEPOSITS' }, money, {
    description,
    transactionId,
    at,
  });
  const bankPaymentId = await findDebitOfAssigned(tx, transactionId);
  await recordUnmatched(tx, [{ platformId, source, money, reason, transactionId, bankPaymentId }], at);
}
