/**
 * OIDC tokens of the sandbox: a JWT with the claims of a recognised issuer, signed by the service in place of the issuer. Only
 * sandbox platforms accept them, and each only its own: the HMAC key is derived for one platform. Production accepts no HMAC.
 *
 * Source: docs/behaviour/sandbox.md#oidc-tokens.
 */
import { createHmac } from 'node:crypto';
import type { SealingKey } from '../kernel/crypto/at-rest.ts';
import { decodeBase64Url, encodeBase64Url, utf8 } from '../kernel/crypto/encodings.ts';
import { equalBytes } from '../kernel/crypto/secrets.ts';
import type { Id } from '../kernel/ids.ts';

/** The header of every token of the sandbox. */
const header = encodeBase64Url(utf8(JSON.stringify({ alg: 'HS256', kid: 'sandbox', typ: 'JWT' })));

function macOf(dataKey: SealingKey, platformId: Id<'Platform'>, signed: string): Uint8Array {
  const ofPlatform = createHmac('sha256', dataKey.derive('sandbox-oidc', 32)).update(platformId).digest();
  return createHmac('sha256', ofPlatform).update(signed).digest();
}

/** Signs claims for one platform. */
export function signSandboxToken(dataKey: SealingKey, platformId: Id<'Platform'>, claims: object): string {
  const signed = `${header}.${encodeBase64Url(utf8(JSON.stringify(claims)))}`;
  return `${signed}.${encodeBase64Url(macOf(dataKey, platformId, signed))}`;
}

/** Whether the service signed this token for the platform. */
export function isSandboxToken(dataKey: SealingKey, platformId: Id<'Platform'>, token: string): boolean {
  if (!token.startsWith(`${header}.`)) return false;
  const end = token.lastIndexOf('.');
  const mac = decodeBase64Url(token.slice(end + 1));
  return mac?.length === 32 && equalBytes(mac, macOf(dataKey, platformId, token.slice(0, end)));
}
