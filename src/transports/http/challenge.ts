/**
 * The challenge of a response with status 401.
 *
 * Decision: a request with a Bearer credential, and one that a script of a page sends without a credential, is challenged
 * for Bearer. A challenge for Basic makes a browser open its password window, and a `fetch` of the same origin waits for it.
 *
 * Source: RFC 9110, section 11.6.1; RFC 6750, section 3; RFC 7617.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { CredentialExpired } from '../../platforms/access/credential-expired.ts';

const basicChallenge = 'Basic realm="payments", charset="UTF-8"';
const bearerChallenge = 'Bearer realm="payments"';
const expiredChallenge = `${bearerChallenge}, error="invalid_token", error_description="The access token has expired"`;

/** Whether a script of a page sent the request, as opposed to a person who opened the URL, or a program without a browser. */
const isFromScript = ({ origin, 'sec-fetch-dest': destination }: IncomingHttpHeaders): boolean =>
  origin !== undefined || destination === 'empty';

/** The value of WWW-Authenticate. */
export function challengeFor(headers: IncomingHttpHeaders, error?: unknown): string {
  if (error instanceof CredentialExpired) return expiredChallenge;
  const { authorization } = headers;
  const isBearer = authorization ? /^Bearer\b/i.test(authorization) : isFromScript(headers);
  return isBearer ? bearerChallenge : basicChallenge;
}

/** The value of WWW-Authenticate where only the token of an agent is accepted. */
export const agentChallenge = bearerChallenge;
