/** The files of both directions: filters in the URL. */
import type { BankFileFilter } from '@payments-platform/client/operations';
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
import { directions, kinds, statuses } from './file-texts.ts';
import { BankFilesDocument } from './files.documents.ts';

const filterIn = (parameters: URLSearchParams): BankFileFilter =>
  withoutAbsent({
    connectionId: present(parameters.get('connection')),
    direction: (['IN', 'OUT'] as const).find((one) => one === parameters.get('direction')),
    status: statuses.find((one) => one === parameters.get('status')),
  });

function Files() {
  const [parameters] = useSearchParams();
  const filter = filterIn(parameters);
  const connections = useConnectionNames();
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    BankFilesDocument,
    { filter, ...usePagePosition() },
    { types: ['BankFile'] },
  );
  const list = data?.bankFiles;
  return (
    <>
      <FilterBar first={<FilterChoice name="status" label="Status" width={190} values={statuses} />}>
        <FilterChoice name="direction" label="Direction" width={150} values={directions} />
        <FilterChoice name="connection" label="Connection" width={220} values={labelsOf(connections)} />
      </FilterBar>
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState title={Object.keys(filter).length > 0 ? 'No file matches' : 'No files yet'}>
          Files of payments are made at the cut-offs of a connection. Files of the bank appear after an
          exchange.
        </EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <DataTable
            label="Bank files"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            linkTo={({ id }) => `/banks/files/${id}`}
            columns={[
              { header: 'Name', cell: ({ name }) => name },
              { header: 'Direction', cell: ({ direction }) => directions[direction] },
              { header: 'Kind', cell: ({ kind }) => (kind ? kinds[kind] : 'Not readable') },
              { header: 'Status', cell: ({ status }) => <Status value={status} /> },
              { header: 'Count', isNumeric: true, cell: ({ count }) => count },
              {
                header: 'Total',
                isNumeric: true,
                cell: ({ total }) => (total ? <Money value={total} /> : '–'),
              },
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
    <BanksPage title="Bank files">
      <Files />
    </BanksPage>
  );
}
