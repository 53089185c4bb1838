/** Who calls, and which records that lets them see. */

import type { Caller } from '../../infrastructure/observability/request-record.ts';
import type { Id } from '../../kernel/ids.ts';
import type { ApiToken, Platform } from '../platform.ts';
import type { AccessToken } from './access-token.ts';
import type { AgentPermission } from './agent-permissions.ts';

export { type RequiredPermission, requirePermission } from './permissions.ts';

/** A back end of the platform, by one of its API tokens. */
export interface PlatformPrincipal {
  readonly kind: 'platform';
  readonly platform: Platform;
  readonly token: ApiToken;
}

/** What authentication knows of an agent; the record itself belongs to the agents. */
interface AgentSubject {
  readonly id: Id<'Agent'>;
  readonly platformId: Id<'Platform'>;
  readonly customerId: Id<'Customer'>;
  readonly name: string;
  /** A paused agent reads, and does nothing else. */
  readonly isPaused: boolean;
  readonly policy: { readonly permissions: readonly AgentPermission[] };
}

/** An agent's software, by the token that its device code was redeemed for. */
export interface AgentPrincipal {
  readonly kind: 'agent';
  readonly platform: Platform;
  readonly agent: AgentSubject;
  /** Its token is good, and it may do nothing any more but see itself. */
  readonly customerIsDeleted?: boolean;
}

/** A browser or a phone, by an access token that the platform minted for it. */
export interface AccessTokenPrincipal {
  readonly kind: 'access-token';
  readonly platform: Platform;
  readonly accessToken: AccessToken;
}

export type Principal = PlatformPrincipal | AgentPrincipal | AccessTokenPrincipal;

/** The records that a caller may see: a platform's, or those of one of its customers. Every store takes one. */
export interface Scope {
  readonly platformId: Id<'Platform'>;
  readonly customerId?: Id<'Customer'>;
  /** Of agents, their actions and quotes, only this agent's. */
  readonly agentId?: Id<'Agent'>;
}

export function scopeOf(principal: Principal): Scope {
  const { id: platformId } = principal.platform;
  switch (principal.kind) {
    case 'platform':
      return { platformId };
    case 'agent':
      return { platformId, customerId: principal.agent.customerId, agentId: principal.agent.id };
    case 'access-token': {
      const { customerId } = principal.accessToken;
      return customerId ? { platformId, customerId } : { platformId };
    }
  }
}

/**
 * The same principal over HTTP and over a socket: what its streams are closed by. An `access` event that carries this
 * id as `ended` closes them.
 */
export function credentialIdOf(principal: Principal): string {
  switch (principal.kind) {
    case 'platform':
      return principal.token.id;
    case 'agent':
      return principal.agent.id;
    case 'access-token':
      return principal.accessToken.id;
  }
}

/** The caller as logs, metrics and traces name it. */
export const callerOf = (principal: Principal): Caller => ({
  kind: principal.kind,
  id: credentialIdOf(principal),
  platformId: principal.platform.id,
});

/** When, in real time, the credential ends by itself, and its streams with it. */
export const expiryOfCredential = (principal: Principal): Date | undefined =>
  principal.kind === 'access-token' ? principal.accessToken.expiresAt : undefined;

/** The name under which a decision is recorded: of the API token, or of whoever holds the access token. */
export function decidedByOf(principal: Principal): string {
  switch (principal.kind) {
    case 'platform':
      return principal.token.name;
    case 'agent':
      return principal.agent.name;
    case 'access-token':
      return principal.accessToken.subject ?? principal.accessToken.id;
  }
}
