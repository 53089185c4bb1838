/** A transaction as people read it. */
import type { TransactionFieldsFragment } from '@payments-platform/client/operations';
import { moneyText, type Printer } from '../output.ts';

export const showTransaction = (printer: Printer, transaction: TransactionFieldsFragment): void =>
  printer.record(transaction, [
    ['Id', transaction.id],
    ['Type', transaction.type],
    ['Status', transaction.status],
    ['Sent', moneyText(transaction.sentAmount)],
    ['Received', moneyText(transaction.receivedAmount)],
    ['Counterparty', transaction.counterparty.displayName ?? transaction.counterparty.umaAddress],
    ['Customer', transaction.customer?.id],
    ['Description', transaction.description],
    ['Failure', transaction.failureReason],
    ['Refund', transaction.refund?.status],
    ['Created', transaction.createdAt],
    ['Settled', transaction.settledAt],
  ]);
