/** The permissions that the policy of an agent can grant. Source: docs/behaviour/agents.md#agents-and-policies. */

export const agentPermissions = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
  /** To select the account that receives incoming UMA payments of the customer. */
  'SET_DEPOSIT_ACCOUNT',
] as const;

export type AgentPermission = (typeof agentPermissions)[number];
