/**
 * The challenge of a passkey: the digest of a stored payload. The payload names the client's key to which the session key is
 * sealed, so an assertion authorises exactly that key. The request is stored, used and limited like any signed request.
 *
 * Source: docs/behaviour/wallets.md#passkeys.
 */
import { randomBytes } from 'node:crypto';
import type { Executor } from '../../infrastructure/database/client.ts';
import { fingerprintOf } from '../../infrastructure/idempotency/once.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import { encodeBase64Url, sha256 } from '../../kernel/crypto/encodings.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { PasskeyCredential } from '../credential.ts';
import { issueChallenge } from '../signed-requests/issue-challenge.ts';
import type { SignedRequest } from '../signed-requests/signed-request.ts';

/** The arguments of navigator.credentials.get(), and the request id to send back with the assertion. */
export interface PasskeyAuthChallenge {
  readonly credential: PasskeyCredential;
  readonly rpId: string;
  /** base64url of 32 bytes. */
  readonly challenge: string;
  readonly requestId: Id<'Request'>;
  readonly expiresAt: Date;
}

/** Binds a request to one credential, so that another credential cannot use it. */
export const sessionBinding = (id: Id<'AuthMethod'>): string =>
  fingerprintOf({ operation: 'CREATE_SESSION', binds: { id } });

/** base64url, as in the client data of an assertion. */
export const challengeOf = ({ payload }: Pick<SignedRequest, 'payload'>): string =>
  encodeBase64Url(sha256(payload));

export async function issuePasskeyChallenge(
  tx: Executor,
  clock: Clock,
  platform: Platform,
  credential: PasskeyCredential,
  clientPublicKey: string,
): Promise<PasskeyAuthChallenge> {
  const { accountId, passkey } = credential;
  // An id made of time is easy to guess in part. The nonce makes the challenge unpredictable.
  const params = { clientPublicKey, credentialId: credential.id, nonce: randomBytes(16).toString('hex') };
  const terms = { accountId, operation: 'CREATE_SESSION', params } as const;
  const issued = await issueChallenge(tx, clock, platform, terms, sessionBinding(credential.id));
  const { payloadToSign: payload, requestId, expiresAt } = issued;
  return { credential, rpId: passkey.rpId, challenge: challengeOf({ payload }), requestId, expiresAt };
}
