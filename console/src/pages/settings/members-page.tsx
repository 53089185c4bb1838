/** The people who sign in to this platform. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { messageAt } from '../../api/problem.ts';
import { EmptyState, LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { words } from '../../components/status.tsx';
import { DataTable, Pager, usePagePosition } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useRole, useSession } from '../../session/session.tsx';
import { type MemberDraft, MemberFields } from './member-fields.tsx';
import { MemberListDocument, NewMemberDocument } from './members.documents.ts';
import { SettingsPage } from './settings-page.tsx';

function NewMember({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const { run, isRunning, problem } = useOperation(NewMemberDocument);
  const [draft, setDraft] = useState<MemberDraft>({ name: '', email: '', roles: ['VIEW'] });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { name, email, roles } = draft;
    const { record } = await run({ input: { name: name.trim(), email: email.trim(), roles } });
    if (record) void navigate(`/settings/members/${record.id}`);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {problem && problem.fields.size === 0 && <ProblemNotice problem={problem} />}
        <MemberFields draft={draft} errorOf={(path) => messageAt(problem, path)} onChange={setDraft} />
        <Text size="sm" c="dimmed">
          If the service has a mail server, the member gets a sign-in link. Otherwise the operator of the
          service can print one.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isRunning}>
            Add member
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function Component() {
  const mayManage = useRole('MANAGE');
  const { member: self } = useSession();
  const { data, problem, isLoading, isRefreshing, reload } = useData(MemberListDocument, usePagePosition(), {
    types: ['Member', 'Deleted'],
  });
  const [isCreating, setCreating] = useState(false);
  const list = data?.members;
  return (
    <SettingsPage
      title="Members"
      actions={
        mayManage && (
          <Button leftSection={<PlusIcon aria-hidden />} onClick={() => setCreating(true)}>
            New member
          </Button>
        )
      }
    >
      {!mayManage && <RoleNotice roles={['MANAGE']} purpose="add, change and remove members" />}
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {list && list.nodes.length === 0 && (
        <EmptyState title="No members on this page">Go back to the start of the list.</EmptyState>
      )}
      {list && list.nodes.length > 0 && (
        <>
          <DataTable
            label="Members"
            rows={list.nodes}
            isRefreshing={isRefreshing}
            linkTo={({ id }) => `/settings/members/${id}`}
            columns={[
              { header: 'Name', cell: ({ id, name }) => (id === self.id ? `${name} (you)` : name) },
              { header: 'E-mail', cell: ({ email }) => email },
              { header: 'Roles', cell: ({ roles }) => roles.map(words).join(', ') },
              { header: 'Passkeys', isNumeric: true, cell: ({ passkeys }) => passkeys.length },
              {
                header: 'Last sign-in',
                cell: ({ lastSignedInAt }) => (lastSignedInAt ? <Time at={lastSignedInAt} /> : 'Never'),
              },
            ]}
          />
          <Pager info={list.pageInfo} total={list.totalCount} />
        </>
      )}
      <Modal opened={isCreating} onClose={() => setCreating(false)} title="New member" centered>
        <NewMember onClose={() => setCreating(false)} />
      </Modal>
    </SettingsPage>
  );
}
