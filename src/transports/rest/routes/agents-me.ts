/**
 * The endpoints with which an agent reads itself and its customer's transactions, and uses the customer's accounts.
 *
 * Decision: an agent that may manage external accounts sees their identifiers unmasked, because it registers them.
 *
 * Source: docs/behaviour/conventions.md; docs/behaviour/endpoints.md#endpoints-of-agents, docs/behaviour/endpoints.md#further-endpoints.
 */
import { z } from 'zod';
import { AccountNotFound } from '../../../accounts/errors.ts';
import { findExternalAccount } from '../../../accounts/external/external-account-store.ts';
import { externalAccountView } from '../../../accounts/external/external-account-view.ts';
import { ExternalAccountFilterInput, InternalAccountFilterInput } from '../../../accounts/filters.ts';
import { agentView } from '../../../agents/agent-view.ts';
import { agentCreateExternalAccount } from '../../../agents/requests/agent-create-external-account.ts';
import { agentDeleteExternalAccount } from '../../../agents/requests/agent-delete-external-account.ts';
import { findAgent } from '../../../agents/store.ts';
import { Unauthorized } from '../../../kernel/errors.ts';
import { explainTransaction } from '../../../operations/explanation/explain-transactions.ts';
import { explanationView } from '../../../operations/explanation/explanation-view.ts';
import { TransactionNotFound } from '../../../payments/transactions/errors.ts';
import { findTransaction } from '../../../payments/transactions/store.ts';
import { transactionView } from '../../../payments/transactions/transaction-view.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { ExternalAccount, InternalAccount } from '../bodies/accounts.ts';
import { Agent } from '../bodies/agents.ts';
import { pageOf } from '../bodies/common.ts';
import { TransactionExplanation } from '../bodies/explanation.ts';
import { Transaction } from '../bodies/payments.ts';
import { pageView, paging } from '../query.ts';
import { internalAccountBodies } from '../response-bodies.ts';
import { found, idIn, routesFor } from '../route.ts';
import {
  agentExternalAccountBody,
  describedExternalAccountBody,
  externalAccountPage,
  internalAccountPage,
} from './accounts.ts';
import { transactionFilter, transactionPage } from './transactions.ts';

const route = routesFor('agent', 'Agent');

const accountId = { externalAccountId: idIn('ExternalAccount', AccountNotFound) };

