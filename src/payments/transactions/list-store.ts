/**
 * The conditions of transaction lists. `page-store.ts` reads a page of them.
 *
 * The cost of a page depends on its size only, not on its position or on the length of the list: it is read in the order
 * of an index that matches the filter. When no single index matches (an account on either side; several statuses), the
 * list is split into disjoint conditions. Each is read in the order of its own index, and the rows are merged.
 *
 * Decision: each filter has its own index; combinations have none. A combination costs at most as much as its more
 * selective filter alone (a rare status of one customer reads the customer's rows, or the platform's rows of that status).
 */
import { and, eq, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { externalAccounts, internalAccounts } from '../../accounts/tables.ts';
import { customers } from '../../customers/tables.ts';
import { earliestUuidAt, type Id, latestUuidAt, parseAnyId, typeOfId, uuidOf } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { isOwnRecord } from '../../platforms/access/scope-store.ts';
import { type TransactionType, transactionTypes } from '../../platforms/transaction-type.ts';
import { transactions } from '../tables.ts';
import type { CounterpartyFilter } from './filters.ts';
import { searched } from './search-store.ts';
import { type TransactionStatus, transactionStatuses } from './transaction.ts';
import type { TransactionFilter } from './transaction-filter.ts';

export const visible = (scope: Scope): SQL | undefined =>
  and(
    eq(transactions.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(transactions.customerId, uuidOf(scope.customerId)) : undefined,
  );

const nothing = sql`false`;

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
      return isOwnRecord(internal, internalAccounts, scope, id);
    case 'ExternalAccount':
      return isOwnRecord(external, externalAccounts, scope, id);
    default:
      return nothing;
  }
}

function ofCustomer(scope: Scope, id: TransactionFilter['customerId']): SQL | undefined {
  if (!id) return undefined;
  if (typeOfId(id) === 'Customer') return isOwnRecord(transactions.customerId, customers, scope, id);
  return id === scope.platformId ? isNull(transactions.customerId) : nothing;
}

/** All payments of an agent belong to one platform, so one of them is enough to check the owner. */
function ofAgent(scope: Scope, id: Id<'Agent'>): SQL | undefined {
  const agent = uuidOf(id);
  const platform = sql`(select t.platform_id from ${transactions} t where t.agent_id = ${agent} limit 1)`;
  return and(eq(transactions.agentId, agent), sql`${platform} = ${uuidOf(scope.platformId)}`);
}

/** Also bounds the id, which contains the creation time: the index is in id order, so the scan starts at the date. */
function createdWithin({
  createdAfter,
  createdBefore,
  startDate,
  endDate,
}: TransactionFilter): SQL | undefined {
  const from = [createdAfter, startDate].filter((date) => date !== undefined);
  const to = [createdBefore, endDate].filter((date) => date !== undefined);
  return and(
    ...from.map((date) => and(gte(transactions.createdAt, date), gte(transactions.id, earliestUuidAt(date)))),
    ...to.map((date) => and(lte(transactions.createdAt, date), lte(transactions.id, latestUuidAt(date)))),
  );
}

/** Source or destination, as two disjoint conditions: the second excludes the rows of the first. */
const eitherSide = (source: SQL | undefined, destination: SQL | undefined): (SQL | undefined)[] => [
  source,
  and(destination, sql`(${source}) is not true`),
];

/** The counterparty of an outgoing payment is its destination, that of an incoming one its source. */
const counterpartySides = (
  scope: Scope,
  party: Exclude<CounterpartyFilter, { words: unknown }>,
): (SQL | undefined)[] => {
  const identifier = 'accountId' in party ? party.accountId : party.umaAddress;
  return [
    and(eq(transactions.type, 'OUTGOING'), partyIs('destination', scope, identifier)),
    and(eq(transactions.type, 'INCOMING'), partyIs('source', scope, identifier)),
  ];
};

/** Transactions of the internal account whose id is the expression `id`. */
export const ofInternalAccount = (id: SQL): (SQL | undefined)[] =>
  eitherSide(
    sql`${transactions.sourceInternalId} = ${id}`,
    sql`${transactions.destinationInternalId} = ${id}`,
  );

/** One condition per status and type, because the index orders by status and type before the id. */
const byStatus = (statuses: readonly TransactionStatus[], types: readonly TransactionType[]): SQL[] =>
  [...new Set(statuses)].flatMap((status) =>
    types.map((type) => sql`${transactions.status} = ${status} and ${transactions.type} = ${type}`),
  );

/** The condition of a filter, without `accountIdentifier`. */
const conditionOf = (scope: Scope, filter: TransactionFilter): SQL | undefined =>
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
    searched(scope, filter),
  );

/** Whether an index other than the one on status and type matches the filter, in the order of the page. */
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
 * Disjoint conditions that together match the whole list.
 *
 * @param parents the disjoint conditions of the list's parent, if it has one.
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
  const { counterparty } = filter;
  const counterparties =
    counterparty && !('words' in counterparty) ? counterpartySides(scope, counterparty) : [undefined];
  const plain =
    parents === undefined &&
    account === undefined &&
    counterparties.length === 1 &&
    !isNarrowed(scope, filter);
  const statuses =
    plain && (status || type)
      ? byStatus(status ?? transactionStatuses, type ? [type] : transactionTypes)
      : [undefined];
  const all = conditionOf(scope, filter);
  return (parents ?? [undefined]).flatMap((parent) =>
    sides.flatMap((side) =>
      counterparties.flatMap((party) => statuses.map((one) => and(parent, side, party, one, all) as SQL)),
    ),
  );
}

/** The whole list as one condition, for its count and its search. */
export function filterCondition(scope: Scope, filter: TransactionFilter): SQL | undefined {
  const { accountIdentifier: account } = filter;
  const side =
    account === undefined
      ? undefined
      : sql`(${partyIs('source', scope, account)} or ${partyIs('destination', scope, account)})`;
  const party =
    filter.counterparty && !('words' in filter.counterparty)
      ? or(...counterpartySides(scope, filter.counterparty))
      : undefined;
  return and(conditionOf(scope, filter), side, party);
}
