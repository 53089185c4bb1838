/** The request log: the API requests of the last 30 days, newest first. */
import { Button, Text } from '@mantine/core';
import type { ApiRequestFilter } from '@payments-platform/client/operations';
import { ReloadIcon } from '@radix-ui/react-icons';
import { useSearchParams } from 'react-router';
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
import { ActorName } from '../../components/records.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { DeveloperPage } from './developer-page.tsx';
import { RequestStatus } from './request-status.tsx';
import { RequestsDocument } from './requests.documents.ts';

const results = ['FAILED', 'SUCCEEDED'] as const;

function filterIn(parameters: URLSearchParams): ApiRequestFilter {
  const result = results.find((one) => one === parameters.get('result'));
  const days = dayRange(parameters);
  return withoutAbsent({
    operation: present(parameters.get('operation')),
    failed: result && result === 'FAILED',
    errorCode: present(parameters.get('error')),
    requestId: present(parameters.get('request')),
    actorId: present(parameters.get('actor')),
    startedAfter: days.start,
    startedBefore: days.end,
  });
}

export function Component() {
  const [parameters] = useSearchParams();
  const filter = filterIn(parameters);
  const { data, problem, isLoading, isRefreshing, reload } = useData(RequestsDocument, {
    filter,
    ...usePagePosition(),
  });
  const list = data?.requests;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <DeveloperPage
      title="Requests"
      actions={
        <Button variant="default" leftSection={<ReloadIcon aria-hidden />} onClick={reload}>
          Refresh
        </Button>
      }
    >
      <FilterBar
        first={
          <FilterText name="operation" label="Operation" placeholder="mutation createQuote" width={230} />
        }
      >
        <FilterChoice name="result" label="Result" values={results} width={130} />
        <FilterText name="error" label="Error code" placeholder="INVALID_INPUT" width={170} />
        <FilterText name="request" label="Request id" />
        <FilterText name="actor" label="Caller" placeholder="Token:…" />
        <FilterDay name="from" label="From" />
        <FilterDay name="to" label="To" />
      </FilterBar>
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState title={isFiltered ? 'No request matches' : 'No requests yet'}>
          {isFiltered
            ? 'Texts are compared as a whole. Change or clear the filters.'
            : 'Requests of the last 30 days appear here, a second after their response. Send one with an API token.'}
        </EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <DataTable
            label="Requests"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            linkTo={({ id }) => `/developers/requests/${id}`}
            columns={[
              {
                header: 'Operation',
                cell: ({ operation, operationName }) => (
                  <>
                    {operation}
                    {operationName !== null && (
                      <Text component="span" size="sm" c="dimmed" display="block" fw={400}>
                        {operationName}
                      </Text>
                    )}
                  </>
                ),
              },
              { header: 'Status', cell: (request) => <RequestStatus request={request} /> },
              { header: 'Duration', isNumeric: true, cell: ({ durationMs }) => `${durationMs} ms` },
              { header: 'Caller', cell: ({ actor }) => <ActorName actor={actor} /> },
              { header: 'Time', cell: ({ startedAt }) => <Time at={startedAt} withSeconds /> },
            ]}
          />
          <Pager info={list.pageInfo} total={list.totalCount} />
        </>
      )}
    </DeveloperPage>
  );
}
