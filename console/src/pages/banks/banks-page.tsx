/** The frame of the pages about banks: their navigation, and why a sandbox or a member has none. */
import type { ReactNode } from 'react';
import { EmptyState, RoleNotice } from '../../components/notices.tsx';
import { Page } from '../../components/page.tsx';
import { SectionPage } from '../../components/section-page.tsx';
import { useRole, useSession } from '../../session/session.tsx';

const views = [
  { to: '/banks', label: 'Connections', isExact: true },
  { to: '/banks/files', label: 'Files' },
  { to: '/banks/deposits', label: 'Unmatched deposits' },
  { to: '/banks/entries', label: 'Breaks and entries' },
  { to: '/banks/reconciliation', label: 'Reconciliation' },
] as const;

/** Its children are rendered, and their data is loaded, only where there can be banks. */
function OnlyInProduction({ children }: { readonly children: ReactNode }) {
  const { platform } = useSession();
  const mayView = useRole('VIEW');
  if (platform.mode === 'SANDBOX') {
    return (
      <EmptyState title="A sandbox has no banks">
        The sandbox simulates payments and deposits itself. Bank connections exist on production platforms,
        which exchange files with their banks.
      </EmptyState>
    );
  }
  if (!mayView) return <RoleNotice roles={['VIEW']} purpose="see the banks" />;
  return children;
}

/** A list with the navigation of the section. */
export function BanksPage({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <SectionPage title={title} heading="Banks" label="Pages of banks" views={views} actions={actions}>
      <OnlyInProduction>{children}</OnlyInProduction>
    </SectionPage>
  );
}

/** One record. */
export function BankRecordPage({
  title,
  back,
  children,
}: {
  readonly title: string;
  readonly back: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}) {
  return (
    <Page title={title} back={back}>
      <OnlyInProduction>{children}</OnlyInProduction>
    </Page>
  );
}
