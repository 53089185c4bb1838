/**
 * What a caller may do. A field of either face demands one thing; for each kind of caller this table says what gives
 * it: a permission of the API token, a scope of the access token, or the agent's own policy.
 *
 * Decision: an agent is given nothing that is not named for it here. `VIEW`, `TRANSACT` and `MANAGE` by themselves
 * are the platform's, so that a new field is closed to agents until somebody opens it.
 *
 * Decision: a holder of an access token for one customer reads nothing that belongs to no customer (settings, tokens,
 * deliveries): such fields demand `VIEW_PLATFORM`.
 *
 * Decision: the agent of a deleted customer keeps its token, and is rejected with USER_NOT_READY, not with UNAUTHORIZED,
 * and may do nothing with it.
 *
 * Source: docs/behaviour/platforms.md#permissions, docs/behaviour/customers.md#customer, docs/behaviour/agents.md#order-of-checks; schema.graphql, `AccessTokenScope`.
 */

import { Forbidden } from '../../kernel/errors.ts';
import { type ApiToken, permissions as allPermissions, type Permission } from '../platform.ts';
import type { AccessTokenScope } from './access-token.ts';
import type { AgentPermission } from './agent-permissions.ts';
import { PolicyViolation, permissionMissing } from './policy-violation.ts';
import type { Principal } from './principal.ts';

interface Means {
  /** Of an API token: all of these. */
  readonly permissions: readonly Permission[];
  /** Of an access token: any one of these. None: no access token will do. */
  readonly scopes: readonly AccessTokenScope[];
  /** Whether the access token must be good for the whole platform. */
  readonly wholePlatform?: boolean;
  /** Of an agent: a permission of its policy, or nothing more than being one. Absent: no agent may. */
  readonly agent?: AgentPermission | 'ANY';
  /** For agents alone: no credential of the platform will do. */
  readonly agentsOnly?: boolean;
}

const readers = ['READ', 'WALLET'] as const;

const table = {
  VIEW: { permissions: ['VIEW'], scopes: readers },
  TRANSACT: { permissions: ['TRANSACT'], scopes: [] },
  MANAGE: { permissions: ['MANAGE'], scopes: [] },
  /** Extends what an agent may do. What its policy grants beyond this is checked by the operation: see `grants.ts`. */
  EMPOWER_AGENTS: { permissions: ['MANAGE', 'TRANSACT'], scopes: [] },
  /** Who the caller is. */
  VIEW_SELF: { permissions: ['VIEW'], scopes: ['READ', 'WALLET', 'APPROVE'], agent: 'ANY' },
  /** Facts of the service that are nobody's: currencies, rates, institutions. */
  VIEW_REFERENCE: { permissions: ['VIEW'], scopes: ['READ', 'WALLET', 'APPROVE'], agent: 'ANY' },
  /** What belongs to the platform as a whole. */
  VIEW_PLATFORM: { permissions: ['VIEW'], scopes: ['READ'], wholePlatform: true },
  VIEW_TRANSACTIONS: { permissions: ['VIEW'], scopes: readers, agent: 'VIEW_TRANSACTIONS' },
  VIEW_EXTERNAL_ACCOUNTS: { permissions: ['VIEW'], scopes: readers, agent: 'MANAGE_EXTERNAL_ACCOUNTS' },
  VIEW_CUSTOMER: { permissions: ['VIEW'], scopes: [...readers, 'APPROVE'], agent: 'ANY' },
  VIEW_QUOTES: { permissions: ['VIEW'], scopes: [...readers, 'APPROVE'], agent: 'ANY' },
  VIEW_AGENTS: { permissions: ['VIEW'], scopes: ['READ', 'APPROVE'], agent: 'ANY' },
  LOOK_UP_RECEIVERS: { permissions: ['VIEW'], scopes: readers, agent: 'CREATE_QUOTES' },
  /** Subscriptions to transactions and agent actions. */
  SUBSCRIBE: { permissions: ['VIEW'], scopes: ['READ', 'APPROVE'], agent: 'VIEW_TRANSACTIONS' },
  DECIDE_AGENT_ACTIONS: { permissions: ['TRANSACT'], scopes: ['APPROVE'] },
  /** Credentials, sessions, export and privacy of a wallet. */
  MANAGE_WALLET: { permissions: ['MANAGE'], scopes: ['WALLET'] },
  EXECUTE_QUOTE: { permissions: ['TRANSACT'], scopes: ['WALLET'] },
  /** What agents do by themselves. */
  CREATE_TRANSFERS: { permissions: ['TRANSACT'], scopes: [], agent: 'CREATE_TRANSFERS', agentsOnly: true },
  CREATE_QUOTES: { permissions: ['TRANSACT'], scopes: [], agent: 'CREATE_QUOTES', agentsOnly: true },
  EXECUTE_QUOTES: { permissions: ['TRANSACT'], scopes: [], agent: 'EXECUTE_QUOTES', agentsOnly: true },
  MANAGE_EXTERNAL_ACCOUNTS: {
    permissions: ['MANAGE'],
    scopes: [],
    agent: 'MANAGE_EXTERNAL_ACCOUNTS',
    agentsOnly: true,
  },
  SET_DEPOSIT_ACCOUNT: {
    permissions: ['MANAGE'],
    scopes: [],
    agent: 'SET_DEPOSIT_ACCOUNT',
    agentsOnly: true,
  },
} as const satisfies Record<string, Means>;

