/**
 * Authenticates HTTP requests and sockets: by the Authorization header, otherwise by the cookie of a session.
 *
 * Decision: a browser sends a cookie with requests that other pages cause. So a cookie counts only in a request of a page of this
 * service, and the origins in ALLOWED_ORIGINS are others. Another request with a cookie is rejected, so that its sender notices.
 *
 * Source: docs/behaviour/members.md#cookies.
 */
import type { IncomingMessage } from 'node:http';
import type { Partition } from '../../infrastructure/database/fair-queue.ts';
import { type DomainError, Forbidden } from '../../kernel/errors.ts';
import type { Authenticator } from '../../platforms/access/authenticator.ts';
import type { Principal } from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import type { OriginPolicy } from './origins.ts';
import { mayHaveSessions, sessionTokenIn } from './session-cookie.ts';
import { sourceAddressOf } from './source-address.ts';

export const cookieNotAllowed =
  'A session works only for pages of this service: the request needs its Origin. Programs send an Authorization header.';

/**
 * Returns undefined for a request without a credential.
 *
 * @param authorization the credential, if it is not in a header of the request.
 */
type AuthenticateRequest = (
  req: IncomingMessage,
  viewFor: (partition: Partition) => Ports['db'],
  authorization?: string,
) => Promise<Principal | DomainError | undefined>;

export const createRequestAuthentication =
  (authenticator: Authenticator, origins: OriginPolicy, trustedProxies: number): AuthenticateRequest =>
  async (req, viewFor, authorization = req.headers.authorization) => {
    const address = sourceAddressOf(req, trustedProxies);
    if (authorization) return authenticator.authenticate(authorization, address, viewFor);
    const token = sessionTokenIn(req.headers);
    if (token === undefined) return undefined;
    const { origin } = req.headers;
    if (!origins.isOwn(req.headers) || (origin !== undefined && !mayHaveSessions(origin))) {
      return new Forbidden(cookieNotAllowed, { reason: 'Cross-site request' });
    }
    return authenticator.authenticateSession(token, address, viewFor);
  };
