/** The filters of the list of payments, from the URL. */
import type { TransactionFilter, TransactionStatus } from '../../api/types.ts';
import { type Currency, parseAmount } from '../../components/money.tsx';

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

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** The start of a day in the zone of the viewer; undefined for a text that is no day. */
function startOf(day: string | null, offsetDays = 0): Date | undefined {
  if (day === null || !datePattern.test(day)) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + offsetDays);
  return Number.isNaN(start.getTime()) ? undefined : start;
}

/** An amount of the filter; undefined while it is not valid. The field shows why. */
function amountIn(text: string | null, currency: Currency | undefined): number | undefined {
  if (text === null || !currency) return undefined;
  const amount = parseAmount(text, currency);
  return typeof amount === 'number' ? amount : undefined;
}

const present = (text: string | null): string | undefined =>
  text === null || text.trim() === '' ? undefined : text.trim();

/** Without undefined values, so that equal filters are equal variables. */
const withoutAbsent = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;

export function filterIn(parameters: URLSearchParams, currencies: readonly Currency[]): TransactionFilter {
  const currency = currencies.find(({ code }) => code === parameters.get('currency'));
  const status = transactionStatuses.filter((one) => parameters.getAll('status').includes(one));
  const type = parameters.get('type');
  const nextDay = startOf(parameters.get('to'), 1);
  return withoutAbsent({
    query: present(parameters.get('query')),
    customerId: present(parameters.get('customer')),
    agentId: present(parameters.get('agent')),
    status: status.length > 0 ? status : undefined,
    type: type === 'INCOMING' || type === 'OUTGOING' ? type : undefined,
    currency: currency?.code,
    minAmount: amountIn(parameters.get('min'), currency),
    maxAmount: amountIn(parameters.get('max'), currency),
    createdAfter: startOf(parameters.get('from'))?.toISOString(),
    // The range includes its end, so it ends a millisecond before the next day.
    createdBefore: nextDay && new Date(nextDay.getTime() - 1).toISOString(),
  }) as TransactionFilter;
}
