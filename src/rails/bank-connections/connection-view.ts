/** The response body of a bank connection. Secrets are not in the record that it takes. Source: docs/behaviour/bank-connections.md#connections. */
import { masked } from '../../kernel/mask.ts';
import { instantView, type JsonBody, moneyView } from '../../kernel/view.ts';
import type { BankConnection, ExchangeSettings } from './bank-connection.ts';
import { type Identifiers, ownAccountAs } from './masked-party.ts';

const exchangeView = (exchange: ExchangeSettings, identifiers: Identifiers): JsonBody =>
  exchange.kind === 'S3' && identifiers === 'masked'
    ? { ...exchange, accessKeyId: masked(exchange.accessKeyId) }
    : exchange;

/** @param identifiers `masked` for callers without MANAGE. */
export function bankConnectionView(connection: BankConnection, identifiers: Identifiers): JsonBody {
  const { id, name, currency, format, status, account, exchange, cutOffs, maxPaymentsPerFile } = connection;
  const { openingBalance, reviewAbove, lastCutOffAt, lastExchangeAt, exchangeError } = connection;
  return {
    id,
    name,
    currency,
    format,
    status,
    account: ownAccountAs(account, identifiers),
    exchange: exchangeView(exchange, identifiers),
    virtualIbanRange: connection.virtualIbanRange,
    cutOffs,
    maxPaymentsPerFile,
    preNotificationDays: connection.preNotificationDays,
    openingBalance: moneyView({ amount: openingBalance, currency }),
    reviewAbove: reviewAbove === undefined ? undefined : moneyView({ amount: reviewAbove, currency }),
    lastCutOffAt: lastCutOffAt && instantView(lastCutOffAt),
    lastExchangeAt: lastExchangeAt && instantView(lastExchangeAt),
    exchangeError,
    createdAt: instantView(connection.createdAt),
    updatedAt: instantView(connection.updatedAt),
  };
}
