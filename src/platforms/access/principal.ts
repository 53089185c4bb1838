/** The authenticated callers, and the records that they may see. */

import type { Actor } from '../../infrastructure/database/attribution.ts';
import type { Caller } from '../../infrastructure/observability/request-record.ts';
import type { Id } from '../../kernel/ids.ts';
import { type ApiToken, type Permission, type Platform, permissions } from '../platform.ts';
import type { AccessToken } from './access-token.ts';
import type { AgentPermission } from './agent-permissions.ts';
import type { MemberRole } from './member-roles.ts';
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

/** The part of a member that authentication reads. The record belongs to the context of members. */
interface MemberSubject {
  readonly id: Id<'Member'>;
  readonly name: string;
  readonly roles: readonly MemberRole[];
}

/** The session of a signed-in member. Its instants are real time. */
interface MemberSessionSubject {
  readonly id: Id<'MemberSession'>;
  /** When the member last proved to be present, by a passkey or a link; undefined when it did not. */
  readonly stepUpAt: Date | undefined;
  /** The first instant at which the session is no longer valid, unless it is used before. */
  readonly expiresAt: Date;
}

/** A person, authenticated by the cookie of a session. */
export interface MemberPrincipal {
  readonly kind: 'member';
  readonly platform: Platform;
  readonly member: MemberSubject;
  readonly session: MemberSessionSubject;
}

/** A caller with permissions on its whole platform: a back end or a person. */
export type PlatformCaller = PlatformPrincipal | MemberPrincipal;

export type Principal = PlatformCaller | AgentPrincipal | AccessTokenPrincipal;

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
    case 'member':
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
    case 'member':
      return principal.session.id;
  }
}

/** The caller as logs, metrics and traces name it. */
export const callerOf = (principal: Principal): Caller => ({
  kind: principal.kind,
  id: credentialIdOf(principal),
  platformId: principal.platform.id,
  actor: actorOf(principal),
});

/** The real time at which the credential expires and its streams end. */
export function expiryOfCredential(principal: Principal): Date | undefined {
  if (principal.kind === 'access-token') return principal.accessToken.expiresAt;
  return principal.kind === 'member' ? principal.session.expiresAt : undefined;
}

/** The API token permissions of the caller. A role of a member with the name of a permission is that permission. */
export const permissionsOf = (caller: PlatformCaller): readonly Permission[] =>
  caller.kind === 'platform'
    ? caller.token.permissions
    : permissions.filter((permission) => caller.member.roles.includes(permission));

/** The name under which a decision is recorded: of the person, the API token, the agent or the holder of the access token. */
export function decidedByOf(principal: Principal): string {
  switch (principal.kind) {
    case 'platform':
      return principal.token.name;
    case 'agent':
      return principal.agent.name;
    case 'access-token':
      return principal.accessToken.subject ?? principal.accessToken.id;
    case 'member':
      return principal.member.name;
  }
}

/** The kinds of actors that have a credential. */
export const callerActorKinds = [
  'MEMBER',
  'API_TOKEN',
  'ACCESS_TOKEN',
  'AGENT',
] as const satisfies readonly Actor['kind'][];

/** Who did something, as votes and the audit log store it. The id stays when the name changes. */
export interface CallerActor extends Actor {
  readonly kind: (typeof callerActorKinds)[number];
  /** Member:<uuid>, Token:<uuid>, AccessToken:<uuid> or Agent:<uuid>. */
  readonly id: string;
  /** The name at that time. */
  readonly name: string;
}

export function actorOf(principal: Principal): CallerActor {
  const name = decidedByOf(principal);
  switch (principal.kind) {
    case 'platform':
      return { kind: 'API_TOKEN', id: principal.token.id, name };
    case 'agent':
      return { kind: 'AGENT', id: principal.agent.id, name };
    case 'access-token':
      return { kind: 'ACCESS_TOKEN', id: principal.accessToken.id, name };
    case 'member':
      return { kind: 'MEMBER', id: principal.member.id, name };
  }
}
