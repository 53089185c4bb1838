/** The types of agents and device codes, and the queries of agents. */

import type { Agent } from '../../src/agents/agent.ts';
import type { NewDeviceCode } from '../../src/agents/device-codes/create-device-code.ts';
import { findDeviceCodeStatus } from '../../src/agents/device-codes/device-code-status.ts';
import { AgentFilterInput } from '../../src/agents/filters.ts';
import { usageAt } from '../../src/agents/policies/usage.ts';
import {
  agentsOfCustomers,
  countAgents,
  findAgent,
  findAgents,
  isWideAgentFilter,
  listAgents,
} from '../../src/agents/store.ts';
import type { Customer } from '../../src/customers/customer.ts';
import { invariant, RateLimited } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { text } from '../../src/kernel/parse.ts';
import { whole } from '../../src/payments/transactions/transaction-summary.ts';
import { requirePermission } from '../../src/platforms/access/principal.ts';
import { accepting, acceptingOn } from '../core/accepting.ts';
import { lengthArgument, lengthDescription } from '../core/bounds.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, type Context, principalOf, visibleIf, visibleTo } from '../core/context.ts';
import { createdWithin, updatedWithin } from '../core/date-range.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { CustomerRef, customerById } from '../customers/customers.ts';
import { TransactionRef } from '../payments/transactions.ts';
import { AgentPolicyRef } from './agent-policy.ts';
import { UsageRef } from './spending-limits.ts';

/** Includes deleted agents, because their actions and transactions refer to them. */
export const agentById = batched<Id<'Agent'>, Agent>('agentById', async (context, ids) =>
  byId(await findAgents(context.ports.db.orm, visibleIf(context, 'VIEW_AGENTS'), ids, { deleted: true })),
);

const maySeeAgents = (context: Context): boolean =>
  requirePermission(principalOf(context), 'VIEW_AGENTS') === true;

const agentsOfCustomerBound = { argument: 'first', default: 100, max: 100 } as const;

/** The newest agents of every customer on a level, loaded together. */
const agentsOf = (context: Context, customerId: Id<'Customer'>, first: number) =>
  batched<Id<'Customer'>, Agent[]>(`agentsOfCustomer ${first}`, (_context, ids) =>
    agentsOfCustomers(context.ports.db.orm, visibleIf(context, 'VIEW_AGENTS'), ids, first),
  )(context, customerId);

export const AgentRef = builder.objectRef<Agent>('Agent').implement({
  description: 'Software that makes payments for one customer, within a policy.',
  interfaces: [NodeRef],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the agent.' }),
    isPaused: t.exposeBoolean('isPaused', {
      description: 'Whether the agent is paused. A paused agent can only read.',
    }),
    isConnected: t.exposeBoolean('isConnected', {
      description: 'Whether the software of the agent has redeemed a device code.',
    }),
    policy: t.field({
      type: AgentPolicyRef,
      description: 'What the agent may do.',
      resolve: (a) => a.policy,
    }),
    usage: t.field({
      type: UsageRef,
      description: 'What the agent has spent.',
      resolve: ({ usage }, _args, context) =>
        usageAt(usage, context.ports.clock.now(principalOf(context).platform)),
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Creation time.', resolve: (a) => a.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: (a) => a.updatedAt,
    }),
    customer: t.field({
      type: CustomerRef,
      description: 'The customer that the agent acts for.',
      resolve: async (agent, _args, context) => {
        const customer = await customerById(context, agent.customerId);
        invariant(customer, 'the customer of an agent exists');
        return customer;
      },
    }),
  }),
});

const liveAgent = (context: Context, id: Id<'Agent'>): Promise<Agent | undefined> =>
  findAgent(context.ports.db.orm, visibleTo(context), id);

registerNode('Agent', 'Agent', liveAgent, 'VIEW_AGENTS');

builder.objectField(CustomerRef, 'agents', (t) =>
  t.field({
    type: [AgentRef],
    bound: agentsOfCustomerBound,
    description:
      'Agents of the customer, newest first. For customers with more agents than `first` allows, use `agents(filter: { customerId })`.',
    args: {
      first: t.arg.int({
        description: `Number of agents to return: ${lengthDescription(agentsOfCustomerBound)}`,
      }),
    },
    ...acceptingOn(
      { first: lengthArgument(agentsOfCustomerBound) },
      async (customer: Customer, { first }, context) => (await agentsOf(context, customer.id, first)) ?? [],
    ),
  }),
);

builder.objectField(TransactionRef, 'agent', (t) =>
  t.field({
    type: AgentRef,
    nullable: true,
    description:
      'The agent that initiated the transaction; null if no agent did, or if the caller cannot see the agent.',
    resolve: async (transaction, _args, context) => {
      const { agentId } = whole(transaction);
      return (agentId && maySeeAgents(context) && (await agentById(context, agentId))) || null;
    },
  }),
);

export const DeviceCodeRef = builder.objectRef<NewDeviceCode>('DeviceCode').implement({
  description: 'A single-use code that connects the software of an agent. Valid for 24 hours.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code, SVC-AGENT-XXXX-XXXX. Not case-sensitive.' }),
    agentId: t.exposeID('agentId', { description: 'The agent that the code connects.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time from which the code can no longer be redeemed.',
      resolve: (code) => code.expiresAt,
    }),
    redeemed: t.exposeBoolean('redeemed', { description: 'Whether the code was redeemed.' }),
  }),
});

const AgentFilterArgs = builder.inputType('AgentFilter', {
  description: 'Filter for agents. A record must match all given fields.',
  fields: (t) => ({
    customerId: t.id({ description: 'Customer:<uuid>' }),
    isPaused: t.boolean({ description: 'true: only paused agents. false: only agents that are not paused.' }),
    isConnected: t.boolean({
      description: 'true: only agents with connected software. false: only agents without.',
    }),
    ...createdWithin(t),
    ...updatedWithin(t),
  }),
});

const AgentConnection = connectionOf('Agent', AgentRef, { createdIn: 'agents' });

builder.queryFields((t) => ({
  agent: t.field({
    type: AgentRef,
    nullable: true,
    authScopes: { permission: 'VIEW_AGENTS' },
    description:
      'Returns one agent; null if the caller can see no agent with this id. An agent can see itself.',
    args: { id: t.arg.id({ required: true, description: 'Agent:<uuid>' }) },
    ...accepting({ id: idSchema('Agent') }, ({ id }, context) => liveAgent(context, id)),
  }),
  agents: t.field({
    type: AgentConnection,
    authScopes: { permission: 'VIEW_AGENTS' },
    description: 'Agents, newest first. An agent sees only itself.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: AgentFilterArgs, description: 'Filter for the list.' }),
    },
    ...listing('agents', AgentFilterInput, listAgents, countAgents, isWideAgentFilter),
  }),
  deviceCodeStatus: t.field({
    type: DeviceCodeRef,
    nullable: true,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description:
      'Status of a device code; null if the code does not exist on this platform. More than 10 unknown codes per minute from one platform or one address return RATE_LIMITED.',
    args: {
      code: t.arg.string({
        required: true,
        description: 'The code, SVC-AGENT-XXXX-XXXX. Not case-sensitive.',
      }),
    },
    ...accepting({ code: text(100) }, async ({ code }, context) => {
      const found = await findDeviceCodeStatus(
        context.ports,
        visibleTo(context),
        code,
        context.sourceAddress,
      );
      if (found instanceof RateLimited) throw found;
      return found;
    }),
  }),
}));
