/** The schema: every file that declares types and root fields, put together. */
import { builder } from './builder.ts';
import './scalars.ts';
import './errors.ts';
import './node.ts';
import './customers.ts';
import './beneficial-owners.ts';
import './verifications.ts';
import './documents.ts';
import './invitations.ts';
import './accounts.ts';
import './transactions.ts';
import './sessions.ts';
import './credentials.ts';
import './receivers.ts';
import './quotes.ts';
import './payment-approvals.ts';
import './platform.ts';
import './platform-config.ts';
import './webhooks.ts';
import './events.ts';
import './sandbox.ts';
import './subscriptions.ts';
import './agents.ts';
import './approvals.ts';
import './agent-operations.ts';
import './access-tokens.ts';

export const schema = builder.toSchema();
