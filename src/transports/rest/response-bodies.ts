/** Response bodies that need more than their record. Related records of a list are read in one statement. */

import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { internalAccountView } from '../../accounts/internal/internal-account-view.ts';
import { type AgentAction, isConsistentWith, quoteOf } from '../../agents/actions/agent-action.ts';
import { agentActionView } from '../../agents/actions/agent-action-view.ts';
import { ownersOf } from '../../customers/beneficial-owners/owner-store.ts';
import type { Customer } from '../../customers/customer.ts';
import { customerView } from '../../customers/customer-view.ts';
import { findCustomers } from '../../customers/store.ts';
import type { Verification } from '../../customers/verifications/verification.ts';
import { verificationView } from '../../customers/verifications/verification-view.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Quote, quoteAsOf } from '../../payments/quotes/quote.ts';
import { quoteView } from '../../payments/quotes/quote-view.ts';
import { findQuote, findQuotes } from '../../payments/quotes/store.ts';
import { transactionMatching } from '../../payments/transactions/consistent-read.ts';
import { findTransactions } from '../../payments/transactions/store.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { transactionView } from '../../payments/transactions/transaction-view.ts';
import type { Principal } from '../../platforms/access/principal.ts';
import { requirePermission, scopeOf } from '../../platforms/access/principal.ts';
import type { Call } from './route.ts';

type RequestContext = Pick<Call<'platform' | 'agent'>, 'ports' | 'principal'>;

/** Identifiers are masked for callers without MANAGE, as over GraphQL. */
export const identifiersFor = (principal: Principal): 'shown' | 'masked' =>
  requirePermission(principal, 'MANAGE') === true ? 'shown' : 'masked';

export const internalAccountBody =
  ({ ports, principal }: RequestContext) =>
  (account: InternalAccount) =>
    internalAccountView(account, ports.funding.instructionsFor(principal.platform, account));

export async function customerBodies({ ports, principal }: RequestContext, customers: readonly Customer[]) {
  const businesses = customers.filter(({ customerType }) => customerType === 'BUSINESS').map(({ id }) => id);
  const owners =
    businesses.length > 0 ? await ownersOf(ports.db.orm, scopeOf(principal), businesses) : undefined;
  const identifiers = identifiersFor(principal);
  return customers.map((customer) => customerView(customer, owners?.get(customer.id), identifiers));
}

export const customerBody = async (customer: Customer, call: RequestContext) =>
  (await customerBodies(call, [customer]))[0];

/** The current time on the clock of the caller's platform. */
export const nowOf = ({ ports, principal }: RequestContext): Date => ports.clock.now(principal.platform);

/** A quote in its current state. */
export const currentQuoteBody = (quote: Quote, call: RequestContext) => quoteView(quote, nowOf(call));

/** A quote and its transaction, both in their state after the execution. */
export async function executedQuoteBody(transaction: Transaction, call: RequestContext) {
  const { ports, principal } = call;
  invariant(transaction.quoteId, 'an executed quote has a transaction that names it');
  const quote = await findQuote(ports.db.orm, scopeOf(principal), transaction.quoteId);
  invariant(quote, 'the quote of a transaction exists');
  return {
    ...currentQuoteBody(quoteAsOf(quote, transaction), call),
    transaction: transactionView(transaction),
  };
}

export async function actionBodies(call: RequestContext, actions: readonly AgentAction[]) {
  const { ports, principal } = call;
  const { orm } = ports.db;
  const scope = scopeOf(principal);
  const quoteIds = actions.flatMap(({ subject }) =>
    subject.type === 'EXECUTE_QUOTE' ? [subject.quoteId] : [],
  );
  const transactionIds = actions.flatMap(({ transactionId }) => transactionId ?? []);
  const quotes = quoteIds.length > 0 ? await findQuotes(orm, scope, quoteIds) : [];
  const transactions = transactionIds.length > 0 ? await findTransactions(orm, scope, transactionIds) : [];
  const quoteById = new Map(quotes.map((quote) => [quote.id, quote]));
  const transactionById = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  return Promise.all(
    actions.map(async (action) => {
      const { subject, transactionId } = action;
      const read = transactionId && transactionById.get(transactionId);
      const transaction =
        read && (await transactionMatching((one) => isConsistentWith(action, one), orm, read));
      const found = subject.type === 'EXECUTE_QUOTE' ? quoteById.get(subject.quoteId) : undefined;
      const quote = found && quoteOf(action, found, transaction);
      return agentActionView(action, { quote: quote && currentQuoteBody(quote, call), transaction });
    }),
  );
}

/** Verifications with the status of their customer, as the interface requires. */
export async function verificationBodies(
  { ports, principal }: RequestContext,
  verifications: readonly Verification[],
) {
  const ids = [...new Set(verifications.map(({ customerId }) => customerId))];
  const customers = ids.length > 0 ? await findCustomers(ports.db.orm, scopeOf(principal), ids) : [];
  const customerById = new Map(customers.map((customer) => [customer.id, customer]));
  return verifications.map((verification) =>
    verificationView(verification, customerById.get(verification.customerId) ?? {}),
  );
}

export const verificationBody = async (verification: Verification, call: RequestContext) =>
  (await verificationBodies(call, [verification]))[0];

export const actionBody = async (action: AgentAction, call: RequestContext) =>
  (await actionBodies(call, [action]))[0];
