/** Endpoints for platforms to manage agents and device codes, and the redemption of device codes. Source: docs/behaviour/agents.md#agents-and-policies, docs/behaviour/endpoints.md#customers-owners-invitations-and-agents, docs/behaviour/endpoints.md#endpoints-of-agents, docs/behaviour/endpoints.md#further-endpoints, docs/behaviour/agents.md#device-codes. */
import { z } from 'zod';
import { agentName } from '../../../agents/agent.ts';
import { agentConnectedView, agentView, deviceCodeView } from '../../../agents/agent-view.ts';
import {
  BacktestAgentPolicyInput,
  backtestAgentPolicy,
} from '../../../agents/backtest/backtest-agent-policy.ts';
import { backtestView } from '../../../agents/backtest/backtest-view.ts';
import { CreateAgentInput, createAgent } from '../../../agents/create-agent.ts';
import { deleteAgent } from '../../../agents/delete-agent.ts';
import { createDeviceCode } from '../../../agents/device-codes/create-device-code.ts';
import { findDeviceCodeStatus } from '../../../agents/device-codes/device-code-status.ts';
import { redeemDeviceCode } from '../../../agents/device-codes/redeem-device-code.ts';
import { AgentNotFound, DeviceCodeNotFound } from '../../../agents/errors.ts';
import { policyVersionView } from '../../../agents/policies/evaluation-view.ts';
import { AgentPolicyPatch } from '../../../agents/policies/policy-input.ts';
import { maxVersions } from '../../../agents/policies/policy-version.ts';
import { listPolicyVersions } from '../../../agents/policies/policy-version-store.ts';
import { countAgents, findAgent, isWideAgentFilter, listAgents } from '../../../agents/store.ts';
import { UpdateAgentInput, updateAgent } from '../../../agents/update-agent.ts';
import { updateAgentPolicy } from '../../../agents/update-agent-policy.ts';
import { idSchema } from '../../../kernel/ids.ts';
import { boolean, integer, optional } from '../../../kernel/parse.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { Agent, AgentConnected, AgentCreated, AgentDeviceCode, DeviceCodeStatus } from '../bodies/agents.ts';
import { pageOf } from '../bodies/common.ts';
import { PolicyBacktest, PolicyHistory } from '../bodies/policies.ts';
import { createdRange, flag, integerIn, pageView, paging, readPage, updatedRange } from '../query.ts';
import { nowOf } from '../response-bodies.ts';
import { codeIn, found, idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Agents');
const publicRoute = routesFor('anonymous', 'Agents');

const agentId = { agentId: idIn('Agent', AgentNotFound) };

// Only the length is limited. The operation normalizes the code and counts a malformed one as a failed attempt.
const code = {
  code: codeIn(
    z.string().max(100),
    'Device code, SVC-AGENT-XXXX-XXXX. Not case-sensitive.',
    DeviceCodeNotFound,
  ),
};

const needsView =
  'Also requires VIEW if the policy then grants VIEW_TRANSACTIONS, CREATE_QUOTES or MANAGE_EXTERNAL_ACCOUNTS.';

export const agentRoutes = [
  route({
    method: 'GET',
    path: '/agents',
    name: 'listAgents',
    graphql: 'agents',
    summary: 'Agents, newest first.',
    permission: 'VIEW_AGENTS',
    query: z.object({
      customerId: optional(idSchema('Customer')),
      isPaused: optional(flag),
      isConnected: optional(flag),
      ...createdRange,
      ...updatedRange,
      ...paging,
    }),
    status: 200,
    response: pageOf(Agent),
    run: ({ ports, principal }, { query: { limit, cursor, ...filter } }) =>
      readPage(
        ports,
        'agents',
        { limit, cursor, ...filter },
        (db, page) => listAgents(db, scopeOf(principal), filter, page),
        (db) => countAgents(db, scopeOf(principal), filter),
        { isWide: isWideAgentFilter(filter) },
      ),
    view: (result, call) =>
      pageView(
        result,
        result.page.items.map((agent) => agentView(agent, nowOf(call))),
      ),
  }),
  route({
    method: 'POST',
    path: '/agents',
    name: 'createAgent',
    graphql: 'createAgent',
    summary: 'Creates an agent for a customer, with the device code that connects its software.',
    permission: 'EMPOWER_AGENTS',
    alsoNeeds: needsView,
    body: CreateAgentInput,
    status: 201,
    response: AgentCreated,
    errorStatuses: [404],
    run: ({ ports, principal }, { body }) => createAgent(ports, principal, body),
    view: ({ agent, deviceCode }, call) => ({
      agent: agentView(agent, nowOf(call)),
      deviceCode: deviceCodeView(deviceCode),
    }),
  }),
  route({
    method: 'GET',
    path: '/agents/{agentId}',
    name: 'getAgent',
    graphql: 'agent',
    summary: 'Returns one agent.',
    permission: 'VIEW_AGENTS',
    params: agentId,
    status: 200,
    response: Agent,
    run: async ({ ports, principal }, { params: { agentId: id } }) =>
      found(await findAgent(ports.db.orm, scopeOf(principal), id), () => new AgentNotFound(id)),
    view: (agent, call) => agentView(agent, nowOf(call)),
  }),
  route({
    method: 'PATCH',
    path: '/agents/{agentId}',
    name: 'updateAgent',
    graphql: 'updateAgent',
    summary: 'Renames, pauses or resumes an agent.',
    permission: 'MANAGE',
    alsoNeeds: `Resuming an agent also requires TRANSACT. ${needsView}`,
    params: agentId,
    body: UpdateAgentInput,
    describedBody: z.object({ name: optional(agentName), isPaused: optional(boolean) }),
    status: 200,
    response: Agent,
    run: ({ ports, principal }, { params, body }) => updateAgent(ports, principal, params.agentId, body),
    view: (agent, call) => agentView(agent, nowOf(call)),
  }),
  route({
    method: 'DELETE',
    path: '/agents/{agentId}',
    name: 'deleteAgent',
    graphql: 'deleteAgent',
    summary: 'Deletes an agent. Its access token becomes invalid immediately.',
    permission: 'MANAGE',
    params: agentId,
    status: 204,
    run: ({ ports, principal }, { params }) => deleteAgent(ports, principal, params.agentId),
  }),
  route({
    method: 'PATCH',
    path: '/agents/{agentId}/policy',
    name: 'updateAgentPolicy',
    graphql: 'updateAgentPolicy',
    summary: "Changes parts of an agent's policy. The change takes effect immediately.",
    permission: 'EMPOWER_AGENTS',
    alsoNeeds: needsView,
    params: agentId,
    body: AgentPolicyPatch,
    status: 200,
    response: Agent,
    run: ({ ports, principal }, { params, body }) =>
      updateAgentPolicy(ports, principal, params.agentId, body),
    view: (agent, call) => agentView(agent, nowOf(call)),
  }),
  route({
    method: 'GET',
    path: '/agents/{agentId}/policy/history',
    name: 'listPolicyVersions',
    summary: 'Versions of the policy of an agent, newest first, each with who changed what.',
    permission: 'VIEW_POLICY_HISTORY',
    params: agentId,
    query: z.object({
      limit: optional(
        integerIn(integer(1, maxVersions, `must be an integer from 1 to ${maxVersions}`), {
          minimum: 1,
          maximum: maxVersions,
          default: 20,
        }),
      ).meta({ description: 'Versions of the page.' }),
      before: optional(integerIn(integer(1, 2_147_483_647, 'must be a version'), { minimum: 1 })).meta({
        description: 'Only versions below this one.',
      }),
    }),
    status: 200,
    response: PolicyHistory,
    run: async ({ ports, principal }, { params: { agentId: id }, query: { limit = 20, before } }) => {
      const agent = await findAgent(ports.db.orm, scopeOf(principal), id);
      return agent
        ? listPolicyVersions(ports.db.orm, scopeOf(principal), id, { first: limit, before })
        : new AgentNotFound(id);
    },
    view: (versions) => ({ data: versions.map(policyVersionView) }),
  }),
  route({
    method: 'POST',
    path: '/agents/{agentId}/policy/backtest',
    name: 'backtestAgentPolicy',
    graphql: 'backtestAgentPolicy',
    summary:
      'Tries a change of a policy on the past submissions of an agent: which would run, wait or be rejected. Nothing is changed.',
    permission: 'BACKTEST_POLICY',
    params: agentId,
    body: BacktestAgentPolicyInput,
    status: 200,
    response: PolicyBacktest,
    run: ({ ports, principal }, { params, body }) =>
      backtestAgentPolicy(ports, principal, params.agentId, body),
    view: backtestView,
  }),
  route({
    method: 'POST',
    path: '/agents/{agentId}/device-codes',
    name: 'createDeviceCode',
    graphql: 'createDeviceCode',
    summary: 'Creates a device code and invalidates earlier codes that were not redeemed.',
    permission: 'EMPOWER_AGENTS',
    alsoNeeds: needsView,
    params: agentId,
    status: 201,
    response: AgentDeviceCode,
    errorStatuses: [409],
    run: ({ ports, principal }, { params }) => createDeviceCode(ports, principal, params.agentId),
    view: deviceCodeView,
  }),
  route({
    method: 'GET',
    path: '/agents/device-codes/{code}/status',
    name: 'getDeviceCodeStatus',
    graphql: 'deviceCodeStatus',
    summary: 'Returns whether a device code was redeemed.',
    permission: 'VIEW_PLATFORM',
    params: code,
    status: 200,
    response: DeviceCodeStatus,
    run: async ({ ports, principal, sourceAddress }, { params }) =>
      found(
        await findDeviceCodeStatus(ports, scopeOf(principal), params.code, sourceAddress),
        () => new DeviceCodeNotFound(),
      ),
    view: ({ code, redeemed }) => ({ code, redeemed }),
  }),
  publicRoute({
    method: 'POST',
    path: '/agents/device-codes/{code}/redeem',
    name: 'redeemDeviceCode',
    graphql: 'redeemDeviceCode',
    summary: 'Exchanges a device code for the access token of the agent, which is returned only once.',
    params: code,
    status: 200,
    response: AgentConnected,
    errorStatuses: [409],
    run: ({ ports, sourceAddress }, { params }) => redeemDeviceCode(ports, params.code, sourceAddress),
    view: agentConnectedView,
  }),
];
