/** API tokens: created here with their secret, which is shown once. */
import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Permission } from '@payments-platform/client/operations';
import { PlusIcon } from '@radix-ui/react-icons';
import { type FormEvent, useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { Confirmation } from '../../components/confirmation.tsx';
import { CopyableId, useCopy } from '../../components/copyable.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { words } from '../../components/status.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type { Role } from '../../session/requests.ts';
import { useRole, useSession } from '../../session/session.tsx';
import { DeveloperPage } from './developer-page.tsx';
import type { ApiTokenListQuery } from './developers.documents.ts';
import { ApiTokenListDocument, NewApiTokenDocument, RemoveApiTokenDocument } from './developers.documents.ts';
import classes from './developers.module.css';

type Token = ApiTokenListQuery['apiTokens']['nodes'][number];

const permissions: readonly (readonly [Permission, string])[] = [
  ['VIEW', 'View: read everything'],
  ['TRANSACT', 'Transact: move money and decide about actions of agents'],
  ['MANAGE', 'Manage: customers, settings, tokens and webhooks'],
];

/** A token with TRANSACT can decide about actions, so its creator needs that role too. */
const mayGrant = (roles: readonly Role[], permission: Permission): boolean =>
  roles.includes(permission) && (permission !== 'TRANSACT' || roles.includes('APPROVE'));

function NewToken({ onClose }: { readonly onClose: () => void }) {
  const { member } = useSession();
  const { run, isRunning, problem } = useOperation(NewApiTokenDocument);
  const { isCopied, copy } = useCopy();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>(['VIEW']);
  /** The whole credential. It is in memory until the window closes. */
  const [secret, setSecret] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { record } = await run({ input: { name: name.trim(), permissions: chosen as Permission[] } });
    if (record) setSecret(`${record.token.clientId}:${record.clientSecret}`);
  };
  if (secret !== undefined) {
    return (
      <Stack gap="md">
        <Text size="sm">Store this token now. Its secret is not shown again.</Text>
        <div className={classes.secret}>{secret}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => copy(secret)}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {problem && problem.fields.size === 0 && <ProblemNotice problem={problem} />}
        <TextInput
          label="Name"
          description="The program that uses it"
          data-autofocus
          required
          maxLength={100}
          value={name}
          error={problem?.fields.get('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group
          label="Permissions"
          description="At most those that you have"
          value={chosen}
          error={problem?.fields.get('permissions')}
          onChange={setChosen}
        >
          <Stack gap="xs" mt="xs">
            {permissions.map(([value, label]) => (
              <Checkbox key={value} value={value} label={label} disabled={!mayGrant(member.roles, value)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isRunning}>
            Create token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function Component() {
  const mayManage = useRole('MANAGE');
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    ApiTokenListDocument,
    usePagePosition(),
    {
      types: ['ApiToken', 'Deleted', 'ApiTokenCreated'],
    },
  );
  const [isCreating, setCreating] = useState(false);
  const [removed, setRemoved] = useState<Token>();
  const remove = useOperation(RemoveApiTokenDocument);
  const list = data?.apiTokens;
  return (
    <DeveloperPage
      title="API tokens"
      actions={
        mayManage && (
          <Button leftSection={<PlusIcon aria-hidden />} onClick={() => setCreating(true)}>
            New token
          </Button>
        )
      }
    >
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState title="No API tokens">
          A back end signs its requests with a token. Create one for each.
        </EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <DataTable
            label="API tokens"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            columns={[
              { header: 'Name', cell: ({ name }) => name },
              { header: 'Permissions', cell: ({ permissions: given }) => given.map(words).join(', ') },
              { header: 'Client id', cell: ({ clientId }) => <CopyableId id={clientId} isFull /> },
              { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
              ...(mayManage
                ? [
                    {
                      header: 'Actions',
                      cell: (token: Token) => (
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={`Delete ${token.name}`}
                          onClick={() => {
                            remove.clear();
                            setRemoved(token);
                          }}
                        >
                          Delete
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          <Pager info={list.pageInfo} total={list.totalCount} />
        </>
      )}
      <Modal opened={isCreating} onClose={() => setCreating(false)} title="New API token" centered>
        <NewToken
          onClose={() => {
            setCreating(false);
            reload();
          }}
        />
      </Modal>
      <Confirmation
        isOpen={removed !== undefined}
        title="Delete the token"
        button="Delete the token"
        isRunning={remove.isRunning}
        problem={remove.problem}
        onConfirm={() =>
          removed &&
          void remove.run({ id: removed.id }).then(({ record }) => {
            if (!record) return;
            setRemoved(undefined);
            reload();
          })
        }
        onClose={() => setRemoved(undefined)}
      >
        Programs that use “{removed?.name}” are rejected at once. This cannot be undone.
      </Confirmation>
    </DeveloperPage>
  );
}
