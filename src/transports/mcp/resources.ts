/** The resources of an agent, and which events change them. Source: docs/behaviour/mcp.md#resources. */

import { accountFromSnapshot } from '../../accounts/internal/publish-balance.ts';
import { actionFromSnapshot } from '../../agents/actions/action-row.ts';
import { findAction, listActions } from '../../agents/actions/action-store.ts';
import { AgentActionNotFound } from '../../agents/errors.ts';
import type { LoggedEvent } from '../../infrastructure/events/log.ts';
import { DomainError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import { fromSnapshot } from '../../payments/transactions/row.ts';
import {
  type AgentPrincipal,
  type RequiredPermission,
  requirePermission,
  scopeOf,
} from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import type { RequestError } from '../http/http-errors.ts';
import { pageRequestOf } from '../rest/query.ts';
import { internalAccountPage } from '../rest/routes/accounts.ts';
import { actionUri, actionViews } from './action-view.ts';
import { policyOf, usageOf } from './policy-view.ts';
import { readOwnAgent } from './tools/account-tools.ts';
import { internalAccountOf } from './views.ts';

interface Reading {
  readonly ports: Ports;
  readonly principal: AgentPrincipal;
  readonly now: Date;
}

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly permission: RequiredPermission;
  readonly read: (reading: Reading) => Promise<unknown | RequestError>;
}

const recentActions = 20;
const maxBalances = 100;

const resources: readonly Resource[] = [
  {
    uri: 'payments://policy',
    name: 'policy',
    title: 'Policy',
    description: 'What this agent may do.',
    permission: 'VIEW_SELF',
    async read(reading) {
      const agent = await readOwnAgent(reading);
      return agent instanceof DomainError ? agent : { policy: policyOf(agent, reading.now) };
    },
  },
  {
    uri: 'payments://usage',
    name: 'usage',
    title: 'Usage',
    description: 'The limits of this agent, and what is left of them.',
    permission: 'VIEW_SELF',
    async read(reading) {
      const agent = await readOwnAgent(reading);
      return agent instanceof DomainError ? agent : { usage: usageOf(agent, reading.now) };
    },
  },
  {
    uri: 'payments://balances',
    name: 'balances',
    title: 'Balances',
    description: 'The internal accounts of the customer with their balances.',
    permission: 'VIEW_TRANSACTIONS',
    async read(reading) {
      const agent = await readOwnAgent(reading);
      if (agent instanceof DomainError) return agent;
      const read = await internalAccountPage(reading, { limit: maxBalances });
      if (read instanceof DomainError) return read;
      const allowed = agent.policy.accountRestrictions?.allowedAccountIds;
      return {
        accounts: read.page.items.map((account) =>
          internalAccountOf(account, allowed?.includes(account.id) ?? true),
        ),
      };
    },
  },
  {
    uri: 'payments://actions',
    name: 'actions',
    title: 'Recent actions',
    description: `The last ${recentActions} payments that this agent requested.`,
    permission: 'VIEW_SELF',
    async read({ ports, principal }) {
      const request = pageRequestOf('agentActions', { limit: recentActions });
      if (request instanceof DomainError) return request;
      const { items } = await listActions(ports.db.orm, scopeOf(principal), {}, request);
      return { actions: await actionViews(ports, principal, items) };
    },
  },
];

export const actionTemplate = {
  uriTemplate: actionUri('{actionId}'),
  name: 'action',
  title: 'Action',
  description: 'One payment that this agent requested. Subscribe to it to learn its decision.',
  mimeType: 'application/json',
};

export const resourcesOf = (principal: AgentPrincipal): readonly Resource[] =>
  resources.filter(({ permission }) => requirePermission(principal, permission) === true);

const actionIdOf = (uri: string) => {
  const prefix = actionUri('');
  return uri.startsWith(prefix) ? parseId('AgentAction', decodedId(uri.slice(prefix.length))) : undefined;
};

/** A client may encode the colon of an id. */
const decodedId = (text: string): string => text.replace(/%3a/i, ':');

/** The URI in its canonical form, if the agent may read it; undefined otherwise. */
export function findResource(principal: AgentPrincipal, uri: string): string | undefined {
  const actionId = actionIdOf(uri);
  if (actionId) return actionUri(actionId);
  return resourcesOf(principal).find((one) => one.uri === uri)?.uri;
}

/** The content of a resource; undefined for one that does not exist, or that the agent may not read. */
export async function readResource(
  uri: string,
  reading: Reading,
): Promise<unknown | RequestError | undefined> {
  const { ports, principal } = reading;
  const actionId = actionIdOf(uri);
  if (actionId) {
    const action = await findAction(ports.db.orm, scopeOf(principal), actionId);
    if (!action) return new AgentActionNotFound(actionId);
    return { action: (await actionViews(ports, principal, [action]))[0] };
  }
  return resourcesOf(principal)
    .find((one) => one.uri === uri)
    ?.read(reading);
}

const ofEveryAction = ['payments://actions', 'payments://usage', 'payments://policy'];

/** What an event changes: the resources of one agent, or of every agent of a customer. */
interface ChangedResources {
  readonly agentId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly uris: readonly string[];
}

export function resourcesChangedBy({ topic, resourceId, data }: LoggedEvent): ChangedResources | undefined {
  const record = data['record'] as Readonly<Record<string, unknown>>;
  switch (topic) {
    case 'agent-action': {
      const { agentId } = actionFromSnapshot(record);
      return { agentId, uris: [...ofEveryAction, actionUri(resourceId)] };
    }
    case 'transaction': {
      // Also when the payment of an action fails or is refunded, which returns its amount to the limits.
      const { agentId } = fromSnapshot(record);
      return agentId && { agentId, uris: ofEveryAction };
    }
    case 'internal-account':
      return { customerId: accountFromSnapshot(record).customerId, uris: ['payments://balances'] };
    default:
      return undefined;
  }
}
