/** Quotes, transfers, look-ups and transactions. Source: interface, Quotes, transfers; gaps 3.2, 3.6. */
import { z } from 'zod';
import { paymentCallerOf } from '../../access/payment-caller.ts';
import { scopeOf } from '../../access/principal.ts';
import { AccountNotFound } from '../../accounts/errors.ts';
import { findInstitutions } from '../../accounts/institutions.ts';
import { Unauthorized } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { countryCode, invalidInput, optional, text } from '../../kernel/parse.ts';
import { umaAddress } from '../../kernel/uma-address.ts';
import { ApproveTransactionInput, approveTransaction } from '../../payment-approvals/approve-transaction.ts';
import { RejectTransactionInput, rejectTransaction } from '../../payment-approvals/reject-transaction.ts';
import { createQuote } from '../../quotes/create-quote.ts';
import { QuoteNotFound } from '../../quotes/errors.ts';
import { ExchangeRatesInput, exchangeRates } from '../../quotes/exchange-rates.ts';
import { executeQuote } from '../../quotes/execute-quote.ts';
import { findQuote } from '../../quotes/store.ts';
import { LookUpReceiverInput, lookUpReceiver } from '../../receivers/look-up-receiver.ts';
import { SignedRequestChallenge } from '../../signed-requests/challenge.ts';
import { TransactionNotFound } from '../../transactions/errors.ts';
import { TransactionFilterInput } from '../../transactions/filters.ts';
import {
  countTransactions,
  findTransaction,
  listTransactions,
  type TransactionFilter,
} from '../../transactions/store.ts';
import { transferIn } from '../../transfers/transfer-in.ts';
import { transferOut } from '../../transfers/transfer-out.ts';
import { quoteView } from '../../views/quote.ts';
import { exchangeRateView, receiverLookupView } from '../../views/receiver.ts';
import { transactionView } from '../../views/transaction.ts';
import { listOf, pageOf } from '../bodies/common.ts';
import {
  ExchangeRate,
  ExecutedQuote,
  PaymentInstitution,
  Quote,
  ReceiverLookup,
  Transaction,
} from '../bodies/payments.ts';
import { quoteBody, quoteField, transferField, transferInBody, transferOutBody } from '../payment-inputs.ts';
import { integerIn, listIn, pageView, paging, readPage, sortOrder } from '../query.ts';
import { executedQuoteBody } from '../records.ts';
import { type Call, found, idIn, rowsFor, textIn } from '../route.ts';

const row = rowsFor('platform', 'Payments');

const quoteId = { quoteId: idIn('Quote', QuoteNotFound) };
const transactionId = { id: idIn('Transaction', TransactionNotFound) };

/** Filters of every list of transactions. */
export const transactionFilter = z.object({
  accountIdentifier: TransactionFilterInput.shape.accountIdentifier,
  senderAccountIdentifier: TransactionFilterInput.shape.senderAccountIdentifier,
  receiverAccountIdentifier: TransactionFilterInput.shape.receiverAccountIdentifier,
  status: optional(listIn(TransactionFilterInput.shape.status.in.unwrap().unwrap().element)),
  type: TransactionFilterInput.shape.type,
  reference: TransactionFilterInput.shape.reference,
  startDate: TransactionFilterInput.shape.startDate,
  endDate: TransactionFilterInput.shape.endDate,
  sortOrder: optional(sortOrder),
  ...paging,
});

const { customerId, platformCustomerId } = TransactionFilterInput.shape;

/** A page of the transactions that the caller may see. */
export function transactionPage(
  { ports, principal }: Call<'platform' | 'agent'>,
  { limit, cursor, ...filter }: TransactionFilter & { limit?: unknown; cursor?: string | undefined },
) {
  const scope = scopeOf(principal);
  return readPage(
    'transactions',
    { limit, cursor, ...filter },
    (page) => listTransactions(ports.db.orm, scope, filter, page),
    () => countTransactions(ports.db.orm, scope, filter),
  );
}

const sender = z.object({
  senderUmaAddress: optional(umaAddress),
  customerId: optional(idSchema('Customer')),
});

/** The operation names the sender otherwise, and has a level for the kind of receiver. */
const lookupField = (path: string): string =>
  path.replace(/^(externalAccount|uma)\./, '').replace('senderCustomerId', 'customerId');

