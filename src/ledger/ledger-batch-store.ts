/**
 * Changes of the ledger for any number of payments. `openLedger` locks the accounts, in id order so that two batches cannot
 * deadlock. The methods apply entries and holds to the locked balances in memory, by the rules of `entry.ts`. `write`
 * writes everything with one statement. The caller's transaction makes it one commit.
 *
 * A change that returns an error changes nothing, so the other payments of the batch are not affected.
 */
import { sql } from 'drizzle-orm';
import { asBigInt, type Executor } from '../infrastructure/database/client.ts';
import { readValues } from '../infrastructure/database/row-decoding/rows.ts';
import { statement } from '../infrastructure/database/statements.ts';
import { send } from '../infrastructure/database/transact.ts';
import { DomainError, type InvalidInput, invariant } from '../kernel/errors.ts';
import { type Id, idOf, newUuid, newUuidsAtOnce, uuidOf } from '../kernel/ids.ts';
import type { Money } from '../kernel/money/amount.ts';
import {
  applyChange,
  assertBalanced,
  type Balance,
  checkAvailable,
  InsufficientBalance,
  type Posting,
} from './entry.ts';

export interface NewEntry {
  readonly platformId: Id<'Platform'>;
  /** Absent for an entry of a bank that belongs to no transaction. */
  readonly transactionId?: Id<'Transaction'> | undefined;
  readonly description: string;
  readonly at: Date;
  readonly postings: readonly Posting[];
}

/** An entry of a transaction, which has at most one hold. */
interface EntryOfTransaction {
  readonly transactionId: Id<'Transaction'>;
}

interface HoldRequest {
  readonly platformId: Id<'Platform'>;
  readonly transactionId: Id<'Transaction'>;
  readonly accountId: Id<'InternalAccount'>;
  readonly amount: Money;
  readonly at: Date;
}

interface PlacedHold {
  readonly accountUuid: string;
  readonly amount: Money;
}

/** Stored balances of internal accounts. Their rows are locked. */
const lockAccounts = statement<'accounts'>(sql`
  select id, posted, held, closed from ledger_accounts
  where id = any(${sql.placeholder('accounts')}::uuid[]) and posted is not null order by id for update`);

/** Holds that are neither captured nor released. Their transactions are locked. */
const lockHolds = statement<'transactions'>(sql`
  select transaction_id, account_id, amount, currency from holds
  where transaction_id = any(${sql.placeholder('transactions')}::uuid[]) and status = 'PLACED' for update`);

/** The ids are parameters of their own, so that the planner uses the indexes, whatever the size of the tables. */
const writeAll = statement<
  'entries' | 'postings' | 'balances' | 'accounts' | 'placed' | 'closed' | 'transactions'
>(sql`
  with new_entries as (
    insert into entries (id, platform_id, transaction_id, description, created_at)
    select id, platform_id, transaction_id, description, created_at
    from json_populate_recordset(null::entries, ${sql.placeholder('entries')}::json)
  ), new_balances as (
    update ledger_accounts a set posted = b.posted, held = b.held
    from json_populate_recordset(null::ledger_accounts, ${sql.placeholder('balances')}::json) b
    where a.id = b.id and a.id = any(${sql.placeholder('accounts')}::uuid[])
  ), new_holds as (
    insert into holds (id, platform_id, transaction_id, account_id, currency, amount, status, created_at, updated_at)
    select id, platform_id, transaction_id, account_id, currency, amount, status, created_at, updated_at
    from json_populate_recordset(null::holds, ${sql.placeholder('placed')}::json)
  ), closed_holds as (
    update holds h set status = c.status, updated_at = c.updated_at
    from json_populate_recordset(null::holds, ${sql.placeholder('closed')}::json) c
    where h.transaction_id = c.transaction_id and h.status = 'PLACED'
      and h.transaction_id = any(${sql.placeholder('transactions')}::uuid[])
  )
  insert into postings (id, entry_id, platform_id, account_id, currency, amount, balance_after, created_at)
  select id, entry_id, platform_id, account_id, currency, amount, balance_after, created_at
  from json_populate_recordset(null::postings, ${sql.placeholder('postings')}::json)`);

type Row = Readonly<Record<string, string | null>>;

