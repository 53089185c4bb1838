/**
 * Limits of sign-in attempts and of mailed links, by source address and by member. Every attempt counts, a successful one too.
 *
 * Decision: the limit of links is by the email address as the caller gave it, whether a member has it or not. So the response
 * reveals no member, and no caller can fill the mailbox of another person. Mails to new members count too, because a platform may
 * create and delete a member with any address again and again.
 *
 * Source: docs/behaviour/members.md#limits.
 */
import type { Database } from '../infrastructure/database/client.ts';
import type { RateLimited } from '../kernel/errors.ts';
import type { Id } from '../kernel/ids.ts';
import { type AttemptWindow, takeAttempt } from '../platforms/access/rate-limit.ts';
import { type Member, mailboxOf } from './member.ts';

export const signInWindows: readonly AttemptWindow[] = [{ attempts: 30, seconds: 60 }];
export const memberWindows: readonly AttemptWindow[] = [{ attempts: 10, seconds: 60 }];
export const linkAddressWindows: readonly AttemptWindow[] = [{ attempts: 10, seconds: 60 }];
/** Mails to new members of one platform. Further ones get none, and request a link on the page for sign-in. */
export const invitationWindows: readonly AttemptWindow[] = [{ attempts: 100, seconds: 3_600 }];
export const linkEmailWindows: readonly AttemptWindow[] = [
  { attempts: 3, seconds: 600 },
  { attempts: 20, seconds: 86_400 },
];

/** Counts an attempt to sign in, or a passkey ceremony, of an address. */
export const takeSignIn = (db: Database, address: string, realNow: Date): Promise<true | RateLimited> =>
  takeAttempt(db, { limit: 'member-sign-in-address', subject: address }, signInWindows, realNow);

/** Counts an attempt to sign in as a member, or to prove its presence. */
export const takeMemberAttempt = (
  db: Database,
  id: Id<'Member'>,
  realNow: Date,
): Promise<true | RateLimited> =>
  takeAttempt(db, { limit: 'member-sign-in', subject: id }, memberWindows, realNow);

/** Counts the request of a link. */
export async function takeLinkRequest(
  db: Database,
  address: string,
  email: string,
  realNow: Date,
): Promise<true | RateLimited> {
  const byAddress = await takeAttempt(
    db,
    { limit: 'member-link-address', subject: address },
    linkAddressWindows,
    realNow,
  );
  return byAddress === true ? takeMailTo(db, email, realNow) : byAddress;
}

/** Counts a mail with a link to an email address, whatever asks for it. */
const takeMailTo = (db: Database, email: string, realNow: Date): Promise<true | RateLimited> =>
  takeAttempt(db, { limit: 'member-link-email', subject: mailboxOf(email) }, linkEmailWindows, realNow);

/** Counts a mail to a new member. */
export async function takeInvitation(
  db: Database,
  { platformId, email }: Pick<Member, 'platformId' | 'email'>,
  realNow: Date,
): Promise<true | RateLimited> {
  const limited = { limit: 'member-invitation', subject: platformId };
  const byPlatform = await takeAttempt(db, limited, invitationWindows, realNow);
  return byPlatform === true ? takeMailTo(db, email, realNow) : byPlatform;
}
