/** Agents: software that acts for a customer under a policy. Reads, and what the platform does with them. */
import type { Agent } from '../src/agents/agent.ts';
import { type AgentCreated, CreateAgentInput, createAgent } from '../src/agents/create-agent.ts';
import { createDeviceCode, type NewDeviceCode } from '../src/agents/create-device-code.ts';
import { deleteAgent } from '../src/agents/delete-agent.ts';
import { findDeviceCodeStatus } from '../src/agents/device-code-status.ts';
import { AgentFilterInput } from '../src/agents/filters.ts';
import { AgentPolicyPatch } from '../src/agents/policy-input.ts';
import { type AgentConnected, redeemDeviceCode } from '../src/agents/redeem-device-code.ts';
import { agentsOfCustomers, countAgents, findAgent, findAgents, listAgents } from '../src/agents/store.ts';
import { UpdateAgentInput, updateAgent } from '../src/agents/update-agent.ts';
import { updateAgentPolicy } from '../src/agents/update-agent-policy.ts';
import { type AgentReservation, type AgentUsage, usageAt } from '../src/agents/usage.ts';
import {
  Conflict,
  DomainError,
  Forbidden,
  InvalidInput,
  invariant,
  NotFound,
  RateLimited,
} from '../src/kernel/errors.ts';
import { type Id, idSchema } from '../src/kernel/ids.ts';
import { optional, text } from '../src/kernel/parse.ts';
import { accepting } from './accepting.ts';
import { AgentPolicyArgs, AgentPolicyRef, UpdateAgentPolicyArgs } from './agent-policy.ts';
import { builder } from './builder.ts';
import { connect, connectionOf, pageArguments, pageShape } from './connections.ts';
import { batched, byId, type Context, platformOf, principalOf, visibleIf, visibleTo } from './context.ts';
import { CustomerRef, customerById } from './customers.ts';
import { NodeRef, registerNode } from './node.ts';
import { DeletedRef } from './shared.ts';
import { TransactionRef } from './transactions.ts';

/** Deleted ones too: their actions and transactions still name them. */
export const agentById = batched<Id<'Agent'>, Agent>('agentById', async (context, ids) =>
  byId(await findAgents(context.ports.db.orm, visibleTo(context), ids, { deleted: true })),
);

const agentsOf = batched<Id<'Customer'>, Agent[]>('agentsOfCustomer', async (context, ids) => {
  const byCustomer = new Map<Id<'Customer'>, Agent[]>(ids.map((id) => [id, []]));
  const scope = visibleIf(context, 'VIEW_AGENTS');
  for (const agent of await agentsOfCustomers(context.ports.db.orm, scope, ids)) {
    byCustomer.get(agent.customerId)?.push(agent);
  }
  return byCustomer;
});

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
    description: 'Agents that act for the customer, newest first.',
    resolve: async (customer, _args, context) => (await agentsOf(context, customer.id)) ?? [],
  }),
);

builder.objectField(TransactionRef, 'agent', (t) =>
  t.field({
    type: AgentRef,
    nullable: true,
    description: 'The agent that began it; null for all others, and for who may not see that agent.',
    resolve: async ({ agentId }, _args, context) => (agentId && (await agentById(context, agentId))) ?? null,
  }),
);

const DeviceCodeRef = builder.objectRef<NewDeviceCode>('DeviceCode').implement({
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
    ...accepting(
      { ...pageShape, filter: optional(AgentFilterInput) },
      ({ filter = {}, ...page }, context) => {
        const { orm } = context.ports.db;
        const scope = visibleTo(context);
        return connect(
          'agents',
          filter,
          page,
          (request) => listAgents(orm, scope, filter, request),
          () => countAgents(orm, scope, filter),
        );
      },
    ),
  }),
  deviceCodeStatus: t.field({
    type: DeviceCodeRef,
    nullable: true,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'What became of a device code; null for what is not a code of this platform.',
    args: { code: t.arg.string({ required: true, description: 'SVC-AGENT-XXXX-XXXX, in any case.' }) },
    ...accepting({ code: text(100) }, ({ code }, context) =>
      findDeviceCodeStatus(context.ports.db.orm, visibleTo(context), code),
    ),
  }),
}));

const AgentCreatedRef = builder.objectRef<AgentCreated>('AgentCreated').implement({
  description: 'A new agent, and what connects its software.',
  fields: (t) => ({
    agent: t.field({ type: AgentRef, description: 'The agent.', resolve: (created) => created.agent }),
    deviceCode: t.field({
      type: DeviceCodeRef,
      description: "For the agent's software.",
      resolve: (created) => created.deviceCode,
    }),
  }),
});

const AgentConnectedRef = builder.objectRef<AgentConnected>('AgentConnected').implement({
  description: 'An agent whose software is connected now.',
  fields: (t) => ({
    agent: t.field({ type: AgentRef, description: 'The agent.', resolve: (connected) => connected.agent }),
    accessToken: t.exposeString('accessToken', {
      description: 'Shown this once. Send it as `Authorization: Bearer <token>`.',
    }),
  }),
});

