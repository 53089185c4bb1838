/** Who can use the wallet of a customer: its credentials, and the devices that are signed in. */
import { useData } from '../../api/hooks.ts';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { words } from '../../components/status.tsx';
import { DataTable } from '../../components/table.tsx';
import { RelativeTime, Time } from '../../components/time.tsx';
import { WalletAccessDocument } from './customer.documents.ts';
import classes from './customers.module.css';

export function WalletAccess({ accountId }: { readonly accountId: string }) {
  const { data, problem, isLoading, reload } = useData(WalletAccessDocument, { id: accountId });
  if (isLoading) return <LoadingRows />;
  if (!data) return <ProblemNotice problem={problem} onRetry={reload} />;
  return (
    <div className={classes.stack}>
      <Section title="Credentials">
        {data.credentials.length === 0 ? (
          <EmptyState title="No credentials">
            The customer has not set up the wallet on a device yet.
          </EmptyState>
        ) : (
          <DataTable
            label="Credentials"
            rows={data.credentials}
            columns={[
              { header: 'Name', cell: ({ nickname }) => nickname },
              { header: 'Type', cell: ({ type }) => words(type) },
              { header: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
          />
        )}
      </Section>
      <Section title="Sessions">
        {data.sessions.length === 0 ? (
          <EmptyState title="No sessions">No device is signed in to this wallet.</EmptyState>
        ) : (
          <DataTable
            label="Sessions"
            rows={data.sessions}
            columns={[
              { header: 'Credential', cell: ({ nickname }) => nickname },
              { header: 'Type', cell: ({ type }) => words(type) },
              { header: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
              { header: 'Ends', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
            ]}
          />
        )}
      </Section>
    </div>
  );
}
