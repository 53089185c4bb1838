/** The parsed filter of a list of transactions. */
import type { Id } from '../../kernel/ids.ts';
import type { TransactionType } from '../../platforms/transaction-type.ts';
import type { CounterpartyFilter } from './filters.ts';
import type { TransactionStatus } from './transaction.ts';

export interface TransactionFilter {
  /** A customer. The platform's id selects the platform's own transactions. */
  readonly customerId?: Id<'Customer'> | Id<'Platform'> | undefined;
  readonly platformCustomerId?: string | undefined;
  /** An account id or a UMA address, as source or destination. */
  readonly accountIdentifier?: string | undefined;
  readonly senderAccountIdentifier?: string | undefined;
  readonly receiverAccountIdentifier?: string | undefined;
  readonly status?: readonly TransactionStatus[] | undefined;
  readonly type?: TransactionType | undefined;
  readonly reference?: string | undefined;
  readonly agentId?: Id<'Agent'> | undefined;
  /** By createdAt, inclusive. */
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  /** Earlier names of createdAfter and createdBefore. */
  readonly startDate?: Date | undefined;
  readonly endDate?: Date | undefined;
  /** Of the sending side, in the smallest unit of its currency. */
  readonly minAmount?: bigint | undefined;
  readonly maxAmount?: bigint | undefined;
  readonly currency?: string | undefined;
  readonly counterparty?: CounterpartyFilter | undefined;
  /** Words of the description, the reference, the platform's id of the customer, or the name of the counterparty. */
  readonly query?: readonly string[] | undefined;
  readonly sortOrder?: 'ASC' | 'DESC' | undefined;
}

/** Whether no index has the transactions of the filter in the order of the list. */
export const isWideTransactionFilter = ({
  minAmount,
  maxAmount,
  currency,
  counterparty,
  query,
}: TransactionFilter): boolean =>
  [minAmount, maxAmount, currency, query].some((value) => value !== undefined) ||
  (counterparty !== undefined && 'words' in counterparty);
