/** The log of events, newest first. */
import { Button } from '@mantine/core';
import type { EventFilter, EventKind } from '@payments-platform/client/operations';
import { ReloadIcon } from '@radix-ui/react-icons';
import { useSearchParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { CopyableId } from '../../components/copyable.tsx';
import { FilterSelect, FilterText } from '../../components/filters.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { RecordId } from '../../components/records.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { DeveloperPage } from './developer-page.tsx';
import { EventListDocument } from './developers.documents.ts';

const kinds = [
  'AGENT_ACTION_PENDING_APPROVAL',
  'AGENT_ACTION_APPROVED',
  'AGENT_ACTION_REJECTED',
  'AGENT_ACTION_EXPIRED',
  'OUTGOING_PAYMENT_PENDING',
  'OUTGOING_PAYMENT_PROCESSING',
  'OUTGOING_PAYMENT_COMPLETED',
  'OUTGOING_PAYMENT_FAILED',
  'OUTGOING_PAYMENT_EXPIRED',
  'OUTGOING_PAYMENT_REFUND_PENDING',
  'OUTGOING_PAYMENT_REFUND_COMPLETED',
  'OUTGOING_PAYMENT_REFUND_FAILED',
  'INCOMING_PAYMENT_PENDING',
  'INCOMING_PAYMENT_COMPLETED',
  'INCOMING_PAYMENT_FAILED',
  'INTERNAL_ACCOUNT_BALANCE_UPDATED',
  'INTERNAL_ACCOUNT_STATUS_UPDATED',
  'CUSTOMER_KYC_APPROVED',
  'CUSTOMER_KYC_REJECTED',
  'CUSTOMER_KYB_APPROVED',
  'CUSTOMER_KYB_REJECTED',
  'VERIFICATION_APPROVED',
  'VERIFICATION_REJECTED',
  'VERIFICATION_RESOLVE_ERRORS',
  'INVITATION_CLAIMED',
] as const satisfies readonly EventKind[];

export function Component() {
  const [parameters] = useSearchParams();
  const chosen = kinds.filter((kind) => parameters.getAll('kind').includes(kind));
  const resource = parameters.get('resource')?.trim();
  const filter: EventFilter = {
    ...(chosen.length > 0 && { kinds: chosen }),
    ...(resource && { resourceId: resource }),
  };
  const { data, problem, isLoading, isRefreshing, reload } = useData(EventListDocument, {
    filter,
    ...usePagePosition(),
  });
  const list = data?.events;
  return (
    <DeveloperPage
      title="Events"
      actions={
        <Button variant="default" leftSection={<ReloadIcon aria-hidden />} onClick={reload}>
          Refresh
        </Button>
      }
    >
      <search aria-label="Filters" style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem' }}>
        <FilterSelect name="kind" label="Kind" values={kinds} />
        <FilterText name="resource" label="Resource id" placeholder="Transaction:…" width={320} />
      </search>
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState title="No events">
          Every change of a record is an event. Change the filters to see more.
        </EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <DataTable
            label="Events"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            columns={[
              { header: 'Type', cell: ({ type }) => type },
              { header: 'Time', cell: ({ occurredAt }) => <Time at={occurredAt} withSeconds /> },
              {
                header: 'Resource',
                cell: ({ resourceId }) => (resourceId ? <RecordId id={resourceId} /> : '–'),
              },
              { header: 'Number', isNumeric: true, cell: ({ sequence }) => sequence },
              { header: 'Event', cell: ({ id }) => <CopyableId id={id} /> },
            ]}
          />
          <Pager info={list.pageInfo} />
        </>
      )}
    </DeveloperPage>
  );
}
