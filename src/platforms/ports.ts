/** What platforms and their credentials need from the contexts above. */
import type { Executor } from '../infrastructure/database/client.ts';
import type { Ports as InfrastructurePorts } from '../infrastructure/ports.ts';
import type { Id } from '../kernel/ids.ts';
import type { AgentPrincipal } from './access/principal.ts';

/** The credential scheme of agents: their tokens are kept with the agents. */
export interface AgentTokens {
  /**
   * @param digest SHA-256 of the token.
   * @returns undefined where no agent has the token.
   */
  findByDigest(db: Executor, digest: Uint8Array): Promise<AgentPrincipal | undefined>;
  /** The agent as it is now; undefined once its token has ended. */
  findConnected(db: Executor, id: Id<'Agent'>): Promise<AgentPrincipal | undefined>;
}

/** Whether a customer may be named by an access token. */
export interface CustomerDirectory {
  /** Locks the customer against deletion until the transaction ends. False: the platform has no such customer. */
  lockForShare(tx: Executor, platformId: Id<'Platform'>, id: Id<'Customer'>): Promise<boolean>;
}

export interface Ports extends InfrastructurePorts {
  readonly agentTokens: AgentTokens;
  readonly customerDirectory: CustomerDirectory;
}