/** What a field demands of its caller. */
export type RequiredPermission = keyof typeof table;

/** The API token permissions that meet a demand: all of them. */
export const permissionsFor = (demand: RequiredPermission): readonly Permission[] =>
  table[demand].permissions;

/** What a demand takes, for the description of an operation. */
export function permissionSummary(demand: RequiredPermission): string {
  const { permissions, agent, agentsOnly }: Means = table[demand];
  const ofAgent = agent && agent !== 'ANY' ? agent : undefined;
  if (agentsOnly) return `Only for agents. Requires ${ofAgent}.`;
  return `Requires ${permissions.join(' and ')}${ofAgent ? `, or ${ofAgent} for agents` : ''}.`;
}

/** The API token permissions that a token would need to do what an agent with this permission may do. */
export const permissionsOfAgent = (agentPermission: AgentPermission): Permission[] =>
  Object.values<Means>(table)
    .filter(({ agent }) => agent === agentPermission)
    .flatMap(({ permissions }) => permissions);

/** Those of the needed permissions that the token lacks, each once. */
export const missingPermissions = (
  token: Pick<ApiToken, 'permissions'>,
  needed: readonly Permission[],
): Permission[] => allPermissions.filter((one) => needed.includes(one) && !token.permissions.includes(one));

/** The demand is met, or the refusal that names what is missing. */
export function requirePermission(principal: Principal, demand: RequiredPermission): true | Forbidden {
  const { permissions, scopes, wholePlatform = false, agent, agentsOnly = false }: Means = table[demand];
  if (agentsOnly && principal.kind !== 'agent') return new Forbidden('This operation is for agents.');
  switch (principal.kind) {
    case 'platform': {
      const missing = missingPermissions(principal.token, permissions);
      if (missing.length === 0) return true;
      const named = missing.length === 1 ? 'permission' : 'permissions';
      return new Forbidden(`This needs a token with the ${named} ${missing.join(' and ')}.`, {
        requiredPermissions: missing,
      });
    }
    case 'access-token': {
      const { accessToken } = principal;
      if (!accessToken.scopes.some((scope) => scopes.includes(scope))) {
        return new Forbidden('This access token has not the scope that this needs.', {
          reason: 'Scope missing',
        });
      }
      return wholePlatform && accessToken.customerId
        ? new Forbidden('This access token is for one customer.', { reason: 'Restricted to one customer' })
        : true;
    }
    case 'agent': {
      if (!agent) return new Forbidden('Agents may not do this.', { reason: 'Not for agents' });
      if (principal.customerIsDeleted && demand !== 'VIEW_SELF') {
        return new Forbidden("The agent's customer was deleted.", { code: 'USER_NOT_READY' });
      }
      if (agent === 'ANY' || principal.agent.policy.permissions.includes(agent)) return true;
      return new PolicyViolation(permissionMissing, { missingPermission: agent });
    }
  }
}
