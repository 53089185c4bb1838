/**
 * Admits a socket by its `connection_init`: authenticates the credential, applies the platform's quota, and closes the
 * socket when the credential ends.
 */
import type { IncomingMessage } from 'node:http';
import { CloseCode } from 'graphql-ws';
import { WebSocket } from 'ws';
import { unavailability } from '../../infrastructure/database/unavailable.ts';
import { DomainError, RateLimited } from '../../kernel/errors.ts';
import { CredentialExpired, tokenExpired } from '../../platforms/access/credential-expired.ts';
import type { Principal } from '../../platforms/access/principal.ts';
import type { Limits } from '../limits.ts';
import { createConnectionQuota } from './connection-quota.ts';
import type { CredentialEnd, CredentialWatch } from './credential-watch.ts';
import type { SocketConnection } from './socket-connection.ts';

export interface AdmissionOptions {
  /**
   * Returns undefined if the socket has no credential.
   *
   * @param authorization absent if the client sent none: then the headers of the upgrade decide.
   */
  readonly authenticate: (
    request: IncomingMessage,
    authorization: string | undefined,
  ) => Promise<Principal | DomainError | undefined>;
  readonly credentials: CredentialWatch;
  readonly limits: Pick<Limits, 'sockets'>;
  readonly report: (defect: unknown) => void;
}

/** The payload of `connection_init`. */
export interface ConnectionParams extends Record<string, unknown> {
  authorization?: unknown;
  Authorization?: unknown;
}

interface Close {
  readonly closeCode: number;
  readonly reason: string;
}

/** A close code after which clients reconnect. */
const tryAgainLater = 1013;

/** After this close code the client `graphql-ws` reconnects, and calls its `connectionParams` for a new token. */
const expired: Close = { closeCode: CloseCode.Forbidden, reason: tokenExpired };
/** After this one it does not. */
const unauthorized: Close = { closeCode: CloseCode.Unauthorized, reason: 'Unauthorized' };
const databaseUnavailable: Close = {
  closeCode: tryAgainLater,
  reason: 'The service cannot reach its database',
};
const tooManyAttempts: Close = { closeCode: tryAgainLater, reason: 'Too many failed authentications' };
const tooManySockets = (limit: number): Close => ({
  closeCode: tryAgainLater,
  reason: `The limit is ${limit} sockets`,
});

export function closeEndedCredential(socket: WebSocket, reason: CredentialEnd): void {
  if (reason === 'expired') socket.close(expired.closeCode, expired.reason);
  else socket.close(CloseCode.Unauthorized, 'Credential ended');
}

/** Returns a function that admits a socket, or closes it and returns false. */
export function createAdmission({ authenticate, credentials, limits, report }: AdmissionOptions) {
  const quota = createConnectionQuota(limits.sockets);

  async function principalOf(authorization: unknown, request: IncomingMessage): Promise<Principal | Close> {
    if (authorization !== undefined && typeof authorization !== 'string') return unauthorized;
    try {
      const principal = await authenticate(request, authorization);
      if (principal instanceof RateLimited) return tooManyAttempts;
      if (principal instanceof CredentialExpired) return expired;
      return principal === undefined || principal instanceof DomainError ? unauthorized : principal;
    } catch (error) {
      if (unavailability(error)) return databaseUnavailable;
      report(error);
      return unauthorized;
    }
  }

  return async (connection: SocketConnection, params: ConnectionParams | undefined): Promise<boolean> => {
    const { socket, request } = connection;
    const reject = ({ closeCode, reason }: Close): false => {
      socket.close(closeCode, reason);
      return false;
    };
    const authorization = params?.authorization ?? params?.Authorization ?? undefined;
    const principal = await principalOf(authorization, request);
    if ('closeCode' in principal) return reject(principal);
    // The client may have closed the socket during authentication.
    if (socket.readyState !== WebSocket.OPEN) return false;
    const releaseSlot = quota.take(principal);
    if (typeof releaseSlot === 'number') return reject(tooManySockets(releaseSlot));

    connection.releaseAddressSlot();
    connection.isAuthenticated = true;
    connection.principal = principal;
    connection.records = new Map();
    const stopWatching = credentials.add(principal, (reason) => closeEndedCredential(socket, reason));
    connection.release = () => {
      releaseSlot();
      stopWatching();
    };
    return true;
  };
}
