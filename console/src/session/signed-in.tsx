/** Shows its children to signed-in members, with the data that all pages need. Others are sent to the sign-in page. */
import { Button, Center, Loader, Text } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Provider } from 'urql';
import { createCache } from '../api/cache.ts';
import { LaterModal, SignInForm } from '../components/later.tsx';
import { EmptyState } from '../components/notices.tsx';
import { InboxProvider } from '../shell/inbox.tsx';
import { useSessionContext } from './session.tsx';
import { StepUpProvider } from './step-up.tsx';

export function SignedIn({ children }: { readonly children: ReactNode }) {
  const { state, enter } = useSessionContext();
  const { pathname, search } = useLocation();
  const [cache] = useState(createCache);
  if (state.kind === 'loading') {
    return (
      <Center mih="100dvh">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  if (state.kind === 'unreachable') {
    return (
      <EmptyState
        title="The service cannot be reached"
        action={<Button onClick={() => location.reload()}>Try again</Button>}
      >
        The page continues by itself when the service is back.
      </EmptyState>
    );
  }
  if (state.kind === 'signed-out') {
    const next = `${pathname}${search}`;
    return <Navigate to={next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`} replace />;
  }
  return (
    <Provider value={cache}>
      <InboxProvider>
        <StepUpProvider>{children}</StepUpProvider>
      </InboxProvider>
      <LaterModal
        opened={state.hasEnded}
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title="Your session has ended"
        centered
      >
        <Text size="sm" mb="md">
          Sign in again to continue. This page stays as it is.
        </Text>
        <Suspense fallback={<Loader size="sm" aria-label="Loading" />}>
          <SignInForm email={state.session.member.email} onSignedIn={enter} />
        </Suspense>
      </LaterModal>
    </Provider>
  );
}
