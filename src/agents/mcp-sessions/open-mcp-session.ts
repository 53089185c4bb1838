/** Starts a session of the Model Context Protocol. Source: docs/behaviour/mcp.md#sessions. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { RateLimited } from '../../kernel/errors.ts';
import type { AgentPrincipal } from '../../platforms/access/principal.ts';
import { type McpSession, maxSessionsOfAgent } from './mcp-session.ts';
import { countLiveSessions, deleteLeastUsedSessions, insertSession } from './mcp-session-store.ts';

const retryAfterSeconds = 60;

/**
 * Decision: beyond its maximum, an agent's new session ends the one that was not used for the longest time. Assistants that
 * crash do not end their sessions, and an error would lock them out for half an hour.
 *
 * @param maxOfPlatform the number of live sessions of a platform, above which none is started.
 */
export function openMcpSession(
  db: Database,
  { platform, agent }: Pick<AgentPrincipal, 'platform' | 'agent'>,
  realNow: Date,
  maxOfPlatform: number,
): Promise<McpSession | RateLimited> {
  return transact<McpSession | RateLimited>(db, async (tx) => {
    await deleteLeastUsedSessions(tx, agent.id, maxSessionsOfAgent - 1);
    const live = await countLiveSessions(tx, platform.id, realNow, maxOfPlatform);
    if (live >= maxOfPlatform) return new RateLimited(retryAfterSeconds);
    const session: McpSession = {
      id: randomUUID(),
      platformId: platform.id,
      agentId: agent.id,
      subscriptions: [],
      createdAt: realNow,
      lastUsedAt: realNow,
    };
    await insertSession(tx, session);
    return session;
  });
}
