/**
 * Renames, pauses or resumes an agent. Pausing closes its streams and ends its sessions of the Model Context Protocol.
 *
 * Decision: resuming a paused agent needs the same permissions as granting its policy, because it restores every
 * permission that the pause removed. Pausing or renaming an agent needs MANAGE alone.
 *
 * Source: docs/behaviour/platforms.md#permissions, docs/behaviour/endpoints.md#customers-owners-invitations-and-agents, docs/behaviour/agents.md#order-of-checks; schema.graphql, `updateAgent`.
 */
import { z } from 'zod';
import { transact } from '../infrastructure/database/transact.ts';
import { whenValid } from '../kernel/field-rules.ts';
import type { Id } from '../kernel/ids.ts';
import { boolean, optional } from '../kernel/parse.ts';
import type { Ports } from '../payments/ports.ts';
import { announceEndOfAccess } from '../platforms/access/end-of-access.ts';
import { requireToEmpower } from '../platforms/access/grants.ts';
import type { PlatformCaller } from '../platforms/access/principal.ts';
import type { PermissionNotHeld } from '../platforms/errors.ts';
import { type Agent, agentName } from './agent.ts';
import { AgentNotFound } from './errors.ts';
import { deleteSessionsOf } from './mcp-sessions/mcp-session-store.ts';
import { lockAgent, updateAgentRecord } from './store.ts';

export const UpdateAgentInput = z
  .object({ name: optional(agentName), isPaused: optional(boolean) })
  .refine(({ name, isPaused }) => name !== undefined || isPaused !== undefined, {
    path: ['name'],
    error: 'must be given, or isPaused',
    ...whenValid('name', 'isPaused'),
  });

export async function updateAgent(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  principal: PlatformCaller,
  id: Id<'Agent'>,
  { name, isPaused }: z.output<typeof UpdateAgentInput>,
): Promise<Agent | AgentNotFound | PermissionNotHeld> {
  const { platform } = principal;
  return transact<Agent | AgentNotFound | PermissionNotHeld>(db, async (tx) => {
    const before = await lockAgent(tx, { platformId: platform.id }, id);
    if (!before) return new AgentNotFound(id);
    const resumes = before.isPaused && isPaused === false;
    const notHeld = resumes ? requireToEmpower(principal, before.policy.permissions) : undefined;
    if (notHeld) return notHeld;
    const now = clock.now(platform);
    const after: Agent = {
      ...before,
      name: name ?? before.name,
      isPaused: isPaused ?? before.isPaused,
      updatedAt: now,
    };
    await updateAgentRecord(tx, after);
    if (after.isPaused && !before.isPaused) {
      await deleteSessionsOf(tx, id);
      await announceEndOfAccess(tx, platform.id, [id], now);
    }
    return after;
  });
}
