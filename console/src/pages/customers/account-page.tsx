/** One internal account with its ledger entries: every debit and credit with the balance after it. */
import { Anchor, Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { CopyableId } from '../../components/copyable.tsx';
import { Money } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { DetailList, Page, Section } from '../../components/page.tsx';
import { customerName } from '../../components/parties.ts';
import { Status, words } from '../../components/status.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useRole, useSession } from '../../session/session.tsx';
import { AccountLedgerDocument } from './customer.documents.ts';

export function Component() {
  const { id = '' } = useParams();
  const { platform } = useSession();
  const mayFund = useRole('TRANSACT') && platform.mode === 'SANDBOX';
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    AccountLedgerDocument,
    { id, ...usePagePosition() },
    { types: ['LedgerEntry', 'Transaction'] },
  );
  const account = data?.internalAccount ?? undefined;
  const back = account?.customer
    ? { to: `/customers/${account.customer.id}`, label: customerName(account.customer) }
    : { to: '/customers', label: 'Customers' };
  const title = account ? `${account.balance.currency.code} · ${words(account.type)}` : 'Account';
  return (
    <Page
      title={title}
      back={back}
      actions={
        account &&
        mayFund && (
          <Button component={Link} to={`/developers/sandbox?account=${account.id}`} variant="default">
            Fund it in the sandbox
          </Button>
        )
      }
    >
      {isLoading && <LoadingRows />}
      <ProblemNotice problem={problem} onRetry={reload} />
      {data && !account && !problem && (
        <EmptyState title="This account does not exist">It may belong to another platform.</EmptyState>
      )}
      {account && (
        <>
          <Section title="Account">
            <DetailList
              details={[
                { label: 'Available', value: <Money value={account.availableBalance} /> },
                { label: 'Balance, with amounts on hold', value: <Money value={account.balance} /> },
                { label: 'Status', value: <Status value={account.status} /> },
                { label: 'Opened', value: <Time at={account.createdAt} /> },
                { label: 'Id', value: <CopyableId id={account.id} /> },
              ]}
            />
          </Section>
          {account.ledgerEntries.nodes.length === 0 ? (
            <EmptyState title="No entries yet">Debits and credits of this account appear here.</EmptyState>
          ) : (
            <>
              <DataTable
                label="Ledger entries"
                rows={account.ledgerEntries.nodes}
                isRefreshing={isRefreshing}
                columns={[
                  { header: 'Time', cell: ({ createdAt }) => <Time at={createdAt} withSeconds /> },
                  {
                    header: 'Description',
                    cell: ({ description, transaction }) =>
                      transaction ? (
                        <Anchor component={Link} to={`/payments/${transaction.id}`}>
                          {description}
                        </Anchor>
                      ) : (
                        description
                      ),
                  },
                  {
                    header: 'Amount',
                    isNumeric: true,
                    cell: ({ direction, amount }) => (
                      <>
                        {direction === 'CREDIT' ? '+' : '−'}
                        <Money value={amount} />
                      </>
                    ),
                  },
                  {
                    header: 'Balance afterwards',
                    isNumeric: true,
                    cell: ({ balanceAfter }) => <Money value={balanceAfter} />,
                  },
                ]}
              />
              <Pager info={account.ledgerEntries.pageInfo} total={account.ledgerEntries.totalCount} />
            </>
          )}
        </>
      )}
    </Page>
  );
}
