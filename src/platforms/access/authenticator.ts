/**
 * Who comes in: from a header to a principal, within the limits on failures and on requests.
 *
 * Decision: failed authentications are counted by address and, for API tokens, by the token's id, in the database and
 * only when they fail: a good credential costs nothing more. An address over its limit is refused before its credential is
 * looked at, which is what makes guessing slow. Each process learns it from its own next failure there, so that many
 * processes allow a guess more for each, and no more.
 *
 * Decision: nobody is locked out by the guesses of others. While an id is over its limit, each address has one failure
 * left for it instead of a hundred; a right secret from another address passes. And a credential that was good lately
 * goes on to be looked up also from an address that is refused, because others may share that address.
 *
 * Decision: a credential is seen when the headers of a request are there, and once more when its body came more than a
 * second later. Otherwise whoever has a stolen one keeps a body back, and acts with it after it was ended.
 *
 * Source: docs/behaviour/conventions.md#rate-limits; docs/architecture.md#tenants-and-access.
 */
import { createHash } from 'node:crypto';
import {
  anonymousPartition,
  type Partition,
  platformPartition,
} from '../../infrastructure/database/fair-queue.ts';
import { DomainError, RateLimited, type Unauthorized } from '../../kernel/errors.ts';
import type { Ports } from '../ports.ts';
import { authenticate, guessOf, renew } from './authenticate.ts';
import { credentialIdOf, type Principal } from './principal.ts';
import { type AttemptWindow, takeApiRequest, takeAttempt } from './rate-limit.ts';

export const failuresOfAddress: readonly AttemptWindow[] = [{ attempts: 100, seconds: 60 }];
export const failuresOfToken: readonly AttemptWindow[] = [{ attempts: 100, seconds: 900 }];

/** For how long after a failure it is remembered which credentials were good. */
const watchfulMs = 15 * 60 * 1000;
const mostRemembered = 10_000;
/** For how long a body may be waited for. */
const lateMs = 1_000;

/** A `view` of the database, where one is given, is the request's own. */
export interface Authenticator {
  /**
   * The principal of an `Authorization` header; failures count against the address.
   *
   * @param viewFor the view by which it is looked up, given for whom: its platform, where the same header was good
   *   lately, or else its address. So a platform that sends very many requests delays its own look-ups.
   */
  authenticate(
    header: string,
    sourceAddress: string,
    viewFor?: (partition: Partition) => Ports['db'],
  ): Promise<Principal | Unauthorized | RateLimited>;
  /**
   * Whoever sent a request that is there whole now; Unauthorized when its credential has ended meanwhile.
   *
   * @param since when the body was begun to be waited for, in real time.
   */
  admit(principal: Principal, since: Date, view?: Ports['db']): Promise<Principal | Unauthorized>;
  /** Whoever came in before and stays, as it is now; Unauthorized once its credential has ended. */
  renew(principal: Principal, view?: Ports['db']): Promise<Principal | Unauthorized>;
  /** Counts one request, over whichever carrier it came. */
  takeRequest(principal: Principal, view?: Ports['db']): Promise<true | RateLimited>;
}

/** Forgets the oldest first, and what has ended when it is asked for. */
class Until {
  readonly #ends = new Map<string, number>();

  set(key: string, end: number): void {
    this.#ends.delete(key);
    this.#ends.set(key, end);
    if (this.#ends.size > mostRemembered) this.#ends.delete(this.#ends.keys().next().value as string);
  }

  /** What is left, in milliseconds. */
  left(key: string, now: number): number {
    const end = this.#ends.get(key);
    if (end === undefined) return 0;
    if (end > now) return end - now;
    this.#ends.delete(key);
    return 0;
  }
}

/** Which platform's credentials were good lately. */
class KnownCredentials {
  readonly #partitions = new Map<string, Partition>();

  get(key: string): Partition | undefined {
    return this.#partitions.get(key);
  }

  set(key: string, principal: Principal): void {
    this.#partitions.delete(key);
    this.#partitions.set(key, platformPartition(principal.platform.id, credentialIdOf(principal)));
    if (this.#partitions.size > mostRemembered) {
      this.#partitions.delete(this.#partitions.keys().next().value as string);
    }
  }

  delete(key: string): void {
    this.#partitions.delete(key);
  }
}

const digest = (header: string): string => createHash('sha256').update(header).digest('base64');

/** @param limited whether the API's request rate holds; failures are limited always. */
export function createAuthenticator(
  { db, clock, agentTokens }: Pick<Ports, 'db' | 'clock' | 'agentTokens'>,
  limited: boolean,
): Authenticator {
  const refused = new Until();
  const good = new Until();
  const known = new KnownCredentials();
  let watchfulUntil = 0;

  /** Counts a failure; answers how to refuse it where that is not as a wrong credential. */
  async function fail(
    view: Ports['db'],
    address: string,
    tokenId: string | undefined,
  ): Promise<RateLimited | undefined> {
    const now = clock.real();
    watchfulUntil = now.getTime() + watchfulMs;
    const refuse = (key: string, { retryAfterSeconds }: RateLimited) =>
      refused.set(key, now.getTime() + retryAfterSeconds * 1000);

    const byAddress = await takeAttempt(
      view,
      { limit: 'authentication-address', subject: address },
      failuresOfAddress,
      now,
    );
    if (byAddress instanceof DomainError) {
      refuse(address, byAddress);
      return byAddress;
    }
    if (tokenId === undefined) return undefined;
    const byToken = await takeAttempt(
      view,
      { limit: 'authentication-token', subject: tokenId },
      failuresOfToken,
      now,
    );
    if (byToken === true) return undefined;
    refuse(`${address} ${tokenId}`, byToken);
    return byToken;
  }

  return {
    async authenticate(header, address, viewFor = () => db) {
      const now = clock.real();
      const at = now.getTime();
      const watchful = at < watchfulUntil;
      const guess = watchful ? guessOf(header) : undefined;
      if (guess) {
        const wait = Math.max(refused.left(address, at), refused.left(`${address} ${guess.tokenId}`, at));
        if (wait > 0 && good.left(digest(header), at) === 0) return new RateLimited(wait / 1000);
      }
      const key = digest(header);
      const view = viewFor(known.get(key) ?? anonymousPartition(address));
      const principal = await authenticate({ db: view, agentTokens }, header, now);
      if (principal instanceof DomainError) {
        known.delete(key);
        const failed = guess ?? guessOf(header);
        return (failed && (await fail(view, address, failed.tokenId))) ?? principal;
      }
      known.set(key, principal);
      if (guess) good.set(key, at + watchfulMs);
      return principal;
    },
    async admit(principal, since, view = db) {
      const now = clock.real();
      return now.getTime() - since.getTime() > lateMs
        ? renew({ db: view, agentTokens }, principal, now)
        : principal;
    },
    renew: (principal, view = db) => renew({ db: view, agentTokens }, principal, clock.real()),
    takeRequest: async (principal, view = db) =>
      limited ? takeApiRequest(view, principal, clock.real()) : true,
  };
}