const CreateAgentArgs = builder.inputType('CreateAgentInput', {
  description: 'A new agent.',
  fields: (t) => ({
    name: t.string({ required: true, description: '1 to 100 characters.' }),
    customerId: t.id({ required: true, description: 'For whom it acts. Customer:<uuid>' }),
    policy: t.field({ type: AgentPolicyArgs, required: true, description: 'What it may do.' }),
  }),
});

const UpdateAgentArgs = builder.inputType('UpdateAgentInput', {
  description: 'Only what is given changes; at least one must be.',
  fields: (t) => ({
    name: t.string({ description: '1 to 100 characters.' }),
    isPaused: t.boolean({ description: 'Pausing refuses all that it asks for and closes its streams.' }),
  }),
});

const agentId = { required: true, description: 'Agent:<uuid>' } as const;

builder.mutationFields((t) => ({
  createAgent: t.errorUnionField({
    description: 'Makes an agent for a customer, and the code that connects its software.',
    authScopes: { permission: 'MANAGE' },
    args: { input: t.arg({ type: CreateAgentArgs, required: true, description: 'The agent.' }) },
    types: [AgentCreatedRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'CreateAgentResult',
      description: 'What createAgent answers.',
      resolveType: () => AgentCreatedRef,
    },
    ...accepting({ input: CreateAgentInput }, ({ input }, context) =>
      createAgent(context.ports, platformOf(context), input),
    ),
  }),
  updateAgent: t.errorUnionField({
    description: 'Renames, pauses or resumes an agent.',
    authScopes: { permission: 'MANAGE' },
    args: {
      id: t.arg.id(agentId),
      input: t.arg({ type: UpdateAgentArgs, required: true, description: 'What changes.' }),
    },
    types: [AgentRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'UpdateAgentResult',
      description: 'What updateAgent answers.',
      resolveType: () => AgentRef,
    },
    ...accepting({ id: idSchema('Agent'), input: UpdateAgentInput }, ({ id, input }, context) =>
      updateAgent(context.ports, platformOf(context), id, input),
    ),
  }),
  updateAgentPolicy: t.errorUnionField({
    description: 'Changes part of a policy. What waits for approval is judged by it when somebody approves.',
    authScopes: { permission: 'MANAGE' },
    args: {
      id: t.arg.id(agentId),
      input: t.arg({ type: UpdateAgentPolicyArgs, required: true, description: 'What changes.' }),
    },
    types: [AgentRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'UpdateAgentPolicyResult',
      description: 'What updateAgentPolicy answers.',
      resolveType: () => AgentRef,
    },
    ...accepting({ id: idSchema('Agent'), input: AgentPolicyPatch }, ({ id, input }, context) =>
      updateAgentPolicy(context.ports, platformOf(context), id, input),
    ),
  }),
  deleteAgent: t.errorUnionField({
    description: 'Deletes an agent: its token is dead at once, and what waits for approval is rejected.',
    authScopes: { permission: 'MANAGE' },
    args: { id: t.arg.id(agentId) },
    types: [DeletedRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'DeleteAgentResult',
      description: 'What deleteAgent answers.',
      resolveType: () => DeletedRef,
    },
    ...accepting({ id: idSchema('Agent') }, ({ id }, context) =>
      deleteAgent(context.ports, platformOf(context), id),
    ),
  }),
  createDeviceCode: t.errorUnionField({
    description: 'Issues a new device code; the one before it is void. Not while the agent is connected.',
    authScopes: { permission: 'MANAGE' },
    args: { agentId: t.arg.id(agentId) },
    types: [DeviceCodeRef, InvalidInput, Forbidden, NotFound, Conflict, RateLimited],
    union: {
      name: 'CreateDeviceCodeResult',
      description: 'What createDeviceCode answers.',
      resolveType: () => DeviceCodeRef,
    },
    ...accepting({ agentId: idSchema('Agent') }, (args, context) =>
      createDeviceCode(context.ports, platformOf(context), args.agentId),
    ),
  }),
  redeemDeviceCode: t.errorUnionField({
    description:
      'Needs no authentication: the code is the proof. Answers the access token once. At most 10 tries a minute from one address.',
    authScopes: { anyone: true },
    extensions: { public: true },
    args: { code: t.arg.string({ required: true, description: 'SVC-AGENT-XXXX-XXXX, in any case.' }) },
    types: [AgentConnectedRef, InvalidInput, NotFound, RateLimited, Conflict],
    union: {
      name: 'RedeemDeviceCodeResult',
      description: 'What redeemDeviceCode answers.',
      resolveType: () => AgentConnectedRef,
    },
    ...accepting({ code: text(100) }, async ({ code }, context) => {
      const answer = await redeemDeviceCode(context.ports, code, context.sourceAddress);
      // From here on it is known who asks: what is selected of the agent is answered as to the agent itself.
      if (!(answer instanceof DomainError) && !context.principal) {
        const { platform, agent } = answer;
        Object.assign(context, { principal: { kind: 'agent', platform, agent } });
      }
      return answer;
    }),
  }),
}));
