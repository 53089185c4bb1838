/** The saved accounts that a customer can pay. */
import { useData } from '../../api/hooks.ts';
import { CopyableId } from '../../components/copyable.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { bankText } from '../../components/parties.ts';
import { Status, words } from '../../components/status.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { CustomerExternalAccountsDocument } from './customer.documents.ts';

export function ExternalAccounts({ customerId }: { readonly customerId: string }) {
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    CustomerExternalAccountsDocument,
    { id: customerId, ...usePagePosition(10) },
    { types: ['ExternalAccount'] },
  );
  const list = data?.externalAccounts;
  if (isLoading) return <LoadingRows count={3} />;
  if (!list) return <ProblemNotice problem={problem} onRetry={reload} />;
  if (list.nodes.length === 0) {
    return (
      <EmptyState title="No saved accounts">
        Accounts that receive payments are added over the API (createExternalAccount), because each country
        needs other details.
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        label="Saved accounts"
        rows={list.nodes}
        isRefreshing={isRefreshing}
        columns={[
          { header: 'Name', cell: ({ displayName }) => displayName },
          { header: 'Account', cell: (account) => bankText(account) },
          { header: 'Currency', cell: ({ currency }) => currency },
          { header: 'Status', cell: ({ status }) => <Status value={status} /> },
          {
            header: 'Name check',
            cell: ({ beneficiaryVerificationStatus: status }) => (status ? words(status) : '–'),
          },
          { header: 'Id', cell: ({ id }) => <CopyableId id={id} /> },
        ]}
      />
      <Pager info={list.pageInfo} total={list.totalCount} />
    </>
  );
}
