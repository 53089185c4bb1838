/** The connections to banks: whether the last exchange worked, and when the next files are made. */
import { Button, Text } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { Link } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { EmptyState, LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { Status, words } from '../../components/status.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { RelativeTime, Time } from '../../components/time.tsx';
import { useRole, useSession } from '../../session/session.tsx';
import { BanksPage } from './banks-page.tsx';
import { BankConnectionsDocument, type ConnectionPartsFragment } from './connections.documents.ts';

export const formats: Readonly<Record<ConnectionPartsFragment['format'], string>> = {
  ISO20022: 'ISO 20022',
  NACHA: 'NACHA',
};

/** How the last exchange went, in words and colour. */
export function LastExchange({ connection }: { readonly connection: ConnectionPartsFragment }) {
  const { status, lastExchangeAt, exchangeError } = connection;
  if (lastExchangeAt === null) return <>{status === 'ACTIVE' ? 'Not yet' : 'Never'}</>;
  return (
    <>
      <Status
        value={exchangeError === null ? 'Succeeded' : 'FAILED'}
        tone={exchangeError === null ? 'good' : 'bad'}
      />{' '}
      <RelativeTime at={lastExchangeAt} />
      {exchangeError !== null && (
        <Text component="span" size="sm" display="block">
          {exchangeError}
        </Text>
      )}
    </>
  );
}

function Connections() {
  const mayCreate = useRole('MANAGE');
  const mayTransact = useRole('TRANSACT');
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    BankConnectionsDocument,
    usePagePosition(),
    { types: ['BankConnection'] },
  );
  const list = data?.bankConnections;
  return (
    <>
      {!(mayCreate && mayTransact) && (
        <RoleNotice roles={['MANAGE', 'TRANSACT']} purpose="create and change connections" />
      )}
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState title="No bank connections">
          Payments in a currency with a connection are sent to its bank by files, and its statements credit
          deposits.
        </EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <DataTable
            label="Bank connections"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            linkTo={({ id }) => `/banks/connections/${id}`}
            columns={[
              { header: 'Name', cell: ({ name }) => name },
              { header: 'Currency', cell: ({ currency }) => currency.code },
              { header: 'Files', cell: ({ format }) => formats[format] ?? words(format) },
              { header: 'Status', cell: ({ status }) => <Status value={status} /> },
              { header: 'Last exchange', cell: (connection) => <LastExchange connection={connection} /> },
              {
                header: 'Next cut-off',
                cell: ({ nextCutOffAt }) => (nextCutOffAt ? <Time at={nextCutOffAt} /> : '–'),
              },
            ]}
          />
          <Pager info={list.pageInfo} />
        </>
      )}
    </>
  );
}

export function Component() {
  const mayCreate = [useRole('MANAGE'), useRole('TRANSACT')].every(Boolean);
  const { platform } = useSession();
  return (
    <BanksPage
      title="Banks"
      actions={
        mayCreate &&
        platform.mode === 'PRODUCTION' && (
          <Button component={Link} to="/banks/new" leftSection={<PlusIcon aria-hidden />}>
            New connection
          </Button>
        )
      }
    >
      <Connections />
    </BanksPage>
  );
}
