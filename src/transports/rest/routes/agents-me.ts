/**
 * Endpoints that an agent calls for its customer, within its policy.
 *
 * Decision: an agent that may manage external accounts sees their identifiers unmasked, because it registers them.
 *
 * Source: docs/behaviour/conventions.md; docs/behaviour/endpoints.md#endpoints-of-agents, docs/behaviour/endpoints.md#further-endpoints, docs/behaviour/agents.md#order-of-checks.
 */

import { z } from 'zod';
import { AccountNotFound } from '../../../accounts/errors.ts';
import { findExternalAccount } from '../../../accounts/external/external-account-store.ts';
import { externalAccountView } from '../../../accounts/external/external-account-view.ts';
import { ExternalAccountFilterInput, InternalAccountFilterInput } from '../../../accounts/filters.ts';
import { countActions, findAction, listActions } from '../../../agents/actions/action-store.ts';
import { agentActionStatuses } from '../../../agents/actions/agent-action.ts';
import { agentView } from '../../../agents/agent-view.ts';
import { AgentActionNotFound } from '../../../agents/errors.ts';
import { agentCreateExternalAccount } from '../../../agents/requests/agent-create-external-account.ts';
import { agentCreateQuote } from '../../../agents/requests/agent-create-quote.ts';
import { agentDeleteExternalAccount } from '../../../agents/requests/agent-delete-external-account.ts';
import { agentExecuteQuote } from '../../../agents/requests/agent-execute-quote.ts';
import { agentTransferIn, agentTransferOut } from '../../../agents/requests/agent-transfers.ts';
import { findAgent } from '../../../agents/store.ts';
import { Unauthorized } from '../../../kernel/errors.ts';
import { maxChoices } from '../../../kernel/lists.ts';
import { oneOf, optional } from '../../../kernel/parse.ts';
import { QuoteNotFound } from '../../../payments/quotes/errors.ts';
import { findQuote } from '../../../payments/quotes/store.ts';
import { TransactionNotFound } from '../../../payments/transactions/errors.ts';
import { findTransaction } from '../../../payments/transactions/store.ts';
import { transactionView } from '../../../payments/transactions/transaction-view.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { ExternalAccount, InternalAccount } from '../bodies/accounts.ts';
import { Agent, AgentAction } from '../bodies/agents.ts';
import { pageOf } from '../bodies/common.ts';
import { Quote, Transaction } from '../bodies/payments.ts';
import { quoteBody, quoteField, transferField, transferInBody, transferOutBody } from '../payment-inputs.ts';
import { listIn, pageView, paging, readPage } from '../query.ts';
import { actionBodies, actionBody, currentQuoteBody, internalAccountBody } from '../response-bodies.ts';
import { found, idIn, routesFor } from '../route.ts';
import {
  agentExternalAccountBody,
  describedExternalAccountBody,
  externalAccountPage,
  internalAccountPage,
} from './accounts.ts';
import { rejectUnsignedRetry } from './payments.ts';
import { transactionFilter, transactionPage } from './transactions.ts';

const route = routesFor('agent', 'Agent');

