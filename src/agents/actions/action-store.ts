/** SQL of agent actions. */
import { and, count, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { customers } from '../../customers/tables.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { isOwnRecord } from '../../platforms/access/scope-store.ts';
import { agentActions, agents } from '../tables.ts';
import { actionFromRow, actionToRow } from './action-row.ts';
import type { AgentAction, AgentActionStatus } from './agent-action.ts';

export const visible = (scope: Scope): SQL | undefined =>
  and(
    eq(agentActions.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(agentActions.customerId, uuidOf(scope.customerId)) : undefined,
    scope.agentId ? eq(agentActions.agentId, uuidOf(scope.agentId)) : undefined,
  );

/** @param payee `payeeKeyOf` the destination. */
export async function insertAction(tx: Executor, action: AgentAction, payee: string): Promise<void> {
  await tx.insert(agentActions).values({ ...actionToRow(action), payee });
}

/** Writes the fields that a status change can change. */
export async function updateAction(tx: Executor, action: AgentAction): Promise<void> {
  const row = actionToRow(action);
  await tx
    .update(agentActions)
    .set({
      status: row.status,
      quoteId: row.quoteId,
      transactionId: row.transactionId,
      chargeAmount: row.chargeAmount,
      chargeCurrency: row.chargeCurrency,
      spentAt: row.spentAt,
      rejectionReason: row.rejectionReason,
      failureReason: row.failureReason,
      decidedAt: row.decidedAt,
      decidedBy: row.decidedBy,
      decisionComment: row.decisionComment,
      // While the action waits, the rules of the moment apply.
      ...(row.status !== 'PENDING_APPROVAL' && {
        requiredApprovals: row.requiredApprovals,
        approvalsGiven: row.approvalsGiven,
      }),
      decidableUntil: row.decidableUntil,
      repricings: row.repricings,
      updatedAt: row.updatedAt,
    })
    .where(eq(agentActions.id, row.id));
}

export async function findActions(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'AgentAction'>[],
): Promise<AgentAction[]> {
  const rows = await db
    .select()
    .from(agentActions)
    .where(and(visible(scope), inArray(agentActions.id, ids.map(uuidOf))));
  return rows.map(actionFromRow);
}

export async function findAction(
  db: Executor,
  scope: Scope,
  id: Id<'AgentAction'>,
): Promise<AgentAction | undefined> {
  const [found] = await findActions(db, scope, [id]);
  return found;
}

/** Locks the action. The lock order is the agent, then its action. */
export async function lockAction(
  tx: Executor,
  scope: Scope,
  id: Id<'AgentAction'>,
): Promise<AgentAction | undefined> {
  const [row] = await tx
    .select()
    .from(agentActions)
    .where(and(visible(scope), eq(agentActions.id, uuidOf(id))))
    .for('update');
  return row && actionFromRow(row);
}

/** The action that started this transaction. */
export async function findActionOfTransaction(
  tx: Executor,
  id: Id<'Transaction'>,
): Promise<AgentAction | undefined> {
  const [row] = await tx
    .select()
    .from(agentActions)
    .where(eq(agentActions.transactionId, uuidOf(id)));
  return row && actionFromRow(row);
}

/** The actions that started these transactions, by the transaction. */
export async function actionsOfTransactions(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Transaction'>[],
): Promise<Map<Id<'Transaction'>, AgentAction>> {
  const rows = await db
    .select()
    .from(agentActions)
    .where(and(visible(scope), inArray(agentActions.transactionId, ids.map(uuidOf))));
  return new Map(
    rows.flatMap((row) =>
      row.transactionId ? [[idOf('Transaction', row.transactionId), actionFromRow(row)] as const] : [],
    ),
  );
}

/** The actions that started these transactions or are for these quotes, oldest first. */
export async function actionsOfPayments(
  db: Executor,
  scope: Scope,
  {
    transactionIds,
    quoteIds,
  }: { readonly transactionIds: readonly Id<'Transaction'>[]; readonly quoteIds: readonly Id<'Quote'>[] },
): Promise<AgentAction[]> {
  const rows = await db
    .select()
    .from(agentActions)
    .where(
      and(
        visible(scope),
        or(
          inArray(agentActions.transactionId, transactionIds.map(uuidOf)),
          quoteIds.length > 0 ? inArray(agentActions.quoteId, quoteIds.map(uuidOf)) : undefined,
        ),
      ),
    )
    .orderBy(agentActions.id);
  return rows.map(actionFromRow);
}

/** Whether an action for this quote is pending approval. */
export async function isQuoteAwaitingDecision(tx: Executor, id: Id<'Quote'>): Promise<boolean> {
  const rows = await tx
    .select({ id: agentActions.id })
    .from(agentActions)
    .where(and(eq(agentActions.quoteId, uuidOf(id)), eq(agentActions.status, 'PENDING_APPROVAL')));
  return rows.length > 0;
}

/** Locks the pending actions of an agent, oldest first. The agent's row is locked. */
export async function lockPendingActions(tx: Executor, agentId: Id<'Agent'>): Promise<AgentAction[]> {
  const rows = await tx
    .select()
    .from(agentActions)
    .where(and(eq(agentActions.agentId, uuidOf(agentId)), eq(agentActions.status, 'PENDING_APPROVAL')))
    .orderBy(agentActions.id)
    .for('update');
  return rows.map(actionFromRow);
}

/** Locks the actions whose charge was spent since `since`, and may still be reversed. The agent's row is locked. */
export async function lockActionsSpentSince(
  tx: Executor,
  agentId: Id<'Agent'>,
  since: Date,
): Promise<AgentAction[]> {
  const rows = await tx
    .select()
    .from(agentActions)
    .where(and(eq(agentActions.agentId, uuidOf(agentId)), gte(agentActions.spentAt, since)))
    .orderBy(agentActions.id)
    .for('update');
  return rows.map(actionFromRow);
}

export interface AgentActionFilter {
  readonly status?: readonly AgentActionStatus[] | undefined;
  readonly agentId?: Id<'Agent'> | undefined;
  readonly customerId?: Id<'Customer'> | undefined;
  /** By createdAt, inclusive. */
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  /** Earlier names of createdAfter and createdBefore. */
  readonly startDate?: Date | undefined;
  readonly endDate?: Date | undefined;
  readonly sortOrder?: 'ASC' | 'DESC' | undefined;
}

/** Whether no index has the actions of the filter in the order of the list. Waiting actions have an index of their own. */
export function isWideActionFilter(scope: Scope, filter: AgentActionFilter): boolean {
  const { status, agentId, customerId, createdAfter, createdBefore, startDate, endDate } = filter;
  if (agentId ?? customerId ?? scope.agentId ?? scope.customerId) return false;
  if (status?.every((one) => one === 'PENDING_APPROVAL')) return false;
  return [status, createdAfter, createdBefore, startDate, endDate].some((value) => value !== undefined);
}

const matching = (scope: Scope, filter: AgentActionFilter): SQL | undefined =>
  and(
    visible(scope),
    filter.status
      ? filter.status.length > 0
        ? inArray(agentActions.status, [...filter.status])
        : sql`false`
      : undefined,
    filter.agentId ? isOwnRecord(agentActions.agentId, agents, scope, filter.agentId) : undefined,
    filter.customerId ? isOwnRecord(agentActions.customerId, customers, scope, filter.customerId) : undefined,
    filter.createdAfter ? gte(agentActions.createdAt, filter.createdAfter) : undefined,
    filter.createdBefore ? lte(agentActions.createdAt, filter.createdBefore) : undefined,
    filter.startDate ? gte(agentActions.createdAt, filter.startDate) : undefined,
    filter.endDate ? lte(agentActions.createdAt, filter.endDate) : undefined,
  );

/** Newest first, unless the filter has another order. */
export async function listActions(
  db: Executor,
  scope: Scope,
  filter: AgentActionFilter,
  page: PageRequest,
): Promise<Page<AgentAction>> {
  const isAscending = filter.sortOrder === 'ASC';
  const { within, order, limit } = pageSql(agentActions.id, page, { isAscending });
  const rows = await db
    .select()
    .from(agentActions)
    .where(and(matching(scope, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(actionFromRow));
}

export async function countActions(db: Executor, scope: Scope, filter: AgentActionFilter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(agentActions).where(matching(scope, filter));
  return row?.total ?? 0;
}
