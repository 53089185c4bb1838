/**
 * SQL of the search for transactions: by amount, by the name of the counterparty and by words.
 *
 * Decision: a transaction has no copy of the name of an external account. The search finds the accounts of the name, and the
 * transactions of each account through their index, so that a payment writes no words of its counterparty.
 *
 * Decision: when a part of the search has few matches, it drives the statement, and all conditions are checked for its matches.
 * Otherwise the list is read in its order: see `infrastructure/database/word-search-store.ts`.
 *
 * Decision: a caller that is restricted to a customer with few transactions searches only these. The number of matches of the
 * platform would show in the time of the response.
 */
import { and, or, type SQL, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import {
  countUpToLimit,
  hasWord,
  matchesOf,
  maxNarrow,
  startsWith,
} from '../../infrastructure/database/word-search-store.ts';
import { uuidOf } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { transactions } from '../tables.ts';
import type { TransactionFilter } from './transaction-filter.ts';

/** Reads the transactions of each row of `each`. */
export interface Driver {
  readonly each: SQL;
  readonly condition: SQL;
}

/** More accounts of one name than this are a broad search. */
const maxAccounts = 100;

const counterpartyAccount = sql`case when ${transactions.type} = 'OUTGOING' then ${transactions.destinationExternalId} else ${transactions.sourceExternalId} end`;

/** References are in upper case. A client may write them in lower case. */
const spellings = (word: string): string[] => [...new Set([word, word.toUpperCase()])];

/** The name of an external account that the caller may see. */
function accountHas(scope: Scope, word: string): SQL | undefined {
  if (scope.hidesExternalAccounts) return undefined;
  const named = hasWord(counterpartyAccount, ['EXTERNAL_ACCOUNT'], word);
  if (!scope.customerId) return named;
  return and(
    named,
    sql`(select a.customer_id = ${uuidOf(scope.customerId)} from external_accounts a where a.id = ${counterpartyAccount})`,
  );
}

const counterpartyHas = (scope: Scope, word: string): SQL | undefined =>
  or(hasWord(sql`${transactions.id}`, ['COUNTERPARTY'], word), accountHas(scope, word));

const textStarts = (column: SQL, words: readonly string[]): SQL | undefined =>
  or(...words.map((word) => startsWith(column, sql`${word}::text`)));

const anythingHas = (scope: Scope, word: string): SQL | undefined =>
  or(
    hasWord(sql`${transactions.id}`, ['DESCRIPTION', 'COUNTERPARTY'], word),
    textStarts(sql`${transactions.reference}`, spellings(word)),
    textStarts(sql`${transactions.platformCustomerId}`, [word]),
    accountHas(scope, word),
  );

const wordsOf = ({ counterparty }: TransactionFilter): readonly string[] =>
  counterparty && 'words' in counterparty ? counterparty.words : [];

const amountWithin = ({ currency, minAmount, maxAmount }: TransactionFilter): SQL | undefined =>
  and(
    currency === undefined ? undefined : sql`source_currency = ${currency}`,
    minAmount === undefined ? undefined : sql`sent_amount >= ${String(minAmount)}::bigint`,
    maxAmount === undefined ? undefined : sql`sent_amount <= ${String(maxAmount)}::bigint`,
  );

/** The conditions of the search. */
export const searched = (scope: Scope, filter: TransactionFilter): SQL | undefined =>
  and(
    amountWithin(filter),
    ...wordsOf(filter).map((word) => counterpartyHas(scope, word)),
    ...(filter.query ?? []).map((word) => anythingHas(scope, word)),
  );

/** The part of a search that may drive it: `select` statements of ids without their `select`, and a word of accounts. */
interface Candidate {
  readonly ids: readonly SQL[];
  readonly accounts: SQL | undefined;
}

function candidatesOf(scope: Scope, filter: TransactionFilter): Candidate[] {
  const { platformId } = scope;
  const own = sql`t.platform_id = ${uuidOf(platformId)}`;
  const recordsOf = (kinds: ('DESCRIPTION' | 'COUNTERPARTY')[], word: string) =>
    matchesOf(platformId, kinds, word).map((matches) => sql`w.record_id as id ${matches}`);
  const accountsOf = (word: string) =>
    scope.hidesExternalAccounts ? undefined : sql.join(matchesOf(platformId, ['EXTERNAL_ACCOUNT'], word));
  const { currency, minAmount, maxAmount, query = [] } = filter;
  return [
    ...(currency !== undefined && (minAmount !== undefined || maxAmount !== undefined)
      ? [
          {
            ids: [sql`t.id from transactions t where ${own} and ${amountWithin(filter)}`],
            accounts: undefined,
          },
        ]
      : []),
    ...wordsOf(filter).map((word) => ({
      ids: recordsOf(['COUNTERPARTY'], word),
      accounts: accountsOf(word),
    })),
    ...query.map((word) => ({
      ids: [
        ...recordsOf(['DESCRIPTION', 'COUNTERPARTY'], word),
        ...spellings(word).map(
          (one) =>
            sql`t.id from transactions t where ${own} and ${startsWith(sql`t.reference`, sql`${one}::text`)}`,
        ),
        sql`t.id from transactions t where ${own} and t.platform_customer_id is not null
          and ${startsWith(sql`t.platform_customer_id`, sql`${word}::text`)}`,
      ],
      accounts: accountsOf(word),
    })),
  ];
}

async function driversOf(db: Executor, { ids, accounts }: Candidate): Promise<Driver[]> {
  const all = sql.join(
    ids.map((one) => sql`select ${one}`),
    sql` union `,
  );
  const byId = { each: sql`(${all}) found_id`, condition: sql`${transactions.id} = found_id.id` };
  if (!accounts) return [byId];
  const rows = await rawRows<{ id: string }>(db, sql`select distinct w.record_id as id ${accounts}`);
  if (rows.length === 0) return [byId];
  const each = sql`unnest(${sql.param(rows.map(({ id }) => id))}::uuid[]) account (id)`;
  return [
    byId,
    {
      each,
      condition: sql`${transactions.destinationExternalId} = account.id and ${transactions.type} = 'OUTGOING'`,
    },
    {
      each,
      condition: sql`${transactions.sourceExternalId} = account.id and ${transactions.type} = 'INCOMING'`,
    },
  ];
}

async function hasFewTransactions(db: Executor, { customerId }: Scope): Promise<boolean> {
  if (!customerId) return false;
  const [count = 0] = await countUpToLimit(db, [
    sql`t.id from transactions t where t.customer_id = ${uuidOf(customerId)}`,
  ]);
  return count <= maxNarrow;
}

/** The drivers of the part of the search with the fewest matches; undefined if every part has many, or there is none. */
export async function searchDrivers(
  db: Executor,
  scope: Scope,
  filter: TransactionFilter,
): Promise<Driver[] | undefined> {
  const candidates = candidatesOf(scope, filter);
  if (candidates.length === 0 || (await hasFewTransactions(db, scope))) return undefined;
  const counts = await countUpToLimit(
    db,
    candidates.flatMap(({ ids, accounts }) => [...ids, ...(accounts ? [sql`w.record_id ${accounts}`] : [])]),
  );
  let best: { size: number; candidate: Candidate } | undefined;
  for (const candidate of candidates) {
    const idCounts = counts.splice(0, candidate.ids.length);
    const accountCount = candidate.accounts ? (counts.shift() ?? 0) : 0;
    const size = idCounts.reduce((sum, one) => sum + one, accountCount);
    if (idCounts.some((one) => one > maxNarrow) || accountCount > maxAccounts) continue;
    if (!best || size < best.size) best = { size, candidate };
  }
  return best && driversOf(db, best.candidate);
}
