/**
 * Authenticates requests: turns an `Authorization` header into a principal, within the limits on failures and on requests.
 *
 * Decision: failed authentications are counted by address and, for API tokens, by the id of the token. The counters are in
 * the database and written only on a failure, so a valid credential costs no further statement. An address over its limit
 * is rejected before its credential is looked up, which makes guessing slow. Each process learns that an address is over
 * its limit from its own next failure, so each process allows one more guess.
 *
 * Decision: guesses of others do not lock a valid credential out. While a token id is over its limit, each address has one
 * failure left for it instead of a hundred, and the right secret from another address passes. A credential that was valid
 * recently is looked up from a rejected address too, because clients may share an address.
 *
 * Decision: a credential is checked when the headers of a request are received, and again if its body is complete more than
 * a second later. Otherwise a client with a stolen credential could hold a body back and send it after the credential ended.
 *
 * Source: docs/behaviour/conventions.md#rate-limits; docs/architecture.md#tenants-and-access.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  anonymousPartition,
  type Partition,
  platformPartition,
} from '../../infrastructure/database/fair-queue.ts';
import { DomainError, RateLimited, type Unauthorized } from '../../kernel/errors.ts';
import { SharedCalls } from '../../kernel/shared-calls.ts';
import type { Ports } from '../ports.ts';
import { authenticate, authenticateSession, guessableCredentialOf, renew } from './authenticate.ts';
import { credentialIdOf, type Principal } from './principal.ts';
import { type AttemptWindow, takeApiRequest, takeAttempt } from './rate-limit.ts';

export const addressFailureWindows: readonly AttemptWindow[] = [{ attempts: 100, seconds: 60 }];
export const tokenFailureWindows: readonly AttemptWindow[] = [{ attempts: 100, seconds: 900 }];

/** How long after a failure the rejected addresses are checked and valid credentials are cached. */
const alertMs = 15 * 60 * 1000;
const maxCached = 10_000;
/** A credential is checked again when the body of its request takes longer than this. */
const maxBodyDelayMs = 1_000;

/** Each function takes the database view of the request that it serves, if there is one. */
export interface Authenticator {
  /**
   * The principal of an `Authorization` header. Failures count against the address.
   *
   * @param viewFor the database view for a partition: of the platform, if the same header was valid recently, otherwise of
   *   the address. So a platform that sends many requests delays only its own look-ups.
   */
  authenticate(
    header: string,
    sourceAddress: string,
    viewFor?: (partition: Partition) => Ports['db'],
  ): Promise<Principal | Unauthorized | RateLimited>;
  /**
   * The principal of a session's token. Failures are not counted, because the token cannot be guessed.
   *
   * @param viewFor as for `authenticate`.
   */
  authenticateSession(
    token: string,
    sourceAddress: string,
    viewFor?: (partition: Partition) => Ports['db'],
  ): Promise<Principal | Unauthorized>;
  /**
   * The principal of a request whose body was received. Unauthorized when its credential has ended meanwhile.
   *
   * @param since when the server started to wait for the body, in real time.
   */
  admit(principal: Principal, since: Date, view?: Ports['db']): Promise<Principal | Unauthorized>;
  /** The current state of a principal that has a connection. Unauthorized once its credential has ended. */
  renew(principal: Principal, view?: Ports['db']): Promise<Principal | Unauthorized>;
  /** Counts one request, over any transport. */
  takeRequest(principal: Principal, view?: Ports['db']): Promise<true | RateLimited>;
}

const digestOfHeader = (header: string): string => createHash('sha256').update(header).digest('base64');