export class LedgerBatch {
  readonly #balances: Map<string, Balance>;
  readonly #holds: Map<string, PlacedHold>;
  readonly #changed = new Set<string>();
  readonly #entries: Row[] = [];
  readonly #postings: Row[] = [];
  readonly #placedHolds: Row[] = [];
  readonly #closedHolds: Row[] = [];

  /** @param holds by the uuid of their transaction. */
  constructor(balances: Map<string, Balance>, holds: Map<string, PlacedHold>) {
    this.#balances = balances;
    this.#holds = holds;
  }

  /** The balance after the changes so far. */
  balanceOf(accountId: Id<'InternalAccount'>): Balance {
    return this.#balance(uuidOf(accountId));
  }

  #balance(accountUuid: string): Balance {
    const balance = this.#balances.get(accountUuid);
    invariant(balance, 'the ledger account of an internal account is locked');
    return balance;
  }

  #change(accountUuid: string, balance: Balance): void {
    this.#balances.set(accountUuid, balance);
    this.#changed.add(accountUuid);
  }

  /**
   * Records an entry with its postings, and changes the balances of the customers' and platforms' accounts.
   *
   * @param released for each account, the part of its hold that this entry consumes.
   */
  post(
    { platformId, transactionId, description, at, postings }: NewEntry,
    released: ReadonlyMap<string, bigint> = new Map(),
  ): undefined | InsufficientBalance | InvalidInput {
    // With one time, so that an entry and its postings are in partitions of the same year.
    const [entryUuid = '', ...postingUuids] = newUuidsAtOnce(postings.length + 1);
    const [platformUuid, createdAt] = [uuidOf(platformId), at.toISOString()];
    const unused = new Map(released);
    const changed = new Map<string, Balance>();
    const rows: Row[] = [];
    for (const [nth, { account, amount }] of assertBalanced(postings).entries()) {
      let balanceAfter: bigint | undefined;
      if (account.kind === 'balance') {
        const before = changed.get(account.uuid) ?? this.#balance(account.uuid);
        const after = applyChange(before, amount, unused.get(account.uuid) ?? 0n);
        unused.delete(account.uuid);
        if (after instanceof DomainError) return after;
        changed.set(account.uuid, after);
        balanceAfter = after.posted;
      }
      rows.push({
        id: postingUuids[nth] ?? '',
        entry_id: entryUuid,
        platform_id: platformUuid,
        account_id: account.uuid,
        currency: amount.currency,
        amount: String(amount.amount),
        balance_after: balanceAfter === undefined ? null : String(balanceAfter),
        created_at: createdAt,
      });
    }
    this.#entries.push({
      id: entryUuid,
      platform_id: platformUuid,
      transaction_id: transactionId ? uuidOf(transactionId) : null,
      description,
      created_at: createdAt,
    });
    this.#postings.push(...rows);
    for (const [uuid, balance] of changed) this.#change(uuid, balance);
    return undefined;
  }

  /** Reserves an amount of the available balance for a transaction. Returns the new balance. */
  placeHold({
    platformId,
    transactionId,
    accountId,
    amount,
    at,
  }: HoldRequest): Balance | InsufficientBalance {
    const accountUuid = uuidOf(accountId);
    const before = this.#balance(accountUuid);
    const affordable = checkAvailable(before, amount);
    if (affordable instanceof DomainError) return affordable;
    const after: Balance = { ...before, held: before.held + amount.amount };
    this.#change(accountUuid, after);
    this.#placedHolds.push({
      id: newUuid(),
      platform_id: uuidOf(platformId),
      transaction_id: uuidOf(transactionId),
      account_id: accountUuid,
      currency: amount.currency,
      amount: String(amount.amount),
      status: 'PLACED',
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
    });
    return after;
  }

  /**
   * Checks that the account can be credited. Used when an incoming payment is accepted, so that it does not fail later.
   *
   * @param path the field of the amount in the operation's input.
   */
  checkCreditable(accountId: Id<'InternalAccount'>, amount: Money, path = 'amount'): true | InvalidInput {
    const after = applyChange(this.balanceOf(accountId), amount, 0n, path);
    invariant(!(after instanceof InsufficientBalance), 'a credit needs no balance');
    return after instanceof DomainError ? after : true;
  }

  /** Captures a transaction's hold: records an entry that debits the held amount against `credits`. */
  captureHold(
    entry: Omit<NewEntry, 'postings' | 'transactionId'> & EntryOfTransaction,
    credits: readonly Posting[],
  ): void {
    const { accountUuid, amount } = this.#closeHold(entry.transactionId, 'CAPTURED', entry.at);
    const debit: Posting = {
      account: { kind: 'balance', uuid: accountUuid },
      amount: { amount: -amount.amount, currency: amount.currency },
    };
    const released = new Map([[accountUuid, amount.amount]]);
    const error = this.post({ ...entry, postings: [debit, ...credits] }, released);
    invariant(!error, 'a held amount can be captured');
  }

  /** Releases a transaction's hold. */
  releaseHold(transactionId: Id<'Transaction'>, at: Date): void {
    const { accountUuid, amount } = this.#closeHold(transactionId, 'RELEASED', at);
    const before = this.#balance(accountUuid);
    this.#change(accountUuid, { ...before, held: before.held - amount.amount });
  }

  #closeHold(transactionId: Id<'Transaction'>, status: 'CAPTURED' | 'RELEASED', at: Date): PlacedHold {
    const transactionUuid = uuidOf(transactionId);
    const hold = this.#holds.get(transactionUuid);
    invariant(hold, 'the transaction has a placed hold');
    this.#holds.delete(transactionUuid);
    this.#closedHolds.push({ transaction_id: transactionUuid, status, updated_at: at.toISOString() });
    return hold;
  }

  /** Sends all changes as one statement. */
  async write(tx: Executor): Promise<void> {
    const balances = [...this.#changed].map((uuid): Row => {
      const { posted, held } = this.#balance(uuid);
      return { id: uuid, posted: String(posted), held: String(held) };
    });
    if (balances.length + this.#entries.length + this.#closedHolds.length === 0) return;
    await send(
      tx,
      writeAll({
        entries: JSON.stringify(this.#entries),
        postings: JSON.stringify(this.#postings),
        balances: JSON.stringify(balances),
        accounts: balances.map(({ id }) => id),
        placed: JSON.stringify(this.#placedHolds),
        closed: JSON.stringify(this.#closedHolds),
        transactions: this.#closedHolds.map(({ transaction_id }) => transaction_id),
      }),
    );
  }
}

/**
 * Locks what a batch changes.
 *
 * @param accounts the internal accounts whose balances may change.
 * @param holdsOf the transactions whose holds are captured or released. Their rows are locked.
 */
export async function openLedger(
  tx: Executor,
  accounts: Iterable<Id<'InternalAccount'>>,
  holdsOf: readonly Id<'Transaction'>[] = [],
): Promise<LedgerBatch> {
  const uuids = [...new Set(accounts)].map(uuidOf);
  const [balanceRows, holdRows] = await Promise.all([
    uuids.length > 0 ? readValues(tx, lockAccounts({ accounts: uuids })) : [],
    holdsOf.length > 0 ? readValues(tx, lockHolds({ transactions: holdsOf.map(uuidOf) })) : [],
  ]);
  const balances = balanceRows.map(([id, posted, held, closed]): [string, Balance] => [
    id as string,
    { posted: asBigInt(posted), held: asBigInt(held), closed: closed === true || closed === 't' },
  ]);
  const holds = holdRows.map(([transactionUuid, accountUuid, amount, currency]): [string, PlacedHold] => [
    transactionUuid as string,
    {
      accountUuid: accountUuid as string,
      amount: { amount: asBigInt(amount), currency: currency as string },
    },
  ]);
  return new LedgerBatch(new Map(balances), new Map(holds));
}

/** The internal accounts among the postings' accounts. */
const balanceAccountsOf = (postings: readonly Posting[]): Id<'InternalAccount'>[] =>
  postings.flatMap(({ account }) =>
    account.kind === 'balance' ? idOf('InternalAccount', account.uuid) : [],
  );

/** Records one entry in the caller's transaction. Writes nothing when it returns an error. */
export async function postEntry(
  tx: Executor,
  entry: NewEntry,
): Promise<undefined | InsufficientBalance | InvalidInput> {
  const ledger = await openLedger(tx, balanceAccountsOf(entry.postings));
  const error = ledger.post(entry);
  if (!error) await ledger.write(tx);
  return error;
}
