/** The list of payments, live: statuses change in place, and new payments are offered without moving the list. */
import { Button, Group, Text } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useData, useUpdates } from '../../api/hooks.ts';
import { useCurrencies } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, usePagePosition } from '../../components/table.tsx';
import { useRole } from '../../session/session.tsx';
import { ExportPayments } from './export-payments.tsx';
import { filterIn } from './filter.ts';
import { PaymentFilters } from './payment-filters.tsx';
import { PaymentTable } from './payment-table.tsx';
import type { PaymentRowFragment, PaymentsQuery } from './payments.documents.ts';
import { PaymentsDocument, PaymentUpdatesDocument } from './payments.documents.ts';

interface Changes {
  readonly base: PaymentsQuery | undefined;
  readonly payments: ReadonlyMap<string, PaymentRowFragment>;
}

export function Component() {
  const [parameters] = useSearchParams();
  const filter = filterIn(parameters, useCurrencies());
  const isFiltered = Object.keys(filter).length > 0;
  const mayTransact = useRole('TRANSACT');
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    PaymentsDocument,
    { filter, ...usePagePosition() },
    { types: ['Transaction'] },
  );
  const [changes, setChanges] = useState<Changes>({ base: undefined, payments: new Map() });
  useUpdates(
    PaymentUpdatesDocument,
    filter.customerId ? { customerId: filter.customerId } : {},
    data?.eventCursor,
    ({ transactionUpdated: { transaction } }) =>
      setChanges((before) => ({
        base: data,
        payments: new Map(before.base === data ? before.payments : undefined).set(
          transaction.id,
          transaction,
        ),
      })),
  );
  const list = data?.transactions;
  const changed = changes.base === data ? changes.payments : new Map<string, PaymentRowFragment>();
  const rows = list?.nodes.map((payment) => changed.get(payment.id) ?? payment) ?? [];
  const listed = new Set(rows.map(({ id }) => id));
  const newest = rows[0]?.createdAt ?? '';
  const added = [...changed.values()].filter(({ id, createdAt }) => !listed.has(id) && createdAt >= newest);
  const isFirstPage = !parameters.has('after') && !parameters.has('before');

  return (
    <Page
      title="Payments"
      actions={
        <>
          <ExportPayments filter={filter} />
          {mayTransact && (
            <Button component={Link} to="/payments/new" leftSection={<PlusIcon aria-hidden />}>
              New payment
            </Button>
          )}
        </>
      }
    >
      <PaymentFilters />
      <div role="status">
        {isFirstPage && added.length > 0 && (
          <Group gap="sm">
            <Text size="sm">
              {added.length === 1 ? 'A payment has' : `${added.length} payments have`} been created.
            </Text>
            <Button size="compact-sm" variant="light" onClick={reload}>
              Show
            </Button>
          </Group>
        )}
      </div>
      {problem && !list && <ProblemNotice problem={problem} onRetry={reload} />}
      {isLoading && <LoadingRows />}
      {list && rows.length === 0 && (
        <EmptyState
          title={isFiltered ? 'No payment matches' : 'No payments yet'}
          action={
            !isFiltered &&
            mayTransact && (
              <Button component={Link} to="/payments/new">
                Make the first payment
              </Button>
            )
          }
        >
          {isFiltered
            ? 'Change or clear the filters. Payments that you may not see are not listed.'
            : 'Payments of customers, agents and the API appear here as they are created.'}
        </EmptyState>
      )}
      {list && rows.length > 0 && (
        <>
          {problem && <ProblemNotice problem={problem} onRetry={reload} />}
          <PaymentTable payments={rows} isRefreshing={isRefreshing} />
          <Pager info={list.pageInfo} total={list.totalCount} />
        </>
      )}
    </Page>
  );
}
