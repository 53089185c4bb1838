/**
 * Which transactions a list holds, and in which order it reads them, as SQL.
 *
 * A page costs what it shows, wherever it lies and however long the list is: it is read in the order of an index that
 * holds just what is asked for. Where no one index does (an account is on either side; statuses are several), the list
 * is cut into cases that no two share a row, each is read in its own index's order, and the rows are merged.
 *
 * Decision: every filter has an index of its own, two together have none: they cost at most what the narrower of both
 * matches by itself (the rare status of one customer reads that customer's rows, or the platform's rows of that status).
 */
import { and, eq, gt, gte, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { externalAccounts, internalAccounts } from '../../accounts/tables.ts';
import { customers } from '../../customers/tables.ts';
import {
  earliestUuidAt,
  type Id,
  type IdType,
  latestUuidAt,
  parseAnyId,
  typeOfId,
  uuidOf,
} from '../../kernel/ids.ts';
import type { PageRequest } from '../../kernel/page.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { type TransactionType, transactionTypes } from '../../platforms/transaction-type.ts';
import { transactions } from '../tables.ts';
import { type TransactionStatus, transactionStatuses } from './transaction.ts';

export interface TransactionFilter {
  /** A customer's; with the platform's own id, the platform's own movements. */
  readonly customerId?: Id<'Customer'> | Id<'Platform'> | undefined;
  readonly platformCustomerId?: string | undefined;
  /** An account id or a UMA address, on either side. */
  readonly accountIdentifier?: string | undefined;
  readonly senderAccountIdentifier?: string | undefined;
  readonly receiverAccountIdentifier?: string | undefined;
  readonly status?: readonly TransactionStatus[] | undefined;
  readonly type?: TransactionType | undefined;
  readonly reference?: string | undefined;
  readonly agentId?: Id<'Agent'> | undefined;
  /** By createdAt, inclusive. */
  readonly startDate?: Date | undefined;
  readonly endDate?: Date | undefined;
  readonly sortOrder?: 'ASC' | 'DESC' | undefined;
}

export const visible = (scope: Scope): SQL | undefined =>
  and(
    eq(transactions.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(transactions.customerId, uuidOf(scope.customerId)) : undefined,
  );

const nothing = sql`false`;

/**
 * A column's value, where the record that it names is the platform's. Another platform's would be found in the index
 * and refused row by row; so the question is answered once, before any row is read.
 */
function isOwn(
  column: PgColumn,
  records: PgTable & { id: PgColumn; platformId: PgColumn },
  scope: Scope,
  id: Id<IdType>,
): SQL | undefined {
  const own = and(eq(records.id, uuidOf(id)), eq(records.platformId, uuidOf(scope.platformId)));
  return and(eq(column, uuidOf(id)), sql`exists (select from ${records} where ${own})`);
}

function partyIs(side: 'source' | 'destination', scope: Scope, identifier: string): SQL | undefined {
  const id = parseAnyId(identifier);
  const [internal, external, uma] =
    side === 'source'
      ? [transactions.sourceInternalId, transactions.sourceExternalId, transactions.sourceUmaAddress]
      : [
          transactions.destinationInternalId,
          transactions.destinationExternalId,
          transactions.destinationUmaAddress,
        ];
  if (!id) return eq(uma, identifier.toLowerCase());
  switch (typeOfId(id)) {
    case 'InternalAccount':
      return isOwn(internal, internalAccounts, scope, id);
    case 'ExternalAccount':
      return isOwn(external, externalAccounts, scope, id);
    default:
      return nothing;
  }
}

function ofCustomer(scope: Scope, id: TransactionFilter['customerId']): SQL | undefined {
  if (!id) return undefined;
  if (typeOfId(id) === 'Customer') return isOwn(transactions.customerId, customers, scope, id);
  return id === scope.platformId ? isNull(transactions.customerId) : nothing;
}

/** All payments of an agent belong to one platform: any one of them shows which. */
function ofAgent(scope: Scope, id: Id<'Agent'>): SQL | undefined {
  const agent = uuidOf(id);
  const platform = sql`(select t.platform_id from ${transactions} t where t.agent_id = ${agent} limit 1)`;
  return and(eq(transactions.agentId, agent), sql`${platform} = ${uuidOf(scope.platformId)}`);
}

/** By the id as well, whose time is the same instant: pages are in its order, so they begin where the dates do. */
function createdWithin({ startDate, endDate }: TransactionFilter): SQL | undefined {
  return and(
    startDate
      ? and(gte(transactions.createdAt, startDate), gte(transactions.id, earliestUuidAt(startDate)))
      : undefined,
    endDate
      ? and(lte(transactions.createdAt, endDate), lte(transactions.id, latestUuidAt(endDate)))
      : undefined,
  );
}

/** One on the source's side or on the destination's: the two cases, of which the second leaves out the first. */
const eitherSide = (source: SQL | undefined, destination: SQL | undefined): (SQL | undefined)[] => [
  source,
  and(destination, sql`(${source}) is not true`),
];

/** Transactions of an internal account that the statement has at hand as `id`. */
export const ofInternalAccount = (id: SQL): (SQL | undefined)[] =>
  eitherSide(
    sql`${transactions.sourceInternalId} = ${id}`,
    sql`${transactions.destinationInternalId} = ${id}`,
  );

/** Every status and type that may be listed, one by one: the index has them before the id. */
const byStatus = (statuses: readonly TransactionStatus[], types: readonly TransactionType[]): SQL[] =>
  [...new Set(statuses)].flatMap((status) =>
    types.map((type) => sql`${transactions.status} = ${status} and ${transactions.type} = ${type}`),
  );

/** What a filter asks for, but for an account on either side. */
const conditions = (scope: Scope, filter: TransactionFilter): SQL | undefined =>
  and(
    visible(scope),
    ofCustomer(scope, filter.customerId),
    filter.platformCustomerId ? eq(transactions.platformCustomerId, filter.platformCustomerId) : undefined,
    filter.senderAccountIdentifier ? partyIs('source', scope, filter.senderAccountIdentifier) : undefined,
    filter.receiverAccountIdentifier
      ? partyIs('destination', scope, filter.receiverAccountIdentifier)
      : undefined,
    filter.status
      ? filter.status.length > 0
        ? inArray(transactions.status, [...filter.status])
        : nothing
      : undefined,
    filter.type ? eq(transactions.type, filter.type) : undefined,
    filter.reference ? eq(transactions.reference, filter.reference) : undefined,
    filter.agentId ? ofAgent(scope, filter.agentId) : undefined,
    createdWithin(filter),
  );

/** Whether an index other than that of statuses and types holds what is asked for, in the order of the page. */
const isNarrowed = (scope: Scope, filter: TransactionFilter): boolean =>
  [
    scope.customerId,
    filter.customerId,
    filter.platformCustomerId,
    filter.senderAccountIdentifier,
    filter.receiverAccountIdentifier,
    filter.reference,
    filter.agentId,
  ].some((value) => value !== undefined);

/**
 * The cases of a list, which are all of it and share no row.
 *
 * @param parents The cases of a parent in whose list this is.
 */
export function disjointConditions(
  scope: Scope,
  filter: TransactionFilter,
  parents?: (SQL | undefined)[],
): SQL[] {
  const { accountIdentifier: account, status, type } = filter;
  const sides =
    account === undefined
      ? [undefined]
      : eitherSide(partyIs('source', scope, account), partyIs('destination', scope, account));
  const plain = parents === undefined && account === undefined && !isNarrowed(scope, filter);
  const statuses =
    plain && (status || type)
      ? byStatus(status ?? transactionStatuses, type ? [type] : transactionTypes)
      : [undefined];
  const all = conditions(scope, filter);
  return (parents ?? [undefined]).flatMap((parent) =>
    sides.flatMap((side) => statuses.map((one) => and(parent, side, one, all) as SQL)),
  );
}

/** All of a list in one condition, for its count. */
export function filterCondition(scope: Scope, filter: TransactionFilter): SQL | undefined {
  const { accountIdentifier: account } = filter;
  const side =
    account === undefined
      ? undefined
      : sql`(${partyIs('source', scope, account)} or ${partyIs('destination', scope, account)})`;
  return and(conditions(scope, filter), side);
}

/** Where a page begins, its order, and one row more than it shows. Newest first unless the filter says otherwise. */
function onPage(id: PgColumn | SQL, { sortOrder }: TransactionFilter, page: PageRequest): SQL {
  return sql`order by ${id} ${sql.raw(sortOrder === 'ASC' ? 'asc' : 'desc')} limit ${page.first + 1}`;
}

/**
 * Selects a page of a list.
 *
 * @param columns Columns of `transactions`, or of an alias of it.
 */
export function selectPage(
  columns: (alias?: string) => SQL,
  cases: readonly SQL[],
  filter: TransactionFilter,
  page: PageRequest,
): SQL {
  const follows = filter.sortOrder === 'ASC' ? gt : lt;
  const after = page.after === undefined ? undefined : follows(transactions.id, page.after);
  const one = (condition: SQL, shown: SQL): SQL =>
    sql`select ${shown} from ${transactions} where ${and(condition, after)} ${onPage(transactions.id, filter, page)}`;
  const [first, ...others] = cases;
  if (first === undefined) return sql`select ${columns()} from ${transactions} where false`;
  if (others.length === 0) return one(first, columns());
  const merged = sql.join(
    cases.map((condition) => sql`(${one(condition, sql`*`)})`),
    sql` union all `,
  );
  return sql`select ${columns('merged')} from (${merged}) merged ${onPage(sql`merged.id`, filter, page)}`;
}
