/** The filters of transaction lists. Source: docs/behaviour/conventions.md#filters. */
import { z } from 'zod';
import { idSchema } from '../../kernel/ids.ts';
import { choices } from '../../kernel/lists.ts';
import { instant, oneOf, optional, text } from '../../kernel/parse.ts';
import { transactionTypes } from '../../platforms/transaction-type.ts';
import { transactionStatuses } from './transaction.ts';

const sortOrders = ['ASC', 'DESC'] as const;

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
  startDate: optional(instant),
  endDate: optional(instant),
  sortOrder: optional(oneOf(sortOrders)),
});
