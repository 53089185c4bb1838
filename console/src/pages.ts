/** The pages by their paths. The modules of a page are loaded with the first visit. */
import type { ComponentType } from 'react';

interface PageRoute {
  readonly path: string;
  readonly lazy: () => Promise<{ readonly Component: ComponentType }>;
}

export const pages: readonly PageRoute[] = [
  { path: '', lazy: () => import('./pages/home/home-page.tsx') },
  { path: 'approvals', lazy: () => import('./pages/approvals/approvals-page.tsx') },
  { path: 'approvals/:id', lazy: () => import('./pages/approvals/approvals-page.tsx') },
  { path: 'payments', lazy: () => import('./pages/payments/payments-page.tsx') },
  { path: 'payments/new', lazy: () => import('./pages/payments/new-payment-page.tsx') },
  { path: 'payments/:id', lazy: () => import('./pages/payments/payment-page.tsx') },
  { path: 'customers', lazy: () => import('./pages/customers/customers-page.tsx') },
  { path: 'customers/new', lazy: () => import('./pages/customers/new-customer-page.tsx') },
  { path: 'customers/import', lazy: () => import('./pages/customers/import-page.tsx') },
  { path: 'customers/screening', lazy: () => import('./pages/customers/screening-page.tsx') },
  { path: 'customers/accounts/:id', lazy: () => import('./pages/customers/account-page.tsx') },
  { path: 'customers/:id', lazy: () => import('./pages/customers/customer-page.tsx') },
  { path: 'banks', lazy: () => import('./pages/banks/connections-page.tsx') },
  { path: 'banks/new', lazy: () => import('./pages/banks/new-connection-page.tsx') },
  { path: 'banks/connections/:id', lazy: () => import('./pages/banks/connection-page.tsx') },
  { path: 'banks/files', lazy: () => import('./pages/banks/files-page.tsx') },
  { path: 'banks/files/:id', lazy: () => import('./pages/banks/file-page.tsx') },
  { path: 'banks/deposits', lazy: () => import('./pages/banks/deposits-page.tsx') },
  { path: 'banks/deposits/:id', lazy: () => import('./pages/banks/deposit-page.tsx') },
  { path: 'banks/entries', lazy: () => import('./pages/banks/entries-page.tsx') },
  { path: 'banks/entries/:id', lazy: () => import('./pages/banks/entry-page.tsx') },
  { path: 'banks/reconciliation', lazy: () => import('./pages/banks/reconciliation-page.tsx') },
  { path: 'agents', lazy: () => import('./pages/agents/agents-page.tsx') },
  { path: 'agents/new', lazy: () => import('./pages/agents/new-agent-page.tsx') },
  { path: 'agents/:id', lazy: () => import('./pages/agents/agent-page.tsx') },
  { path: 'developers/tokens', lazy: () => import('./pages/developers/tokens-page.tsx') },
  { path: 'developers/webhooks', lazy: () => import('./pages/developers/webhooks-page.tsx') },
  { path: 'developers/webhooks/:id', lazy: () => import('./pages/developers/delivery-page.tsx') },
  { path: 'developers/events', lazy: () => import('./pages/developers/events-page.tsx') },
  { path: 'developers/requests', lazy: () => import('./pages/developers/requests-page.tsx') },
  { path: 'developers/requests/:id', lazy: () => import('./pages/developers/request-page.tsx') },
  { path: 'developers/graphql', lazy: () => import('./pages/developers/graphql-page.tsx') },
  { path: 'developers/sandbox', lazy: () => import('./pages/developers/sandbox-page.tsx') },
  { path: 'settings/members', lazy: () => import('./pages/settings/members-page.tsx') },
  { path: 'settings/members/:id', lazy: () => import('./pages/settings/member-page.tsx') },
  { path: 'settings/approvals', lazy: () => import('./pages/settings/approval-rules-page.tsx') },
  { path: 'settings/currencies', lazy: () => import('./pages/settings/currencies-page.tsx') },
  { path: 'settings/rates', lazy: () => import('./pages/settings/rates-page.tsx') },
  { path: 'settings/wallets', lazy: () => import('./pages/settings/wallets-page.tsx') },
  { path: 'settings/webhook-keys', lazy: () => import('./pages/settings/webhook-keys-page.tsx') },
  { path: 'settings/audit-log', lazy: () => import('./pages/settings/audit-log-page.tsx') },
  { path: 'settings/passkeys', lazy: () => import('./pages/settings/passkeys-page.tsx') },
];

export const signInPage: PageRoute = {
  path: 'sign-in',
  lazy: () => import('./session/sign-in-page.tsx'),
};

const matches = (path: string, segments: readonly string[]): boolean => {
  const expected = path.split('/');
  return (
    expected.length === segments.length &&
    expected.every((segment, index) => segment.startsWith(':') || segment === segments[index])
  );
};

/** The page of an address; undefined if there is none. */
export function pageAt(pathname: string): PageRoute | undefined {
  const segments = pathname.replace(/^\/|\/$/g, '').split('/');
  return [signInPage, ...pages].find(({ path }) => matches(path, segments));
}
