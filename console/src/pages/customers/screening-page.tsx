/** Matches of all customers with sanctions lists. Open ones are shown first. */
import { Select } from '@mantine/core';
import { useData } from '../../api/hooks.ts';
import { useFilter } from '../../components/filters.tsx';
import { EmptyState, LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { Page } from '../../components/page.tsx';
import { words } from '../../components/status.tsx';
import { Pager, usePagePosition } from '../../components/table.tsx';
import { useRole } from '../../session/session.tsx';
import { MatchList } from './match-list.tsx';
import { ScreeningMatchesDocument } from './screening.documents.ts';

const statuses = ['OPEN', 'CLEARED', 'CONFIRMED'] as const;

export function Component() {
  const [chosen, setChosen] = useFilter('status');
  const status = statuses.find((one) => one === chosen) ?? 'OPEN';
  const mayManage = useRole('MANAGE');
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    ScreeningMatchesDocument,
    { filter: { status }, ...usePagePosition() },
    { types: ['ScreeningMatch'] },
  );
  const list = data?.screeningMatches;
  return (
    <Page title="Screening" back={{ to: '/customers', label: 'Customers' }}>
      <Select
        label="Status"
        size="sm"
        w={160}
        allowDeselect={false}
        data={statuses.map((value) => ({ value, label: words(value) }))}
        value={status}
        onChange={(value) => setChosen(value === 'OPEN' || value === null ? '' : value)}
      />
      {!mayManage && <RoleNotice roles={['MANAGE']} purpose="clear and confirm matches" />}
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState title={status === 'OPEN' ? 'No open matches' : 'No matches'}>
          Names of customers that are similar to those on sanctions lists appear here.
        </EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <MatchList matches={list.nodes} showsCustomer isRefreshing={isRefreshing} onDecided={reload} />
          <Pager info={list.pageInfo} total={list.totalCount} />
        </>
      )}
    </Page>
  );
}
