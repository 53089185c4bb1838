/** Enums of platforms. */

import { agentPermissions } from '../../src/platforms/access/agent-permissions.ts';
import { transactionTypes } from '../../src/platforms/transaction-type.ts';
import { describedEnum } from '../core/enums.ts';

export const PlatformModeEnum = describedEnum(
  'PlatformMode',
  'Mode of a platform.',
  ['SANDBOX', 'PRODUCTION'],
  {
    SANDBOX: 'For tests: magic values select the results, and no real money moves.',
    PRODUCTION: 'For real payments: all checks are enforced.',
  },
);

export const TransactionTypeEnum = describedEnum(
  'TransactionType',
  'Direction of a payment.',
  transactionTypes,
  {
    INCOMING: 'To a customer account.',
    OUTGOING: 'From a customer account.',
  },
);

export const AgentPermissionEnum = describedEnum(
  'AgentPermission',
  'Permission that a policy grants to an agent.',
  agentPermissions,
  {
    VIEW_TRANSACTIONS: "Read the customer's transactions, accounts and balances, and subscribe to changes.",
    CREATE_TRANSFERS: 'Transfer money in one currency, in and out.',
    CREATE_QUOTES: 'Create quotes.',
    EXECUTE_QUOTES: 'Execute quotes that the agent created.',
    MANAGE_EXTERNAL_ACCOUNTS: "Read and create the customer's external accounts.",
    SET_DEPOSIT_ACCOUNT:
      "Select the external account that receives the customer's incoming UMA payments. Requires MANAGE_EXTERNAL_ACCOUNTS as well.",
  },
);
