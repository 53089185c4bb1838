/** The authenticated callers, and the records that they may see. */

import type { Caller } from '../../infrastructure/observability/request-record.ts';
import type { Id } from '../../kernel/ids.ts';
import type { ApiToken, Platform } from '../platform.ts';
import type { AccessToken } from './access-token.ts';
import type { AgentPermission } from './agent-permissions.ts';

import { type RequiredPermission, requirePermission } from './permissions.ts';

export { type RequiredPermission, requirePermission };

/** A back end of the platform, authenticated by an API token. */
export interface PlatformPrincipal {
  readonly kind: 'platform';
  readonly platform: Platform;
  readonly token: ApiToken;
}

/** The part of an agent that authentication reads. The record belongs to the context of agents. */
interface AgentSubject {
  readonly id: Id<'Agent'>;
  readonly platformId: Id<'Platform'>;
  readonly customerId: Id<'Customer'>;
  readonly name: string;
  /** A paused agent can only read. */
  readonly isPaused: boolean;
  readonly policy: { readonly permissions: readonly AgentPermission[] };
}

/** The software of an agent, authenticated by the token that its device code was exchanged for. */
export interface AgentPrincipal {
  readonly kind: 'agent';
  readonly platform: Platform;
  readonly agent: AgentSubject;
  /** The agent can only read itself. */
  readonly customerIsDeleted?: boolean;
}

/** A browser or a phone, authenticated by an access token. */
export interface AccessTokenPrincipal {
  readonly kind: 'access-token';
  readonly platform: Platform;
  readonly accessToken: AccessToken;
}

export type Principal = PlatformPrincipal | AgentPrincipal | AccessTokenPrincipal;

/** The records that a caller may see: those of a platform, or of one of its customers. */
export interface Scope {
  readonly platformId: Id<'Platform'>;
  readonly customerId?: Id<'Customer'>;
  /** Restricts agents, actions and quotes to this agent. */
  readonly agentId?: Id<'Agent'>;
  /** Searches do not find the names of external accounts, which the caller may not read. */
  readonly hidesExternalAccounts?: boolean;
}

export function scopeOf(principal: Principal): Scope {
  const { id: platformId } = principal.platform;
  switch (principal.kind) {
    case 'platform':
      return { platformId };
    case 'agent': {
      const { id: agentId, customerId } = principal.agent;
      const mayRead = requirePermission(principal, 'VIEW_EXTERNAL_ACCOUNTS') === true;
      return { platformId, customerId, agentId, ...(!mayRead && { hidesExternalAccounts: true }) };
    }
    case 'access-token': {
      const { customerId } = principal.accessToken;
      return customerId ? { platformId, customerId } : { platformId };
    }
  }
}

/**
 * The id of the credential, the same over HTTP and over a socket. An `access` event with this id as `ended` closes its
 * sockets and streams.
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

/** The real time at which the credential expires and its streams end. */
export const expiryOfCredential = (principal: Principal): Date | undefined =>
  principal.kind === 'access-token' ? principal.accessToken.expiresAt : undefined;

/** The name under which a decision is recorded: of the API token, of the agent or of the holder of the access token. */
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
