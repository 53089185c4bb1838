/** The public keys that verify the signatures of webhooks, and their rotation. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { Confirmation } from '../../components/confirmation.tsx';
import { useCopy } from '../../components/copyable.tsx';
import { LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { useRole } from '../../session/session.tsx';
import { RotateKeyDocument, WebhookKeysDocument } from './settings.documents.ts';
import classes from './settings.module.css';
import { SettingsPage } from './settings-page.tsx';

function Key({ pem, title }: { readonly pem: string; readonly title: string }) {
  const { isCopied, copy } = useCopy();
  const Icon = isCopied ? CheckIcon : CopyIcon;
  return (
    <Section
      title={title}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon aria-hidden />}
          aria-label={isCopied ? `Copied the ${title.toLowerCase()}` : `Copy the ${title.toLowerCase()}`}
          onClick={() => copy(pem)}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      }
    >
      <pre className={classes.key}>{pem.trim()}</pre>
    </Section>
  );
}

const rotations = {
  overlapping: {
    title: 'Rotate the key?',
    text: 'The new key is shown here at once and signs after 24 hours. The old key stays for another 24 hours. Give the new key to your receivers before it signs.',
    button: 'Rotate the key',
    done: 'The new key is published. It signs in 24 hours.',
  },
  immediate: {
    title: 'Replace all keys now?',
    text: 'For a compromised key. Receivers reject every webhook until they have the new key.',
    button: 'Replace all keys',
    done: 'The new key signs from now on.',
  },
} as const;

type Kind = keyof typeof rotations;

function Rotation({ onRotated }: { readonly onRotated: () => void }) {
  const { run, isRunning, problem, clear } = useOperation(RotateKeyDocument);
  const [kind, setKind] = useState<Kind>('overlapping');
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<string>();
  const { title, text, button, done: doneText } = rotations[kind];
  const ask = (next: Kind) => {
    clear();
    setDone(undefined);
    setKind(next);
    setOpen(true);
  };
  const rotate = async () => {
    const { record } = await run({ immediately: kind === 'immediate' });
    if (!record) return;
    setOpen(false);
    setDone(doneText);
    onRotated();
  };
  return (
    <>
      <Group gap="sm">
        <Button onClick={() => ask('overlapping')}>Rotate the key</Button>
        <Button variant="default" color="red" onClick={() => ask('immediate')}>
          Replace all keys now
        </Button>
      </Group>
      <div role="status">{done && <Alert color="blue">{done}</Alert>}</div>
      <Confirmation
        isOpen={isOpen}
        title={title}
        button={button}
        isDangerous={kind === 'immediate'}
        isRunning={isRunning}
        problem={problem}
        onConfirm={() => void rotate()}
        onClose={() => setOpen(false)}
      >
        {text}
      </Confirmation>
    </>
  );
}

export function Component() {
  const mayManage = useRole('MANAGE');
  const { data, problem, isLoading, reload } = useData(WebhookKeysDocument, {});
  return (
    <SettingsPage title="Webhook keys">
      <Text size="sm" c="dimmed">
        Receivers verify the signature of each webhook with these public keys. While there are two, a receiver
        accepts a signature of either.
      </Text>
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows count={2} height={120} />}
      {data?.platformConfig.webhookPublicKeys.map((pem, index) => (
        <Key key={pem} pem={pem} title={index === 0 ? 'Key that signs' : 'Other valid key'} />
      ))}
      {mayManage ? (
        <Rotation onRotated={reload} />
      ) : (
        <RoleNotice roles={['MANAGE']} purpose="rotate the key" />
      )}
    </SettingsPage>
  );
}
