/** The agents of all customers. */
import { Button } from '@mantine/core';
import type { AgentFilter } from '@payments-platform/client/operations';
import { PlusIcon } from '@radix-ui/react-icons';
import { Link, useSearchParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { FilterChoice, useFilter } from '../../components/filters.tsx';
import { Amount } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Page } from '../../components/page.tsx';
import { customerName } from '../../components/parties.ts';
import { Status } from '../../components/status.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { useRole } from '../../session/session.tsx';
import type { AgentRowFragment } from './agents.documents.ts';
import { AgentsDocument } from './agents.documents.ts';

const states: Readonly<Record<string, AgentFilter>> = {
  paused: { isPaused: true },
  running: { isPaused: false, isConnected: true },
  'not-connected': { isConnected: false },
};

export const stateOf = ({ isPaused, isConnected }: AgentRowFragment): string => {
  if (isPaused) return 'PAUSED';
  return isConnected ? 'CONNECTED' : 'NOT_CONNECTED';
};

export function Component() {
  const [parameters] = useSearchParams();
  const [state] = useFilter('state');
  const customer = parameters.get('customer');
  const filter: AgentFilter = { ...states[state], ...(customer && { customerId: customer }) };
  const isFiltered = Object.keys(filter).length > 0;
  const [mayManage, mayTransact] = [useRole('MANAGE'), useRole('TRANSACT')];
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    AgentsDocument,
    { filter, ...usePagePosition() },
    { types: ['Agent'] },
  );
  const list = data?.agents;
  const create = (
    <Button component={Link} to="/agents/new" leftSection={<PlusIcon aria-hidden />}>
      New agent
    </Button>
  );
  return (
    <Page title="Agents" actions={mayManage && mayTransact && create}>
      <search aria-label="Filters">
        <FilterChoice
          name="state"
          label="State"
          values={{ running: 'Connected', paused: 'Paused', 'not-connected': 'Not connected' }}
          width={180}
        />
      </search>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState
          title={isFiltered ? 'No agent matches' : 'No agents yet'}
          action={!isFiltered && mayManage && mayTransact && create}
        >
          {isFiltered
            ? 'Choose another state.'
            : 'An agent is software that pays for a customer under a policy. Its code connects it once.'}
        </EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <DataTable
            label="Agents"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            linkTo={({ id }) => `/agents/${id}`}
            columns={[
              { header: 'Name', cell: ({ name }) => name },
              { header: 'Customer', cell: ({ customer: of }) => customerName(of) },
              { header: 'State', cell: (agent) => <Status value={stateOf(agent)} /> },
              {
                header: 'Payments',
                cell: ({ policy }) =>
                  policy.defaultExecutionMode === 'AUTO' ? 'Within limits' : 'Each with approval',
              },
              {
                header: 'Spent today',
                isNumeric: true,
                cell: ({ usage, policy }) => (
                  <Amount amount={usage.dailySpend} code={policy.spendingLimits.currency} />
                ),
              },
            ]}
          />
          <Pager info={list.pageInfo} total={list.totalCount} />
        </>
      )}
    </Page>
  );
}
