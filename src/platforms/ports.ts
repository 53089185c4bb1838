/** Ports of platforms and their credentials, implemented by the contexts above. */
import type { Executor } from '../infrastructure/database/client.ts';
import type { Ports as InfrastructurePorts } from '../infrastructure/ports.ts';
import type { Id } from '../kernel/ids.ts';
import type { AgentPrincipal } from './access/principal.ts';

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

/** The customers that access tokens can be created for. */
export interface CustomerDirectory {
  /** Locks the customer against deletion until the transaction ends. Returns false if the platform has no such customer. */
  lockForShare(tx: Executor, platformId: Id<'Platform'>, id: Id<'Customer'>): Promise<boolean>;
}

export interface Ports extends InfrastructurePorts {
  readonly agentTokens: AgentTokens;
  readonly customerDirectory: CustomerDirectory;
}
