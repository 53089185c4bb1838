/**
 * Credits deposits whose money is on the account `FUNDING`, or makes them unmatched deposits. Of an entry with many movements jobs
 * credit them, some in each transaction, so that no transaction locks many accounts for long.
 */
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { findInternalAccounts } from '../../accounts/internal/internal-account-store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { rowsAtOnce } from '../../infrastructure/database/send-rows.ts';
import { enqueueAll, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { chunked } from '../../kernel/chunked.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { openLedger } from '../../ledger/ledger-batch-store.ts';
import type { Ports } from '../../payments/ports.ts';
import type { Platform } from '../../platforms/platform.ts';
import { findPlatform } from '../../platforms/store.ts';
import { creditAccount, lockOwners, NotCredited, payQuote } from './accept-deposit.ts';
import type { DepositSource } from './deposit-source-store.ts';
import { moveBetween, recordUnmatched } from './record-unmatched.ts';

type DepositPorts = Pick<Ports, 'rail' | 'transactionHooks'>;

/** The account that a deposit credits, or the quote that it pays. */
type CreditedTarget = { readonly account: InternalAccount } | { readonly quoteId: Id<'Quote'> } | NotCredited;

interface MatchedDeposit {
  readonly amount: bigint;
  readonly currency: string;
  readonly source: DepositSource;
}

/** Credits one deposit. Returns its transaction; `undefined` when it is an unmatched deposit. */
export async function creditDeposit(
  tx: Executor,
  ports: DepositPorts,
  platform: Platform,
  target: CreditedTarget,
  { amount, currency, source }: MatchedDeposit,
  now: Date,
): Promise<Id<'Transaction'> | undefined> {
  const credited = await creditTarget(tx, ports, platform, target, { amount, source }, now);
  if (!(credited instanceof NotCredited)) return credited.id;
  const money = { amount, currency };
  await moveBetween(tx, platform.id, { from: 'FUNDING', to: 'UNMATCHED_DEPOSITS' }, money, {
    description: 'Deposit not credited',
    at: now,
  });
  await recordUnmatched(tx, [{ platformId: platform.id, source, money, reason: credited.reason }], now);
  return undefined;
}

function creditTarget(
  tx: Executor,
  ports: DepositPorts,
  platform: Platform,
  target: CreditedTarget,
  deposit: Pick<MatchedDeposit, 'amount' | 'source'>,
  now: Date,
) {
  if (target instanceof NotCredited) return target;
  return 'account' in target
    ? creditAccount(tx, ports, platform, target.account, deposit, now)
    : payQuote(tx, ports, platform, target.quoteId, deposit, now);
}

export const creditDepositsJobKind = 'credit-bank-deposits';

/** Deposits that one transaction credits. */
export const depositsAtOnce = 50;

interface LaterDeposit extends Omit<MatchedDeposit, 'amount'> {
  readonly amount: string;
  readonly accountId?: Id<'InternalAccount'>;
  readonly quoteId?: Id<'Quote'>;
}

/** Leaves the deposits of an entry to jobs. */
export async function creditLater(
  tx: Executor,
  platformId: Id<'Platform'>,
  deposits: readonly (MatchedDeposit & { readonly target: Exclude<CreditedTarget, NotCredited> })[],
  now: Date,
): Promise<void> {
  const later = deposits.map(({ amount, target, currency, source }): LaterDeposit => {
    const credited = 'account' in target ? { accountId: target.account.id } : { quoteId: target.quoteId };
    return { amount: String(amount), currency, source, ...credited };
  });
  // The payment of a quote locks the quote and its parties before the ledger, so a transaction pays one.
  const quotes = later.filter(({ quoteId }) => quoteId !== undefined);
  const others = later.filter(({ quoteId }) => quoteId === undefined);
  const pages = [...chunked(others, depositsAtOnce), ...chunked(quotes, 1)];
  for (const part of chunked(pages, rowsAtOnce)) {
    const jobs = part.map((deposits) => ({
      kind: creditDepositsJobKind,
      platformId,
      payload: { deposits },
      dueAt: now,
    }));
    await enqueueAll(tx, jobs);
  }
}

/** Credits the deposits of one job. The job ends in the commit of their postings, so none is credited twice. */
export const creditDepositsHandler =
  (ports: DepositPorts): JobHandler =>
  async (tx, { platformId, payload }, now) => {
    const { deposits } = payload as { deposits: readonly LaterDeposit[] };
    const platform = await findPlatform(tx, platformId);
    invariant(platform, 'the platform of a job exists');
    const ids = [...new Set(deposits.flatMap(({ accountId }) => accountId ?? []))];
    const accounts = await findInternalAccounts(tx, { platformId }, ids);
    // All accounts first, in one order: the deposits of two jobs can name the same accounts.
    await lockOwners(tx, platformId, accounts);
    await openLedger(tx, ids);
    const active = new Map(accounts.filter(({ status }) => status === 'ACTIVE').map((one) => [one.id, one]));
    for (const { amount, accountId, quoteId, ...deposit } of deposits) {
      const account = accountId && active.get(accountId);
      const target = quoteId
        ? { quoteId }
        : account
          ? { account }
          : new NotCredited('The account is closed.');
      await creditDeposit(tx, ports, platform, target, { ...deposit, amount: BigInt(amount) }, now);
    }
  };
