/** The filters of the lists of agents and agent actions. Source: docs/behaviour/conventions.md#filters. */
import { z } from 'zod';
import { idSchema } from '../kernel/ids.ts';
import { choices } from '../kernel/lists.ts';
import { boolean, instant, oneOf, optional } from '../kernel/parse.ts';
import { agentActionStatuses } from './actions/agent-action.ts';

export const AgentFilterInput = z.object({
  customerId: optional(idSchema('Customer')),
  isPaused: optional(boolean),
  isConnected: optional(boolean),
  createdAfter: optional(instant),
  createdBefore: optional(instant),
  updatedAfter: optional(instant),
  updatedBefore: optional(instant),
});

export const statusList = optional(choices(agentActionStatuses));

export const AgentActionFilterInput = z.object({
  status: statusList,
  agentId: optional(idSchema('Agent')),
  customerId: optional(idSchema('Customer')),
  createdAfter: optional(instant),
  createdBefore: optional(instant),
  /** Earlier names of createdAfter and createdBefore. */
  startDate: optional(instant),
  endDate: optional(instant),
  sortOrder: optional(oneOf(['ASC', 'DESC'])),
});
