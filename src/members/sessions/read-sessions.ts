/**
 * The valid sessions of a member.
 *
 * Decision: addresses and browsers are personal. A member sees its own sessions, and those of others only with MANAGE.
 *
 * Source: docs/behaviour/members.md#sessions.
 */
import { Forbidden } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { type PlatformCaller, permissionsOf } from '../../platforms/access/principal.ts';
import { MemberNotFound } from '../member.ts';
import type { Ports } from '../ports.ts';
import { findMember } from '../store.ts';
import type { MemberSession } from './session.ts';
import { sessionsOf } from './store.ts';

/** Returns an error if the caller may not see the sessions of the member. */
export const mayReadSessions = (caller: PlatformCaller, id: Id<'Member'>): true | Forbidden =>
  (caller.kind === 'member' && caller.member.id === id) || permissionsOf(caller).includes('MANAGE')
    ? true
    : new Forbidden('These are the sessions of another member.', { requiredPermissions: ['MANAGE'] });

export async function readSessions(
  { db: { orm }, clock, sessionIdleMs }: Pick<Ports, 'db' | 'clock' | 'sessionIdleMs'>,
  caller: PlatformCaller,
  id: Id<'Member'>,
): Promise<readonly MemberSession[] | MemberNotFound | Forbidden> {
  const allowed = mayReadSessions(caller, id);
  if (allowed !== true) return allowed;
  if (!(await findMember(orm, caller.platform.id, id))) return new MemberNotFound(id);
  return (await sessionsOf(orm, [id], clock.real(), sessionIdleMs)).get(id) ?? [];
}
