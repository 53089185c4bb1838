/** Deposits that no account matched. */
import type { UnmatchedDepositFilter } from '@payments-platform/client/operations';
import { useSearchParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { FilterBar, FilterChoice, present, withoutAbsent } from '../../components/filters.tsx';
import { Money } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Status } from '../../components/status.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { BanksPage } from './banks-page.tsx';
import { labelsOf, useConnectionNames } from './connection-names.ts';
import { UnmatchedDepositsDocument } from './deposits.documents.ts';

const statuses = ['OPEN', 'IN_REVIEW', 'ASSIGNED', 'RETURNED'] as const;

const filterIn = (parameters: URLSearchParams): UnmatchedDepositFilter =>
  withoutAbsent({
    connectionId: present(parameters.get('connection')),
    status: statuses.find((one) => one === parameters.get('status')),
  });

function Deposits() {
  const [parameters] = useSearchParams();
  const filter = filterIn(parameters);
  const connections = useConnectionNames();
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    UnmatchedDepositsDocument,
    { filter, ...usePagePosition() },
    { types: ['UnmatchedDeposit'] },
  );
  const list = data?.unmatchedDeposits;
  return (
    <>
      <FilterBar first={<FilterChoice name="status" label="Status" values={statuses} />}>
        <FilterChoice name="connection" label="Connection" width={220} values={labelsOf(connections)} />
      </FilterBar>
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState title={Object.keys(filter).length > 0 ? 'No deposit matches' : 'No unmatched deposits'}>
          Deposits without the reference of an account wait here for a person.
        </EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <DataTable
            label="Unmatched deposits"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            linkTo={({ id }) => `/banks/deposits/${id}`}
            columns={[
              { header: 'Depositor', cell: ({ depositor }) => depositor?.name ?? 'Not named' },
              { header: 'Amount', isNumeric: true, cell: ({ amount }) => <Money value={amount} /> },
              { header: 'Text', cell: ({ remittance }) => remittance ?? '–' },
              { header: 'Why', cell: ({ reason }) => reason },
              { header: 'Status', cell: ({ status }) => <Status value={status} /> },
              { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
          />
          <Pager info={list.pageInfo} total={list.totalCount} />
        </>
      )}
    </>
  );
}

export function Component() {
  return (
    <BanksPage title="Unmatched deposits">
      <Deposits />
    </BanksPage>
  );
}
