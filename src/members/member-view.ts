/** The JSON bodies of members, sessions and passkeys. Source: docs/behaviour/members.md#members, docs/behaviour/members.md#sign-in. */
import { instantView, type JsonBody } from '../kernel/view.ts';
import type { MemberPrincipal } from '../platforms/access/principal.ts';
import { stepUpSeconds } from '../platforms/access/step-up.ts';
import type { Member } from './member.ts';
import type { MemberPasskey } from './passkeys/passkey.ts';
import { endOf, type MemberSession } from './sessions/session.ts';

export const passkeyView = ({ id, name, createdAt, lastUsedAt }: MemberPasskey): JsonBody => ({
  id,
  name,
  createdAt: instantView(createdAt),
  lastUsedAt: lastUsedAt ? instantView(lastUsedAt) : null,
});

export const memberView = (member: Member): JsonBody => ({
  id: member.id,
  name: member.name,
  email: member.email,
  roles: member.roles,
  isDeleted: member.isDeleted,
  createdAt: instantView(member.createdAt),
  updatedAt: instantView(member.updatedAt),
  ...(member.lastSignedInAt && { lastSignedInAt: instantView(member.lastSignedInAt) }),
});

/** @param idleMs the idle lifetime of sessions. @param current the session of the caller. */
export const memberSessionView = (
  session: MemberSession,
  idleMs: number,
  current: string | undefined,
): JsonBody => ({
  id: session.id,
  method: session.method,
  address: session.address,
  userAgent: session.userAgent,
  createdAt: instantView(session.createdAt),
  lastUsedAt: instantView(session.lastUsedAt),
  expiresAt: instantView(endOf(session, idleMs)),
  isCurrent: session.id === current,
});

/** The session of the caller, for the page that it signed in to. */
export function ownSessionView(
  session: MemberSession,
  { platform }: Pick<MemberPrincipal, 'platform'>,
  member: Member,
  passkeys: readonly MemberPasskey[],
  idleMs: number,
): JsonBody {
  const { stepUpAt } = session;
  return {
    id: session.id,
    method: session.method,
    member: {
      id: member.id,
      name: member.name,
      email: member.email,
      roles: member.roles,
      passkeys: passkeys.map(passkeyView),
    },
    platform: { id: platform.id, name: platform.name, mode: platform.mode },
    createdAt: instantView(session.createdAt),
    expiresAt: instantView(session.expiresAt),
    idleExpiresAt: instantView(endOf(session, idleMs)),
    stepUpExpiresAt: stepUpAt ? instantView(new Date(stepUpAt.getTime() + stepUpSeconds * 1000)) : null,
  };
}
