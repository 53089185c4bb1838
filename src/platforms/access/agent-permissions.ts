/** What the policy of an agent can permit. Source: docs/behaviour/agents.md#agents-and-policies. */

export const agentPermissions = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
  /** Chooses where incoming UMA payments of the customer arrive. */
  'SET_DEPOSIT_ACCOUNT',
] as const;

export type AgentPermission = (typeof agentPermissions)[number];
