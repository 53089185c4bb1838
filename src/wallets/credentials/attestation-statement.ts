/**
 * Attestation statements: the formats none and packed, with ES256 throughout.
 *
 * Decision: attestation certificates must be signed each by the next and their leaf must hold a P-256 key, but they
 * are not verified up to a root: the interface has no list of trusted authenticators.
 *
 * Source: docs/behaviour/wallets.md#passkeys; WebAuthn level 3, sections 8.2 and 8.7.
 */
import { X509Certificate } from 'node:crypto';
import { parseDerSignature } from '../../kernel/crypto/p256.ts';
import type { CborMap } from './cbor.ts';

/** COSE algorithm: ECDSA with SHA-256. Passkeys use it on P-256. */
export const es256 = -7;

const maxCertificates = 8;

function isCertificateChain(chain: readonly Uint8Array[]): boolean {
  try {
    const certificates = chain.map((der) => new X509Certificate(der));
    const leaf = certificates[0]?.publicKey.asymmetricKeyDetails?.namedCurve;
    return (
      leaf === 'prime256v1' &&
      certificates.every((certificate, index) => {
        const issuer = certificates[index + 1];
        return issuer === undefined || certificate.verify(issuer.publicKey);
      })
    );
  } catch {
    return false;
  }
}

/**
 * Why the form of an attestation statement is invalid, as a message for the integrator. The signature is verified later. A
 * self attestation must use the algorithm of the key, which the passkey library does not check.
 */
export function statementFlaw(format: unknown, statement: CborMap): string | undefined {
  if (format === 'none') {
    return statement.size === 0 ? undefined : 'must have an empty statement under format none';
  }
  if (format !== 'packed') return 'must have the format none or packed';
  const signature = statement.get('sig');
  const chain = statement.get('x5c');
  const exactMembers = statement.size === (statement.has('x5c') ? 3 : 2);
  if (!exactMembers || statement.get('alg') !== es256) return 'must have a packed statement with ES256';
  if (!(signature instanceof Uint8Array) || !parseDerSignature(signature)) {
    return 'must have a signature in DER';
  }
  if (!statement.has('x5c')) return undefined;
  if (
    !Array.isArray(chain) ||
    !chain.every((der) => der instanceof Uint8Array) ||
    chain.length < 1 ||
    chain.length > maxCertificates ||
    !isCertificateChain(chain)
  ) {
    return 'must have a chain of certificates with a P-256 leaf';
  }
  return undefined;
}
