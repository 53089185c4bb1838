/** The audit log: who changed which record, by which operation, when and from where. */
import { Anchor, Button, Text } from '@mantine/core';
import type { ActorKind, AuditLogFilter } from '@payments-platform/client/operations';
import { DownloadIcon } from '@radix-ui/react-icons';
import { Link, useSearchParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { dayRange } from '../../components/days.ts';
import {
  FilterBar,
  FilterChoice,
  FilterDay,
  FilterText,
  present,
  withoutAbsent,
} from '../../components/filters.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { ActorName, Changes, RecordId } from '../../components/records.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { AuditEntriesDocument, type AuditEntriesQuery } from './audit-log.documents.ts';
import { SettingsPage } from './settings-page.tsx';

type Entry = AuditEntriesQuery['auditLog']['nodes'][number];

const actorKinds = [
  'MEMBER',
  'API_TOKEN',
  'ACCESS_TOKEN',
  'AGENT',
  'OPERATOR',
  'SYSTEM',
  'ANONYMOUS',
] as const satisfies readonly ActorKind[];

/** All entries, as one JSON text on each line. */
const exportPath = '/2025-10-13/audit-log/export';

function filterIn(parameters: URLSearchParams): AuditLogFilter {
  const days = dayRange(parameters);
  return withoutAbsent({
    operation: present(parameters.get('operation')),
    recordType: present(parameters.get('type')),
    recordId: present(parameters.get('record')),
    actorKind: actorKinds.find((kind) => kind === parameters.get('kind')),
    actorId: present(parameters.get('actor')),
    requestId: present(parameters.get('request')),
    createdAfter: days.start,
    createdBefore: days.end,
  });
}

function ChangedFields({ entry: { changes } }: { readonly entry: Entry }) {
  if (changes.length === 0) return <>Shown, not changed</>;
  return (
    <details>
      <summary>{changes.length === 1 ? changes[0]?.field : `${changes.length} fields`}</summary>
      <Changes changes={changes} />
    </details>
  );
}

function Source({ entry: { address, requestId } }: { readonly entry: Entry }) {
  return (
    <>
      {address ?? 'No request'}
      {requestId !== null && (
        <Anchor
          component={Link}
          to={`/developers/requests?request=${encodeURIComponent(requestId)}`}
          size="sm"
          display="block"
        >
          Request
        </Anchor>
      )}
    </>
  );
}

export function Component() {
  const [parameters] = useSearchParams();
  const filter = filterIn(parameters);
  const { data, problem, isLoading, isRefreshing, reload } = useData(AuditEntriesDocument, {
    filter,
    ...usePagePosition(),
  });
  const list = data?.auditLog;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <SettingsPage
      title="Audit log"
      actions={
        <Button
          component="a"
          href={exportPath}
          download="audit.ndjson"
          variant="default"
          leftSection={<DownloadIcon aria-hidden />}
        >
          Export NDJSON
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        Entries never change, and are chained by hash. The export has all of them, oldest first, without the
        filters.
      </Text>
      <FilterBar
        first={<FilterText name="operation" label="Operation" placeholder="updateAgentPolicy" width={200} />}
      >
        <FilterText name="type" label="Type of record" placeholder="Agent" width={150} />
        <FilterText name="record" label="Record id" placeholder="Agent:…" />
        <FilterChoice name="kind" label="Who" values={actorKinds} width={150} />
        <FilterText name="actor" label="Id of who" placeholder="Member:…" />
        <FilterText name="request" label="Request id" />
        <FilterDay name="from" label="From" />
        <FilterDay name="to" label="To" />
      </FilterBar>
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState title={isFiltered ? 'No entry matches' : 'No changes yet'}>
          {isFiltered
            ? 'Texts are compared as a whole. Change or clear the filters.'
            : 'Each change of a record appears here with who made it.'}
        </EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <DataTable
            label="Audit log"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            columns={[
              { header: 'Time', cell: ({ createdAt }) => <Time at={createdAt} withSeconds /> },
              { header: 'Who', cell: ({ actor }) => <ActorName actor={actor} /> },
              { header: 'Operation', cell: ({ operation }) => operation },
              {
                header: 'Record',
                cell: ({ recordType, recordId }) => (
                  <>
                    {recordType}
                    <br />
                    <RecordId id={recordId} />
                  </>
                ),
              },
              { header: 'Changes', cell: (entry) => <ChangedFields entry={entry} /> },
              { header: 'From where', cell: (entry) => <Source entry={entry} /> },
            ]}
          />
          <Pager info={list.pageInfo} total={list.totalCount} />
        </>
      )}
    </SettingsPage>
  );
}
