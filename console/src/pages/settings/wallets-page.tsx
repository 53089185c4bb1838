/** How the holders of embedded wallets sign in: the relying party of their passkeys, and OpenID Connect issuers. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { OidcIssuerInput } from '@payments-platform/client/operations';
import { type FormEvent, useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { messageAt } from '../../api/problem.ts';
import { ListButton } from '../../components/list-button.tsx';
import { EmptyState, LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { DetailList, Section } from '../../components/page.tsx';
import { DataTable } from '../../components/table.tsx';
import { linesIn, TextLines } from '../../components/text-lines.tsx';
import { useRole } from '../../session/session.tsx';
import {
  SetWalletSignInDocument,
  type WalletSignInFragment,
  WalletSignInSettingsDocument,
} from './settings.documents.ts';
import classes from './settings.module.css';
import { SettingsPage } from './settings-page.tsx';

function RelyingParty({
  passkeys,
  onSaved,
}: {
  readonly passkeys: WalletSignInFragment['passkeys'];
  readonly onSaved: () => void;
}) {
  const { run, isRunning, problem } = useOperation(SetWalletSignInDocument);
  const [rpId, setRpId] = useState(passkeys?.rpId ?? '');
  const [origins, setOrigins] = useState(passkeys?.origins.join('\n') ?? '');
  const [isSaved, setSaved] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { record } = await run({ input: { passkeys: { rpId: rpId.trim(), origins: linesIn(origins) } } });
    setSaved(record !== undefined);
    if (record) onSaved();
  };
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="md">
        {!passkeys && <Text size="sm">Passkeys of wallets work as soon as their domain is set.</Text>}
        {problem && problem.fields.size === 0 && <ProblemNotice problem={problem} />}
        <TextInput
          label="Domain (relying party id)"
          description="Passkeys are bound to it. Passkeys of another domain stop working."
          placeholder="example.com"
          required
          maxLength={253}
          value={rpId}
          error={messageAt(problem, 'passkeys.rpId')}
          onChange={(event) => setRpId(event.currentTarget.value)}
        />
        <TextLines
          label="Origins"
          description="One in each line: where the passkeys are used"
          placeholder="https://app.example.com"
          value={origins}
          error={messageAt(problem, 'passkeys.origins')}
          onChange={setOrigins}
        />
        <Group justify="flex-end">
          {isSaved && (
            <Text size="sm" role="status">
              Saved.
            </Text>
          )}
          <Button type="submit" loading={isRunning}>
            Save relying party
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function IssuerForm({
  issuers,
  index,
  onSaved,
  onClose,
}: {
  readonly issuers: readonly OidcIssuerInput[];
  /** The position of the issuer; that after the last one for one that is added. */
  readonly index: number;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const { run, isRunning, problem } = useOperation(SetWalletSignInDocument);
  const [issuer, setIssuer] = useState(issuers[index]?.issuer ?? '');
  const [audiences, setAudiences] = useState(issuers[index]?.audiences.join('\n') ?? '');
  const path = `oidcIssuers.${index}`;
  const messages = [messageAt(problem, `${path}.issuer`), messageAt(problem, `${path}.audiences`)] as const;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const added = { issuer: issuer.trim(), audiences: linesIn(audiences) };
    const { record } = await run({ input: { oidcIssuers: issuers.toSpliced(index, 1, added) } });
    if (record) onSaved();
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="md">
        {messages.every((message) => message === undefined) && <ProblemNotice problem={problem} />}
        <TextInput
          label="Issuer"
          description="Equal to the claim iss of its tokens"
          placeholder="https://accounts.example.com"
          type="url"
          required
          data-autofocus
          value={issuer}
          error={messages[0]}
          onChange={(event) => setIssuer(event.currentTarget.value)}
        />
        <TextLines
          label="Audiences"
          description="One in each line: the claim aud has one of them"
          value={audiences}
          error={messages[1]}
          onChange={setAudiences}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isRunning}>
            Save issuer
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Issuers({
  stored,
  mayManage,
  isRefreshing,
  onSaved,
}: {
  readonly stored: WalletSignInFragment['oidcIssuers'];
  readonly mayManage: boolean;
  readonly isRefreshing: boolean;
  readonly onSaved: () => void;
}) {
  const { run, isRunning, problem } = useOperation(SetWalletSignInDocument);
  const isBusy = isRunning || isRefreshing;
  const [index, setIndex] = useState<number>();
  const close = () => setIndex(undefined);
  // Without the name of the type, which results of queries have and inputs do not.
  const issuers = stored.map(({ issuer, audiences }) => ({ issuer, audiences }));
  const indexed = issuers.map((one, position) => ({ ...one, id: one.issuer, position }));
  return (
    <Section
      title="OpenID Connect issuers"
      actions={
        mayManage && (
          <ListButton
            size="compact-sm"
            variant="default"
            isRefreshing={isBusy}
            onClick={() => setIndex(issuers.length)}
          >
            Add issuer
          </ListButton>
        )
      }
    >
      <Stack gap="md">
        <ProblemNotice problem={problem} />
        {indexed.length === 0 ? (
          <EmptyState title="No issuers">
            Add one, and the holders of wallets sign in with its tokens.
          </EmptyState>
        ) : (
          <DataTable
            label="Issuers"
            rows={indexed}
            columns={[
              { header: 'Issuer', cell: ({ issuer }) => issuer },
              { header: 'Audiences', cell: ({ audiences }) => audiences.join(', ') },
              ...(mayManage
                ? [
                    {
                      header: 'Actions',
                      cell: ({ issuer, position }: (typeof indexed)[number]) => (
                        <Group gap="xs">
                          <ListButton
                            size="compact-sm"
                            variant="default"
                            isRefreshing={isBusy}
                            aria-label={`Change ${issuer}`}
                            onClick={() => setIndex(position)}
                          >
                            Change
                          </ListButton>
                          <ListButton
                            size="compact-sm"
                            variant="default"
                            isRefreshing={isBusy}
                            aria-label={`Remove ${issuer}`}
                            onClick={() =>
                              void run({ input: { oidcIssuers: issuers.toSpliced(position, 1) } }).then(
                                ({ record }) => {
                                  if (record) onSaved();
                                },
                              )
                            }
                          >
                            Remove
                          </ListButton>
                        </Group>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Stack>
      <Modal opened={index !== undefined} onClose={close} title="OpenID Connect issuer" centered>
        {index !== undefined && (
          <IssuerForm
            issuers={issuers}
            index={index}
            onSaved={() => {
              close();
              onSaved();
            }}
            onClose={close}
          />
        )}
      </Modal>
    </Section>
  );
}

export function Component() {
  const mayManage = useRole('MANAGE');
  const { data, problem, isLoading, isRefreshing, reload } = useData(WalletSignInSettingsDocument, {});
  const settings = data?.platformConfig;
  return (
    <SettingsPage title="Wallet sign-in">
      <Text size="sm" c="dimmed">
        How the holders of embedded wallets sign in to your application. Members of this console are not
        concerned.
      </Text>
      {!mayManage && <RoleNotice roles={['MANAGE']} purpose="change these settings" />}
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows count={3} height={72} />}
      {settings && (
        <>
          <Section title="Passkeys of wallets">
            {mayManage ? (
              <RelyingParty passkeys={settings.passkeys} onSaved={reload} />
            ) : (
              <DetailList
                details={[
                  { label: 'Domain (relying party id)', value: settings.passkeys?.rpId ?? 'Not set' },
                  { label: 'Origins', value: settings.passkeys?.origins.join(', ') },
                ]}
              />
            )}
          </Section>
          <Issuers
            stored={settings.oidcIssuers}
            mayManage={mayManage}
            isRefreshing={isRefreshing}
            onSaved={reload}
          />
        </>
      )}
    </SettingsPage>
  );
}
