/** SQL of the versions of policies. */
import { and, desc, eq, lt } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import type { CallerActor, Scope } from '../../platforms/access/principal.ts';
import type { Agent } from '../agent.ts';
import { agentPolicyVersions } from '../tables.ts';
import { policyFromJson, policyToJson } from './policy-json.ts';
import { type PolicyVersion, policyChanges } from './policy-version.ts';

/** Records the current policy of the agent, whose row is locked or new. */
export async function insertPolicyVersion(
  tx: Executor,
  { id, platformId, policy, policyVersion, updatedAt }: Agent,
  actor: CallerActor,
): Promise<void> {
  await tx.insert(agentPolicyVersions).values({
    agentId: uuidOf(id),
    version: policyVersion,
    platformId: uuidOf(platformId),
    policy: policyToJson(policy),
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    createdAt: updatedAt,
  });
}

/**
 * The versions of an agent that the caller can see, newest first.
 *
 * @param page.before only versions below this one.
 */
export async function listPolicyVersions(
  db: Executor,
  { platformId }: Pick<Scope, 'platformId'>,
  agentId: Id<'Agent'>,
  page: { readonly first: number; readonly before?: number | undefined },
): Promise<PolicyVersion[]> {
  const rows = await db
    .select()
    .from(agentPolicyVersions)
    .where(
      and(
        eq(agentPolicyVersions.platformId, uuidOf(platformId)),
        eq(agentPolicyVersions.agentId, uuidOf(agentId)),
        page.before === undefined ? undefined : lt(agentPolicyVersions.version, page.before),
      ),
    )
    .orderBy(desc(agentPolicyVersions.version))
    // One more, so that the changes of the last one are known.
    .limit(page.first + 1);
  return rows.slice(0, page.first).map((row, index): PolicyVersion => {
    const { actorKind: kind, actorId: id, actorName: name } = row;
    const earlier = rows[index + 1];
    return {
      version: row.version,
      policy: policyFromJson(row.policy),
      actor: kind && id ? { kind, id, name: name ?? id } : undefined,
      changes: earlier ? policyChanges(earlier.policy, row.policy) : [],
      createdAt: row.createdAt,
    };
  });
}
