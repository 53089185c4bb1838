/** The tools of agents. Source: docs/behaviour/mcp.md#tools. */
import { type AgentPrincipal, requirePermission } from '../../../platforms/access/principal.ts';
import { accountTools } from './account-tools.ts';
import { actionTools } from './action-tools.ts';
import { payeeTools } from './payee-tools.ts';
import { paymentTools } from './payment-tools.ts';
import type { Tool } from './tool.ts';

const tools: readonly Tool[] = [...accountTools, ...payeeTools, ...paymentTools, ...actionTools];

const toolByName = new Map(tools.map((one) => [one.name, one]));

/** The tools that the policy of the agent permits. */
export const toolsOf = (principal: AgentPrincipal): readonly Tool[] =>
  tools.filter(({ permission }) => requirePermission(principal, permission) === true);

export const findTool = (name: string): Tool | undefined => toolByName.get(name);
