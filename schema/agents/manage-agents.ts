/** Mutations that manage agents, and the redemption of device codes. */
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
  description: 'A new agent, with the device code that connects its software.',
  fields: (t) => ({
    agent: t.field({ type: AgentRef, description: 'The new agent.', resolve: (created) => created.agent }),
    deviceCode: t.field({
      type: DeviceCodeRef,
      description: 'Device code for the software of the agent.',
      resolve: (created) => created.deviceCode,
    }),
  }),
});

const AgentConnectedRef = builder.objectRef<AgentConnected>('AgentConnected').implement({
  description: 'An agent whose software is now connected.',
  fields: (t) => ({
    agent: t.field({
      type: AgentRef,
      description: 'The connected agent.',
      resolve: (connected) => connected.agent,
    }),
    accessToken: t.exposeString('accessToken', {
      description:
        'Access token of the agent. Returned only once. Send it as `Authorization: Bearer <token>`.',
    }),
  }),
});

const CreateAgentArgs = builder.inputType('CreateAgentInput', {
  description: 'Input of createAgent.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the agent, 1 to 100 characters.' }),
    customerId: t.id({ required: true, description: 'Customer that the agent acts for, Customer:<uuid>.' }),
    policy: t.field({ type: AgentPolicyArgs, required: true, description: 'What the agent may do.' }),
  }),
});

const UpdateAgentArgs = builder.inputType('UpdateAgentInput', {
  description: 'Input of updateAgent. Omitted fields stay unchanged; at least one field is required.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the agent, 1 to 100 characters.' }),
    isPaused: t.boolean({
      description:
        'Whether the agent is paused. Operations of a paused agent are rejected and its streams are closed.',
    }),
  }),
});

const needsView = 'Also requires VIEW if the policy';
const reading = 'VIEW_TRANSACTIONS, CREATE_QUOTES or MANAGE_EXTERNAL_ACCOUNTS';

const agentId = { required: true, description: 'Agent:<uuid>' } as const;

builder.mutationFields((t) => ({
  createAgent: t.errorUnionField({
    description: `Creates an agent for a customer, with the device code that connects its software. ${needsView} grants ${reading}.`,
    authScopes: { permission: 'EMPOWER_AGENTS' },
    args: { input: t.arg({ type: CreateAgentArgs, required: true, description: 'The agent to create.' }) },
    types: [AgentCreatedRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'CreateAgentResult',
      description: 'Result of createAgent.',
      resolveType: () => AgentCreatedRef,
    },
    ...accepting({ input: CreateAgentInput }, ({ input }, context) =>
      createAgent(context.ports, platformOf(context), input),
    ),
  }),
  updateAgent: t.errorUnionField({
    description: `Renames, pauses or resumes an agent. Resuming also requires TRANSACT. ${needsView} grants ${reading}.`,
    authScopes: { permission: 'MANAGE' },
    args: {
      id: t.arg.id(agentId),
      input: t.arg({ type: UpdateAgentArgs, required: true, description: 'Fields to change.' }),
    },
    types: [AgentRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'UpdateAgentResult',
      description: 'Result of updateAgent.',
      resolveType: () => AgentRef,
    },
    ...accepting({ id: idSchema('Agent'), input: UpdateAgentInput }, ({ id, input }, context) =>
      updateAgent(context.ports, platformOf(context), id, input),
    ),
  }),
  updateAgentPolicy: t.errorUnionField({
    description: `Changes parts of an agent's policy. Actions that wait for approval are evaluated under the new policy when a person approves them. ${needsView} then grants ${reading}.`,
    authScopes: { permission: 'EMPOWER_AGENTS' },
    args: {
      id: t.arg.id(agentId),
      input: t.arg({ type: UpdateAgentPolicyArgs, required: true, description: 'Fields to change.' }),
    },
    types: [AgentRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'UpdateAgentPolicyResult',
      description: 'Result of updateAgentPolicy.',
      resolveType: () => AgentRef,
    },
    ...accepting({ id: idSchema('Agent'), input: AgentPolicyPatch }, ({ id, input }, context) =>
      updateAgentPolicy(context.ports, platformOf(context), id, input),
    ),
  }),
  deleteAgent: t.errorUnionField({
    description:
      'Deletes an agent. Its access token becomes invalid immediately, and its waiting actions are rejected.',
    authScopes: { permission: 'MANAGE' },
    args: { id: t.arg.id(agentId) },
    types: [DeletedRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'DeleteAgentResult',
      description: 'Result of deleteAgent.',
      resolveType: () => DeletedRef,
    },
    ...accepting({ id: idSchema('Agent') }, ({ id }, context) =>
      deleteAgent(context.ports, platformOf(context), id),
    ),
  }),
  createDeviceCode: t.errorUnionField({
    description: `Creates a device code and invalidates the previous one. Returns ConflictError while the agent is connected. ${needsView} grants ${reading}.`,
    authScopes: { permission: 'EMPOWER_AGENTS' },
    args: { agentId: t.arg.id(agentId) },
    types: [DeviceCodeRef, InvalidInput, Forbidden, NotFound, Conflict, RateLimited],
    union: {
      name: 'CreateDeviceCodeResult',
      description: 'Result of createDeviceCode.',
      resolveType: () => DeviceCodeRef,
    },
    ...accepting({ agentId: idSchema('Agent') }, (args, context) =>
      createDeviceCode(context.ports, platformOf(context), args.agentId),
    ),
  }),
  redeemDeviceCode: t.errorUnionField({
    description:
      'Exchanges a device code for the access token of the agent, which is returned only once. Requires no authentication. At most 10 attempts per minute from one address.',
    authScopes: { anyone: true },
    extensions: { public: true },
    args: {
      code: t.arg.string({
        required: true,
        description: 'The code, SVC-AGENT-XXXX-XXXX. Not case-sensitive.',
      }),
    },
    types: [AgentConnectedRef, InvalidInput, NotFound, RateLimited, Conflict],
    union: {
      name: 'RedeemDeviceCodeResult',
      description: 'Result of redeemDeviceCode.',
      resolveType: () => AgentConnectedRef,
    },
    ...accepting({ code: text(100) }, async ({ code }, context) => {
      const connected = await redeemDeviceCode(context.ports, code, context.sourceAddress);
      // The code authenticates the agent. The fields of the result are resolved with the agent as the principal.
      if (!(connected instanceof DomainError) && !context.principal) {
        const { platform, agent } = connected;
        Object.assign(context, { principal: { kind: 'agent', platform, agent } });
      }
      return connected;
    }),
  }),
}));
