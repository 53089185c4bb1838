/** The response body of a bank entry. Source: docs/behaviour/bank-connections.md#statements. */
import { instantView, type JsonBody, moneyView } from '../../kernel/view.ts';
import { counterpartyAs, type Identifiers } from '../bank-connections/masked-party.ts';
import type { EntryDetail } from '../bank-files/bank-file.ts';
import { reasonTitleOf } from '../bank-payments/reason-title.ts';
import { type BankEntry, maxShownDetails } from './bank-entry.ts';

const detailView = (detail: EntryDetail, currency: string, identifiers: Identifiers): JsonBody => ({
  amount: detail.amount === undefined ? undefined : moneyView({ amount: detail.amount, currency }),
  counterparty: detail.counterparty && counterpartyAs(detail.counterparty, identifiers),
  endToEndId: detail.endToEndId,
  reference: detail.reference,
  remittance: detail.remittance,
  returnReason: detail.returnReason,
  returnReasonTitle: reasonTitleOf(detail.returnReason),
});

/** @param currency of the connection of the entry. */
export function bankEntryView(entry: BankEntry, currency: string, identifiers: Identifiers): JsonBody {
  const { amount, record, bookedAt, resolvedAt } = entry;
  return {
    id: entry.id,
    connectionId: entry.connectionId,
    statementId: entry.statementId,
    bookedOn: entry.bookedOn,
    valueDate: record.valueDate,
    direction: amount > 0n ? 'CREDIT' : 'DEBIT',
    amount: moneyView({ amount: amount < 0n ? -amount : amount, currency }),
    bankReference: record.bankReference,
    bankCode: record.bankCode,
    isReversal: record.isReversal,
    kind: entry.kind,
    breakKind: entry.breakKind,
    note: entry.note,
    detailCount: entry.detailCount,
    details: record.details.slice(0, maxShownDetails).map((one) => detailView(one, currency, identifiers)),
    transactionId: entry.transactionId,
    bookedAt: bookedAt && instantView(bookedAt),
    resolvedAt: resolvedAt && instantView(resolvedAt),
    resolvedBy: entry.resolvedBy,
    resolution: entry.resolution,
    createdAt: instantView(entry.createdAt),
  };
}
