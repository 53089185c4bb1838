/** The session of a caller with its member and passkeys. Source: docs/behaviour/members.md#sign-in. */
import type { JsonBody } from '../kernel/view.ts';
import type { MemberPrincipal } from '../platforms/access/principal.ts';
import { ownSessionView } from './member-view.ts';
import { passkeysOf } from './passkeys/store.ts';
import type { Ports } from './ports.ts';
import { MemberSessionNotFound } from './sessions/session.ts';
import { findSession } from './sessions/store.ts';
import { findMember } from './store.ts';

export async function readOwnSession(
  { db: { orm }, clock, sessionIdleMs }: Pick<Ports, 'db' | 'clock' | 'sessionIdleMs'>,
  caller: Pick<MemberPrincipal, 'platform'> & { readonly session: Pick<MemberPrincipal['session'], 'id'> },
): Promise<JsonBody | MemberSessionNotFound> {
  const { id: platformId } = caller.platform;
  const session = await findSession(orm, platformId, caller.session.id, clock.real(), sessionIdleMs);
  const member = session && (await findMember(orm, platformId, session.memberId));
  if (!session || !member) return new MemberSessionNotFound(caller.session.id);
  const passkeys = (await passkeysOf(orm, [member.id])).get(member.id) ?? [];
  return ownSessionView(session, caller, member, passkeys, sessionIdleMs);
}
