/** SQL of agents. */
import { and, count, desc, eq, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { customers } from '../customers/tables.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import { pageSql } from '../infrastructure/database/page-sql.ts';
import { firstOfEach, readRows, rowReader } from '../infrastructure/database/row-decoding/rows.ts';
import { type Id, idOf, uuidOf } from '../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import type { AgentPrincipal, Scope } from '../platforms/access/principal.ts';
import { isOwnRecord } from '../platforms/access/scope-store.ts';
import type { AgentTokens } from '../platforms/ports.ts';
import { toPlatform } from '../platforms/store.ts';
import { platforms } from '../platforms/tables.ts';
import type { Agent } from './agent.ts';
import { counterEntries, windowEntries } from './policies/limits.ts';
import { policyFromJson, policyToJson } from './policies/policy-json.ts';
import { agents } from './tables.ts';

type Row = typeof agents.$inferSelect;

const reader = rowReader(agents);

/** Fields of the usage that have a column of the same name. */
const usageFields = [
  ...counterEntries.map(([name]) => name),
  ...windowEntries.map(([, { resetField }]) => resetField),
];

const pick = <T, Key extends keyof T>(from: T, keys: readonly Key[]): Pick<T, Key> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, Key>;

const toAgent = (row: Row): Agent => ({
  id: idOf('Agent', row.id),
  platformId: idOf('Platform', row.platformId),
  customerId: idOf('Customer', row.customerId),
  name: row.name,
  isPaused: row.isPaused,
  isConnected: row.tokenDigest !== null,
  isDeleted: row.deletedAt !== null,
  policy: policyFromJson(row.policy),
  policyVersion: row.policyVersion,
  usage: {
    currency: row.usageCurrency,
    ...pick(row, usageFields),
    reserved: { transactionCount: row.reservedTransactionCount, amount: row.reservedAmount },
  },
  makers: {
    createdBy: row.createdBy ?? undefined,
    policyChangedBy: row.policyChangedBy ?? undefined,
    deviceCodeBy: row.deviceCodeBy ?? undefined,
  },
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const usageColumns = ({ usage }: Pick<Agent, 'usage'>) => ({
  usageCurrency: usage.currency,
  ...pick(usage, usageFields),
  reservedTransactionCount: usage.reserved.transactionCount,
  reservedAmount: usage.reserved.amount,
});

const makerColumns = ({ makers }: Pick<Agent, 'makers'>) => ({
  createdBy: makers.createdBy ?? null,
  policyChangedBy: makers.policyChangedBy ?? null,
  deviceCodeBy: makers.deviceCodeBy ?? null,
});

/** What the caller may see; with `deleted`, also deleted agents, which their actions still name. */
const visible = (scope: Scope, { deleted = false }: { deleted?: boolean } = {}): SQL | undefined =>
  and(
    eq(agents.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(agents.customerId, uuidOf(scope.customerId)) : undefined,
    scope.agentId ? eq(agents.id, uuidOf(scope.agentId)) : undefined,
    deleted ? undefined : isNull(agents.deletedAt),
  );

export async function insertAgent(tx: Executor, agent: Agent): Promise<void> {
  await tx.insert(agents).values({
    id: uuidOf(agent.id),
    platformId: uuidOf(agent.platformId),
    customerId: uuidOf(agent.customerId),
    name: agent.name,
    isPaused: agent.isPaused,
    policy: policyToJson(agent.policy),
    policyVersion: agent.policyVersion,
    ...usageColumns(agent),
    ...makerColumns(agent),
    createdAt: agent.createdAt,
    updatedAt: agent.updatedAt,
  });
}

/** Writes the fields that the platform can change. The row is locked. */
export async function updateAgentRecord(tx: Executor, agent: Agent): Promise<void> {
  await tx
    .update(agents)
    .set({
      name: agent.name,
      isPaused: agent.isPaused,
      policy: policyToJson(agent.policy),
      policyVersion: agent.policyVersion,
      ...usageColumns(agent),
      ...makerColumns(agent),
      updatedAt: agent.updatedAt,
    })
    .where(eq(agents.id, uuidOf(agent.id)));
}

/** Writes the counters alone. They do not change `updatedAt`. */
export async function updateUsage(tx: Executor, agent: Pick<Agent, 'id' | 'usage'>): Promise<void> {
  await tx
    .update(agents)
    .set(usageColumns(agent))
    .where(eq(agents.id, uuidOf(agent.id)));
}

/** Records who issued the last device code. The row is locked. */
export async function setDeviceCodeBy(tx: Executor, id: Id<'Agent'>, voter: string): Promise<void> {
  await tx
    .update(agents)
    .set({ deviceCodeBy: voter })
    .where(eq(agents.id, uuidOf(id)));
}

/** @param change.tokenDigest of the access token; null when the agent is deleted. */
export async function setConnection(
  tx: Executor,
  id: Id<'Agent'>,
  change:
    | { tokenDigest: Uint8Array; updatedAt: Date }
    | { tokenDigest: null; deletedAt: Date; updatedAt: Date },
): Promise<void> {
  await tx
    .update(agents)
    .set(change)
    .where(eq(agents.id, uuidOf(id)));
}

export async function findAgents(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Agent'>[],
  options?: { deleted?: boolean },
): Promise<Agent[]> {
  const rows = await db
    .select()
    .from(agents)
    .where(and(visible(scope, options), inArray(agents.id, ids.map(uuidOf))));
  return rows.map(toAgent);
}

export async function findAgent(
  db: Executor,
  scope: Scope,
  id: Id<'Agent'>,
  options?: { deleted?: boolean },
): Promise<Agent | undefined> {
  const [found] = await findAgents(db, scope, [id], options);
  return found;
}

/** Locks the agent: until the commit, no other transaction spends, decides an action or changes the policy. */
export async function lockAgent(
  tx: Executor,
  scope: Scope,
  id: Id<'Agent'>,
  options?: { deleted?: boolean },
): Promise<Agent | undefined> {
  const [row] = await tx
    .select()
    .from(agents)
    .where(and(visible(scope, options), eq(agents.id, uuidOf(id))))
    .for('update');
  return row && toAgent(row);
}

/** Locks every agent of a customer, in id order. */
export async function lockAgentsOf(tx: Executor, scope: Scope, customerId: Id<'Customer'>): Promise<Agent[]> {
  const rows = await tx
    .select()
    .from(agents)
    .where(and(visible(scope), eq(agents.customerId, uuidOf(customerId))))
    .orderBy(agents.id)
    .for('update');
  return rows.map(toAgent);
}

async function findConnected(db: Executor, condition: SQL): Promise<AgentPrincipal | undefined> {
  const [row] = await db
    .select({ agents, platforms, customerDeletedAt: customers.deletedAt })
    .from(agents)
    .innerJoin(platforms, eq(platforms.id, agents.platformId))
    .innerJoin(customers, eq(customers.id, agents.customerId))
    .where(and(condition, isNotNull(agents.tokenDigest), isNull(agents.deletedAt)));
  return (
    row && {
      kind: 'agent',
      agent: toAgent(row.agents),
      platform: toPlatform(row.platforms),
      customerIsDeleted: row.customerDeletedAt !== null,
    }
  );
}

/** Agents by their access tokens, each with its platform: one statement for each request. */
export const agentTokens: AgentTokens = {
  findByDigest: (db, digest) => findConnected(db, eq(agents.tokenDigest, digest)),
  findConnected: (db, id) => findConnected(db, eq(agents.id, uuidOf(id))),
};

interface AgentFilter {
  readonly customerId?: Id<'Customer'> | undefined;
  readonly isPaused?: boolean | undefined;
  readonly isConnected?: boolean | undefined;
  /** These four bounds are inclusive. */
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly updatedAfter?: Date | undefined;
  readonly updatedBefore?: Date | undefined;
}

/** Whether no index has the agents of the filter in the order of the list. */
export const isWideAgentFilter = ({ customerId, ...others }: AgentFilter): boolean =>
  customerId === undefined && Object.values(others).some((value) => value !== undefined);

const matching = (scope: Scope, filter: AgentFilter): SQL | undefined =>
  and(
    visible(scope),
    filter.customerId ? isOwnRecord(agents.customerId, customers, scope, filter.customerId) : undefined,
    filter.isPaused === undefined ? undefined : eq(agents.isPaused, filter.isPaused),
    filter.isConnected === undefined
      ? undefined
      : (filter.isConnected ? isNotNull : isNull)(agents.tokenDigest),
    filter.createdAfter ? gte(agents.createdAt, filter.createdAfter) : undefined,
    filter.createdBefore ? lte(agents.createdAt, filter.createdBefore) : undefined,
    filter.updatedAfter ? gte(agents.updatedAt, filter.updatedAfter) : undefined,
    filter.updatedBefore ? lte(agents.updatedAt, filter.updatedBefore) : undefined,
  );

/** Newest first. */
export async function listAgents(
  db: Executor,
  scope: Scope,
  filter: AgentFilter,
  page: PageRequest,
): Promise<Page<Agent>> {
  const { within, order, limit } = pageSql(agents.id, page);
  const rows = await db
    .select()
    .from(agents)
    .where(and(matching(scope, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toAgent));
}

export async function countAgents(db: Executor, scope: Scope, filter: AgentFilter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(agents).where(matching(scope, filter));
  return row?.total ?? 0;
}

/** The newest agents of each of several customers, in one statement. */
export async function agentsOfCustomers(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Customer'>[],
  first: number,
): Promise<Map<Id<'Customer'>, Agent[]>> {
  const rows = await readRows(
    db,
    reader,
    firstOfEach(ids.map(uuidOf), (customer) => {
      const theirs = and(visible(scope), sql`${agents.customerId} = ${customer}`);
      return sql`select ${reader.columns()} from ${agents} where ${theirs} order by ${desc(agents.id)} limit ${first}`;
    }),
  );
  const byCustomer = new Map<Id<'Customer'>, Agent[]>(ids.map((id) => [id, []]));
  for (const agent of rows.map(toAgent)) byCustomer.get(agent.customerId)?.push(agent);
  return byCustomer;
}
