/**
 * Applies entries. Locks are taken in id order, so that two payments between the same accounts cannot
 * deadlock. One statement writes an entry with its postings and balances.
 */
import { inArray, type SQL, sql } from 'drizzle-orm';
import { asBigInt, type Executor, rawRows } from '../infrastructure/database/client.ts';
import { send } from '../infrastructure/database/transact.ts';
import { DomainError, type InvalidInput, invariant } from '../kernel/errors.ts';
import { type Id, newUuid, uuidOf } from '../kernel/ids.ts';
import type { Money } from '../kernel/money/amount.ts';
import { type ServiceAccountCode, serviceAccountCodes, serviceAccountUuid } from './chart.ts';
import {
  applyChange,
  assertBalanced,
  type Balance,
  InsufficientBalance,
  type Posting,
  type PostingAccount,
} from './entry.ts';
import { ledgerAccounts } from './tables.ts';

/** The ledger account of an internal account. */
export const balanceAccount = (id: Id<'InternalAccount'>): PostingAccount => ({
  kind: 'balance',
  uuid: uuidOf(id),
});

/** One of the service's own accounts. */
export const serviceAccount = (
  platformId: Id<'Platform'>,
  code: ServiceAccountCode,
  currency: string,
): PostingAccount => ({ kind: 'service', uuid: serviceAccountUuid(platformId, code, currency) });

/** Opens empty ledger accounts for new internal accounts. */
export async function openBalanceAccounts(
  tx: Executor,
  accounts: readonly {
    id: Id<'InternalAccount'>;
    platformId: Id<'Platform'>;
    owner: 'CUSTOMER' | 'PLATFORM';
    code: string;
    currency: string;
  }[],
): Promise<void> {
  if (accounts.length === 0) return;
  await tx.insert(ledgerAccounts).values(
    accounts.map(({ id, platformId, ...rest }) => ({
      id: uuidOf(id),
      platformId: uuidOf(platformId),
      ...rest,
      posted: 0n,
      held: 0n,
    })),
  );
}

/** Opens all service accounts of a platform in these currencies. Existing accounts are unchanged. */
export async function openServiceAccounts(
  tx: Executor,
  platformId: Id<'Platform'>,
  currencies: readonly string[],
): Promise<void> {
  const rows = currencies.flatMap((currency) =>
    serviceAccountCodes.map((code) => ({
      id: serviceAccountUuid(platformId, code, currency),
      platformId: uuidOf(platformId),
      owner: 'SERVICE' as const,
      code,
      currency,
    })),
  );
  if (rows.length > 0) await tx.insert(ledgerAccounts).values(rows).onConflictDoNothing();
}

/** Locks the accounts in id order and returns their balances. */
export async function lockBalances(tx: Executor, uuids: readonly string[]): Promise<Map<string, Balance>> {
  const rows = await rawRows<{ id: string; posted: unknown; held: unknown; closed: boolean }>(
    tx,
    sql`select id, posted, held, closed from ledger_accounts
        where id in ${[...uuids]} and posted is not null order by id for update`,
  );
  return new Map(
    rows.map(({ id, posted, held, closed }) => [
      id,
      { posted: asBigInt(posted), held: asBigInt(held), closed },
    ]),
  );
}

/**
 * Closes the accounts permanently if all are empty, and returns whether it did. A concurrent credit either commits
 * first, so that no account is closed, or is rejected.
 */
export async function closeBalanceAccounts(
  tx: Executor,
  ids: readonly Id<'InternalAccount'>[],
): Promise<boolean> {
  if (ids.length === 0) return true;
  const uuids = ids.map(uuidOf);
  const balances = await lockBalances(tx, uuids);
  if ([...balances.values()].some(({ posted, held }) => posted !== 0n || held !== 0n)) return false;
  await tx.update(ledgerAccounts).set({ closed: true }).where(inArray(ledgerAccounts.id, uuids));
  return true;
}

export interface NewEntry {
  readonly platformId: Id<'Platform'>;
  readonly transactionId: Id<'Transaction'>;
  readonly description: string;
  readonly at: Date;
  readonly postings: readonly Posting[];
}

/**
 * Records an entry with its postings, and updates the balances of the customers' and platforms' accounts.
 *
 * @param released for each account, the part of its hold that this entry consumes.
 */
export async function postEntry(
  tx: Executor,
  entry: NewEntry,
  released: ReadonlyMap<string, bigint> = new Map(),
): Promise<undefined | InsufficientBalance | InvalidInput> {
  const postings = assertBalanced(entry.postings);
  const uuids = [
    ...new Set(
      postings.filter((posting) => posting.account.kind === 'balance').map((posting) => posting.account.uuid),
    ),
  ];
  const balances = uuids.length > 0 ? await lockBalances(tx, uuids) : new Map<string, Balance>();

  const unused = new Map(released);
  const rows: SQL[] = [];
  for (const { account, amount } of postings) {
    let balanceAfter: bigint | null = null;
    if (account.kind === 'balance') {
      const before = balances.get(account.uuid);
      invariant(before, 'an internal account has a ledger account');
      const after = applyChange(before, amount, unused.get(account.uuid) ?? 0n);
      unused.delete(account.uuid);
      if (after instanceof DomainError) return after;
      balances.set(account.uuid, after);
      balanceAfter = after.posted;
    }
    rows.push(
      sql`(${newUuid()}::uuid, ${account.uuid}::uuid, ${amount.currency}::text, ${amount.amount}::bigint, ${balanceAfter}::bigint)`,
    );
  }

  const entryUuid = newUuid();
  const platformUuid = uuidOf(entry.platformId);
  const at = entry.at.toISOString();
  const moved =
    uuids.length === 0
      ? sql``
      : sql`, moved as (
          update ledger_accounts a set posted = m.posted, held = m.held
          from (values ${sql.join(
            uuids.map((uuid) => {
              const after = balances.get(uuid);
              return sql`(${uuid}::uuid, ${after?.posted}::bigint, ${after?.held}::bigint)`;
            }),
            sql`, `,
          )}) as m (id, posted, held)
          where a.id = m.id)`;
  await send(
    tx,
    sql`
    with entry as (
      insert into entries (id, platform_id, transaction_id, description, created_at)
      values (${entryUuid}, ${platformUuid}, ${uuidOf(entry.transactionId)}, ${entry.description}, ${at}::timestamptz)
    )${moved}
    insert into postings (id, entry_id, platform_id, account_id, currency, amount, balance_after, created_at)
    select p.id, ${entryUuid}::uuid, ${platformUuid}::uuid, p.account_id, p.currency, p.amount, p.balance_after,
      ${at}::timestamptz
    from (values ${sql.join(rows, sql`, `)}) as p (id, account_id, currency, amount, balance_after)`,
  );
  return undefined;
}

/**
 * Checks that the account can be credited. Used when an incoming payment is accepted, so that it does not fail later.
 *
 * @param path the field of the amount in the operation's input.
 */
export async function checkCreditable(
  tx: Executor,
  accountId: Id<'InternalAccount'>,
  amount: Money,
  path = 'amount',
): Promise<true | InvalidInput> {
  const accountUuid = uuidOf(accountId);
  const balance = (await lockBalances(tx, [accountUuid])).get(accountUuid);
  invariant(balance, 'an internal account has a ledger account');
  const after = applyChange(balance, amount, 0n, path);
  invariant(!(after instanceof InsufficientBalance), 'a credit needs no available balance');
  return after instanceof DomainError ? after : true;
}