export const agentsMeRoutes = [
  route({
    method: 'GET',
    path: '/agents/me',
    name: 'getAgentMe',
    graphql: 'viewer',
    summary: 'Returns the calling agent with its policy and usage.',
    permission: 'VIEW_SELF',
    status: 200,
    response: Agent,
    run: async ({ principal, ports }) =>
      (await findAgent(ports.db.orm, scopeOf(principal), principal.agent.id)) ??
      new Unauthorized('Invalid credentials'),
    view: (agent, { ports, principal }) => agentView(agent, ports.clock.now(principal.platform)),
  }),
  route({
    method: 'GET',
    path: '/agents/me/internal-accounts',
    name: 'agentListInternalAccounts',
    graphql: 'internalAccounts',
    summary: 'Internal accounts of the customer, newest first. Requires VIEW_TRANSACTIONS.',
    permission: 'VIEW_TRANSACTIONS',
    query: InternalAccountFilterInput.omit({ customerId: true }).extend(paging),
    status: 200,
    response: pageOf(InternalAccount),
    run: (call, { query }) => internalAccountPage(call, query),
    view: async (result, call) => pageView(result, await internalAccountBodies(call, result.page.items)),
  }),
  route({
    method: 'GET',
    path: '/agents/me/external-accounts',
    name: 'agentListExternalAccounts',
    graphql: 'externalAccounts',
    summary: 'External accounts of the customer, newest first. Requires MANAGE_EXTERNAL_ACCOUNTS.',
    permission: 'VIEW_EXTERNAL_ACCOUNTS',
    query: z.object({ currency: ExternalAccountFilterInput.shape.currency, ...paging }),
    status: 200,
    response: pageOf(ExternalAccount),
    run: (call, { query }) => externalAccountPage(call, query),
    view: (result) =>
      pageView(
        result,
        result.page.items.map((account) => externalAccountView(account, 'shown')),
      ),
  }),
  route({
    method: 'POST',
    path: '/agents/me/external-accounts',
    name: 'agentCreateExternalAccount',
    graphql: 'agentCreateExternalAccount',
    summary: 'Creates an external account of the customer. Requires MANAGE_EXTERNAL_ACCOUNTS.',
    permission: 'AGENT_MANAGE_EXTERNAL_ACCOUNTS',
    alsoNeeds:
      "defaultUmaDepositAccount also requires SET_DEPOSIT_ACCOUNT. Default for customerId: the agent's customer.",
    body: agentExternalAccountBody,
    describedBody: describedExternalAccountBody,
    status: 201,
    response: ExternalAccount,
    errorStatuses: [404, 409],
    run: ({ ports, principal }, { body }) => agentCreateExternalAccount(ports, principal, body),
    view: (account) => externalAccountView(account, 'shown'),
  }),
  route({
    method: 'GET',
    path: '/agents/me/external-accounts/{externalAccountId}',
    name: 'agentGetExternalAccount',
    graphql: 'externalAccount',
    summary: 'Returns one external account of the customer. Requires MANAGE_EXTERNAL_ACCOUNTS.',
    permission: 'VIEW_EXTERNAL_ACCOUNTS',
    params: accountId,
    status: 200,
    response: ExternalAccount,
    run: async ({ ports, principal }, { params: { externalAccountId: id } }) =>
      found(await findExternalAccount(ports.db.orm, scopeOf(principal), id), () => new AccountNotFound(id)),
    view: (account) => externalAccountView(account, 'shown'),
  }),
  route({
    method: 'DELETE',
    path: '/agents/me/external-accounts/{externalAccountId}',
    name: 'agentDeleteExternalAccount',
    summary:
      'Deletes an external account of the customer that no payment in progress uses. Requires MANAGE_EXTERNAL_ACCOUNTS.',
    permission: 'AGENT_MANAGE_EXTERNAL_ACCOUNTS',
    alsoNeeds: 'Deletion of the default deposit account also requires SET_DEPOSIT_ACCOUNT.',
    params: accountId,
    status: 204,
    errorStatuses: [409],
    run: ({ ports, principal }, { params }) =>
      agentDeleteExternalAccount(ports, principal, params.externalAccountId),
  }),
  route({
    method: 'GET',
    path: '/agents/me/transactions',
    name: 'agentListTransactions',
    graphql: 'transactions',
    summary: 'Transactions of the customer, newest first. Requires VIEW_TRANSACTIONS.',
    permission: 'VIEW_TRANSACTIONS',
    query: transactionFilter,
    status: 200,
    response: pageOf(Transaction),
    run: (call, { query }) => transactionPage(call, query),
    view: (result) => pageView(result, result.page.items.map(transactionView)),
  }),
  route({
    method: 'GET',
    path: '/agents/me/transactions/{transactionId}',
    name: 'agentGetTransaction',
    graphql: 'transaction',
    summary: 'Returns one transaction of the customer. Requires VIEW_TRANSACTIONS.',
    permission: 'VIEW_TRANSACTIONS',
    params: { transactionId: idIn('Transaction', TransactionNotFound) },
    status: 200,
    response: Transaction,
    run: async ({ ports, principal }, { params: { transactionId: id } }) =>
      found(await findTransaction(ports.db.orm, scopeOf(principal), id), () => new TransactionNotFound(id)),
    view: transactionView,
  }),
  route({
    method: 'GET',
    path: '/agents/me/transactions/{transactionId}/explanation',
    name: 'agentExplainTransaction',
    graphql: 'transaction',
    summary:
      'Returns the ordered story of a payment of the customer, with the actions of this agent. Requires VIEW_TRANSACTIONS.',
    permission: 'VIEW_TRANSACTIONS',
    params: { transactionId: idIn('Transaction', TransactionNotFound) },
    status: 200,
    response: TransactionExplanation,
    run: ({ ports, principal }, { params }) => explainTransaction(ports, principal, params.transactionId),
    view: explanationView,
  }),
];
