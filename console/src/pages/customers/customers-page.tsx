/** The list of customers: search and filters in the URL. */
import { Button, Group, Switch } from '@mantine/core';
import type { CustomerFilter } from '@payments-platform/client/operations';
import { PlusIcon } from '@radix-ui/react-icons';
import { Link, useSearchParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { FilterBar, FilterChoice, FilterCurrency, FilterText, useFilter } from '../../components/filters.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Page } from '../../components/page.tsx';
import { customerName } from '../../components/parties.ts';
import { Status, words } from '../../components/status.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useRole } from '../../session/session.tsx';
import { CustomersDocument } from './customers.documents.ts';

function filterIn(parameters: URLSearchParams): CustomerFilter {
  const query = parameters.get('query')?.trim();
  const type = parameters.get('type');
  const currency = parameters.get('currency');
  const region = parameters.get('region')?.trim().toUpperCase();
  return {
    ...(query && { query }),
    ...((type === 'INDIVIDUAL' || type === 'BUSINESS') && { customerType: type }),
    ...(currency && { currency }),
    ...(region && /^[A-Z]{2}$/.test(region) && { region }),
    ...(parameters.get('deleted') === 'yes' && { includeDeleted: true }),
  };
}

function Filters() {
  const [deleted, setDeleted] = useFilter('deleted');
  return (
    <FilterBar
      first={
        <FilterText name="query" label="Search" placeholder="Name, e-mail, id, UMA address" width={260} />
      }
    >
      <FilterChoice name="type" label="Type" values={{ INDIVIDUAL: 'Person', BUSINESS: 'Business' }} />
      <FilterCurrency />
      <FilterText name="region" label="Region" placeholder="US" width={90} maxLength={2} />
      <Switch
        label="With deleted"
        mb={8}
        checked={deleted === 'yes'}
        onChange={(event) => setDeleted(event.currentTarget.checked ? 'yes' : '')}
      />
    </FilterBar>
  );
}

export function Component() {
  const [parameters] = useSearchParams();
  const filter = filterIn(parameters);
  const isFiltered = Object.keys(filter).length > 0;
  const mayManage = useRole('MANAGE');
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    CustomersDocument,
    { filter, ...usePagePosition() },
    { types: ['Customer'] },
  );
  const list = data?.customers;
  const create = (
    <Button component={Link} to="/customers/new" leftSection={<PlusIcon aria-hidden />}>
      New customer
    </Button>
  );
  const actions = (
    <Group gap="sm">
      <Button component={Link} to="/customers/screening" variant="default">
        Screening
      </Button>
      {mayManage && (
        <Button component={Link} to="/customers/import" variant="default">
          Import
        </Button>
      )}
      {mayManage && create}
    </Group>
  );
  return (
    <Page title="Customers" actions={actions}>
      <Filters />
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState
          title={isFiltered ? 'No customer matches' : 'No customers yet'}
          action={!isFiltered && mayManage && create}
        >
          {isFiltered
            ? 'Search by the start of words of a name, an e-mail address or an id.'
            : 'Add the first customer here or over the API. Accounts are opened with it.'}
        </EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <DataTable
            label="Customers"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            linkTo={({ id }) => `/customers/${id}`}
            columns={[
              {
                header: 'Name',
                cell: (customer) => (
                  <Group gap="xs" component="span">
                    {customerName(customer)}
                    {customer.isDeleted && <Status value="DELETED" />}
                  </Group>
                ),
              },
              {
                header: 'Type',
                cell: ({ customerType }) => (customerType === 'BUSINESS' ? 'Business' : 'Person'),
              },
              {
                header: 'Verification',
                cell: ({ kycStatus, kybStatus }) => <Status value={kycStatus ?? kybStatus ?? 'UNVERIFIED'} />,
              },
              { header: 'E-mail', cell: ({ email }) => email ?? '–' },
              { header: 'Your own id', cell: ({ platformCustomerId }) => platformCustomerId },
              { header: 'Region', cell: ({ region }) => (region ? words(region).toUpperCase() : '–') },
              { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
          />
          <Pager info={list.pageInfo} total={list.totalCount} />
        </>
      )}
    </Page>
  );
}