/** @param limited whether the request rate of the API is limited. Failures always are. */
export function createAuthenticator(
  { db, clock, agentTokens, memberSessions }: Pick<Ports, 'db' | 'clock' | 'agentTokens' | 'memberSessions'>,
  limited: boolean,
): Authenticator {
  const onClock = { max: maxCached, ttlResolution: 0, perf: { now: () => clock.real().getTime() } };
  /** The addresses, and the addresses with token ids, that are over their limit. The time to live is the wait. */
  const rejected = new LRUCache<string, true>(onClock);
  /** Digests of headers that were valid while guesses were checked. */
  const recentlyValid = new LRUCache<string, true>({ ...onClock, ttl: alertMs });
  /** The partitions of headers that were valid, by digest. */
  const partitions = new LRUCache<string, Partition>({ max: maxCached });
  const lookUps = new SharedCalls<Principal | Unauthorized>();
  let alertUntil = 0;

  /** Counts a failure. Returns an error if it is over a limit. */
  async function countFailure(
    view: Ports['db'],
    address: string,
    tokenId: string | undefined,
  ): Promise<RateLimited | undefined> {
    const now = clock.real();
    alertUntil = now.getTime() + alertMs;
    const reject = (key: string, error: RateLimited): RateLimited => {
      rejected.set(key, true, { ttl: error.retryAfterSeconds * 1000 });
      return error;
    };
    const byAddress = await takeAttempt(
      view,
      { limit: 'authentication-address', subject: address },
      addressFailureWindows,
      now,
    );
    if (byAddress instanceof DomainError) return reject(address, byAddress);
    if (tokenId === undefined) return undefined;
    const byToken = await takeAttempt(
      view,
      { limit: 'authentication-token', subject: tokenId },
      tokenFailureWindows,
      now,
    );
    return byToken instanceof DomainError ? reject(`${address} ${tokenId}`, byToken) : undefined;
  }

  return {
    async authenticate(header, address, viewFor = () => db) {
      const now = clock.real();
      const digest = digestOfHeader(header);
      const guess = now.getTime() < alertUntil ? guessableCredentialOf(header) : undefined;
      if (guess) {
        const waitMs = Math.max(
          rejected.getRemainingTTL(address),
          rejected.getRemainingTTL(`${address} ${guess.tokenId}`),
        );
        if (waitMs > 0 && !recentlyValid.has(digest)) return new RateLimited(waitMs / 1000);
      }
      const partition = partitions.get(digest);
      const view = viewFor(partition ?? anonymousPartition(address));
      const lookUp = () => authenticate({ db: view, agentTokens }, header, now);
      // Concurrent requests of one client share a look-up that starts after they were received.
      const principal = await (partition ? lookUps.run(digest, lookUp) : lookUp());
      if (principal instanceof DomainError) {
        partitions.delete(digest);
        const failed = guess ?? guessableCredentialOf(header);
        return (failed && (await countFailure(view, address, failed.tokenId))) ?? principal;
      }
      partitions.set(digest, platformPartition(principal.platform.id, credentialIdOf(principal)));
      if (guess) recentlyValid.set(digest, true);
      return principal;
    },
    async authenticateSession(token, address, viewFor = () => db) {
      const digest = digestOfHeader(token);
      const partition = partitions.get(digest);
      const view = viewFor(partition ?? anonymousPartition(address));
      const lookUp = () => authenticateSession({ db: view, memberSessions }, token, clock.real());
      const principal = await (partition ? lookUps.run(digest, lookUp) : lookUp());
      if (principal instanceof DomainError) partitions.delete(digest);
      else partitions.set(digest, platformPartition(principal.platform.id, credentialIdOf(principal)));
      return principal;
    },
    async admit(principal, since, view = db) {
      const now = clock.real();
      return now.getTime() - since.getTime() > maxBodyDelayMs
        ? renew({ db: view, agentTokens, memberSessions }, principal, now)
        : principal;
    },
    renew: (principal, view = db) =>
      renew({ db: view, agentTokens, memberSessions }, principal, clock.real()),
    takeRequest: async (principal, view = db) =>
      limited ? takeApiRequest(view, principal, clock.real()) : true,
  };
}
