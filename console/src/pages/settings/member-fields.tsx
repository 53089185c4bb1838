/** The fields of a member, with a message at each field and the reason where a field is disabled. */
import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { Role } from '../../session/requests.ts';
import { useSession } from '../../session/session.tsx';

export interface MemberDraft {
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
}

const roleTexts: readonly (readonly [Role, string])[] = [
  ['VIEW', 'View: see everything. Every member has it.'],
  ['TRANSACT', 'Transact: send payments'],
  ['MANAGE', 'Manage: customers, agents, members, tokens and settings'],
  ['APPROVE', 'Approve: decide about actions of agents'],
];

export function MemberFields({
  draft,
  stored,
  errorOf,
  onChange,
}: {
  readonly draft: MemberDraft;
  /** The member as it is; undefined for a new one. */
  readonly stored?: MemberDraft & { readonly id: string };
  readonly errorOf: (path: string) => string | undefined;
  readonly onChange: (draft: MemberDraft) => void;
}) {
  const { member: self } = useSession();
  const isSelf = stored?.id === self.id;
  // The owner of the address signs in with the roles of the member, so a new address gives them.
  const missing = stored?.roles.filter((role) => !self.roles.includes(role)) ?? [];
  const isLocked = (role: Role): boolean =>
    role === 'VIEW' || isSelf || (!self.roles.includes(role) && !stored?.roles.includes(role));
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        description="Shown with the decisions and changes of the member"
        required
        maxLength={100}
        value={draft.name}
        error={errorOf('name')}
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <TextInput
        label="E-mail"
        description={
          missing.length === 0
            ? 'Gets the sign-in links'
            : 'Only a member who has all roles of this member can change the address.'
        }
        type="email"
        required
        maxLength={254}
        disabled={missing.length > 0}
        value={draft.email}
        error={errorOf('email')}
        onChange={(event) => onChange({ ...draft, email: event.currentTarget.value })}
      />
      <Checkbox.Group
        label="Roles"
        description={
          isSelf ? 'Another member can change your roles.' : 'You can give the roles that you have.'
        }
        value={[...draft.roles]}
        error={errorOf('roles')}
        onChange={(roles) => onChange({ ...draft, roles: roles as Role[] })}
      >
        <Stack gap="xs" mt="xs">
          {roleTexts.map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} disabled={isLocked(value)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Stack>
  );
}
