/**
 * Steps 1 to 4 of docs/behaviour/agents.md#order-of-checks, which start every write operation of an agent: the agent exists, its customer may move
 * money, it is not paused, and it has the permissions. The agent's row stays locked until the operation commits, so that
 * concurrent operations count their spend one after another.
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
import { checkBeforeRecords } from './policies/policy-checks.ts';
import { lockAgent } from './store.ts';

export interface ActingAgent {
  readonly agent: Agent;
  readonly customer: Customer;
  readonly platform: Platform;
  /** The records of the agent's customer. */
  readonly scope: Scope;
}

/** Returns the customer if their money may move. The lock prevents the deletion of the customer until the commit. */
export async function lockPayingCustomer(
  tx: Executor,
  { platformId, customerId }: Pick<Agent, 'platformId' | 'customerId'>,
): Promise<Customer | UserNotReady> {
  const customer = await lockCustomerForShare(tx, { platformId }, customerId);
  invariant(customer, 'the customer of an agent is never removed');
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
  const customer = await lockPayingCustomer(tx, agent);
  if (customer instanceof DomainError) return customer;
  const violation = checkBeforeRecords(agent, { access: 'WRITE', permissions });
  return violation ?? { agent, customer, platform, scope };
}
