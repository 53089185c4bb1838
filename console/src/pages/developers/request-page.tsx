/** One request with its redacted bodies, and what it changed and caused. */
import { Anchor, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { CopyableId } from '../../components/copyable.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { DetailList, Page, Section } from '../../components/page.tsx';
import { ActorName, Changes, RecordId } from '../../components/records.tsx';
import { Status } from '../../components/status.tsx';
import { DataTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { Body } from './body.tsx';
import { RequestStatus } from './request-status.tsx';
import type { RequestDetailQuery } from './requests.documents.ts';
import { RequestDetailDocument } from './requests.documents.ts';

type ApiRequest = Extract<RequestDetailQuery['node'], { readonly __typename: 'ApiRequest' }>;

const transports: Readonly<Record<string, string>> = {
  GRAPHQL: 'GraphQL',
  REST: 'REST',
  SOCKET: 'GraphQL over WebSocket',
  MCP: 'Model Context Protocol',
};

function Summary({ request }: { readonly request: ApiRequest }) {
  return (
    <Section title="Request">
      <DetailList
        details={[
          { label: 'Status', value: <RequestStatus request={request} /> },
          { label: 'Duration', value: `${request.durationMs} ms` },
          { label: 'Time', value: <Time at={request.startedAt} withSeconds /> },
          { label: 'API', value: `${transports[request.transport] ?? request.transport}, ${request.method}` },
          { label: 'Name in the document', value: request.operationName },
          { label: 'Caller', value: <ActorName actor={request.actor} /> },
          { label: 'Source address', value: request.address },
          { label: 'Request id', value: <CopyableId id={request.requestId} isFull /> },
        ]}
      />
    </Section>
  );
}

function Effects({ request: { changes, events, deliveries, requestId } }: { readonly request: ApiRequest }) {
  return (
    <>
      {changes.length > 0 && (
        <Section
          title="Changes"
          actions={
            <Anchor
              component={Link}
              size="sm"
              to={`/settings/audit-log?request=${encodeURIComponent(requestId)}`}
            >
              In the audit log
            </Anchor>
          }
        >
          <DataTable
            label="Changed records"
            rows={changes}
            columns={[
              { header: 'Type', cell: ({ recordType }) => recordType },
              { header: 'Record', cell: ({ recordId }) => <RecordId id={recordId} /> },
              { header: 'Fields', cell: ({ changes: fields }) => <Changes changes={fields} /> },
            ]}
          />
        </Section>
      )}
      {events.length > 0 && (
        <Section title="Events">
          <DataTable
            label="Events of the request"
            rows={events}
            columns={[
              { header: 'Event', cell: ({ type }) => type },
              {
                header: 'Resource',
                cell: ({ resourceId }) => (resourceId ? <RecordId id={resourceId} /> : '–'),
              },
              { header: 'Time', cell: ({ occurredAt }) => <Time at={occurredAt} withSeconds /> },
            ]}
          />
        </Section>
      )}
      {deliveries.length > 0 && (
        <Section title="Webhooks">
          <DataTable
            label="Deliveries of the events"
            rows={deliveries}
            linkTo={({ id }) => `/developers/webhooks/${id}`}
            columns={[
              { header: 'Event', cell: ({ type }) => type },
              { header: 'Status', cell: ({ status }) => <Status value={status} /> },
              { header: 'Endpoint', cell: ({ endpoint }) => endpoint?.url ?? 'Removed' },
            ]}
          />
        </Section>
      )}
    </>
  );
}

export function Component() {
  const { id = '' } = useParams();
  const { data, problem, isLoading, reload } = useData(RequestDetailDocument, { id });
  const request = data?.node?.__typename === 'ApiRequest' ? data.node : undefined;
  return (
    <Page
      title={request ? request.operation : 'Request'}
      back={{ to: '/developers/requests', label: 'Requests' }}
    >
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {data && !request && !problem && (
        <EmptyState title="This request is not in the log">Requests are removed after 30 days.</EmptyState>
      )}
      {request && (
        <>
          <Summary request={request} />
          <Section title="Bodies">
            <Text size="sm" c="dimmed">
              Ids, times, amounts and statuses are shown. Everything else is hidden.
            </Text>
            {request.requestBody === null && request.responseBody === null && (
              <Text mt="sm">The request has no bodies.</Text>
            )}
            <Body title="Request body" text={request.requestBody} />
            <Body title="Response body" text={request.responseBody} />
          </Section>
          <Effects request={request} />
        </>
      )}
    </Page>
  );
}
