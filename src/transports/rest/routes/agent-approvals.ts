/** The approval and rejection of agent actions by a platform. Source: docs/behaviour/endpoints.md#further-endpoints, docs/behaviour/agents.md#agents-and-policies. */
import { z } from 'zod';
import {
  countActions,
  findAction,
  isWideActionFilter,
  listActions,
} from '../../../agents/actions/action-store.ts';
import {
  ApproveAgentActionInput,
  approveAgentAction,
} from '../../../agents/approvals/approve-agent-action.ts';
import { RejectAgentActionInput, rejectAgentAction } from '../../../agents/approvals/reject-agent-action.ts';
import { AgentActionNotFound, AgentNotFound } from '../../../agents/errors.ts';
import { type Id, idSchema } from '../../../kernel/ids.ts';
import { instant, optional } from '../../../kernel/parse.ts';
import { type Principal, scopeOf } from '../../../platforms/access/principal.ts';
import type { Ports } from '../../../sandbox/ports.ts';
import { AgentAction } from '../bodies/agent-actions.ts';
import { pageOf } from '../bodies/common.ts';
import { createdRange, pageView, paging, readPage, sortOrder } from '../query.ts';
import { actionBodies, actionBody } from '../response-bodies.ts';
import { found, idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Agents');

const actionId = {
  agentId: idIn('Agent', AgentNotFound),
  actionId: idIn('AgentAction', AgentActionNotFound),
};

/** The action, if it belongs to the agent in the path. The operations read an action by its id alone. */
async function actionOf(
  { db }: Pick<Ports, 'db'>,
  principal: Principal,
  params: { readonly agentId: Id<'Agent'>; readonly actionId: Id<'AgentAction'> },
) {
  const action = await findAction(
    db.orm,
    { ...scopeOf(principal), agentId: params.agentId },
    params.actionId,
  );
  return found(action, () => new AgentActionNotFound(params.actionId));
}

export const agentApprovalRoutes = [
  route({
    method: 'GET',
    path: '/agents/approvals',
    name: 'listApprovals',
    graphql: 'agentActions',
    summary: 'Actions that wait for approval.',
    permission: 'VIEW_AGENTS',
    query: z.object({
      agentId: optional(idSchema('Agent')),
      customerId: optional(idSchema('Customer')),
      ...createdRange,
      startDate: optional(instant).meta({ deprecated: true }),
      endDate: optional(instant).meta({ deprecated: true }),
      sortOrder: optional(sortOrder),
      ...paging,
    }),
    status: 200,
    response: pageOf(AgentAction),
    run: ({ ports, principal }, { query: { limit, cursor, ...rest } }) => {
      const filter = { ...rest, status: ['PENDING_APPROVAL'] as const };
      return readPage(
        ports,
        'agentActions',
        { limit, cursor, ...filter },
        (db, page) => listActions(db, scopeOf(principal), filter, page),
        (db) => countActions(db, scopeOf(principal), filter),
        { isWide: isWideActionFilter(scopeOf(principal), filter) },
      );
    },
    view: async (result, call) => pageView(result, await actionBodies(call, result.page.items)),
  }),
  route({
    method: 'POST',
    path: '/agents/{agentId}/actions/{actionId}/approve',
    name: 'approveAgentAction',
    graphql: 'approveAgentAction',
    summary:
      'Approves a waiting action and executes it. If the execution is not possible, the action becomes FAILED.',
    permission: 'DECIDE_AGENT_ACTIONS',
    params: actionId,
    body: ApproveAgentActionInput.omit({ id: true }),
    status: 200,
    response: AgentAction,
    errorStatuses: [409],
    run: async ({ ports, principal }, { params, body }) => {
      const action = await actionOf(ports, principal, params);
      return 'id' in action ? approveAgentAction(ports, principal, { id: action.id, ...body }) : action;
    },
    view: actionBody,
  }),
  route({
    method: 'POST',
    path: '/agents/{agentId}/actions/{actionId}/reject',
    name: 'rejectAgentAction',
    graphql: 'rejectAgentAction',
    summary: 'Rejects a waiting action.',
    permission: 'DECIDE_AGENT_ACTIONS',
    params: actionId,
    body: RejectAgentActionInput.omit({ id: true }),
    status: 200,
    response: AgentAction,
    errorStatuses: [409],
    run: async ({ ports, principal }, { params, body }) => {
      const action = await actionOf(ports, principal, params);
      return 'id' in action ? rejectAgentAction(ports, principal, { id: action.id, ...body }) : action;
    },
    view: actionBody,
  }),
];
