/** Quotes and transfers. Source: docs/behaviour/conventions.md; docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications. */

import { OnceResult } from '../../../infrastructure/idempotency/once.ts';
import { Unauthorized } from '../../../kernel/errors.ts';
import { runOrPreview } from '../../../payments/previews/preview-payment.ts';
import { createQuote } from '../../../payments/quotes/create-quote.ts';
import { QuoteNotFound } from '../../../payments/quotes/errors.ts';
import { executeQuote } from '../../../payments/quotes/execute-quote.ts';
import { findQuote } from '../../../payments/quotes/store.ts';
import { transactionView } from '../../../payments/transactions/transaction-view.ts';
import { transferIn } from '../../../payments/transfers/transfer-in.ts';
import { transferOut } from '../../../payments/transfers/transfer-out.ts';
import { paymentCallerOf } from '../../../platforms/access/payment-caller.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { SignedRequestChallenge } from '../../../wallets/signed-requests/challenge.ts';
import { ExecutedQuote, Quote, Transaction } from '../bodies/payments.ts';
import { PaymentPreview } from '../bodies/previews.ts';
import {
  executionBody,
  quoteBody,
  quoteField,
  transferField,
  transferInBody,
  transferOutBody,
} from '../payment-inputs.ts';
import { currentQuoteBody, executedQuoteBody } from '../response-bodies.ts';
import { type Call, found, idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Payments');

const quoteId = { quoteId: idIn('Quote', QuoteNotFound) };

/** A request with a request id and without the required signature has an invalid signature. */
export const rejectUnsignedRetry = <O extends OnceResult<unknown>>(
  outcome: O,
  { retry }: Pick<Call, 'retry'>,
): O | OnceResult<Unauthorized> =>
  outcome.result instanceof SignedRequestChallenge && retry
    ? new OnceResult(new Unauthorized('Invalid Service-Wallet-Signature'))
    : outcome;

export const paymentRoutes = [
  route({
    method: 'POST',
    path: '/quotes',
    name: 'createQuote',
    graphql: 'createQuote',
    summary: 'Creates a quote with a locked rate and fees for a payment, and the transaction of the payment.',
    permission: 'TRANSACT',
    body: quoteBody,
    previews: PaymentPreview,
    fieldName: quoteField,
    idempotent: 'first-response',
    status: 201,
    response: Quote,
    errorStatuses: [404, 409, 410, 412, 424],
    run: ({ ports, principal, idempotencyKey }, { body: { dryRun, ...input } }) =>
      runOrPreview(ports, principal, { dryRun, idempotencyKey }, (db, key) =>
        createQuote({ ...ports, db }, paymentCallerOf(principal), input, key),
      ),
    view: currentQuoteBody,
  }),
  route({
    method: 'GET',
    path: '/quotes/{quoteId}',
    name: 'getQuote',
    graphql: 'quote',
    summary: 'Returns one quote with its current status.',
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
    path: '/quotes/{quoteId}/execute',
    name: 'executeQuote',
    graphql: 'executeQuote',
    summary:
      'Executes a quote whose source is an account. A quote from an embedded wallet requires a signature.',
    permission: 'EXECUTE_QUOTE',
    params: quoteId,
    body: executionBody,
    previews: PaymentPreview,
    idempotent: 'first-response',
    signing: 'signature',
    challengedIf: 'the source of the quote is an embedded wallet',
    status: 200,
    response: ExecutedQuote,
    errorStatuses: [409, 410],
    run: async (call, { params, body: { dryRun } }) => {
      const { ports, principal, signature, retry, idempotencyKey } = call;
      const input = { ...params, signature, requestId: retry?.requestId };
      const outcome = await runOrPreview(ports, principal, { dryRun, idempotencyKey }, (db, key) =>
        executeQuote({ ...ports, db }, paymentCallerOf(principal), input, key),
      );
      return rejectUnsignedRetry(outcome, call);
    },
    view: executedQuoteBody,
  }),
  route({
    method: 'POST',
    path: '/transfer-out',
    name: 'transferOut',
    graphql: 'transferOut',
    summary: 'Transfers money from an internal account to an external account in the same currency.',
    permission: 'TRANSACT',
    body: transferOutBody,
    previews: PaymentPreview,
    fieldName: transferField,
    idempotent: 'first-response',
    status: 201,
    response: Transaction,
    errorStatuses: [404, 409, 410],
    run: ({ ports, principal, idempotencyKey }, { body: { dryRun, ...input } }) =>
      runOrPreview(ports, principal, { dryRun, idempotencyKey }, (db, key) =>
        transferOut({ ...ports, db }, principal, input, key),
      ),
    view: transactionView,
  }),
  route({
    method: 'POST',
    path: '/transfer-in',
    name: 'transferIn',
    graphql: 'transferIn',
    summary: 'Transfers money from an external account to an internal account in the same currency.',
    permission: 'TRANSACT',
    body: transferInBody,
    previews: PaymentPreview,
    fieldName: transferField,
    idempotent: 'first-response',
    status: 201,
    response: Transaction,
    errorStatuses: [404, 409, 410],
    run: ({ ports, principal, idempotencyKey }, { body: { dryRun, ...input } }) =>
      runOrPreview(ports, principal, { dryRun, idempotencyKey }, (db, key) =>
        transferIn({ ...ports, db }, principal, input, key),
      ),
    view: transactionView,
  }),
];
