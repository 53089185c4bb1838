/**
 * Signs members in, by a link or by a passkey.
 *
 * Decision: each sign-in makes a new session with a new random token, and ends the session that the browser had. So a token that
 * was planted in a browser before the sign-in is worth nothing after it.
 * Decision: a passkey proves presence. A link does so only for a member without a passkey, because a mailbox may be read by others.
 * Decision: a member has at most 20 sessions. Another sign-in ends the one that was not used for the longest time.
 *
 * Source: docs/behaviour/members.md#sign-in.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { digestOf, newSecretToken } from '../../kernel/crypto/secrets.ts';
import { DomainError, type RateLimited } from '../../kernel/errors.ts';
import { type Id, newId } from '../../kernel/ids.ts';
import { announceEndOfAccess } from '../../platforms/access/end-of-access.ts';
import { findPlatform } from '../../platforms/store.ts';
import { InvalidPasskeyAssertion } from '../../wallets/credentials/passkey.ts';
import { takeSignIn } from '../attempts.ts';
import type { Member } from '../member.ts';
import { assertPasskey } from '../passkeys/assert.ts';
import type { AssertionInput } from '../passkeys/passkey.ts';
import { passkeysOf, recordUse } from '../passkeys/store.ts';
import type { Ports } from '../ports.ts';
import {
  absoluteLifetimeMs,
  type MemberSession,
  maxUserAgentLength,
  type SignInMethod,
} from '../sessions/session.ts';
import { endSessions, endSurplusSessions, insertSession } from '../sessions/store.ts';
import { lockMember, recordSignIn } from '../store.ts';
import { InvalidLink, secretTokenInput } from './link.ts';
import { takeLink } from './link-store.ts';

export const LinkSignInInput = z.object({ token: secretTokenInput });

/** The browser that signs in. */
export interface Browser {
  readonly sourceAddress: string;
  readonly userAgent: string | undefined;
  /** The origin of the page, which is an origin of this service. */
  readonly origin: string;
  /** The session token that the browser sent. */
  readonly sessionToken: string | undefined;
}

export interface SignedIn {
  readonly platformId: Id<'Platform'>;
  readonly session: MemberSession;
  /** For the cookie. Only its digest is stored. */
  readonly token: string;
}

/** Undefined if the member was deleted. */
async function startSession(
  tx: Executor,
  { clock }: Pick<Ports, 'clock'>,
  { id, platformId }: Pick<Member, 'id' | 'platformId'>,
  method: SignInMethod,
  { sourceAddress, userAgent, sessionToken }: Browser,
): Promise<SignedIn | undefined> {
  const member = await lockMember(tx, platformId, id);
  const platform = await findPlatform(tx, platformId);
  if (!member || !platform) return undefined;
  const realNow = clock.real();
  const provesPresence = method === 'PASSKEY' || !(await passkeysOf(tx, [id])).has(id);
  const token = newSecretToken();
  const session: MemberSession = {
    id: newId('MemberSession'),
    memberId: id,
    method,
    address: sourceAddress,
    userAgent: userAgent?.slice(0, maxUserAgentLength),
    createdAt: realNow,
    lastUsedAt: realNow,
    stepUpAt: provesPresence ? realNow : undefined,
    expiresAt: new Date(realNow.getTime() + absoluteLifetimeMs),
  };
  await insertSession(tx, platformId, { ...session, tokenDigest: digestOf(token) });
  await recordSignIn(tx, id, realNow);
  const replaced = sessionToken
    ? await endSessions(tx, { tokenDigest: digestOf(sessionToken) }, realNow)
    : [];
  const ended = [...replaced, ...(await endSurplusSessions(tx, id, realNow))];
  await announceEndOfAccess(tx, platformId, ended, clock.now(platform));
  return { platformId, session, token };
}

export async function signInWithLink(
  ports: Pick<Ports, 'db' | 'clock'>,
  { token }: z.output<typeof LinkSignInInput>,
  browser: Browser,
): Promise<SignedIn | InvalidLink | RateLimited> {
  const { db, clock } = ports;
  const allowed = await takeSignIn(db, browser.sourceAddress, clock.real());
  if (allowed !== true) return allowed;
  return transact<SignedIn | InvalidLink>(db, async (tx) => {
    const member = await takeLink(tx, token, clock.real());
    return (member && (await startSession(tx, ports, member, 'LINK', browser))) ?? new InvalidLink();
  });
}

export async function signInWithPasskey(
  ports: Pick<Ports, 'db' | 'clock'>,
  input: z.output<typeof AssertionInput>,
  browser: Browser,
): Promise<SignedIn | InvalidPasskeyAssertion | RateLimited> {
  const { db, clock } = ports;
  const allowed = await takeSignIn(db, browser.sourceAddress, clock.real());
  if (allowed !== true) return allowed;
  const found = await assertPasskey(ports, input, { purpose: 'SIGN_IN', origin: browser.origin });
  if (found instanceof DomainError) return found;
  const { passkey, platformId, asserted } = found;
  return transact<SignedIn | InvalidPasskeyAssertion>(db, async (tx) => {
    if (!(await recordUse(tx, passkey.id, asserted, clock.real()))) return new InvalidPasskeyAssertion();
    const member = { id: passkey.memberId, platformId };
    return (await startSession(tx, ports, member, 'PASSKEY', browser)) ?? new InvalidPasskeyAssertion();
  });
}
