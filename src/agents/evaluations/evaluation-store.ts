/** SQL of evaluations. */
import { and, count, eq, gte, inArray, isNotNull, isNull, lte, max, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { type PolicyEvaluation, rulesFromJson, rulesToJson } from '../policies/evaluation.ts';
import { agentActions, agentEvaluations } from '../tables.ts';
import { type RecordedEvaluation, requestToJson } from './submission.ts';

/** @param actionId of the action that the submission made; absent for a rejected one. */
export async function insertEvaluation(
  tx: Executor,
  {
    id,
    platformId,
    agentId,
    type,
    policyVersion,
    verdict,
    rule,
    request,
    rules,
    evaluatedAt,
  }: RecordedEvaluation,
  actionId?: Id<'AgentAction'>,
): Promise<void> {
  await tx.insert(agentEvaluations).values({
    id: uuidOf(id),
    platformId: uuidOf(platformId),
    agentId: uuidOf(agentId),
    actionId: actionId ? uuidOf(actionId) : null,
    type,
    policyVersion: policyVersion ?? null,
    verdict,
    rule: rule ?? null,
    counterparty: request.terms.counterparty,
    request: requestToJson(request),
    results: rulesToJson(rules),
    createdAt: evaluatedAt,
  });
}

/** How many rejected submissions of the agent are recorded since an instant, counted up to `limit`. */
export async function countRejectedSince(
  db: Executor,
  agentId: Id<'Agent'>,
  since: Date,
  limit: number,
): Promise<number> {
  const some = db
    .select({ id: agentEvaluations.id })
    .from(agentEvaluations)
    .where(
      and(
        eq(agentEvaluations.agentId, uuidOf(agentId)),
        gte(agentEvaluations.createdAt, since),
        isNull(agentEvaluations.actionId),
      ),
    )
    .limit(limit)
    .as('some');
  const [row] = await db.select({ total: count() }).from(some);
  return row?.total ?? 0;
}

/** The evaluations of actions. Those of earlier versions of the service have no results and are left out. */
export async function evaluationsOfActions(
  db: Executor,
  { platformId }: Pick<Scope, 'platformId'>,
  ids: readonly Id<'AgentAction'>[],
): Promise<Map<Id<'AgentAction'>, PolicyEvaluation>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(agentEvaluations)
    .where(
      and(
        eq(agentEvaluations.platformId, uuidOf(platformId)),
        inArray(agentEvaluations.actionId, ids.map(uuidOf)),
        isNotNull(agentEvaluations.policyVersion),
      ),
    );
  return new Map(
    rows.flatMap(({ actionId, policyVersion, verdict, rule, results, createdAt }) =>
      actionId
        ? [
            [
              idOf('AgentAction', actionId),
              {
                policyVersion: policyVersion ?? undefined,
                verdict,
                rule: rule ?? undefined,
                rules: rulesFromJson(results),
                evaluatedAt: createdAt,
              },
            ] as const,
          ]
        : [],
    ),
  );
}

/** How many actions the agent submitted after `since`, counted up to `limit`. */
export async function countActionsSince(
  tx: Executor,
  agentId: Id<'Agent'>,
  since: Date,
  limit: number,
): Promise<number> {
  const some = tx
    .select({ id: agentActions.id })
    .from(agentActions)
    .where(
      and(eq(agentActions.agentId, uuidOf(agentId)), sql`${agentActions.createdAt} > ${since.toISOString()}`),
    )
    .limit(limit)
    .as('some');
  const [row] = await tx.select({ total: count() }).from(some);
  return row?.total ?? 0;
}

/** When a person last rejected an action of the agent. */
export async function lastRejectionOf(
  tx: Executor,
  agentId: Id<'Agent'>,
  now: Date,
): Promise<Date | undefined> {
  const [row] = await tx
    .select({ at: max(agentActions.decidedAt) })
    .from(agentActions)
    .where(
      and(
        eq(agentActions.agentId, uuidOf(agentId)),
        eq(agentActions.status, 'REJECTED'),
        isNotNull(agentActions.decidedBy),
        lte(agentActions.decidedAt, now),
      ),
    );
  return row?.at ?? undefined;
}

/** Whether a person approved an action of the agent with this counterparty. */
export async function hasApprovedCounterparty(
  tx: Executor,
  agentId: Id<'Agent'>,
  counterparty: string,
): Promise<boolean> {
  const rows = await tx
    .select({ id: agentActions.id })
    .from(agentEvaluations)
    .innerJoin(agentActions, eq(agentActions.id, agentEvaluations.actionId))
    .where(
      and(
        eq(agentEvaluations.agentId, uuidOf(agentId)),
        eq(agentEvaluations.counterparty, counterparty),
        isNotNull(agentActions.decidedBy),
        ne(agentActions.status, 'REJECTED'),
        // Some of several votes are no approval yet.
        ne(agentActions.status, 'PENDING_APPROVAL'),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
