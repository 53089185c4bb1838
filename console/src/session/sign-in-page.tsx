/**
 * The page for sign-in. A link from an e-mail has its token in the fragment, which browsers do not send to servers. It is removed
 * from the address before anything else happens.
 *
 * Decision: the person presses a button to use the link. Programs that check mails open their links, and some run the scripts of
 * the page: without the button they would use the link up, and another site could sign a person in as somebody else.
 */
import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
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
  const [isSending, setIsSending] = useState(false);

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

  const redeem = async (given: string) => {
    setMessage(undefined);
    setIsSending(true);
    try {
      onSignedIn(await signInWithLink(given));
    } catch (error) {
      setMessage(error instanceof SignInError ? error.message : 'The link could not be used.');
      setToken(undefined);
    } finally {
      setIsSending(false);
    }
  };

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
            <Stack>
              <Text>You opened a sign-in link. It works once.</Text>
              <Button autoFocus loading={isSending} onClick={() => void redeem(token)}>
                Sign in
              </Button>
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
