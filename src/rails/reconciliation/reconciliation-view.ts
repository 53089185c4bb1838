/** The response body of a reconciliation, and its days as lines of a command. Source: docs/behaviour/bank-connections.md#reconciliation. */
import { toWire } from '../../kernel/money/amount.ts';
import { type JsonBody, moneyView } from '../../kernel/view.ts';
import { type BankReconciliation, isReconciled } from './bank-reconciliation.ts';
import type { ReconciledDay } from './reconcile.ts';

/** The number of breaks of a day in a body. */
export const maxBreaks = 500;

type AmountView = (amount: bigint) => unknown;

const dayView = (day: ReconciledDay, amountView: AmountView): JsonBody => ({
  date: day.date,
  statementCount: day.statements,
  opening: day.opening === undefined ? undefined : amountView(day.opening),
  closing: day.closing === undefined ? undefined : amountView(day.closing),
  sum: amountView(day.sum),
  ledgerBalance: amountView(day.ledgerBalance),
  counts: day.counts,
  breakCount: day.breaks.length,
  breaks: day.breaks
    .slice(0, maxBreaks)
    .map(({ amount, ...one }) => ({ ...one, amount: amount === undefined ? undefined : amountView(amount) })),
});

export function bankReconciliationView(reconciliation: BankReconciliation): JsonBody {
  const { connection, from, to, days, breaks, ledgerDifference } = reconciliation;
  const amountView = (amount: bigint) => moneyView({ amount, currency: connection.currency });
  return {
    connectionId: connection.id,
    from,
    to,
    isReconciled: isReconciled(reconciliation),
    breakCount: breaks,
    ledgerDifference: amountView(ledgerDifference),
    days: days.map((day) => dayView(day, amountView)),
  };
}

/** The days, and then the totals. Amounts are in the smallest unit. */
export function reconciliationLines(reconciliation: BankReconciliation): JsonBody[] {
  const { connection, from, to, days, breaks, ledgerDifference } = reconciliation;
  const { id: connectionId, currency } = connection;
  return [
    ...days.map((day) => dayView(day, toWire)),
    {
      connectionId,
      currency,
      from,
      to,
      isReconciled: isReconciled(reconciliation),
      breakCount: breaks,
      ledgerDifference: toWire(ledgerDifference),
    },
  ];
}
