/** Webhooks: the endpoints, and the deliveries to them. */
import { Select } from '@mantine/core';
import type { WebhookDeliveryFilter } from '@payments-platform/client/operations';
import { useSearchParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { FilterText, useFilter } from '../../components/filters.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { Status } from '../../components/status.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { DeveloperPage } from './developer-page.tsx';
import type { DeliveriesQuery } from './developers.documents.ts';
import { DeliveriesDocument } from './developers.documents.ts';
import classes from './developers.module.css';
import { Endpoints } from './endpoints.tsx';

type Delivery = DeliveriesQuery['webhookDeliveries']['nodes'][number];

const statuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;

function resultOf({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (!last) return 'Not sent yet';
  return last.responseStatus === null ? (last.error ?? 'No response') : `HTTP ${last.responseStatus}`;
}

function Deliveries() {
  const [parameters] = useSearchParams();
  const [status, setStatus] = useFilter('status');
  const resource = parameters.get('resource')?.trim();
  const chosen = statuses.find((one) => one === status);
  const filter: WebhookDeliveryFilter = {
    ...(chosen && { status: chosen }),
    ...(resource && { resourceId: resource }),
  };
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    DeliveriesDocument,
    { filter, ...usePagePosition() },
    { types: ['WebhookDelivery', 'TestWebhookSent'] },
  );
  const list = data?.webhookDeliveries;
  return (
    <Section title="Deliveries">
      <div className={classes.stack}>
        <search aria-label="Filters" style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem' }}>
          <Select
            label="Status"
            w={160}
            placeholder="All"
            clearable
            data={[
              { value: 'PENDING', label: 'Pending' },
              { value: 'DELIVERED', label: 'Delivered' },
              { value: 'FAILED', label: 'Failed' },
            ]}
            value={chosen ?? null}
            onChange={(value) => setStatus(value ?? '')}
          />
          <FilterText name="resource" label="Resource id" placeholder="Transaction:…" width={320} />
        </search>
        <ProblemNotice problem={problem} onRetry={reload} />
        {isLoading && <LoadingRows />}
        {list && list.nodes.length === 0 && (
          <EmptyState title="No deliveries">
            Every event becomes a delivery for each endpoint that receives its type.
          </EmptyState>
        )}
        {list && list.nodes.length > 0 && (
          <>
            <DataTable
              label="Deliveries"
              rows={list.nodes}
              isRefreshing={isRefreshing}
              linkTo={({ id }) => `/developers/webhooks/${id}`}
              columns={[
                { header: 'Event', cell: ({ type }) => type },
                { header: 'Status', cell: ({ status: of }) => <Status value={of} /> },
                { header: 'Last result', cell: resultOf },
                { header: 'Endpoint', cell: ({ endpoint }) => endpoint?.url ?? 'Removed' },
                { header: 'Time of the event', cell: ({ createdAt }) => <Time at={createdAt} withSeconds /> },
              ]}
            />
            <Pager info={list.pageInfo} total={list.totalCount} />
          </>
        )}
      </div>
    </Section>
  );
}

export function Component() {
  return (
    <DeveloperPage title="Webhooks">
      <Endpoints />
      <Deliveries />
    </DeveloperPage>
  );
}
