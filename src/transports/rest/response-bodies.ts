/** Response bodies that need more than their record. Related records of a list are read in one statement. */

import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { internalAccountView } from '../../accounts/internal/internal-account-view.ts';
import { actionBodies as bodiesOfActions } from '../../agents/actions/action-bodies.ts';
import type { AgentAction } from '../../agents/actions/agent-action.ts';
import { ownersOf } from '../../customers/beneficial-owners/owner-store.ts';
import type { Customer } from '../../customers/customer.ts';
import { customerView } from '../../customers/customer-view.ts';
import { findCustomers } from '../../customers/store.ts';
import type { Verification } from '../../customers/verifications/verification.ts';
import { verificationView } from '../../customers/verifications/verification-view.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Quote, quoteAsOf } from '../../payments/quotes/quote.ts';
import { quoteView } from '../../payments/quotes/quote-view.ts';
import { findQuote } from '../../payments/quotes/store.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { transactionView } from '../../payments/transactions/transaction-view.ts';
import type { Principal, RequiredPermission } from '../../platforms/access/principal.ts';
import { requirePermission, scopeOf } from '../../platforms/access/principal.ts';
import type { Call } from './route.ts';

type RequestContext = Pick<Call<'platform' | 'agent'>, 'ports' | 'principal'>;

/** Identifiers are masked for callers without MANAGE, as over GraphQL. */
const may = (principal: Principal, required: RequiredPermission): boolean =>
  requirePermission(principal, required) === true;

export const identifiersFor = (principal: Principal): 'shown' | 'masked' =>
  may(principal, 'MANAGE') ? 'shown' : 'masked';

export async function internalAccountBodies(
  { ports, principal }: RequestContext,
  accounts: readonly InternalAccount[],
) {
  const ids = accounts.map(({ id }) => id);
  const funding = await ports.funding.open(principal.platform, ports.db.orm, ids);
  return accounts.map((account) => internalAccountView(account, funding.instructionsFor(account)));
}

export const internalAccountBody = async (account: InternalAccount, call: RequestContext) =>
  (await internalAccountBodies(call, [account]))[0];

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

/** Actions with what a person needs to decide about them. An agent sees what its policy lets it read. */
export const actionBodies = (call: RequestContext, actions: readonly AgentAction[]) =>
  bodiesOfActions(call.ports.db.orm, scopeOf(call.principal), actions, nowOf(call), {
    balance: may(call.principal, 'VIEW_ACTION_BALANCES'),
    payee: may(call.principal, 'VIEW_ACTION_PAYEES'),
    votes: call.principal.kind !== 'agent',
  });

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