function lookUp({ ports, principal }: Call<'platform'>, question: unknown) {
  const parsed = LookUpReceiverInput.safeParse(question);
  if (!parsed.success) return invalidInput(parsed.error);
  return lookUpReceiver(ports, { platform: principal.platform, scope: scopeOf(principal) }, parsed.data);
}

/** A signature that was asked for and is sent as a retry without its header is a failed one. */
export const unsignedRetry = <T>(answer: T, { retry }: Pick<Call, 'retry'>): T | Unauthorized =>
  answer instanceof SignedRequestChallenge && retry
    ? new Unauthorized('Invalid Service-Wallet-Signature')
    : answer;

export const paymentRoutes = [
  row({
    method: 'POST',
    path: '/quotes',
    name: 'createQuote',
    graphql: 'createQuote',
    summary: 'Locks a rate and fees for a payment, and makes its transaction.',
    demand: 'TRANSACT',
    body: quoteBody,
    fieldName: quoteField,
    idempotent: true,
    status: 201,
    answer: Quote,
    refusals: [404, 409, 410, 412, 424],
    run: ({ ports, principal, idempotencyKey }, { body }) =>
      createQuote(ports, paymentCallerOf(principal), body, idempotencyKey),
    view: quoteView,
  }),
  row({
    method: 'GET',
    path: '/quotes/{quoteId}',
    name: 'getQuote',
    graphql: 'quote',
    summary: 'One quote, as it stands.',
    demand: 'VIEW_QUOTES',
    params: quoteId,
    status: 200,
    answer: Quote,
    run: async ({ ports, principal }, { params }) =>
      found(
        await findQuote(ports.db.orm, scopeOf(principal), params.quoteId),
        () => new QuoteNotFound(params.quoteId),
      ),
    view: quoteView,
  }),
  row({
    method: 'POST',
    path: '/quotes/{quoteId}/execute',
    name: 'executeQuote',
    graphql: 'executeQuote',
    summary: 'Executes a quote that draws on an account. From an embedded wallet: by its signature.',
    demand: 'EXECUTE_QUOTE',
    params: quoteId,
    idempotent: true,
    signing: 'signature',
    status: 200,
    answer: ExecutedQuote,
    refusals: [409, 410],
    run: async (call, { params }) => {
      const { ports, principal, signature, idempotencyKey } = call;
      const input = { ...params, signature };
      const answer = await executeQuote(ports, paymentCallerOf(principal), input, idempotencyKey);
      return unsignedRetry(answer, call);
    },
    view: executedQuoteBody,
  }),
  row({
    method: 'POST',
    path: '/transfer-out',
    name: 'transferOut',
    graphql: 'transferOut',
    summary: 'Sends money of an internal account to an external account of the same currency.',
    demand: 'TRANSACT',
    body: transferOutBody,
    fieldName: transferField,
    idempotent: true,
    status: 201,
    answer: Transaction,
    refusals: [404, 409, 410],
    run: ({ ports, principal, idempotencyKey }, { body }) =>
      transferOut(ports, principal, body, idempotencyKey),
    view: transactionView,
  }),
  row({
    method: 'POST',
    path: '/transfer-in',
    name: 'transferIn',
    graphql: 'transferIn',
    summary: 'Pulls money from an external account into an internal account of the same currency.',
    demand: 'TRANSACT',
    body: transferInBody,
    fieldName: transferField,
    idempotent: true,
    status: 201,
    answer: Transaction,
    refusals: [404, 409, 410],
    run: ({ ports, principal, idempotencyKey }, { body }) =>
      transferIn(ports, principal, body, idempotencyKey),
    view: transactionView,
  }),
  row({
    method: 'GET',
    path: '/receiver/external-account/{accountId}',
    name: 'lookUpExternalAccount',
    graphql: 'receiverLookup',
    summary: 'What an external account can be paid. Good for fifteen minutes.',
    demand: 'LOOK_UP_RECEIVERS',
    params: { accountId: idIn('ExternalAccount', AccountNotFound) },
    query: sender,
    fieldName: lookupField,
    status: 200,
    answer: ReceiverLookup,
    refusals: [412, 424],
    run: (call, { params, query: { senderUmaAddress, customerId: senderCustomerId } }) =>
      lookUp(call, { externalAccount: { ...params, senderUmaAddress, senderCustomerId } }),
    view: receiverLookupView,
  }),
  row({
    method: 'GET',
    path: '/receiver/uma/{receiverUmaAddress}',
    name: 'lookUpUmaAddress',
    graphql: 'receiverLookup',
    summary: 'What a UMA address can be paid. One of the two senders is required.',
    demand: 'LOOK_UP_RECEIVERS',
    params: { receiverUmaAddress: textIn('$name@domain') },
    query: sender,
    fieldName: lookupField,
    status: 200,
    answer: ReceiverLookup,
    refusals: [412, 424],
    run: (call, { params, query: { senderUmaAddress, customerId: senderCustomerId } }) =>
      lookUp(call, { uma: { ...params, senderUmaAddress, senderCustomerId } }),
    view: receiverLookupView,
  }),
  row({
    method: 'GET',
    path: '/discoveries',
    name: 'listPaymentInstitutions',
    graphql: 'paymentInstitutions',
    summary: 'Banks and wallets that a corridor knows by name.',
    demand: 'VIEW_REFERENCE',
    query: z.object({ country: optional(countryCode), currency: optional(text(10)) }),
    status: 200,
    answer: listOf(PaymentInstitution),
    run: (_call, { query }) => findInstitutions(query),
    view: (institutions) => ({
      data: institutions.map(({ bankName, displayName, country, currency }) => ({
        bankName,
        displayName,
        country,
        currency,
      })),
    }),
  }),
  row({
    method: 'GET',
    path: '/exchange-rates',
    name: 'listExchangeRates',
    graphql: 'exchangeRates',
    summary: 'Indicative rates, one for each destination currency and rail.',
    demand: 'VIEW_REFERENCE',
    query: z.object({
      sourceCurrency: ExchangeRatesInput.shape.sourceCurrency,
      destinationCurrency: optional(listIn(text(10))),
      sendingAmount: integerIn(ExchangeRatesInput.shape.sendingAmount, { default: 10_000 }).optional(),
    }),
    fieldName: (path) => path.replace('destinationCurrencies', 'destinationCurrency'),
    status: 200,
    answer: listOf(ExchangeRate),
    run: (
      { ports, principal },
      { query: { destinationCurrency, sendingAmount = 10_000n, sourceCurrency } },
    ) =>
      exchangeRates(ports, scopeOf(principal), {
        sourceCurrency,
        destinationCurrencies: destinationCurrency,
        sendingAmount,
      }),
    view: (rates) => ({ data: rates.map(exchangeRateView) }),
  }),
  row({
    method: 'GET',
    path: '/transactions',
    name: 'listTransactions',
    graphql: 'transactions',
    summary: 'Transactions, newest first.',
    demand: 'VIEW',
    query: transactionFilter.extend({ customerId, platformCustomerId }),
    status: 200,
    answer: pageOf(Transaction),
    run: (call, { query }) => transactionPage(call, query),
    view: (answer) => pageView(answer, answer.page.items.map(transactionView)),
  }),
  row({
    method: 'GET',
    path: '/transactions/{id}',
    name: 'getTransaction',
    graphql: 'transaction',
    summary: 'One transaction, as it stands.',
    demand: 'VIEW',
    params: transactionId,
    status: 200,
    answer: Transaction,
    run: async ({ ports, principal }, { params }) =>
      found(
        await findTransaction(ports.db.orm, scopeOf(principal), params.id),
        () => new TransactionNotFound(params.id),
      ),
    view: transactionView,
  }),
  row({
    method: 'POST',
    path: '/transactions/{id}/approve',
    name: 'approveTransaction',
    graphql: 'approveTransaction',
    summary: 'Lets an incoming UMA payment in that waits for a decision.',
    demand: 'TRANSACT',
    params: transactionId,
    body: ApproveTransactionInput.omit({ id: true }),
    status: 200,
    answer: Transaction,
    refusals: [409],
    run: ({ ports, principal }, { params, body }) =>
      approveTransaction(ports, paymentCallerOf(principal), { ...params, ...body }),
    view: transactionView,
  }),
  row({
    method: 'POST',
    path: '/transactions/{id}/reject',
    name: 'rejectTransaction',
    graphql: 'rejectTransaction',
    summary: 'Refuses an incoming UMA payment that waits for a decision.',
    demand: 'TRANSACT',
    params: transactionId,
    body: RejectTransactionInput.omit({ id: true }),
    status: 200,
    answer: Transaction,
    refusals: [409],
    run: ({ ports, principal }, { params, body }) =>
      rejectTransaction(ports, paymentCallerOf(principal), { ...params, ...body }),
    view: transactionView,
  }),
];
