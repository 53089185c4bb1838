/**
 * Step-up: some operations need a proof of who is signed in that is a few minutes old at most. The operation that was rejected is
 * repeated after the proof, with the input that it had.
 */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { LaterModal } from '../components/later.tsx';
import { passkeyMessage } from './passkey-message.ts';
import { requestLink, SignInError, stepUp } from './requests.ts';
import { useSession } from './session.tsx';

type Prove = () => Promise<boolean>;

const Context = createContext<Prove>(async () => false);

export function StepUpProvider({ children }: { readonly children: ReactNode }) {
  const { member } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const [needsLink, setNeedsLink] = useState(false);
  const [isSent, setSent] = useState(false);
  const settle = useRef<(isProved: boolean) => void>(undefined);

  const prove = useCallback<Prove>(() => {
    setMessage(undefined);
    setNeedsLink(false);
    setSent(false);
    setOpen(true);
    return new Promise((resolve) => {
      settle.current = resolve;
    });
  }, []);
  const finish = (isProved: boolean) => {
    setOpen(false);
    settle.current?.(isProved);
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setMessage(undefined);
    try {
      await work();
    } catch (error) {
      if (error instanceof SignInError && error.status === 409) setNeedsLink(true);
      else setMessage(passkeyMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Context value={prove}>
      {children}
      <LaterModal opened={isOpen} onClose={() => finish(false)} title="Confirm that it is you" centered>
        <Stack gap="md">
          {message && (
            <Alert color="red" role="alert">
              {message}
            </Alert>
          )}
          {needsLink ? (
            <>
              <Text size="sm">
                You have no passkey. A new sign-in with a link counts for five minutes: open the link in this
                browser, then continue here. With a passkey, which the menu of your name adds, this takes one
                touch.
              </Text>
              {isSent && <Alert color="blue">The link is on its way to {member.email}.</Alert>}
              <Group justify="flex-end">
                <Button
                  variant="default"
                  loading={isBusy}
                  onClick={() => void run(() => requestLink(member.email).then(() => setSent(true)))}
                >
                  Send me a link
                </Button>
                <Button onClick={() => finish(true)}>Continue</Button>
              </Group>
            </>
          ) : (
            <>
              <Text size="sm">This operation needs your passkey, also while you are signed in.</Text>
              <Group justify="flex-end">
                <Button variant="default" onClick={() => finish(false)}>
                  Cancel
                </Button>
                <Button
                  data-autofocus
                  loading={isBusy}
                  onClick={() => void run(() => stepUp().then(() => finish(true)))}
                >
                  Use the passkey
                </Button>
              </Group>
            </>
          )}
        </Stack>
      </LaterModal>
    </Context>
  );
}

/** Opens the window for a proof. The promise says whether there is one. */
export const useStepUp = (): Prove => useContext(Context);
