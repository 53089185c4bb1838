/**
 * What payments of one platform write, collected in memory: ledger entries and holds, steps and their events, balances, and
 * jobs. The same few statements write it for any number of payments, in the caller's transaction.
 */
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { findInternalAccounts } from '../../accounts/internal/internal-account-store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueueAll, type NewJob } from '../../infrastructure/jobs/jobs.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { openServiceAccounts } from '../../ledger/account-store.ts';
import { type LedgerBatch, openLedger } from '../../ledger/ledger-batch-store.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { internalAccountOf, type PaymentParty } from '../payment-party.ts';
import type { TransactionHooks } from '../ports.ts';
import { StepBatch } from './record-step.ts';
import type { Transaction } from './transaction.ts';

export const internalAccountsOf = ({
  source,
  destination,
}: Pick<Transaction, 'source' | 'destination'>): Id<'InternalAccount'>[] =>
  [source, destination].flatMap((party) => internalAccountOf(party) ?? []);

export class PaymentBatch {
  readonly ledger: LedgerBatch;
  readonly steps = new StepBatch();
  readonly jobs: NewJob[] = [];
  readonly #accounts: ReadonlyMap<Id<'InternalAccount'>, InternalAccount>;
  readonly #platformId: Id<'Platform'>;
  /** Currencies whose service accounts are opened before the entries are written. */
  readonly #opened = new Set<string>();

  private constructor(
    platformId: Id<'Platform'>,
    ledger: LedgerBatch,
    accounts: ReadonlyMap<Id<'InternalAccount'>, InternalAccount>,
  ) {
    this.#platformId = platformId;
    this.ledger = ledger;
    this.#accounts = accounts;
  }

  /**
   * Locks what payments change.
   *
   * @param accountIds the internal accounts whose balances may change.
   * @param holdsOf the transactions whose holds are captured or released. Their rows are locked.
   * @param known the records of the accounts, if the caller has read them in this transaction.
   */
  static async open(
    tx: Executor,
    { platformId }: Scope,
    accountIds: readonly Id<'InternalAccount'>[],
    {
      holdsOf = [],
      known,
    }: {
      readonly holdsOf?: readonly Id<'Transaction'>[];
      readonly known?: readonly InternalAccount[];
    } = {},
  ): Promise<PaymentBatch> {
    const unique = [...new Set(accountIds)];
    const [ledger, accounts] = await Promise.all([
      openLedger(tx, unique, holdsOf),
      known ?? (unique.length > 0 ? findInternalAccounts(tx, { platformId }, unique) : []),
    ]);
    return new PaymentBatch(platformId, ledger, new Map(accounts.map((account) => [account.id, account])));
  }

  openServiceAccounts(currency: string): void {
    this.#opened.add(currency);
  }

  /** Publishes the new balances of the parties that are internal accounts. */
  publishBalances(parties: readonly PaymentParty[], at: Date): void {
    for (const party of parties) {
      const id = internalAccountOf(party);
      if (!id) continue;
      const account = this.#accounts.get(id);
      invariant(account, 'the record of an account that a payment changes was read');
      const { posted, held } = this.ledger.balanceOf(id);
      this.steps.publishBalance(this.#platformId, { ...account, posted, held }, at);
    }
  }

  async write(tx: Executor, hooks: TransactionHooks): Promise<void> {
    await openServiceAccounts(tx, this.#platformId, [...this.#opened]);
    await this.ledger.write(tx);
    await this.steps.write(tx, hooks);
    await enqueueAll(tx, this.jobs);
  }
}
