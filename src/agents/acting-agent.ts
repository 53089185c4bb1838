/**
 * Steps 1 to 4 of gaps 9.2, which every act of an agent begins with: the agent is there, its customer may move
 * money, it is not paused, and it has the permissions. The agent's row stays locked until the act commits, so that
 * what it spends is counted one act after another.
 */

import { type Customer, readyToTransact, UserNotReady } from '../customers/customer.ts';
import { lockCustomerForShare } from '../customers/store.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import { DomainError, invariant, Unauthorized } from '../kernel/errors.ts';
import type { AgentPermission } from '../platforms/access/agent-permissions.ts';
import type { PolicyViolation } from '../platforms/access/policy-violation.ts';
import { type AgentPrincipal, type Scope, scopeOf } from '../platforms/access/principal.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Agent } from './agent.ts';
import { checkBeforeRecords } from './policies/policy.ts';
import { lockAgent } from './store.ts';

export interface ActingAgent {
  readonly agent: Agent;
  readonly customer: Customer;
  readonly platform: Platform;
  /** What the agent may see: its customer's. */
  readonly scope: Scope;
}

/** The customer, kept from being deleted, if money of theirs may move. */
export async function customerWhoPays(
  tx: Executor,
  { platformId, customerId }: Pick<Agent, 'platformId' | 'customerId'>,
): Promise<Customer | UserNotReady> {
  const customer = await lockCustomerForShare(tx, { platformId }, customerId);
  invariant(customer, 'the customer of an agent is a record that stays');
  return readyToTransact(customer) === true ? customer : new UserNotReady();
}

export async function lockActingAgent(
  tx: Executor,
  principal: Pick<AgentPrincipal, 'platform' | 'agent' | 'kind'>,
  permissions: readonly AgentPermission[],
): Promise<ActingAgent | Unauthorized | UserNotReady | PolicyViolation> {
  const { platform } = principal;
  const scope = scopeOf(principal);
  const agent = await lockAgent(tx, scope, principal.agent.id);
  // Deleted since the request was authenticated.
  if (!agent) return new Unauthorized('Invalid credentials');
  const customer = await customerWhoPays(tx, agent);
  if (customer instanceof DomainError) return customer;
  const refused = checkBeforeRecords(agent, { access: 'WRITE', permissions });
  return refused ?? { agent, customer, platform, scope };
}
