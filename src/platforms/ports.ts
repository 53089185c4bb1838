/** Ports of platforms and their credentials, implemented by the contexts above. */
import type { Database, Executor } from '../infrastructure/database/client.ts';
import type { Ports as InfrastructurePorts } from '../infrastructure/ports.ts';
import type { Id } from '../kernel/ids.ts';
import type { AgentPrincipal, MemberPrincipal } from './access/principal.ts';

/** Look-ups of agent tokens. The context of agents stores them. */
export interface AgentTokens {
  /**
   * @param digest SHA-256 of the token.
   * @returns undefined if no agent has the token.
   */
  findByDigest(db: Executor, digest: Uint8Array): Promise<AgentPrincipal | undefined>;
  /** The current state of the agent; undefined if its token has ended. */
  findConnected(db: Executor, id: Id<'Agent'>): Promise<AgentPrincipal | undefined>;
}

/** Look-ups of the sessions of members. The context of members stores them. All instants are real time. */
export interface MemberSessions {
  /**
   * The session with a token, and records its use.
   *
   * @param digest SHA-256 of the token.
   * @returns undefined if no valid session has the token.
   */
  use(db: Database, digest: Uint8Array, realNow: Date): Promise<MemberPrincipal | undefined>;
  /** The current state of the session; undefined if it has ended. Records its use. */
  find(db: Database, id: Id<'MemberSession'>, realNow: Date): Promise<MemberPrincipal | undefined>;
  /**
   * Locks the member and the session against changes until the transaction ends. Returns false if one has ended, or if the member
   * has lost a role since the request was authenticated.
   */
  lockForShare(tx: Executor, principal: MemberPrincipal, realNow: Date): Promise<boolean>;
}

/** The customers that access tokens can be created for. */
export interface CustomerDirectory {
  /** Locks the customer against deletion until the transaction ends. Returns false if the platform has no such customer. */
  lockForShare(tx: Executor, platformId: Id<'Platform'>, id: Id<'Customer'>): Promise<boolean>;
}

export interface Ports extends InfrastructurePorts {
  readonly agentTokens: AgentTokens;
  readonly memberSessions: MemberSessions;
  readonly customerDirectory: CustomerDirectory;
}
