/**
 * The page for sign-in. A link from an e-mail has its token in the fragment, which browsers do not send to servers. It is removed
 * from the address before anything else happens.
 */
import { Alert, Button, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Session, SignInError, signInWithLink } from './requests.ts';
import { useSessionContext } from './session.tsx';
import classes from './sign-in.module.css';
import SignInForm from './sign-in-form.tsx';

/** Removes the token of a link from the address and its history entry. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (location.hash !== '') history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  return token ?? undefined;
}

/** A path of this console. Anything else could lead to another site. */
const pathIn = (next: string | null): string =>
  next?.startsWith('/') && !next.startsWith('//') && !next.includes('\\') ? next : '/';

export function Component() {
  const { state, enter } = useSessionContext();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const next = pathIn(parameters.get('next'));
  const [token, setToken] = useState(takeToken);
  const [message, setMessage] = useState<string>();
  const used = useRef<string>(undefined);

  useEffect(() => {
    document.title = 'Sign in · Payments';
    // A link that is pasted while this page is open does not load the page again.
    const listen = () => setToken((before) => takeToken() ?? before);
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, []);

  const onSignedIn = (session: Session) => {
    enter(session);
    void navigate(next, { replace: true });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is used once.
  useEffect(() => {
    if (token === undefined || used.current === token) return;
    // A link can be used once. React runs effects twice in development.
    used.current = token;
    setMessage(undefined);
    signInWithLink(token)
      .then(onSignedIn)
      .catch((error: unknown) => {
        setMessage(error instanceof SignInError ? error.message : 'The link could not be used.');
        setToken(undefined);
      });
  }, [token]);

  const isSignedIn = state.kind === 'signed-in' && !state.hasEnded && token === undefined;
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder radius="md" p="xl">
        <Stack gap="lg">
          <Title order={1} size="h3">
            Payments console
          </Title>
          {message && (
            <Alert color="red" role="alert" title="This link does not work">
              {message}
            </Alert>
          )}
          {token !== undefined && (
            <Stack align="center" role="status">
              <Loader aria-hidden />
              <Text>Signing in…</Text>
            </Stack>
          )}
          {isSignedIn && (
            <Alert color="blue" title={`Signed in as ${state.session.member.name}`}>
              <Button mt="xs" onClick={() => void navigate(next, { replace: true })}>
                Continue
              </Button>
            </Alert>
          )}
          {token === undefined && <SignInForm onSignedIn={onSignedIn} />}
        </Stack>
      </Paper>
    </main>
  );
}
