/** Actions that were decided, executed or have expired, newest first. */

import type { AgentActionStatus } from '@payments-platform/client/operations';
import { useSearchParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { FilterSelect } from '../../components/filters.tsx';
import { Money } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { payeeName } from '../../components/parties.ts';
import { Status } from '../../components/status.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { DecidedActionsDocument } from './approvals.documents.ts';

const statuses = ['APPROVED', 'REJECTED', 'FAILED'] as const satisfies readonly AgentActionStatus[];

export default function DecidedList() {
  const [parameters] = useSearchParams();
  const chosen = statuses.filter((status) => parameters.getAll('status').includes(status));
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    DecidedActionsDocument,
    { filter: { status: chosen.length > 0 ? chosen : statuses }, ...usePagePosition() },
    { types: ['AgentAction'] },
  );
  const list = data?.agentActions;
  return (
    <>
      <FilterSelect name="status" label="Status" values={statuses} />
      {problem && !list && <ProblemNotice problem={problem} onRetry={reload} />}
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState title="No decisions yet">
          Actions appear here when a person has decided them, or when the policy of an agent executed them.
        </EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <DataTable
            label="Decided actions"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            linkTo={({ id }) => `/approvals/${id}`}
            columns={[
              { header: 'Payee', cell: ({ payee }) => payeeName(payee) },
              {
                header: 'Amount',
                isNumeric: true,
                cell: ({ sendingAmount }) => <Money value={sendingAmount} />,
              },
              { header: 'Status', cell: ({ status }) => <Status value={status} /> },
              { header: 'Agent', cell: ({ agent }) => agent.name },
              { header: 'Decided by', cell: ({ decision }) => decision?.decidedBy ?? 'Policy' },
              { header: 'Requested', cell: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
          />
          <Pager info={list.pageInfo} total={list.totalCount} />
        </>
      )}
    </>
  );
}
