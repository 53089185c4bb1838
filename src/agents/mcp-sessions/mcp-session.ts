/**
 * A session of the Model Context Protocol: the connection of an agent's assistant, and the resources that it follows.
 *
 * Decision: sessions are rows, so that any process serves any message of a session, and a restart ends none. A session is no
 * credential: each request has the agent's token, too.
 *
 * Source: docs/behaviour/mcp.md#sessions.
 */
import type { Id } from '../../kernel/ids.ts';

export interface McpSession {
  /** A uuid. */
  readonly id: string;
  readonly platformId: Id<'Platform'>;
  readonly agentId: Id<'Agent'>;
  /** The URIs of the resources whose changes the client follows. */
  readonly subscriptions: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** A session that was not used for this long has ended. */
const sessionIdleMs = 30 * 60_000;
/** A use is recorded when the last recorded one is older. */
export const useRecordedAfterMs = 60_000;
/** A new session ends the one of the agent that was not used for the longest time. */
export const maxSessionsOfAgent = 10;
export const maxSubscriptions = 50;

/** The first instant of last use with which a session is still live. */
export const liveSince = (realNow: Date): Date => new Date(realNow.getTime() - sessionIdleMs);
