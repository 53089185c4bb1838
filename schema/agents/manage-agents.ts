/** What the platform does with agents, and how their software is connected. */
import { type AgentCreated, CreateAgentInput, createAgent } from '../../src/agents/create-agent.ts';
import { deleteAgent } from '../../src/agents/delete-agent.ts';
import { createDeviceCode } from '../../src/agents/device-codes/create-device-code.ts';
import { type AgentConnected, redeemDeviceCode } from '../../src/agents/device-codes/redeem-device-code.ts';
import { AgentPolicyPatch } from '../../src/agents/policies/policy-input.ts';
import { UpdateAgentInput, updateAgent } from '../../src/agents/update-agent.ts';
import { updateAgentPolicy } from '../../src/agents/update-agent-policy.ts';
import {
  Conflict,
  DomainError,
  Forbidden,
  InvalidInput,
  NotFound,
  RateLimited,
} from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { text } from '../../src/kernel/parse.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';
import { DeletedRef } from '../core/shared.ts';
import { AgentPolicyArgs, UpdateAgentPolicyArgs } from './agent-policy.ts';
import { AgentRef, DeviceCodeRef } from './agents.ts';

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

const needsView = 'Needs VIEW too where the policy';
const reading = 'VIEW_TRANSACTIONS, CREATE_QUOTES or MANAGE_EXTERNAL_ACCOUNTS';

const agentId = { required: true, description: 'Agent:<uuid>' } as const;

builder.mutationFields((t) => ({
  createAgent: t.errorUnionField({
    description: `Makes an agent for a customer, and the code that connects its software. ${needsView} grants ${reading}.`,
    authScopes: { permission: 'EMPOWER_AGENTS' },
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
    description: `Renames, pauses or resumes an agent. Resuming it needs TRANSACT too. ${needsView} grants ${reading}.`,
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
    description: `Changes part of a policy. What waits for approval is judged by it when somebody approves. ${needsView} comes to grant ${reading}.`,
    authScopes: { permission: 'EMPOWER_AGENTS' },
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
    description: `Issues a new device code; the one before it is void. Not while the agent is connected. ${needsView} grants ${reading}.`,
    authScopes: { permission: 'EMPOWER_AGENTS' },
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
