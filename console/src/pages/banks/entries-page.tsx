/** Entries of statements, and first those that no record explains. */
import { Select } from '@mantine/core';
import type { BankEntryFilter, BankEntryKind } from '@payments-platform/client/operations';
import { useSearchParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import {
  FilterBar,
  FilterChoice,
  FilterDay,
  present,
  useFilter,
  withoutAbsent,
} from '../../components/filters.tsx';
import { Money } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Status, words } from '../../components/status.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { CalendarDate } from '../../components/time.tsx';
import { BanksPage } from './banks-page.tsx';
import { labelsOf, useConnectionNames } from './connection-names.ts';
import { BankEntriesDocument, type EntryPartsFragment } from './entries.documents.ts';

const kinds = [
  'PAYMENT',
  'DEPOSIT',
  'RETURN',
  'FEE',
  'UNMATCHED_DEPOSIT',
  'BREAK',
] as const satisfies readonly BankEntryKind[];

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** Open breaks, unless all entries or those of a kind or day are asked for. */
function filterIn(parameters: URLSearchParams): BankEntryFilter {
  const bookedOn = present(parameters.get('day'));
  const kind = kinds.find((one) => one === parameters.get('kind'));
  return withoutAbsent({
    connectionId: present(parameters.get('connection')),
    ...(parameters.get('show') !== 'all' && { isOpenBreak: true }),
    kind,
    bookedOn: bookedOn && datePattern.test(bookedOn) ? bookedOn : undefined,
  });
}

/** A break that a person has resolved is no break any more for the reader. */
export function EntryState({ entry }: { readonly entry: Pick<EntryPartsFragment, 'kind' | 'resolvedAt'> }) {
  if (entry.kind === null) return <Status value="Not booked yet" tone="progress" />;
  if (entry.kind !== 'BREAK') return <Status value={entry.kind} tone="good" />;
  return entry.resolvedAt === null ? (
    <Status value="Open break" tone="bad" />
  ) : (
    <Status value="Resolved break" tone="neutral" />
  );
}

/** The amount with its sign for the account at the bank. */
export const signedAmount = ({ direction, amount }: Pick<EntryPartsFragment, 'direction' | 'amount'>) => ({
  ...amount,
  amount: direction === 'DEBIT' ? -amount.amount : amount.amount,
});

function Show() {
  const [show, setShow] = useFilter('show');
  return (
    <Select
      label="Show"
      size="sm"
      w={160}
      allowDeselect={false}
      data={[
        { value: '', label: 'Open breaks' },
        { value: 'all', label: 'All entries' },
      ]}
      value={show === 'all' ? 'all' : ''}
      onChange={(value) => setShow(value ?? '')}
    />
  );
}

function Entries() {
  const [parameters] = useSearchParams();
  const filter = filterIn(parameters);
  const connections = useConnectionNames();
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    BankEntriesDocument,
    { filter, ...usePagePosition() },
    { types: ['BankEntry'] },
  );
  const list = data?.bankEntries;
  const isBreaks = filter.isOpenBreak === true;
  return (
    <>
      <FilterBar first={<Show />}>
        <FilterChoice name="kind" label="Kind" width={180} values={kinds} />
        <FilterDay name="day" label="Booked on" />
        <FilterChoice name="connection" label="Connection" width={220} values={labelsOf(connections)} />
      </FilterBar>
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState title={isBreaks ? 'No open breaks' : 'No entry matches'}>
          {isBreaks
            ? 'Entries of statements that no payment, deposit or fee explains wait here for a person.'
            : 'Entries appear when a statement of the bank has been read.'}
        </EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <DataTable
            label="Bank entries"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            linkTo={({ id }) => `/banks/entries/${id}`}
            columns={[
              { header: 'Booked', isShort: true, cell: ({ bookedOn }) => <CalendarDate date={bookedOn} /> },
              { header: 'Amount', isNumeric: true, cell: (entry) => <Money value={signedAmount(entry)} /> },
              { header: 'Booked as', cell: (entry) => <EntryState entry={entry} /> },
              { header: 'Break', cell: ({ breakKind }) => (breakKind ? words(breakKind) : '–') },
              { header: 'Note', cell: ({ note }) => note ?? '–' },
              { header: 'Reference of the bank', cell: ({ bankReference }) => bankReference ?? '–' },
              { header: 'Connection', cell: ({ connection }) => connection.name },
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
    <BanksPage title="Breaks and entries">
      <Entries />
    </BanksPage>
  );
}
