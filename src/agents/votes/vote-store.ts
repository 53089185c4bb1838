/** SQL of votes. */
import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, newUuid, uuidOf } from '../../kernel/ids.ts';
import { members } from '../../members/tables.ts';
import { apiTokens } from '../../platforms/tables.ts';
import { agentActionVotes } from '../tables.ts';
import type { Tolerance } from './tolerance.ts';
import type { StoredVote } from './vote.ts';

/** Records a vote on an action whose row is locked. A unique index allows one vote per voter and pricing. */
export async function insertVote(
  tx: Executor,
  { platformId, id }: { readonly platformId: Id<'Platform'>; readonly id: Id<'AgentAction'> },
  { actor, voter, decision, comment, tolerance, pricing, createdAt }: StoredVote,
): Promise<void> {
  await tx.insert(agentActionVotes).values({
    id: newUuid(),
    platformId: uuidOf(platformId),
    actionId: uuidOf(id),
    voter,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    decision,
    comment: comment ?? null,
    maxSlippageMillionths: tolerance?.kind === 'SLIPPAGE' ? tolerance.millionths : null,
    maxSendingAmount: tolerance?.kind === 'SENDING_AMOUNT' ? tolerance.limit : null,
    pricing,
    createdAt,
  });
}

function toleranceOf({
  maxSlippageMillionths: millionths,
  maxSendingAmount,
}: Pick<typeof agentActionVotes.$inferSelect, 'maxSlippageMillionths' | 'maxSendingAmount'>):
  | Tolerance
  | undefined {
  if (millionths !== null) return { kind: 'SLIPPAGE', millionths };
  return maxSendingAmount === null ? undefined : { kind: 'SENDING_AMOUNT', limit: maxSendingAmount };
}

/** The uuid of a voter of this type; null for any other. A subject of access tokens has a prefix, so it is never an id. */
const uuidOfVoter = (type: 'Member' | 'Token') =>
  sql`case when starts_with(${agentActionVotes.voter}, ${`${type}:`}) then split_part(${agentActionVotes.voter}, ':', 2)::uuid end`;

/** The votes on each of several actions, oldest first. The caller has checked that it may see the actions. */
export async function votesOfActions(
  db: Executor,
  ids: readonly Id<'AgentAction'>[],
): Promise<ReadonlyMap<Id<'AgentAction'>, readonly StoredVote[]>> {
  const byAction = new Map<Id<'AgentAction'>, StoredVote[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return byAction;
  const rows = await db
    .select({
      ...getTableColumns(agentActionVotes),
      hasLostRight: sql<boolean>`coalesce(${members.deletedAt} is not null or not ${members.roles} @> array['APPROVE'], false)
        or ${apiTokens.deletedAt} is not null`,
    })
    .from(agentActionVotes)
    .leftJoin(members, eq(members.id, uuidOfVoter('Member')))
    .leftJoin(apiTokens, eq(apiTokens.id, uuidOfVoter('Token')))
    .where(inArray(agentActionVotes.actionId, ids.map(uuidOf)))
    .orderBy(asc(agentActionVotes.id));
  for (const row of rows) {
    byAction.get(idOf('AgentAction', row.actionId))?.push({
      actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
      voter: row.voter,
      decision: row.decision,
      comment: row.comment ?? undefined,
      tolerance: toleranceOf(row),
      pricing: row.pricing,
      createdAt: row.createdAt,
      hasLostRight: row.hasLostRight,
    });
  }
  return byAction;
}
