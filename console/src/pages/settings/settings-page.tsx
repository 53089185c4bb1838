/** The frame of the settings: their navigation. */
import type { ReactNode } from 'react';
import { SectionPage } from '../../components/section-page.tsx';

const views = [
  { to: '/settings/members', label: 'Members' },
  { to: '/settings/approvals', label: 'Approval rules' },
  { to: '/settings/currencies', label: 'Currencies' },
  { to: '/settings/rates', label: 'Rates' },
  { to: '/settings/wallets', label: 'Wallet sign-in' },
  { to: '/settings/webhook-keys', label: 'Webhook keys' },
  { to: '/settings/audit-log', label: 'Audit log' },
  { to: '/settings/passkeys', label: 'Your passkeys' },
] as const;

export function SettingsPage({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <SectionPage title={title} heading="Settings" label="Settings pages" views={views} actions={actions}>
      {children}
    </SectionPage>
  );
}
