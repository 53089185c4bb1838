/** Members of the platform, their passkeys and sessions. */
import { idSchema } from '../../src/kernel/ids.ts';
import type { Member } from '../../src/members/member.ts';
import { type MemberPasskey, maxPasskeys } from '../../src/members/passkeys/passkey.ts';
import { passkeysOf } from '../../src/members/passkeys/store.ts';
import { mayReadSessions } from '../../src/members/sessions/read-sessions.ts';
import { endOf, type MemberSession, maxSessions, signInMethods } from '../../src/members/sessions/session.ts';
import { sessionsOf } from '../../src/members/sessions/store.ts';
import { countMembers, findMember, findMembers, listMembers } from '../../src/members/store.ts';
import { memberRoles } from '../../src/platforms/access/member-roles.ts';
import { accepting, acceptingOn } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connect, connectionOf, pageArguments, pageShape } from '../core/connections.ts';
import { batched, byId, platformOf, principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { callingPlatform, PlatformRef } from '../platforms/platform.ts';

export const MemberRoleEnum = describedEnum(
  'MemberRole',
  'Role of a member. No role includes another.',
  memberRoles,
  {
    VIEW: 'Read all records. Every member has it.',
    TRANSACT: 'Send payments and decide about payments.',
    MANAGE: 'Change customers, accounts, settings, API tokens, members and agents.',
    APPROVE: 'Approve and reject actions of agents, and decide about bank files, deposits and breaks.',
  },
);

const SignInMethodEnum = describedEnum('SignInMethod', 'How a member signed in.', signInMethods, {
  LINK: 'By a one-time link.',
  PASSKEY: 'By a passkey.',
});

const MemberPasskeyRef = builder.objectRef<MemberPasskey>('MemberPasskey').implement({
  description: 'A passkey with which a member signs in.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'MemberPasskey:<uuid>.' }),
    name: t.exposeString('name', { description: 'Name that the member gave the passkey.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the registration.',
      resolve: (passkey) => passkey.createdAt,
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last use; null if it was not used yet.',
      resolve: (passkey) => passkey.lastUsedAt ?? null,
    }),
  }),
});

const MemberSessionRef = builder.objectRef<MemberSession>('MemberSession').implement({
  description: 'A session of a signed-in member. Its times are real time, also on sandbox platforms.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'MemberSession:<uuid>, for revokeMemberSession.' }),
    method: t.field({
      type: SignInMethodEnum,
      description: 'How the member signed in.',
      resolve: (session) => session.method,
    }),
    address: t.exposeString('address', { description: 'Source address of the sign-in.' }),
    userAgent: t.string({
      nullable: true,
      description: 'Header User-Agent of the sign-in, at most 255 characters.',
      resolve: (session) => session.userAgent ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the sign-in.',
      resolve: (session) => session.createdAt,
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last request, with a precision of a minute.',
      resolve: (session) => session.lastUsedAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time at which the session ends if it is not used before.',
      resolve: (session, _args, { ports }) => endOf(session, ports.sessionIdleMs),
    }),
    isCurrent: t.boolean({
      description: 'Whether this request uses the session.',
      resolve: ({ id }, _args, { principal }) => principal?.kind === 'member' && principal.session.id === id,
    }),
  }),
});

const passkeysById = batched('passkeysOfMembers', (context, ids: readonly Member['id'][]) =>
  passkeysOf(context.ports.db.orm, ids),
);

const sessionsById = batched('sessionsOfMembers', (context, ids: readonly Member['id'][]) =>
  sessionsOf(context.ports.db.orm, ids, context.ports.clock.real(), context.ports.sessionIdleMs),
);

export const MemberRef = builder.objectRef<Member>('Member').implement({
  description: 'A person who works for the platform and signs in.',
  interfaces: [NodeRef],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name, shown as decidedBy.' }),
    email: t.exposeString('email', { description: 'Email address that receives sign-in links.' }),
    roles: t.field({
      type: [MemberRoleEnum],
      bound: memberRoles.length,
      description: 'Roles of the member.',
      resolve: ({ roles }) => [...roles],
    }),
    isDeleted: t.exposeBoolean('isDeleted', { description: 'Whether the member was deleted.' }),
    platform: t.field({
      type: PlatformRef,
      description: 'The platform of the member, which is that of the caller.',
      resolve: (_member, _args, context) => callingPlatform(principalOf(context)),
    }),
    passkeys: t.field({
      type: [MemberPasskeyRef],
      bound: maxPasskeys,
      description: 'Passkeys of the member, newest first.',
      resolve: async ({ id }, _args, context) => (await passkeysById(context, id)) ?? [],
    }),
    sessions: t.field({
      type: [MemberSessionRef],
      nullable: true,
      bound: maxSessions,
      description: 'Valid sessions, newest first; null for another member if the caller has no MANAGE.',
      resolve: async ({ id }, _args, context) =>
        mayReadSessions(platformOf(context), id) === true ? ((await sessionsById(context, id)) ?? []) : null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (member) => member.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: (member) => member.updatedAt,
    }),
    lastSignedInAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last sign-in, in real time; null if the member never signed in.',
      resolve: (member) => member.lastSignedInAt ?? null,
    }),
  }),
});

export const memberById = batched('members', async (context, ids: readonly Member['id'][]) =>
  byId(await findMembers(context.ports.db.orm, principalOf(context).platform.id, ids)),
);

registerNode('Member', 'Member', memberById, 'VIEW_MEMBERS');

const MemberConnection = connectionOf('Member', MemberRef, {
  createdIn: 'members',
  isListed: ({ isDeleted }) => !isDeleted,
});

builder.queryFields((t) => ({
  members: t.field({
    type: MemberConnection,
    authScopes: { permission: 'VIEW_MEMBERS' },
    description: 'Members of the platform, newest first, without deleted ones.',
    args: pageArguments(t),
    ...accepting(pageShape, (page, context) => {
      const { platform } = platformOf(context);
      return connect(
        'members',
        {},
        page,
        (request) => listMembers(context.ports.db.orm, platform.id, request),
        (db) => countMembers(db, platform.id),
      );
    }),
  }),
  member: t.field({
    type: MemberRef,
    nullable: true,
    authScopes: { permission: 'VIEW_MEMBERS' },
    description: 'Returns a member, also a deleted one; null if it does not exist.',
    args: { id: t.arg.id({ required: true, description: 'Member:<uuid>' }) },
    ...acceptingOn({ id: idSchema('Member') }, async (_root, { id }, context) => {
      const { platform } = platformOf(context);
      return (await findMember(context.ports.db.orm, platform.id, id)) ?? null;
    }),
  }),
}));
