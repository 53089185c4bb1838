/** From records to bodies, with what a body needs beside its record, read in one statement for a whole list. */

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

type Known = Pick<Call<'platform' | 'agent'>, 'ports' | 'principal'>;

/** Whether identifiers are shown whole: to who may manage, as over GraphQL. */
export const identifiersFor = (principal: Principal): 'shown' | 'masked' =>
  requirePermission(principal, 'MANAGE') === true ? 'shown' : 'masked';

export const internalAccountBody =
  ({ ports, principal }: Known) =>
  (account: InternalAccount) =>
    internalAccountView(account, ports.funding.instructionsFor(principal.platform, account));

export async function customerBodies({ ports, principal }: Known, customers: readonly Customer[]) {
  const businesses = customers.filter(({ customerType }) => customerType === 'BUSINESS').map(({ id }) => id);
  const owners =
    businesses.length > 0 ? await ownersOf(ports.db.orm, scopeOf(principal), businesses) : undefined;
  const identifiers = identifiersFor(principal);
  return customers.map((customer) => customerView(customer, owners?.get(customer.id), identifiers));
}

export const customerBody = async (customer: Customer, call: Known) =>
  (await customerBodies(call, [customer]))[0];

/** Now, on the clock of the caller's platform. */
export const nowOf = ({ ports, principal }: Known): Date => ports.clock.now(principal.platform);

/** A quote as it stands. */
export const currentQuoteBody = (quote: Quote, call: Known) => quoteView(quote, nowOf(call));

/** A quote and the transaction that pays it, both as the execution left them. */
export async function executedQuoteBody(transaction: Transaction, call: Known) {
  const { ports, principal } = call;
  invariant(transaction.quoteId, 'an executed quote has a transaction that names it');
  const quote = await findQuote(ports.db.orm, scopeOf(principal), transaction.quoteId);
  invariant(quote, 'the quote of a transaction exists');
  return {
    ...currentQuoteBody(quoteAsOf(quote, transaction), call),
    transaction: transactionView(transaction),
  };
}

export async function actionBodies(call: Known, actions: readonly AgentAction[]) {
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

/** With the customer's resulting status, which the interface expects. */
export async function verificationBodies(
  { ports, principal }: Known,
  verifications: readonly Verification[],
) {
  const ids = [...new Set(verifications.map(({ customerId }) => customerId))];
  const customers = ids.length > 0 ? await findCustomers(ports.db.orm, scopeOf(principal), ids) : [];
  const customerById = new Map(customers.map((customer) => [customer.id, customer]));
  return verifications.map((verification) =>
    verificationView(verification, customerById.get(verification.customerId) ?? {}),
  );
}

export const verificationBody = async (verification: Verification, call: Known) =>
  (await verificationBodies(call, [verification]))[0];

export const actionBody = async (action: AgentAction, call: Known) => (await actionBodies(call, [action]))[0];
