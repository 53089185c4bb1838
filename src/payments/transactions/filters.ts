/** The filters of transaction lists. Source: docs/behaviour/conventions.md#filters, docs/behaviour/conventions.md#search. */
import { z } from 'zod';
import { type Id, idSchema, parseAnyId, parseId } from '../../kernel/ids.ts';
import { choices } from '../../kernel/lists.ts';
import { limitAmount } from '../../kernel/money/amount.ts';
import { instant, oneOf, optional, text } from '../../kernel/parse.ts';
import { searchQuery } from '../../kernel/search-query.ts';
import { parseUmaAddress, type UmaAddress } from '../../kernel/uma-address.ts';
import { transactionTypes } from '../../platforms/transaction-type.ts';
import { transactionStatuses } from './transaction.ts';

const sortOrders = ['ASC', 'DESC'] as const;

/** An external account, a UMA address or the words of a name. */
export type CounterpartyFilter =
  | { readonly accountId: Id<'ExternalAccount'> }
  | { readonly umaAddress: UmaAddress }
  | { readonly words: readonly string[] };

/** An id of another type is rejected, because it is no name. */
const counterparty = text(255).transform((given, context): CounterpartyFilter => {
  const accountId = parseId('ExternalAccount', given);
  if (accountId) return { accountId };
  const umaAddress = parseUmaAddress(given);
  if (umaAddress) return { umaAddress };
  const words = parseAnyId(given) || given.startsWith('$') ? undefined : searchQuery.safeParse(given);
  if (words?.success) return { words: words.data };
  context.addIssue({
    code: 'custom',
    message:
      words?.error.issues[0]?.message ?? 'must be an id of an external account, a UMA address or a name',
  });
  return z.NEVER;
});

export const TransactionFilterInput = z.object({
  customerId: optional(idSchema('Customer', 'Platform')),
  platformCustomerId: optional(text(255)),
  accountIdentifier: optional(text(255)),
  senderAccountIdentifier: optional(text(255)),
  receiverAccountIdentifier: optional(text(255)),
  status: optional(choices(transactionStatuses)),
  type: optional(oneOf(transactionTypes)),
  reference: optional(text(255)),
  agentId: optional(idSchema('Agent')),
  createdAfter: optional(instant),
  createdBefore: optional(instant),
  /** Earlier names of createdAfter and createdBefore. */
  startDate: optional(instant),
  endDate: optional(instant),
  /** Of the sending side, in the smallest unit of its currency. */
  minAmount: optional(limitAmount),
  maxAmount: optional(limitAmount),
  currency: optional(text(10)),
  counterparty: optional(counterparty),
  query: optional(searchQuery),
  sortOrder: optional(oneOf(sortOrders)),
});