const quoteId = { quoteId: idIn('Quote', QuoteNotFound) };
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
    method: 'POST',
    path: '/agents/me/quotes',
    name: 'agentCreateQuote',
    graphql: 'agentCreateQuote',
    summary: 'Creates a quote with a locked rate and fees for a payment. Requires CREATE_QUOTES.',
    permission: 'CREATE_QUOTES',
    body: quoteBody,
    fieldName: quoteField,
    idempotent: 'first-response',
    status: 201,
    response: Quote,
    errorStatuses: [404, 409, 410, 412, 424],
    run: ({ ports, principal, idempotencyKey }, { body }) =>
      agentCreateQuote(ports, principal, body, idempotencyKey),
    view: currentQuoteBody,
  }),
  route({
    method: 'GET',
    path: '/agents/me/quotes/{quoteId}',
    name: 'agentGetQuote',
    graphql: 'quote',
    summary: 'Returns a quote that this agent created.',
    permission: 'VIEW_QUOTES',
    params: quoteId,
    status: 200,
    response: Quote,
    run: async ({ ports, principal }, { params }) =>
      found(
        await findQuote(ports.db.orm, scopeOf(principal), params.quoteId),
        () => new QuoteNotFound(params.quoteId),
      ),
    view: currentQuoteBody,
  }),
  route({
    method: 'POST',
    path: '/agents/me/quotes/{quoteId}/execute',
    name: 'agentExecuteQuote',
    graphql: 'agentExecuteQuote',
    summary: 'Executes a quote, immediately or after a person approves. Requires EXECUTE_QUOTES.',
    permission: 'EXECUTE_QUOTES',
    params: quoteId,
    idempotent: 'first-response',
    signing: 'signature',
    challengedIf: 'the source of the quote is an embedded wallet',
    status: 200,
    response: AgentAction,
    errorStatuses: [409, 410],
    run: async (call, { params }) => {
      const { ports, principal, signature, idempotencyKey } = call;
      const outcome = await agentExecuteQuote(ports, principal, { ...params, signature }, idempotencyKey);
      return rejectUnsignedRetry(outcome, call);
    },
    view: actionBody,
  }),
  route({
    method: 'POST',
    path: '/agents/me/transfer-in',
    name: 'agentTransferIn',
    graphql: 'agentTransferIn',
    summary:
      'Transfers money from an external account of the customer to an internal account. Requires CREATE_TRANSFERS.',
    permission: 'CREATE_TRANSFERS',
    body: transferInBody,
    fieldName: transferField,
    idempotent: 'first-response',
    status: 201,
    response: AgentAction,
    errorStatuses: [404, 409],
    run: ({ ports, principal, idempotencyKey }, { body }) =>
      agentTransferIn(ports, principal, body, idempotencyKey),
    view: actionBody,
  }),
  route({
    method: 'POST',
    path: '/agents/me/transfer-out',
    name: 'agentTransferOut',
    graphql: 'agentTransferOut',
    summary:
      'Transfers money from an internal account of the customer to an external account. Requires CREATE_TRANSFERS.',
    permission: 'CREATE_TRANSFERS',
    body: transferOutBody,
    fieldName: transferField,
    idempotent: 'first-response',
    status: 201,
    response: AgentAction,
    errorStatuses: [404, 409],
    run: ({ ports, principal, idempotencyKey }, { body }) =>
      agentTransferOut(ports, principal, body, idempotencyKey),
    view: actionBody,
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
    view: (result, call) => pageView(result, result.page.items.map(internalAccountBody(call))),
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
    permission: 'MANAGE_EXTERNAL_ACCOUNTS',
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
    permission: 'MANAGE_EXTERNAL_ACCOUNTS',
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
    path: '/agents/me/actions',
    name: 'agentListActions',
    graphql: 'agentActions',
    summary: 'Actions of the calling agent, newest first.',
    permission: 'VIEW_SELF',
    query: z.object({ status: optional(listIn(oneOf(agentActionStatuses), maxChoices)), ...paging }),
    status: 200,
    response: pageOf(AgentAction),
    run: ({ ports, principal }, { query: { limit, cursor, ...filter } }) =>
      readPage(
        ports,
        'agentActions',
        { limit, cursor, ...filter },
        (page) => listActions(ports.db.orm, scopeOf(principal), filter, page),
        (db) => countActions(db, scopeOf(principal), filter),
      ),
    view: async (result, call) => pageView(result, await actionBodies(call, result.page.items)),
  }),
  route({
    method: 'GET',
    path: '/agents/me/actions/{actionId}',
    name: 'agentGetAction',
    graphql: 'agentAction',
    summary: 'Returns one action of the calling agent.',
    permission: 'VIEW_SELF',
    params: { actionId: idIn('AgentAction', AgentActionNotFound) },
    status: 200,
    response: AgentAction,
    run: async ({ ports, principal }, { params: { actionId: id } }) =>
      found(await findAction(ports.db.orm, scopeOf(principal), id), () => new AgentActionNotFound(id)),
    view: actionBody,
  }),
];
