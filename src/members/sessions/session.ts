/**
 * The session of a signed-in member. It ends when it is not used for the idle lifetime, after its absolute lifetime, when it is
 * revoked, and when the member is deleted.
 *
 * Decision: the instants of sessions are real time, also on sandbox platforms. Moving a platform's clock ends no session.
 *
 * Source: docs/behaviour/members.md#sessions.
 */
import { NotFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';

export const signInMethods = ['LINK', 'PASSKEY'] as const;
export type SignInMethod = (typeof signInMethods)[number];

export interface MemberSession {
  readonly id: Id<'MemberSession'>;
  readonly memberId: Id<'Member'>;
  readonly method: SignInMethod;
  /** The source address of the sign-in. */
  readonly address: string;
  readonly userAgent: string | undefined;
  readonly createdAt: Date;
  /** With a precision of `useRecordedAfterMs`. */
  readonly lastUsedAt: Date;
  readonly stepUpAt: Date | undefined;
  /** The end of the absolute lifetime. */
  readonly expiresAt: Date;
}

export const absoluteLifetimeMs = 7 * 24 * 60 * 60_000;
/** A use is recorded when the last recorded one is older than this. */
export const useRecordedAfterMs = 60_000;
export const maxUserAgentLength = 255;
/** The maximum number of sessions of a member. */
export const maxSessions = 20;

/** The first instant at which the session is no longer valid, unless it is used before. */
export const endOf = (
  { lastUsedAt, expiresAt }: Pick<MemberSession, 'lastUsedAt' | 'expiresAt'>,
  idleMs: number,
): Date => new Date(Math.min(expiresAt.getTime(), lastUsedAt.getTime() + idleMs));

/** The caller can see no such session, or it has ended. */
export class MemberSessionNotFound extends NotFound {
  override readonly name = 'MemberSessionNotFound';
  constructor(id?: string) {
    super('SESSION_NOT_FOUND', 'The session does not exist.', id);
  }
}
