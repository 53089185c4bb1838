/**
 * Ends sessions: the member signs out, or a session is revoked. Its next request is rejected, and its sockets and streams are
 * closed.
 *
 * Decision: a member revokes its own sessions, and those of others only with MANAGE. An API token needs MANAGE.
 *
 * Source: docs/behaviour/members.md#sessions; schema.graphql, `revokeMemberSession`.
 */
import { transact } from '../../infrastructure/database/transact.ts';
import { Forbidden } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { announceEndOfAccess } from '../../platforms/access/end-of-access.ts';
import {
  type MemberPrincipal,
  type PlatformCaller,
  permissionsOf,
} from '../../platforms/access/principal.ts';
import type { Ports } from '../ports.ts';
import { MemberSessionNotFound } from './session.ts';
import { endSessions, findSession } from './store.ts';

const sessionOfAnother = () =>
  new Forbidden('This is the session of another member.', { requiredPermissions: ['MANAGE'] });

export async function revokeMemberSession(
  { db, clock, sessionIdleMs }: Pick<Ports, 'db' | 'clock' | 'sessionIdleMs'>,
  caller: PlatformCaller,
  { id, memberId }: { readonly id: Id<'MemberSession'>; readonly memberId?: Id<'Member'> },
): Promise<{ deletedId: Id<'MemberSession'> } | MemberSessionNotFound | Forbidden> {
  const { platform } = caller;
  const realNow = clock.real();
  const mayEndAll = permissionsOf(caller).includes('MANAGE');
  // An API token has no sessions of its own.
  if (!mayEndAll && caller.kind === 'platform') return sessionOfAnother();
  return transact<{ deletedId: Id<'MemberSession'> } | MemberSessionNotFound | Forbidden>(db, async (tx) => {
    const session = await findSession(tx, platform.id, id, realNow, sessionIdleMs);
    if (!session || (memberId && session.memberId !== memberId)) return new MemberSessionNotFound(id);
    const isOwn = caller.kind === 'member' && caller.member.id === session.memberId;
    if (!isOwn && !mayEndAll) return sessionOfAnother();
    await announceEndOfAccess(tx, platform.id, await endSessions(tx, { id }, realNow), clock.now(platform));
    return { deletedId: id };
  });
}

export async function signOut(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform, session }: MemberPrincipal,
): Promise<void> {
  await transact(db, async (tx) => {
    const ended = await endSessions(tx, { id: session.id }, clock.real());
    await announceEndOfAccess(tx, platform.id, ended, clock.now(platform));
  });
}
