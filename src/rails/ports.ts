/** The ports of rails. */
import type { Ports as WebhookPorts } from '../webhooks/ports.ts';
import type { BankConnection } from './bank-connections/bank-connection.ts';
import type { PaymentSources } from './bank-payments/outgoing-payments.ts';
import type { FileExchange } from './file-exchange/file-exchange.ts';
import type { RequestedExchanges } from './requested-exchanges.ts';

export interface Ports extends WebhookPorts {
  /** Opens the file exchange of a bank connection. */
  openExchange(connection: BankConnection): Promise<FileExchange>;
  readonly paymentSources: PaymentSources;
  readonly requestedExchanges: RequestedExchanges;
}
