/** The sections of `explain`. A section without content is empty. */
import { moneyText, type Printer } from '../output.ts';
import type { Explained, ExplainedTransaction } from './explain-types.ts';
import { quoteFields } from './quote-view.ts';

export const timelineText = (printer: Printer, { timeline }: ExplainedTransaction): string =>
  printer.heading('Timeline') +
  printer.table(timeline, [
    { title: 'Time', of: ({ occurredAt }) => occurredAt },
    { title: 'Status', of: ({ status }) => status },
    { title: 'Refund', of: ({ refundStatus }) => refundStatus },
    { title: 'Note', of: ({ note }) => note },
  ]);

export function quoteText(printer: Printer, { quote }: ExplainedTransaction): string {
  if (!quote) return '';
  return printer.heading('Quote') + printer.fields(quoteFields(quote));
}

export function actionText(printer: Printer, { transaction: { agent }, agentAction }: Explained): string {
  if (!agent) return '';
  const action = agentAction
    ? ([
        ['Action', agentAction.id],
        ['Status', agentAction.status],
        ['Reason', agentAction.reason],
        ['Decided', agentAction.decidedAt],
        ['Decided by', agentAction.decidedBy],
        ['Comment', agentAction.comment],
      ] as const)
    : [];
  return printer.heading('Agent') + printer.fields([['Agent', `${agent.name} (${agent.id})`], ...action]);
}

export function entriesText(printer: Printer, { ledger }: Explained): string {
  const rows = ledger.flatMap(({ accountId, entries }) => entries.map((entry) => ({ accountId, ...entry })));
  if (rows.length === 0) return '';
  return (
    printer.heading('Ledger entries') +
    printer.table(rows, [
      { title: 'Time', of: ({ createdAt }) => createdAt },
      { title: 'Account', of: ({ accountId }) => accountId },
      { title: 'Direction', of: ({ direction }) => direction },
      { title: 'Amount', of: ({ amount }) => moneyText(amount), isRight: true },
      { title: 'Balance after', of: ({ balanceAfter }) => moneyText(balanceAfter), isRight: true },
      { title: 'Description', of: ({ description }) => description },
    ])
  );
}
