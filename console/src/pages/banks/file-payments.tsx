/** The payments of a file, and what the bank did with each. */
import { useData } from '../../api/hooks.ts';
import type { Currency } from '../../components/decimal-input.ts';
import { Money } from '../../components/money.tsx';
import { LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { counterpartyName } from '../../components/parties.ts';
import { RecordId } from '../../components/records.tsx';
import { Status } from '../../components/status.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { FilePaymentsDocument } from './files.documents.ts';

export function FilePayments({ fileId, currency }: { readonly fileId: string; readonly currency: Currency }) {
  const { data, problem, isLoading, isRefreshing, reload } = useData(FilePaymentsDocument, {
    fileId,
    ...usePagePosition(),
  });
  const list = data?.bankPayments;
  return (
    <Section title="Payments">
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {list && (
        <>
          <DataTable
            label="Payments of the file"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            columns={[
              {
                header: 'Counterparty',
                cell: ({ transaction }) =>
                  transaction ? counterpartyName(transaction) : 'Return of a deposit',
              },
              {
                header: 'Amount',
                isNumeric: true,
                cell: ({ amount }) => <Money value={{ amount, currency }} />,
              },
              {
                header: 'Status',
                cell: ({ status }) =>
                  status === 'CONFIRMED' ? <Status value={status} tone="good" /> : <Status value={status} />,
              },
              {
                header: 'Reason',
                cell: ({ reasonCode, reasonTitle }) =>
                  [reasonCode, reasonTitle].filter(Boolean).join(': ') || '–',
              },
              { header: 'Reference', cell: ({ endToEndId }) => endToEndId },
              {
                header: 'Payment',
                cell: ({ transaction }) => (transaction ? <RecordId id={transaction.id} /> : '–'),
              },
            ]}
          />
          <Pager info={list.pageInfo} total={list.totalCount} />
        </>
      )}
    </Section>
  );
}
