/** Agents: software that acts for a customer under a policy. What is read of them. */

import type { Agent } from '../../src/agents/agent.ts';
import type { NewDeviceCode } from '../../src/agents/device-codes/create-device-code.ts';
import { findDeviceCodeStatus } from '../../src/agents/device-codes/device-code-status.ts';
import { AgentFilterInput } from '../../src/agents/filters.ts';
import { type AgentReservation, type AgentUsage, usageAt } from '../../src/agents/policies/usage.ts';
import { agentsOfCustomers, countAgents, findAgent, findAgents, listAgents } from '../../src/agents/store.ts';
import type { Customer } from '../../src/customers/customer.ts';
import { invariant, RateLimited } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { text } from '../../src/kernel/parse.ts';
import { requirePermission } from '../../src/platforms/access/principal.ts';
import { accepting, acceptingOn } from '../core/accepting.ts';
import { lengthArgument, lengthDescription } from '../core/bounds.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, type Context, principalOf, visibleIf, visibleTo } from '../core/context.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { CustomerRef, customerById } from '../customers/customers.ts';
import { TransactionRef } from '../payments/transactions.ts';
import { AgentPolicyRef } from './agent-policy.ts';

/** Deleted ones too: their actions and transactions still name them. */
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

const ReservationRef = builder.objectRef<AgentReservation>('AgentReservation').implement({
  description: 'What waits for approval and counts against the limits already.',
  fields: (t) => ({
    transactionCount: t.exposeInt('transactionCount', { description: 'How many actions wait.' }),
    dailySpend: t.field({
      type: 'Amount',
      description: 'Their amounts, counted against the day, in the currency of the limits.',
      resolve: (reservation) => reservation.amount,
    }),
    monthlySpend: t.field({
      type: 'Amount',
      description: 'Their amounts, counted against the month, in the currency of the limits.',
      resolve: (reservation) => reservation.amount,
    }),
  }),
});

const UsageRef = builder.objectRef<AgentUsage>('AgentUsage').implement({
  description: 'What an agent has spent, in the currency of its limits. Days and months are those of UTC.',
  fields: (t) => ({
    dailyTransactionCount: t.exposeInt('dailyTransactionCount', { description: 'Transactions today.' }),
    dailySpend: t.field({ type: 'Amount', description: 'Spent today.', resolve: (u) => u.dailySpend }),
    monthlySpend: t.field({
      type: 'Amount',
      description: 'Spent this month.',
      resolve: (usage) => usage.monthlySpend,
    }),
    dailyResetDate: t.field({
      type: 'Date',
      description: 'The day on which the daily figures begin again.',
      resolve: (usage) => usage.dailyResetDate,
    }),
    monthlyResetMonth: t.exposeString('monthlyResetMonth', {
      description: 'The month, YYYY-MM, in which the monthly figure begins again.',
    }),
    reserved: t.field({
      type: ReservationRef,
      description:
        'What actions that wait for approval have set aside, so that an approval is never refused for a limit spent meanwhile.',
      resolve: (usage) => usage.reserved,
    }),
  }),
});

export const AgentRef = builder.objectRef<Agent>('Agent').implement({
  description: 'Software that acts for one customer, within a policy.',
  interfaces: [NodeRef],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    isPaused: t.exposeBoolean('isPaused', { description: 'A paused agent reads, and does nothing else.' }),
    isConnected: t.exposeBoolean('isConnected', {
      description: 'Whether its software has redeemed a device code.',
    }),
    policy: t.field({ type: AgentPolicyRef, description: 'What it may do.', resolve: (a) => a.policy }),
    usage: t.field({
      type: UsageRef,
      description: 'What it has spent.',
      resolve: ({ usage }, _args, context) =>
        usageAt(usage, context.ports.clock.now(principalOf(context).platform)),
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was made.', resolve: (a) => a.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed.',
      resolve: (a) => a.updatedAt,
    }),
    customer: t.field({
      type: CustomerRef,
      description: 'For whom it acts.',
      resolve: async (agent, _args, context) => {
        const customer = await customerById(context, agent.customerId);
        invariant(customer, 'the customer of an agent is a record that stays');
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
      'Agents that act for the customer, newest first. Of a customer with more than `first`, `agents(filter: { customerId })` lists all.',
    args: { first: t.arg.int({ description: `How many: ${lengthDescription(agentsOfCustomerBound)}` }) },
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
    description: 'The agent that began it; null for all others, and for who may not see that agent.',
    resolve: async ({ agentId }, _args, context) =>
      (agentId && maySeeAgents(context) && (await agentById(context, agentId))) || null,
  }),
);

export const DeviceCodeRef = builder.objectRef<NewDeviceCode>('DeviceCode').implement({
  description: "Connects an agent's software, once, within 24 hours.",
  fields: (t) => ({
    code: t.exposeString('code', { description: 'SVC-AGENT-XXXX-XXXX, in any case.' }),
    agentId: t.exposeID('agentId', { description: 'The agent that it connects.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'From then on it connects nothing.',
      resolve: (code) => code.expiresAt,
    }),
    redeemed: t.exposeBoolean('redeemed', { description: 'Whether it was used.' }),
  }),
});

const AgentFilterArgs = builder.inputType('AgentFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    customerId: t.id({ description: 'Customer:<uuid>' }),
    isPaused: t.boolean({ description: 'Paused agents only, or all others.' }),
    isConnected: t.boolean({ description: 'Agents whose software is connected only, or all others.' }),
    createdAfter: t.field({ type: 'DateTime', description: 'Inclusive.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Inclusive.' }),
  }),
});

const AgentConnection = connectionOf('Agent', AgentRef);

builder.queryFields((t) => ({
  agent: t.field({
    type: AgentRef,
    nullable: true,
    authScopes: { permission: 'VIEW_AGENTS' },
    description: 'One agent; null when there is none that the caller may see. An agent sees itself.',
    args: { id: t.arg.id({ required: true, description: 'Agent:<uuid>' }) },
    ...accepting({ id: idSchema('Agent') }, ({ id }, context) => liveAgent(context, id)),
  }),
  agents: t.field({
    type: AgentConnection,
    authScopes: { permission: 'VIEW_AGENTS' },
    description: 'Agents, newest first. An agent sees itself.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: AgentFilterArgs, description: 'What to narrow it by.' }),
    },
    ...listing('agents', AgentFilterInput, listAgents, countAgents),
  }),
  deviceCodeStatus: t.field({
    type: DeviceCodeRef,
    nullable: true,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description:
      'What became of a device code; null for what is not a code of this platform. At most 10 unknown codes a minute of one platform, and of one address; then RATE_LIMITED.',
    args: { code: t.arg.string({ required: true, description: 'SVC-AGENT-XXXX-XXXX, in any case.' }) },
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
