/**
 * The permissions of callers. Each operation of GraphQL and REST has one required permission. This table says which callers
 * have it: by the permissions of an API token, the roles of a member, the scopes of an access token, or the policy of an agent.
 *
 * Decision: an agent may do only what this table allows agents. `VIEW`, `TRANSACT` and `MANAGE` exclude agents, so a new
 * operation is closed to agents by default.
 *
 * Decision: an access token for one customer cannot read records that belong to no customer (settings, tokens, deliveries):
 * these require `VIEW_PLATFORM`.
 *
 * Decision: the token of an agent remains valid when the customer is deleted, but every operation except reading the agent
 * itself is rejected with USER_NOT_READY.
 *
 * Source: docs/behaviour/platforms.md#permissions, docs/behaviour/customers.md#customer, docs/behaviour/agents.md#order-of-checks; schema.graphql, `AccessTokenScope`.
 */

import { Forbidden } from '../../kernel/errors.ts';
import { permissions as allPermissions, type Permission } from '../platform.ts';
import type { AccessTokenScope } from './access-token.ts';
import type { AgentPermission } from './agent-permissions.ts';
import { type MemberRole, memberRoles } from './member-roles.ts';
import { PolicyViolation, permissionMissing } from './policy-violation.ts';
import type { Principal } from './principal.ts';

interface Requirement {
  /** An API token needs all of these. */
  readonly permissions: readonly Permission[];
  /** An access token needs one of these. Empty: no access token is allowed. */
  readonly scopes: readonly AccessTokenScope[];
  /** Whether an access token for one customer is not allowed. */
  readonly wholePlatform?: boolean;
  /** The roles that a member needs, where they differ from `permissions`. */
  readonly memberRoles?: readonly MemberRole[];
  /** An agent needs this permission in its policy; `ANY`: every agent is allowed. Absent: no agent is allowed. */
  readonly agent?: AgentPermission | 'ANY';
  /** Whether only agents are allowed. */
  readonly agentsOnly?: boolean;
}

const readScopes = ['READ', 'WALLET'] as const;

