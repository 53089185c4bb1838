/** Lists of actions whose filter has no index have the time limit of searches. Source: docs/reference/limits.md. */
import { expect, test } from 'vitest';
import { type AgentActionFilter, isWideActionFilter } from '../../../src/agents/actions/action-store.ts';
import { newId } from '../../../src/kernel/ids.ts';
import type { Scope } from '../../../src/platforms/access/principal.ts';

const platform: Scope = { platformId: newId('Platform') };
const agentId = newId('Agent');
const createdAfter = new Date(0);

test.each<[string, Scope, AgentActionFilter, boolean]>([
  ['no filter', platform, { sortOrder: 'ASC' }, false],
  ['waiting actions', platform, { status: ['PENDING_APPROVAL'], createdAfter }, false],
  ['another status', platform, { status: ['PENDING_APPROVAL', 'FAILED'] }, true],
  ['a date', platform, { createdAfter }, true],
  ['an earlier name of a date', platform, { endDate: createdAfter }, true],
  ['a date of one agent', platform, { agentId, createdAfter }, false],
  ['a date, for the agent itself', { ...platform, agentId }, { createdAfter }, false],
  ['a date, for one customer', { ...platform, customerId: newId('Customer') }, { createdAfter }, false],
])('%s', (_, scope, filter, isWide) => {
  expect(isWideActionFilter(scope, filter)).toBe(isWide);
});
