/** SQL of the earlier actions of the same agent and payee, and of the records that have actions. */
import { and, type SQL, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { firstOfEach, readValues, rowReader } from '../../infrastructure/database/row-decoding/rows.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { agentActions } from '../tables.ts';
import { actionFromRow } from './action-row.ts';
import { visible } from './action-store.ts';
import type { AgentAction } from './agent-action.ts';

const reader = rowReader(agentActions);

const columnOf = (column: 'agent_id' | 'payee', id: SQL): SQL =>
  sql`(select this.${sql.identifier(column)} from ${agentActions} this where this.id = ${id})`;

/** The newest actions before each of several actions, of the same agent and payee, in one statement. */
export async function earlierActions(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'AgentAction'>[],
  first: number,
): Promise<Map<Id<'AgentAction'>, AgentAction[]>> {
  const rows = await readValues(
    db,
    firstOfEach(ids.map(uuidOf), (id) => {
      const earlier = and(
        visible(scope),
        sql`${agentActions.agentId} = ${columnOf('agent_id', id)}`,
        sql`${agentActions.payee} = ${columnOf('payee', id)}`,
        sql`${agentActions.id} < ${id}`,
      );
      return sql`select ${id} as before, ${reader.columns()} from ${agentActions} where ${earlier}
        order by ${agentActions.id} desc limit ${first}`;
    }),
  );
  const byAction = new Map<Id<'AgentAction'>, AgentAction[]>(ids.map((id) => [id, []]));
  for (const values of rows) {
    byAction.get(idOf('AgentAction', values[0] as string))?.push(actionFromRow(reader.decode(values, 1)));
  }
  return byAction;
}

/** Of these ids, those that the column of some action has. Stops at the first action of each. */
async function idsWithAction<T extends 'Customer' | 'Quote'>(
  db: Executor,
  scope: Scope,
  column: typeof agentActions.customerId | typeof agentActions.quoteId,
  type: T,
  ids: readonly Id<T>[],
): Promise<Map<Id<T>, true>> {
  const rows = await rawRows<{ id: string }>(
    db,
    sql`select found.id from unnest(${sql.param(ids.map((id) => uuidOf(id as Id<'Customer' | 'Quote'>)))}::uuid[]) as found (id)
        where exists (select from ${agentActions} where ${column} = found.id and ${visible(scope)})`,
  );
  return new Map(rows.map(({ id }) => [idOf(type, id), true]));
}

/** Of these customers, those that have an action. */
export const customersWithActions = (db: Executor, scope: Scope, ids: readonly Id<'Customer'>[]) =>
  idsWithAction(db, scope, agentActions.customerId, 'Customer', ids);

/** Of these quotes, those that have an action. */
export const quotesWithActions = (db: Executor, scope: Scope, ids: readonly Id<'Quote'>[]) =>
  idsWithAction(db, scope, agentActions.quoteId, 'Quote', ids);