const table = {
  VIEW: { permissions: ['VIEW'], scopes: readScopes },
  TRANSACT: { permissions: ['TRANSACT'], scopes: [] },
  MANAGE: { permissions: ['MANAGE'], scopes: [] },
  /** To create an agent or change its policy. The operation also checks the granted permissions: see `grants.ts`. */
  EMPOWER_AGENTS: { permissions: ['MANAGE', 'TRANSACT'], scopes: [] },
  /** Approval rules decide whether agents can move money, as the policies of agents do. */
  CHANGE_APPROVAL_RULES: { permissions: ['MANAGE', 'TRANSACT'], scopes: [] },
  /** To read the caller itself. */
  VIEW_SELF: { permissions: ['VIEW'], scopes: ['READ', 'WALLET', 'APPROVE'], agent: 'ANY' },
  /** An agent reads itself. */
  AGENT_VIEW_SELF: { permissions: ['VIEW'], scopes: [], agent: 'ANY', agentsOnly: true },
  /** To read data that belongs to no customer: currencies, institutions, and the rates of the platform. */
  VIEW_REFERENCE: { permissions: ['VIEW'], scopes: ['READ', 'WALLET', 'APPROVE'], agent: 'ANY' },
  /** To read records of the platform that belong to no customer. */
  VIEW_PLATFORM: { permissions: ['VIEW'], scopes: ['READ'], wholePlatform: true },
  /** To read members and their sessions. Pages with an access token do not see who works for the platform. */
  VIEW_MEMBERS: { permissions: ['VIEW'], scopes: [] },
  /** To read matches with sanctions lists. Pages of the customer must not show that there is one. */
  VIEW_SCREENING: { permissions: ['VIEW'], scopes: [] },
  VIEW_TRANSACTIONS: { permissions: ['VIEW'], scopes: readScopes, agent: 'VIEW_TRANSACTIONS' },
  VIEW_EXTERNAL_ACCOUNTS: { permissions: ['VIEW'], scopes: readScopes, agent: 'MANAGE_EXTERNAL_ACCOUNTS' },
  VIEW_CUSTOMER: { permissions: ['VIEW'], scopes: readScopes, agent: 'ANY' },
  VIEW_QUOTES: { permissions: ['VIEW'], scopes: readScopes, agent: 'ANY' },
  /** Name and type of a customer, amounts and rate of a quote. An approver sees those of actions. */
  VIEW_CUSTOMER_NAME: { permissions: ['VIEW'], scopes: [...readScopes, 'APPROVE'], agent: 'ANY' },
  VIEW_QUOTE_AMOUNTS: { permissions: ['VIEW'], scopes: [...readScopes, 'APPROVE'], agent: 'ANY' },
  VIEW_AGENTS: { permissions: ['VIEW'], scopes: ['READ', 'APPROVE'], agent: 'ANY' },
  /** Who changed the policy of an agent. Agents, and pages with an access token, do not see who works for the platform. */
  VIEW_POLICY_HISTORY: { permissions: ['VIEW'], scopes: [] },
  /** To try a policy on the actions of an agent: what reading them and changing the policy need together. It changes nothing. */
  BACKTEST_POLICY: { permissions: ['VIEW', 'MANAGE', 'TRANSACT'], scopes: [] },
  /** The balance that pays an action, and its payee. An agent needs what lets it read the account. */
  VIEW_ACTION_BALANCES: { permissions: ['VIEW'], scopes: ['READ', 'APPROVE'], agent: 'VIEW_TRANSACTIONS' },
  VIEW_ACTION_PAYEES: {
    permissions: ['VIEW'],
    scopes: ['READ', 'APPROVE'],
    agent: 'MANAGE_EXTERNAL_ACCOUNTS',
  },
  LOOK_UP_RECEIVERS: { permissions: ['VIEW'], scopes: readScopes, agent: 'CREATE_QUOTES' },
  /** Subscriptions to transactions and agent actions. */
  SUBSCRIBE: { permissions: ['VIEW'], scopes: ['READ', 'APPROVE'], agent: 'VIEW_TRANSACTIONS' },
  DECIDE_AGENT_ACTIONS: { permissions: ['TRANSACT'], scopes: ['APPROVE'], memberRoles: ['APPROVE'] },
  /** A program that writes the files of a bank decides which payments are settled and which accounts are credited. */
  MANAGE_BANKS: { permissions: ['MANAGE', 'TRANSACT'], scopes: [] },
  /** To release files, and to decide on deposits and entries that no record explains. */
  DECIDE_BANK_RECORDS: { permissions: ['TRANSACT'], scopes: [], memberRoles: ['APPROVE'] },
  /** Credentials, sessions, export and privacy of a wallet. */
  MANAGE_WALLET: { permissions: ['MANAGE'], scopes: ['WALLET'] },
  EXECUTE_QUOTE: { permissions: ['TRANSACT'], scopes: ['WALLET'] },
  /** Operations of agents. */
  AGENT_CREATE_TRANSFERS: {
    permissions: ['TRANSACT'],
    scopes: [],
    agent: 'CREATE_TRANSFERS',
    agentsOnly: true,
  },
  AGENT_CREATE_QUOTES: { permissions: ['TRANSACT'], scopes: [], agent: 'CREATE_QUOTES', agentsOnly: true },
  AGENT_EXECUTE_QUOTES: { permissions: ['TRANSACT'], scopes: [], agent: 'EXECUTE_QUOTES', agentsOnly: true },
  AGENT_MANAGE_EXTERNAL_ACCOUNTS: {
    permissions: ['MANAGE'],
    scopes: [],
    agent: 'MANAGE_EXTERNAL_ACCOUNTS',
    agentsOnly: true,
  },
  AGENT_SET_DEPOSIT_ACCOUNT: {
    permissions: ['MANAGE'],
    scopes: [],
    agent: 'SET_DEPOSIT_ACCOUNT',
    agentsOnly: true,
  },
} as const satisfies Record<string, Requirement>;

/** The required permission of an operation. */
export type RequiredPermission = keyof typeof table;

/** The required permissions that a scope of an access token gives. */
export type AccessTokenPermission = {
  [K in RequiredPermission]: (typeof table)[K]['scopes'] extends readonly [] ? never : K;
}[RequiredPermission];

/** The scopes of access tokens that have a required permission: one of them suffices. */
export const scopesFor = (required: RequiredPermission): readonly AccessTokenScope[] =>
  table[required].scopes;

