/**
 * The endpoints with which an agent requests payments for its customer, within its policy, and reads its actions.
 *
 * Source: docs/behaviour/conventions.md; docs/behaviour/endpoints.md#endpoints-of-agents, docs/behaviour/endpoints.md#further-endpoints, docs/behaviour/agents.md#order-of-checks.
 */
import { z } from 'zod';
import {
  countActions,
  findAction,
  isWideActionFilter,
  listActions,
} from '../../../agents/actions/action-store.ts';
import { agentActionStatuses } from '../../../agents/actions/agent-action.ts';
import { AgentActionNotFound } from '../../../agents/errors.ts';
import { runOrPreviewAsAgent } from '../../../agents/previews/preview-agent-payment.ts';
import { agentCreateQuote } from '../../../agents/requests/agent-create-quote.ts';
import { agentExecuteQuote } from '../../../agents/requests/agent-execute-quote.ts';
import { agentTransferIn, agentTransferOut } from '../../../agents/requests/agent-transfers.ts';
import { maxChoices } from '../../../kernel/lists.ts';
import { oneOf, optional } from '../../../kernel/parse.ts';
import { QuoteNotFound } from '../../../payments/quotes/errors.ts';
import { findQuote } from '../../../payments/quotes/store.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { AgentAction } from '../bodies/agent-actions.ts';
import { pageOf } from '../bodies/common.ts';
import { Quote } from '../bodies/payments.ts';
import { PaymentPreview } from '../bodies/previews.ts';
import {
  executionBody,
  quoteBody,
  quoteField,
  transferField,
  transferInBody,
  transferOutBody,
} from '../payment-inputs.ts';
import { listIn, pageView, paging, readPage } from '../query.ts';
import { actionBodies, actionBody, currentQuoteBody } from '../response-bodies.ts';
import { found, idIn, routesFor } from '../route.ts';
import { rejectUnsignedRetry } from './payments.ts';

const route = routesFor('agent', 'Agent');

const quoteId = { quoteId: idIn('Quote', QuoteNotFound) };

export const agentPaymentRoutes = [
  route({
    method: 'POST',
    path: '/agents/me/quotes',
    name: 'agentCreateQuote',
    graphql: 'agentCreateQuote',
    summary: 'Creates a quote with a locked rate and fees for a payment. Requires CREATE_QUOTES.',
    permission: 'AGENT_CREATE_QUOTES',
    body: quoteBody,
    previews: PaymentPreview,
    fieldName: quoteField,
    idempotent: 'first-response',
    status: 201,
    response: Quote,
    errorStatuses: [404, 409, 410, 412, 424],
    run: ({ ports, principal, idempotencyKey }, { body: { dryRun, ...input } }) =>
      runOrPreviewAsAgent(ports, principal, { dryRun, idempotencyKey }, (db, key) =>
        agentCreateQuote({ ...ports, db }, principal, input, key),
      ),
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
    permission: 'AGENT_EXECUTE_QUOTES',
    params: quoteId,
    body: executionBody,
    previews: PaymentPreview,
    idempotent: 'first-response',
    signing: 'signature',
    challengedIf: 'the source of the quote is an embedded wallet',
    status: 200,
    response: AgentAction,
    errorStatuses: [409, 410],
    run: async (call, { params, body: { dryRun } }) => {
      const { ports, principal, signature, retry, idempotencyKey } = call;
      const input = { ...params, signature, requestId: retry?.requestId };
      const outcome = await runOrPreviewAsAgent(ports, principal, { dryRun, idempotencyKey }, (db, key) =>
        agentExecuteQuote({ ...ports, db }, principal, input, key),
      );
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
    permission: 'AGENT_CREATE_TRANSFERS',
    body: transferInBody,
    previews: PaymentPreview,
    fieldName: transferField,
    idempotent: 'first-response',
    status: 201,
    response: AgentAction,
    errorStatuses: [404, 409],
    run: ({ ports, principal, idempotencyKey }, { body: { dryRun, ...input } }) =>
      runOrPreviewAsAgent(ports, principal, { dryRun, idempotencyKey }, (db, key) =>
        agentTransferIn({ ...ports, db }, principal, input, key),
      ),
    view: actionBody,
  }),
  route({
    method: 'POST',
    path: '/agents/me/transfer-out',
    name: 'agentTransferOut',
    graphql: 'agentTransferOut',
    summary:
      'Transfers money from an internal account of the customer to an external account. Requires CREATE_TRANSFERS.',
    permission: 'AGENT_CREATE_TRANSFERS',
    body: transferOutBody,
    previews: PaymentPreview,
    fieldName: transferField,
    idempotent: 'first-response',
    status: 201,
    response: AgentAction,
    errorStatuses: [404, 409],
    run: ({ ports, principal, idempotencyKey }, { body: { dryRun, ...input } }) =>
      runOrPreviewAsAgent(ports, principal, { dryRun, idempotencyKey }, (db, key) =>
        agentTransferOut({ ...ports, db }, principal, input, key),
      ),
    view: actionBody,
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
        (db, page) => listActions(db, scopeOf(principal), filter, page),
        (db) => countActions(db, scopeOf(principal), filter),
        { isWide: isWideActionFilter(scopeOf(principal), filter) },
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
