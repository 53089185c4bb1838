/**
 * Creates an agent for a customer, and the device code that connects its software.
 *
 * Source: docs/behaviour/agents.md#agents-and-policies, docs/behaviour/endpoints.md#customers-owners-invitations-and-agents, docs/behaviour/agents.md#device-codes; schema.graphql, `createAgent`.
 */
import { z } from 'zod';
import { internalAccountsOfCustomers } from '../accounts/internal/internal-account-store.ts';
import { CustomerNotFound } from '../customers/customer.ts';
import { lockCustomerForShare } from '../customers/store.ts';
import { transact } from '../infrastructure/database/transact.ts';
import type { InvalidInput } from '../kernel/errors.ts';
import { idSchema, newId } from '../kernel/ids.ts';
import type { Ports } from '../payments/ports.ts';
import { requireToEmpower } from '../platforms/access/grants.ts';
import { actorOf, type PlatformCaller } from '../platforms/access/principal.ts';
import { requireStepUp } from '../platforms/access/step-up.ts';
import type { PermissionNotHeld, StepUpRequired } from '../platforms/errors.ts';
import { type Agent, agentName } from './agent.ts';
import { issueCode, type NewDeviceCode } from './device-codes/create-device-code.ts';
import type { AgentAlreadyConnected } from './errors.ts';
import { currenciesWithoutRate } from './policies/policy-currencies.ts';
import { AgentPolicyInput, rejectForeignAccounts } from './policies/policy-input.ts';
import { insertPolicyVersion } from './policies/policy-version-store.ts';
import { freshUsage } from './policies/usage.ts';
import { insertAgent } from './store.ts';

export const CreateAgentInput = z.object({
  name: agentName,
  customerId: idSchema('Customer'),
  policy: AgentPolicyInput,
});

export interface AgentCreated {
  readonly agent: Agent;
  readonly deviceCode: NewDeviceCode;
}

export async function createAgent(
  { db, clock, rates }: Pick<Ports, 'db' | 'clock' | 'rates'>,
  principal: PlatformCaller,
  { name, customerId, policy }: z.output<typeof CreateAgentInput>,
): Promise<AgentCreated | CustomerNotFound | InvalidInput | PermissionNotHeld | StepUpRequired> {
  const notAllowed =
    requireToEmpower(principal, policy.permissions) ?? requireStepUp(principal, clock.real());
  if (notAllowed) return notAllowed;
  const { platform } = principal;
  const scope = { platformId: platform.id };
  return transact<AgentCreated | CustomerNotFound | InvalidInput | AgentAlreadyConnected>(db, async (tx) => {
    const customer = await lockCustomerForShare(tx, scope, customerId);
    if (!customer || customer.isDeleted) return new CustomerNotFound(customerId);

    const owned = await internalAccountsOfCustomers(tx, scope, [customerId]);
    const foreign = rejectForeignAccounts(policy.accountRestrictions, new Set(owned.map(({ id }) => id)));
    const wrong = foreign ?? currenciesWithoutRate(rates(platform), policy);
    if (wrong) return wrong.under('policy');

    const now = clock.now(platform);
    const { id: caller } = actorOf(principal);
    const agent: Agent = {
      id: newId('Agent'),
      platformId: platform.id,
      customerId,
      name,
      isPaused: false,
      isConnected: false,
      isDeleted: false,
      policy,
      policyVersion: 1,
      usage: freshUsage(policy.spendingLimits.currency, now),
      makers: { createdBy: caller, policyChangedBy: caller, deviceCodeBy: caller },
      createdAt: now,
      updatedAt: now,
    };
    await insertAgent(tx, agent);
    await insertPolicyVersion(tx, agent, actorOf(principal));
    const deviceCode = await issueCode(tx, agent, now);
    return deviceCode instanceof Error ? deviceCode : { agent, deviceCode };
  }) as Promise<AgentCreated | CustomerNotFound | InvalidInput>;
}
