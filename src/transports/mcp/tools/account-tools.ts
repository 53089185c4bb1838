/** The tools with which an agent reads its policy, accounts and payments. Source: docs/behaviour/mcp.md#tools. */
import { z } from 'zod';
import { ExternalAccountFilterInput, InternalAccountFilterInput } from '../../../accounts/filters.ts';
import { findAgent } from '../../../agents/store.ts';
import { DomainError, Unauthorized } from '../../../kernel/errors.ts';
import { idSchema } from '../../../kernel/ids.ts';
import { QuoteNotFound } from '../../../payments/quotes/errors.ts';
import { findQuote } from '../../../payments/quotes/store.ts';
import { TransactionFilterInput } from '../../../payments/transactions/filters.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { pageView, paging } from '../../rest/query.ts';
import { externalAccountPage, internalAccountPage } from '../../rest/routes/accounts.ts';
import { transactionPage } from '../../rest/routes/transactions.ts';
import { PolicyView, policyOf } from '../policy-view.ts';
import {
  ExternalAccountView,
  externalAccountOf,
  InternalAccountView,
  internalAccountOf,
  QuoteView,
  quoteOf,
  TransactionView,
  transactionOf,
} from '../views.ts';
import { amountNote, type ToolCall, tool } from './tool.ts';

const page = { hasMore: z.boolean(), nextCursor: z.string().optional() };

export const readOwnAgent = async ({ ports, principal }: Pick<ToolCall, 'ports' | 'principal'>) =>
  (await findAgent(ports.db.orm, scopeOf(principal), principal.agent.id)) ??
  new Unauthorized('Invalid credentials');

const { status, type, minAmount, maxAmount, currency, createdAfter, createdBefore, counterparty } =
  TransactionFilterInput.shape;

export const accountTools = [
  tool({
    name: 'get_policy',
    title: 'Read the policy',
    about:
      'Returns what this agent may do: permissions, limits with what is left and when they reset, accounts, and when a person decides.',
    operation: 'getAgentMe',
    permission: 'VIEW_SELF',
    effect: 'read',
    input: z.object({}),
    output: z.object({ policy: PolicyView }),
    run: async (call) => {
      const agent = await readOwnAgent(call);
      if (agent instanceof DomainError) return agent;
      const policy = policyOf(agent, call.now);
      return { summary: policy.inWords, content: { policy } };
    },
  }),
  tool({
    name: 'list_accounts',
    title: 'List accounts and balances',
    about:
      'Lists the internal accounts of the customer with their balances, and whether the policy allows their use.',
    operation: 'agentListInternalAccounts',
    permission: 'VIEW_TRANSACTIONS',
    effect: 'read',
    input: InternalAccountFilterInput.omit({ customerId: true }).extend(paging),
    output: z.object({ accounts: z.array(InternalAccountView), ...page }),
    run: async (call, filter) => {
      const agent = await readOwnAgent(call);
      if (agent instanceof DomainError) return agent;
      const read = await internalAccountPage(call, filter);
      if (read instanceof DomainError) return read;
      const allowed = agent.policy.accountRestrictions?.allowedAccountIds;
      const accounts = read.page.items.map((account) =>
        internalAccountOf(account, allowed?.includes(account.id) ?? true),
      );
      const { hasMore, nextCursor } = pageView(read, []);
      return { summary: `${accounts.length} accounts.`, content: { accounts, hasMore, nextCursor } };
    },
  }),
  tool({
    name: 'list_external_accounts',
    title: 'List payees',
    about: 'Lists the external accounts of the customer: the bank accounts and wallets that can be paid.',
    operation: 'agentListExternalAccounts',
    permission: 'VIEW_EXTERNAL_ACCOUNTS',
    effect: 'read',
    input: z.object({ currency: ExternalAccountFilterInput.shape.currency, ...paging }),
    output: z.object({ accounts: z.array(ExternalAccountView), ...page }),
    run: async (call, filter) => {
      const read = await externalAccountPage(call, filter);
      if (read instanceof DomainError) return read;
      const accounts = read.page.items.map(externalAccountOf);
      const { hasMore, nextCursor } = pageView(read, []);
      return { summary: `${accounts.length} external accounts.`, content: { accounts, hasMore, nextCursor } };
    },
  }),
  tool({
    name: 'list_transactions',
    title: 'List transactions',
    about: 'Lists the transactions of the customer, newest first.',
    operation: 'agentListTransactions',
    permission: 'VIEW_TRANSACTIONS',
    effect: 'read',
    input: z.object({
      status,
      type,
      minAmount,
      maxAmount,
      currency,
      createdAfter,
      createdBefore,
      counterparty,
      ...paging,
    }),
    notes: {
      minAmount: amountNote,
      maxAmount: amountNote,
      counterparty: 'An external account, a UMA address or a name.',
    },
    output: z.object({ transactions: z.array(TransactionView), ...page }),
    run: async (call, filter) => {
      const read = await transactionPage(call as never, filter);
      if (read instanceof DomainError) return read;
      const transactions = read.page.items.map(transactionOf);
      const { hasMore, nextCursor } = pageView(read, []);
      return {
        summary: `${transactions.length} transactions.`,
        content: { transactions, hasMore, nextCursor },
      };
    },
  }),
  tool({
    name: 'get_quote',
    title: 'Look up a quote',
    about: 'Returns a quote that this agent created.',
    operation: 'agentGetQuote',
    permission: 'VIEW_QUOTES',
    effect: 'read',
    input: z.object({ quoteId: idSchema('Quote') }),
    output: z.object({ quote: QuoteView }),
    run: async ({ ports, principal, now }, { quoteId }) => {
      const found = await findQuote(ports.db.orm, scopeOf(principal), quoteId);
      if (!found) return new QuoteNotFound(quoteId);
      const quote = quoteOf(found, now);
      return { summary: `Quote ${quoteId} is ${quote.status}.`, content: { quote } };
    },
  }),
];
