/** The passkeys of the signed-in member. */
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { EmptyState } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { DataTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { passkeyMessage } from '../../session/passkey-message.ts';
import { deletePasskey, type Passkey, registerPasskey, SignInError } from '../../session/requests.ts';
import { useSession, useSessionContext } from '../../session/session.tsx';
import { useStepUp } from '../../session/step-up.tsx';
import { SettingsPage } from './settings-page.tsx';

const needsStepUp = (error: unknown): boolean =>
  error instanceof SignInError && error.code === 'STEP_UP_REQUIRED';

/** Runs a request, and once more after a step-up where it needs one. */
function useProvedRequest() {
  const prove = useStepUp();
  const { refresh } = useSessionContext();
  const [isRunning, setRunning] = useState(false);
  const [message, setMessage] = useState<string>();
  const run = async (request: () => Promise<unknown>): Promise<boolean> => {
    setRunning(true);
    setMessage(undefined);
    try {
      await request().catch(async (error: unknown) => {
        if (!needsStepUp(error) || !(await prove())) throw error;
        return request();
      });
      await refresh();
      return true;
    } catch (error) {
      setMessage(passkeyMessage(error));
      // The session may have ended.
      if (error instanceof SignInError && error.status === 401) await refresh();
      return false;
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning, message };
}

export function Component() {
  const { member } = useSession();
  const { run, isRunning, message } = useProvedRequest();
  const [name, setName] = useState('');
  const [nameMessage, setNameMessage] = useState<string>();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setNameMessage('Enter a name for the device, such as Laptop.');
    setNameMessage(undefined);
    if (await run(() => registerPasskey(name.trim()))) setName('');
  };
  return (
    <SettingsPage title="Your passkeys">
      <Section title="Passkeys">
        <Stack gap="md">
          {message && (
            <Alert color="red" role="alert">
              {message}
            </Alert>
          )}
          {member.passkeys.length === 0 ? (
            <EmptyState title="No passkey yet">
              A passkey signs you in with one touch, and confirms operations that need a proof of who you are.
            </EmptyState>
          ) : (
            <DataTable
              label="Your passkeys"
              rows={member.passkeys}
              columns={[
                { header: 'Name', cell: ({ name: of }) => of },
                { header: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
                {
                  header: 'Last used',
                  cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never'),
                },
                {
                  header: 'Actions',
                  cell: (passkey: Passkey) => (
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={isRunning}
                      aria-label={`Remove the passkey ${passkey.name}`}
                      onClick={() => void run(() => deletePasskey(passkey.id))}
                    >
                      Remove
                    </Button>
                  ),
                },
              ]}
            />
          )}
          <form onSubmit={(event) => void add(event)} noValidate>
            <Group align="flex-start" gap="sm">
              <TextInput
                label="Name of the device"
                placeholder="Laptop"
                maxLength={100}
                value={name}
                error={nameMessage}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button type="submit" mt={25} loading={isRunning}>
                Add a passkey
              </Button>
            </Group>
          </form>
        </Stack>
      </Section>
    </SettingsPage>
  );
}
