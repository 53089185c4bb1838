/**
 * The verification provider of a platform: a service outside that checks identities, and posts its results with a signature.
 *
 * The header `Provider-Signature` is `t=<Unix seconds>,v1=<hex>`. `v1` is the HMAC-SHA256 of the seconds as text, a full stop, and the
 * bytes of the body, under the secret. It may be there several times, while the provider changes its secret.
 *
 * Source: docs/behaviour/customers.md#results-of-verification-providers; RFC 2104.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { NotFound, Unauthorized } from '../../kernel/errors.ts';

export interface VerificationProvider {
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The signature of a result is missing or wrong, or its time is not within five minutes. */
export class ProviderSignatureInvalid extends Unauthorized {
  override readonly name = 'ProviderSignatureInvalid';
  override readonly code = 'INVALID_SIGNATURE';
  constructor() {
    super('Signature not valid', 'The signature is missing, not valid, or too old.');
  }
}

/** The platform has no verification provider. */
export class VerificationProviderNotFound extends NotFound {
  override readonly name = 'VerificationProviderNotFound';
  constructor() {
    super('REFERENCE_NOT_FOUND', 'The platform has no verification provider.');
  }
}

const toleranceSeconds = 300;
const maxHeaderLength = 1_000;
const maxSignatures = 5;

interface SignatureHeader {
  readonly seconds: number;
  readonly signatures: readonly Buffer[];
}

function parseSignature(header: string | undefined): SignatureHeader | undefined {
  if (header === undefined || header.length > maxHeaderLength) return undefined;
  const parts = header.split(',').map((part) => part.trim());
  const times = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? []);
  const signatures = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/i.exec(part)?.[1] ?? []);
  if (times.length !== 1 || signatures.length === 0 || signatures.length > maxSignatures) return undefined;
  return { seconds: Number(times[0]), signatures: signatures.map((hex) => Buffer.from(hex, 'hex')) };
}

/**
 * Whether the header signs the body under the secret, at a time within five minutes of now, both limits included.
 *
 * @param secret UTF-8 bytes of the secret.
 * @param realNow real time, because the provider signs with it.
 */
export function isSignedByProvider(
  header: string | undefined,
  body: Uint8Array,
  secret: Uint8Array,
  realNow: Date,
): boolean {
  const given = parseSignature(header);
  if (!given) return false;
  const expected = createHmac('sha256', secret).update(`${given.seconds}.`).update(body).digest();
  // Every signature is compared, so that the time does not depend on which one is right.
  const matches = given.signatures.filter((one) => timingSafeEqual(one, expected));
  const ageSeconds = realNow.getTime() / 1000 - given.seconds;
  return matches.length > 0 && Math.abs(ageSeconds) <= toleranceSeconds;
}