/** The permissions that an API token needs for a required permission: all of them. */
export const permissionsFor = (required: RequiredPermission): readonly Permission[] =>
  table[required].permissions;

/** The permission that an agent needs in its policy; `ANY`: none. `undefined`: no agent is allowed. */
export const agentPermissionFor = (required: RequiredPermission): AgentPermission | 'ANY' | undefined =>
  (table[required] as Requirement).agent;

/** Whether an agent whose customer was deleted keeps it. */
export const isOfAgentItself = (required: RequiredPermission): boolean =>
  required === 'VIEW_SELF' || required === 'AGENT_VIEW_SELF';

/** Every required permission. */
export const requiredPermissions = Object.keys(table) as readonly RequiredPermission[];

/** A sentence about the required permission, for the description of an operation. */
export function permissionSummary(required: RequiredPermission): string {
  const { permissions, agent, agentsOnly }: Requirement = table[required];
  const ofAgent = agent && agent !== 'ANY' ? agent : undefined;
  if (agentsOnly) return ofAgent ? `Only for agents. Requires ${ofAgent}.` : 'Only for agents.';
  return `Requires ${permissions.join(' and ')}${ofAgent ? `, or ${ofAgent} for agents` : ''}.`;
}

/** The API token permissions of all operations that this permission allows an agent. */
export const permissionsOfAgent = (agentPermission: AgentPermission): Permission[] =>
  Object.values<Requirement>(table)
    .filter(({ agent }) => agent === agentPermission)
    .flatMap(({ permissions }) => permissions);

/** The permissions that the caller lacks, without duplicates. */
const missingPermissions = (held: readonly MemberRole[], needed: readonly MemberRole[]): Permission[] =>
  allPermissions.filter((one) => needed.includes(one) && !held.includes(one));

/** The error of a member who lacks a role. */
function rolesMissing(
  held: readonly MemberRole[],
  needed: readonly MemberRole[],
  message = 'This needs a member with the',
): Forbidden | undefined {
  const missing = memberRoles.filter((role) => needed.includes(role) && !held.includes(role));
  if (missing.length === 0) return undefined;
  const named = missing.length === 1 ? 'role' : 'roles';
  return new Forbidden(`${message} ${named} ${missing.join(' and ')}.`, {
    reason: 'Role missing',
    requiredPermissions: missingPermissions(held, needed),
  });
}

/** Returns true, or an error with the missing permission. */
export function requirePermission(principal: Principal, required: RequiredPermission): true | Forbidden {
  const {
    permissions,
    memberRoles: roles = permissions,
    scopes,
    wholePlatform = false,
    agent,
    agentsOnly = false,
  }: Requirement = table[required];
  if (agentsOnly && principal.kind !== 'agent') return new Forbidden('This operation is for agents.');
  switch (principal.kind) {
    case 'platform': {
      const missing = missingPermissions(principal.token.permissions, permissions);
      if (missing.length === 0) return true;
      const named = missing.length === 1 ? 'permission' : 'permissions';
      return new Forbidden(`This needs a token with the ${named} ${missing.join(' and ')}.`, {
        requiredPermissions: missing,
      });
    }
    case 'member':
      return rolesMissing(principal.member.roles, roles) ?? true;
    case 'access-token': {
      const { accessToken } = principal;
      if (!accessToken.scopes.some((scope) => scopes.includes(scope))) {
        return new Forbidden(
          scopes.length === 0
            ? 'No scope of an access token allows this. Use an API token.'
            : `This needs an access token with the scope ${scopes.join(' or ')}.`,
          { reason: 'Scope missing' },
        );
      }
      return wholePlatform && accessToken.customerId
        ? new Forbidden('This access token is for one customer.', { reason: 'Restricted to one customer' })
        : true;
    }
    case 'agent': {
      if (!agent) return new Forbidden('Agents may not do this.', { reason: 'Not for agents' });
      if (principal.customerIsDeleted && !isOfAgentItself(required)) {
        return new Forbidden("The agent's customer was deleted.", { code: 'USER_NOT_READY' });
      }
      if (agent === 'ANY' || principal.agent.policy.permissions.includes(agent)) return true;
      return new PolicyViolation(permissionMissing, { missingPermission: agent });
    }
  }
}
