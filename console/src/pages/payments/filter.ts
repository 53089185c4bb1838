/** The filters of the list of payments, from the URL. */
import type { TransactionFilter, TransactionStatus } from '@payments-platform/client/operations';
import { dayRange } from '../../components/days.ts';
import { type Currency, parseAmount } from '../../components/decimal-input.ts';
import { present, withoutAbsent } from '../../components/filters.tsx';

export const transactionStatuses = [
  'CREATED',
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'REFUNDED',
  'REJECTED',
  'EXPIRED',
] as const satisfies readonly TransactionStatus[];

/** An amount of the filter; undefined while it is not valid. The field shows why. */
function amountIn(text: string | null, currency: Currency | undefined): number | undefined {
  if (text === null || !currency) return undefined;
  const amount = parseAmount(text, currency);
  return typeof amount === 'number' ? amount : undefined;
}

export function filterIn(parameters: URLSearchParams, currencies: readonly Currency[]): TransactionFilter {
  const currency = currencies.find(({ code }) => code === parameters.get('currency'));
  const status = transactionStatuses.filter((one) => parameters.getAll('status').includes(one));
  const type = parameters.get('type');
  const days = dayRange(parameters);
  return withoutAbsent({
    query: present(parameters.get('query')),
    customerId: present(parameters.get('customer')),
    agentId: present(parameters.get('agent')),
    status: status.length > 0 ? status : undefined,
    type: type === 'INCOMING' || type === 'OUTGOING' ? type : undefined,
    currency: currency?.code,
    minAmount: amountIn(parameters.get('min'), currency),
    maxAmount: amountIn(parameters.get('max'), currency),
    createdAfter: days.start,
    createdBefore: days.end,
  }) as TransactionFilter;
}
