/** Members and their sessions. Source: docs/behaviour/members.md. */
import { z } from 'zod';
import { CreateMemberInput, createMember } from '../../../members/create-member.ts';
import { deleteMember } from '../../../members/delete-member.ts';
import { MemberNotFound } from '../../../members/member.ts';
import { memberSessionView, memberView } from '../../../members/member-view.ts';
import { revokeMemberSession } from '../../../members/sessions/end-session.ts';
import { readSessions } from '../../../members/sessions/read-sessions.ts';
import { MemberSessionNotFound, maxSessions } from '../../../members/sessions/session.ts';
import { countMembers, findMember, listMembers } from '../../../members/store.ts';
import { UpdateMemberInput, updateMember } from '../../../members/update-member.ts';
import { listOf, pageOf } from '../bodies/common.ts';
import { Member, MemberSession } from '../bodies/members.ts';
import { pageView, paging, readPage } from '../query.ts';
import { found, idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Members');

const ofMember = { memberId: idIn('Member', MemberNotFound) };

export const memberRoutes = [
  route({
    method: 'GET',
    path: '/members',
    name: 'listMembers',
    graphql: 'members',
    summary: 'Members of the platform, newest first, without deleted ones.',
    permission: 'VIEW_MEMBERS',
    query: z.object(paging),
    status: 200,
    response: pageOf(Member),
    run: ({ ports, principal: { platform } }, { query }) =>
      readPage(
        ports,
        'members',
        query,
        (db, page) => listMembers(db, platform.id, page),
        (db) => countMembers(db, platform.id),
      ),
    view: (result) => pageView(result, result.page.items.map(memberView)),
  }),
  route({
    method: 'POST',
    path: '/members',
    name: 'createMember',
    graphql: 'createMember',
    summary:
      'Creates a member. If the service has a mail server, the member gets a mail with a sign-in link.',
    permission: 'MANAGE',
    alsoNeeds: 'The caller must have all roles that the new member gets. A calling member needs a step-up.',
    body: CreateMemberInput,
    status: 201,
    response: Member,
    errorStatuses: [409],
    run: ({ ports, principal }, { body }) => createMember(ports, principal, body),
    view: memberView,
  }),
  route({
    method: 'GET',
    path: '/members/{memberId}',
    name: 'getMember',
    graphql: 'member',
    summary: 'Returns a member, also a deleted one.',
    permission: 'VIEW_MEMBERS',
    params: ofMember,
    status: 200,
    response: Member,
    run: async ({ ports, principal: { platform } }, { params: { memberId: id } }) =>
      found(await findMember(ports.db.orm, platform.id, id), () => new MemberNotFound(id)),
    view: memberView,
  }),
  route({
    method: 'PATCH',
    path: '/members/{memberId}',
    name: 'updateMember',
    graphql: 'updateMember',
    summary: 'Changes a member. Omitted fields stay unchanged.',
    permission: 'MANAGE',
    alsoNeeds:
      'The caller must have all roles that it grants, and all roles of the member to change its email address. A calling member needs a step-up for both.',
    params: ofMember,
    body: UpdateMemberInput,
    status: 200,
    response: Member,
    errorStatuses: [409],
    run: ({ ports, principal }, { params, body }) => updateMember(ports, principal, params.memberId, body),
    view: memberView,
  }),
  route({
    method: 'DELETE',
    path: '/members/{memberId}',
    name: 'deleteMember',
    graphql: 'deleteMember',
    summary: 'Deletes a member. Its sessions and access tokens end immediately.',
    permission: 'MANAGE',
    params: ofMember,
    status: 204,
    errorStatuses: [409],
    run: ({ ports, principal }, { params }) => deleteMember(ports, principal, params.memberId),
  }),
  route({
    method: 'GET',
    path: '/members/{memberId}/sessions',
    name: 'listMemberSessions',
    summary: 'Valid sessions of a member, newest first.',
    permission: 'VIEW_MEMBERS',
    alsoNeeds: 'The sessions of another member require MANAGE.',
    params: ofMember,
    status: 200,
    response: listOf(MemberSession, maxSessions),
    run: ({ ports, principal }, { params }) => readSessions(ports, principal, params.memberId),
    view: (sessions, { ports, principal }) => ({
      data: sessions.map((session) =>
        memberSessionView(
          session,
          ports.sessionIdleMs,
          principal.kind === 'member' ? principal.session.id : undefined,
        ),
      ),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/members/{memberId}/sessions/{sessionId}',
    name: 'revokeMemberSession',
    graphql: 'revokeMemberSession',
    summary: 'Ends a session of a member immediately.',
    permission: 'VIEW_MEMBERS',
    alsoNeeds: 'A session of another member requires MANAGE.',
    params: { ...ofMember, sessionId: idIn('MemberSession', MemberSessionNotFound) },
    status: 204,
    run: ({ ports, principal }, { params: { sessionId: id, memberId } }) =>
      revokeMemberSession(ports, principal, { id, memberId }),
  }),
];
