/** The frame of the developer pages: their navigation. */
import { Anchor } from '@mantine/core';
import { ExternalLinkIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { SectionPage } from '../../components/section-page.tsx';
import { useSession } from '../../session/session.tsx';

const views = [
  { to: '/developers/tokens', label: 'API tokens' },
  { to: '/developers/webhooks', label: 'Webhooks' },
  { to: '/developers/events', label: 'Events' },
  { to: '/developers/requests', label: 'Requests' },
  { to: '/developers/graphql', label: 'GraphQL' },
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
    <SectionPage
      title={title}
      heading="Developers"
      label="Developer pages"
      views={views.filter(({ to }) => platform.mode === 'SANDBOX' || !to.endsWith('/sandbox'))}
      links={
        <>
          <Anchor href="/graphql" target="_blank" rel="noreferrer">
            GraphiQL <ExternalLinkIcon aria-hidden />
          </Anchor>
          <Anchor href="/2025-10-13/reference" target="_blank" rel="noreferrer">
            REST reference <ExternalLinkIcon aria-hidden />
          </Anchor>
        </>
      }
      actions={actions}
    >
      {children}
    </SectionPage>
  );
}
