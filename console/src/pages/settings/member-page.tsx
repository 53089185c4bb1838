/** One member: its roles, its sessions, and what a colleague can do for it. */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { messageAt } from '../../api/problem.ts';
import { Confirmation } from '../../components/confirmation.tsx';
import { CopyableId } from '../../components/copyable.tsx';
import { EmptyState, LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { DetailList, Page, Section } from '../../components/page.tsx';
import { words } from '../../components/status.tsx';
import { DataTable } from '../../components/table.tsx';
import { RelativeTime, Time } from '../../components/time.tsx';
import { requestLink, SignInError } from '../../session/requests.ts';
import { useRole, useSession, useSessionContext } from '../../session/session.tsx';
import { type MemberDraft, MemberFields } from './member-fields.tsx';
import {
  ChangeMemberDocument,
  EndSessionDocument,
  MemberDetailDocument,
  type MemberPartsFragment,
  RemoveMemberDocument,
} from './members.documents.ts';

type Session = NonNullable<MemberPartsFragment['sessions']>[number];

/** The changed fields only, so that a new name needs no step-up. */
function changesOf(draft: MemberDraft, member: MemberPartsFragment) {
  const [name, email] = [draft.name.trim(), draft.email.trim()];
  const isSameRoles = [...draft.roles].sort().join() === [...member.roles].sort().join();
  return {
    ...(name !== member.name && { name }),
    ...(email !== member.email && { email }),
    ...(!isSameRoles && { roles: draft.roles }),
  };
}

function Editor({ member, onSaved }: { readonly member: MemberPartsFragment; readonly onSaved: () => void }) {
  const { member: self } = useSession();
  const { refresh } = useSessionContext();
  const { run, isRunning, problem } = useOperation(ChangeMemberDocument);
  const [draft, setDraft] = useState<MemberDraft>(member);
  const [isSaved, setSaved] = useState(false);
  const input = changesOf(draft, member);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { record } = await run({ id: member.id, input });
    if (!record) return;
    setDraft(record);
    setSaved(true);
    onSaved();
    if (member.id === self.id) await refresh();
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="md">
        {problem && problem.fields.size === 0 && <ProblemNotice problem={problem} />}
        <MemberFields
          draft={draft}
          stored={member}
          errorOf={(path) => messageAt(problem, path)}
          onChange={(next) => {
            setSaved(false);
            setDraft(next);
          }}
        />
        <Group justify="flex-end">
          {isSaved && (
            <Text size="sm" role="status">
              Saved. It applies at once.
            </Text>
          )}
          <Button type="submit" loading={isRunning} disabled={Object.keys(input).length === 0}>
            Save member
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const methods = { LINK: 'Link', PASSKEY: 'Passkey' } as const;

function Sessions({
  sessions,
  onEnded,
}: {
  readonly sessions: readonly Session[];
  readonly onEnded: () => void;
}) {
  const { run, isRunning, problem } = useOperation(EndSessionDocument);
  if (sessions.length === 0) {
    return <EmptyState title="Not signed in">A session appears here after the next sign-in.</EmptyState>;
  }
  return (
    <Stack gap="md">
      <ProblemNotice problem={problem} />
      <DataTable
        label="Sessions of the member"
        rows={sessions}
        columns={[
          { header: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { header: 'With', isShort: true, cell: ({ method }) => methods[method] },
          { header: 'Address', isShort: true, cell: ({ address }) => address },
          { header: 'Browser', cell: ({ userAgent }) => userAgent ?? 'Unknown' },
          { header: 'Last used', cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
          {
            header: 'Actions',
            cell: ({ id, isCurrent, createdAt }) =>
              isCurrent ? (
                'This session'
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={isRunning}
                  aria-label={`End the session of ${new Date(createdAt).toLocaleString()}`}
                  onClick={() => void run({ id }).then(onEnded)}
                >
                  End
                </Button>
              ),
          },
        ]}
      />
    </Stack>
  );
}

function Controls({ member }: { readonly member: MemberPartsFragment }) {
  const navigate = useNavigate();
  const { member: self } = useSession();
  const remove = useOperation(RemoveMemberDocument);
  const [isRemoving, setRemoving] = useState(false);
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState<{ readonly isFailure: boolean; readonly text: string }>();
  const send = async () => {
    setSending(true);
    try {
      await requestLink(member.email);
      setSent({
        isFailure: false,
        text: `A link is on its way to ${member.email}, if the service has a mail server. It works once, for 15 minutes.`,
      });
    } catch (error) {
      setSent({
        isFailure: true,
        text: error instanceof SignInError ? error.message : 'The link could not be sent.',
      });
    }
    setSending(false);
  };
  return (
    <Stack gap="sm" align="flex-end">
      <Group gap="sm">
        <Button variant="default" loading={isSending} onClick={() => void send()}>
          Send sign-in link
        </Button>
        {member.id !== self.id && (
          <Button variant="default" color="red" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        )}
      </Group>
      {sent && (
        <Alert color={sent.isFailure ? 'red' : 'blue'} role={sent.isFailure ? 'alert' : 'status'}>
          {sent.text}
        </Alert>
      )}
      <Confirmation
        isOpen={isRemoving}
        title={`Remove ${member.name}?`}
        button="Remove the member"
        isRunning={remove.isRunning}
        problem={remove.problem}
        onConfirm={() =>
          void remove.run({ id: member.id }).then(({ record }) => {
            if (record) void navigate('/settings/members', { replace: true });
          })
        }
        onClose={() => setRemoving(false)}
      >
        The sessions, links and passkeys of this member end at once, and the access tokens that it created are
        revoked. API tokens and agents that it created stay. This cannot be undone.
      </Confirmation>
    </Stack>
  );
}

function Passkeys({ member }: { readonly member: MemberPartsFragment }) {
  if (member.passkeys.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No passkey yet. Only the member can add one, after a sign-in with a link.
      </Text>
    );
  }
  return (
    <DataTable
      label="Passkeys of the member"
      rows={member.passkeys}
      columns={[
        { header: 'Name', cell: ({ name }) => name },
        { header: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          header: 'Last used',
          cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never'),
        },
      ]}
    />
  );
}

export function Component() {
  const { id = '' } = useParams();
  const mayManage = useRole('MANAGE');
  const { data, problem, isLoading, reload } = useData(MemberDetailDocument, { id });
  const member = data?.member ?? undefined;
  const back = { to: '/settings/members', label: 'Members' };
  if (!member) {
    return (
      <Page title="Member" back={back}>
        {isLoading && <LoadingRows count={4} height={72} />}
        <ProblemNotice problem={problem} onRetry={reload} />
        {data && !problem && (
          <EmptyState title="This member does not exist">It may belong to another platform.</EmptyState>
        )}
      </Page>
    );
  }
  const isEditable = mayManage && !member.isDeleted;
  return (
    <Page title={member.name} back={back} actions={isEditable && <Controls member={member} />}>
      {member.isDeleted && (
        <Alert color="yellow">This member was removed. Decisions and the audit log still name it.</Alert>
      )}
      {!mayManage && <RoleNotice roles={['MANAGE']} purpose="change members and see their sessions" />}
      <Section title="Member">
        {isEditable ? (
          <Editor key={member.id} member={member} onSaved={reload} />
        ) : (
          <DetailList
            details={[
              { label: 'E-mail', value: member.email },
              { label: 'Roles', value: member.roles.map(words).join(', ') },
            ]}
          />
        )}
      </Section>
      {member.sessions && !member.isDeleted && (
        <Section title="Sessions">
          <Sessions sessions={member.sessions} onEnded={reload} />
        </Section>
      )}
      {!member.isDeleted && (
        <Section title="Passkeys">
          <Passkeys member={member} />
        </Section>
      )}
      <Section title="References">
        <DetailList
          details={[
            { label: 'Id', value: <CopyableId id={member.id} /> },
            { label: 'Added', value: <Time at={member.createdAt} /> },
            { label: 'Last sign-in', value: member.lastSignedInAt && <Time at={member.lastSignedInAt} /> },
            {
              label: 'What it changed',
              value: (
                <Anchor component={Link} to={`/settings/audit-log?actor=${encodeURIComponent(member.id)}`}>
                  In the audit log
                </Anchor>
              ),
            },
          ]}
        />
      </Section>
    </Page>
  );
}
