/** Sign-in with a passkey, or with a link that is sent by e-mail. */
import { Alert, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { EnvelopeClosedIcon, LockClosedIcon } from '@radix-ui/react-icons';
import { type FormEvent, useState } from 'react';
import { passkeyMessage } from './passkey-message.ts';
import { requestLink, type Session, SignInError, signInWithPasskey } from './requests.ts';

type Step = 'idle' | 'passkey' | 'link' | 'sent';

export default function SignInForm({
  email: initialEmail = '',
  onSignedIn,
}: {
  readonly email?: string;
  readonly onSignedIn: (session: Session) => void;
}) {
  const [email, setEmail] = useState(initialEmail);
  const [step, setStep] = useState<Step>('idle');
  const [message, setMessage] = useState<string>();
  const [emailMessage, setEmailMessage] = useState<string>();
  const isBusy = step === 'passkey' || step === 'link';

  const enterWithPasskey = async () => {
    setStep('passkey');
    setMessage(undefined);
    try {
      onSignedIn(await signInWithPasskey());
    } catch (error) {
      setMessage(passkeyMessage(error));
      setStep('idle');
    }
  };

  const sendLink = async (event: FormEvent) => {
    event.preventDefault();
    setEmailMessage(undefined);
    setMessage(undefined);
    if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) {
      setEmailMessage('Enter the e-mail address of your account.');
      return;
    }
    setStep('link');
    try {
      await requestLink(email.trim());
      setStep('sent');
    } catch (error) {
      if (error instanceof SignInError && error.status === 400) setEmailMessage(error.message);
      else setMessage(error instanceof SignInError ? error.message : 'The link could not be requested.');
      setStep('idle');
    }
  };

  if (step === 'sent') {
    return (
      <Stack gap="sm" role="status">
        <Alert color="blue" icon={<EnvelopeClosedIcon />} title="Check your e-mail">
          If {email.trim()} belongs to a member, a link is on its way. It works once, for a few minutes. Open
          it in this browser. If no mail arrives, the operator of the service can print a link.
        </Alert>
        <Button variant="subtle" onClick={() => setStep('idle')}>
          Use another address
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      {message && (
        <Alert color="red" role="alert">
          {message}
        </Alert>
      )}
      <Button
        size="md"
        leftSection={<LockClosedIcon aria-hidden />}
        loading={step === 'passkey'}
        disabled={isBusy}
        onClick={() => void enterWithPasskey()}
      >
        Sign in with a passkey
      </Button>
      <Divider label="or" />
      <form onSubmit={(event) => void sendLink(event)} noValidate>
        <Stack gap="sm">
          <TextInput
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username webauthn"
            value={email}
            error={emailMessage}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={step === 'link'} disabled={isBusy}>
            Send me a link
          </Button>
        </Stack>
      </form>
      <Text size="xs" c="dimmed">
        No account? Another member with the role Manage can add you.
      </Text>
    </Stack>
  );
}
