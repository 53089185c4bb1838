/**
 * Registration challenges of the service. A challenge contains its account and its expiry under a MAC, so nothing is stored until
 * it is used, and it is recognised for ever: an expired one is never taken for a challenge of the integrator. Any other value is
 * a challenge of the integrator, which the service cannot judge.
 *
 * Layout: 16 random bytes, the expiry in milliseconds (8 bytes, big-endian), the id of the account (52 bytes of text), HMAC-SHA256
 * of these 76 bytes. The MAC does not cover the platform, because the id of an account is unique among all platforms.
 *
 * Source: docs/behaviour/wallets.md#options-of-a-registration.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { SealingKey } from '../../kernel/crypto/at-rest.ts';
import { concatBytes, decodeBase64Url, encodeBase64Url, utf8 } from '../../kernel/crypto/encodings.ts';
import { equalBytes } from '../../kernel/crypto/secrets.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';

const nonceLength = 16;
const accountOffset = 24;
const signedLength = 76;
const length = signedLength + 32;

const macOf = (dataKey: SealingKey, signed: Uint8Array): Uint8Array =>
  createHmac('sha256', dataKey.derive('passkey-registration', 32)).update(signed).digest();

/** base64url of 108 bytes. Of two challenges for one account at one time the random bytes differ. */
export function makeRegistrationChallenge(
  dataKey: SealingKey,
  accountId: Id<'InternalAccount'>,
  expiresAt: Date,
): string {
  const expiry = Buffer.alloc(8);
  expiry.writeBigUInt64BE(BigInt(expiresAt.getTime()));
  const signed = concatBytes(randomBytes(nonceLength), expiry, utf8(accountId));
  return encodeBase64Url(concatBytes(signed, macOf(dataKey, signed)));
}

/** Returns an error for a challenge of the service that is for another account or has expired. */
export function rejectRegistrationChallenge(
  dataKey: SealingKey,
  accountId: Id<'InternalAccount'>,
  challenge: string,
  now: Date,
): InvalidInput | undefined {
  const bytes = decodeBase64Url(challenge);
  if (bytes?.length !== length) return undefined;
  const signed = bytes.subarray(0, signedLength);
  if (!equalBytes(bytes.subarray(signedLength), macOf(dataKey, signed))) return undefined;
  if (!equalBytes(signed.subarray(accountOffset), utf8(accountId))) {
    return InvalidInput.at('challenge', 'was made for another account');
  }
  const expiry = Buffer.from(signed).readBigUInt64BE(nonceLength);
  return BigInt(now.getTime()) < expiry
    ? undefined
    : InvalidInput.at('challenge', 'has expired: create new options');
}
