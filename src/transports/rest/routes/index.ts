/** All REST routes. */
import type { Route } from '../route.ts';
import { accountRoutes } from './accounts.ts';
import { agentApprovalRoutes } from './agent-approvals.ts';
import { agentPaymentRoutes } from './agent-payments.ts';
import { agentRoutes } from './agents.ts';
import { agentsMeRoutes } from './agents-me.ts';
import { bankConnectionRoutes } from './bank-connections.ts';
import { bankRecordRoutes } from './bank-records.ts';
import { credentialRoutes } from './credentials.ts';
import { customerRoutes } from './customers.ts';
import { identityRoutes } from './identity.ts';
import { logRoutes } from './logs.ts';
import { lookupRoutes } from './lookups.ts';
import { memberRoutes } from './members.ts';
import { paymentRoutes } from './payments.ts';
import { platformRoutes } from './platform.ts';
import { sandboxRoutes } from './sandbox.ts';
import { screeningRoutes } from './screening.ts';
import { transactionRoutes } from './transactions.ts';

export const routes: readonly Route[] = [
  ...platformRoutes,
  ...memberRoutes,
  ...customerRoutes,
  ...accountRoutes,
  ...identityRoutes,
  ...screeningRoutes,
  ...paymentRoutes,
  ...lookupRoutes,
  ...transactionRoutes,
  ...bankConnectionRoutes,
  ...bankRecordRoutes,
  ...credentialRoutes,
  ...agentRoutes,
  ...agentApprovalRoutes,
  ...agentsMeRoutes,
  ...agentPaymentRoutes,
  ...sandboxRoutes,
  ...logRoutes,
];
