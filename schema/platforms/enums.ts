/** Enums of platforms. */

import { agentPermissions } from '../../src/platforms/access/agent-permissions.ts';
import { transactionTypes } from '../../src/platforms/transaction-type.ts';
import { describedEnum } from '../core/enums.ts';

export const PlatformModeEnum = describedEnum(
  'PlatformMode',
  'What a platform is for.',
  ['SANDBOX', 'PRODUCTION'],
  {
    SANDBOX: 'For trying: outcomes are chosen by magic values, no real money moves.',
    PRODUCTION: 'For real: every check is enforced.',
  },
);

export const TransactionTypeEnum = describedEnum(
  'TransactionType',
  'Direction of the money.',
  transactionTypes,
  {
    INCOMING: 'Into a customer account.',
    OUTGOING: 'Out of a customer account.',
  },
);

export const AgentPermissionEnum = describedEnum(
  'AgentPermission',
  'What a policy lets an agent do.',
  agentPermissions,
  {
    VIEW_TRANSACTIONS: "Read its customer's transactions, accounts and balances, and follow them live.",
    CREATE_TRANSFERS: 'Transfers in one currency, in and out.',
    CREATE_QUOTES: 'Ask for quotes.',
    EXECUTE_QUOTES: 'Execute its quotes.',
    MANAGE_EXTERNAL_ACCOUNTS: "Read and register its customer's external accounts.",
    SET_DEPOSIT_ACCOUNT:
      "With MANAGE_EXTERNAL_ACCOUNTS: choose which of them the customer's incoming UMA payments arrive on.",
  },
);
