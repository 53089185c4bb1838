/** The frame of the developer pages: their navigation. */
import { Anchor } from '@mantine/core';
import { ExternalLinkIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { Page } from '../../components/page.tsx';
import { useSession } from '../../session/session.tsx';
import classes from './developers.module.css';

const views = [
  { to: '/developers/tokens', label: 'API tokens' },
  { to: '/developers/webhooks', label: 'Webhooks' },
  { to: '/developers/events', label: 'Events' },
  { to: '/developers/sandbox', label: 'Sandbox' },
] as const;

export function DeveloperPage({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { platform } = useSession();
  return (
    <Page title={title} heading="Developers" actions={actions}>
      <nav className={classes.views} aria-label="Developer pages">
        {views
          .filter(({ to }) => platform.mode === 'SANDBOX' || !to.endsWith('/sandbox'))
          .map(({ to, label }) => (
            <NavLink key={to} to={to}>
              {label}
            </NavLink>
          ))}
        <Anchor href="/graphql" target="_blank" rel="noreferrer" className={classes.external}>
          GraphiQL <ExternalLinkIcon aria-hidden />
        </Anchor>
        <Anchor href="/2025-10-13/reference" target="_blank" rel="noreferrer" className={classes.external}>
          REST reference <ExternalLinkIcon aria-hidden />
        </Anchor>
      </nav>
      {children}
    </Page>
  );
}
