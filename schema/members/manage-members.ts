/** Mutations of members and their sessions. */
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { CreateMemberInput, createMember } from '../../src/members/create-member.ts';
import { deleteMember } from '../../src/members/delete-member.ts';
import { revokeMemberSession } from '../../src/members/sessions/end-session.ts';
import { UpdateMemberInput, updateMember } from '../../src/members/update-member.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';
import { DeletedRef } from '../core/shared.ts';
import { MemberRef, MemberRoleEnum } from './members.ts';

const rolesDescription = `Roles, VIEW included, at most ${maxChoices}. The caller needs each role that it grants; an API token with TRANSACT can grant APPROVE.`;
const emailDescription =
  'Email address that receives sign-in links, unique among the members of the platform. Giving it to a member grants its owner all roles of the member.';

const CreateMemberArgs = builder.inputType('CreateMemberInput', {
  description: 'Input of createMember.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, shown as decidedBy, 1 to 100 characters.' }),
    email: t.string({ required: true, description: emailDescription }),
    roles: t.field({ type: [MemberRoleEnum], required: true, description: rolesDescription }),
  }),
});

const UpdateMemberArgs = builder.inputType('UpdateMemberInput', {
  description: 'Input of updateMember. Omitted fields stay unchanged; at least one is required.',
  fields: (t) => ({
    name: t.string({ description: 'Name, shown as decidedBy, 1 to 100 characters.' }),
    email: t.string({ description: emailDescription }),
    roles: t.field({ type: [MemberRoleEnum], description: rolesDescription }),
  }),
});

builder.mutationFields((t) => ({
  createMember: t.errorUnionField({
    description:
      'Creates a member. If the service has a mail server, the member gets a mail with a sign-in link. A calling member needs a step-up.',
    authScopes: { permission: 'MANAGE' },
    args: { input: t.arg({ type: CreateMemberArgs, required: true, description: 'The member to create.' }) },
    types: [MemberRef, InvalidInput, Forbidden, Conflict],
    union: {
      name: 'CreateMemberResult',
      description: 'Result of createMember.',
      resolveType: () => MemberRef,
    },
    ...accepting({ input: CreateMemberInput }, ({ input }, context) =>
      createMember(context.ports, platformOf(context), input),
    ),
  }),
  updateMember: t.errorUnionField({
    description:
      'Changes a member. A calling member needs a step-up to change the email address or the roles, and cannot change its own roles.',
    authScopes: { permission: 'MANAGE' },
    args: {
      id: t.arg.id({ required: true, description: 'Member:<uuid>' }),
      input: t.arg({ type: UpdateMemberArgs, required: true, description: 'The changes.' }),
    },
    types: [MemberRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'UpdateMemberResult',
      description: 'Result of updateMember.',
      resolveType: () => MemberRef,
    },
    ...accepting({ id: idSchema('Member'), input: UpdateMemberInput }, ({ id, input }, context) =>
      updateMember(context.ports, platformOf(context), id, input),
    ),
  }),
  deleteMember: t.errorUnionField({
    description:
      'Deletes a member. Its sessions and access tokens end immediately. A member cannot delete itself.',
    authScopes: { permission: 'MANAGE' },
    args: { id: t.arg.id({ required: true, description: 'Member:<uuid>' }) },
    types: [DeletedRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'DeleteMemberResult',
      description: 'Result of deleteMember.',
      resolveType: () => DeletedRef,
    },
    ...accepting({ id: idSchema('Member') }, ({ id }, context) =>
      deleteMember(context.ports, platformOf(context), id),
    ),
  }),
  revokeMemberSession: t.errorUnionField({
    description:
      'Ends a session of a member immediately and closes its WebSockets and streams. A session of another member requires MANAGE.',
    authScopes: { permission: 'VIEW_MEMBERS' },
    args: { id: t.arg.id({ required: true, description: 'MemberSession:<uuid>' }) },
    types: [DeletedRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'RevokeMemberSessionResult',
      description: 'Result of revokeMemberSession.',
      resolveType: () => DeletedRef,
    },
    ...accepting({ id: idSchema('MemberSession') }, ({ id }, context) =>
      revokeMemberSession(context.ports, platformOf(context), { id }),
    ),
  }),
}));
