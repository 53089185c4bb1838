/**
 * Passkeys: the only adapter of @simplewebauthn/server. The library verifies the ceremony. This file first makes the checks
 * that the library omits (bytes after an item, a point off the curve, the algorithm of a self attestation, lax DER, a changed
 * backup eligibility). It catches the library's exceptions, which quote the caller's input.
 *
 * Decision: client data from a cross-origin frame is rejected, because no setting lists trusted frames.
 *
 * Source: docs/behaviour/wallets.md#passkeys; WebAuthn level 3, sections 7.1, 7.2 and 8.2.
 */
import { decodeBase64Url, decodeUtf8, encodeBase64Url, sha256 } from '../../kernel/crypto/encodings.ts';
import { parseDerSignature } from '../../kernel/crypto/p256.ts';
import { equalBytes } from '../../kernel/crypto/secrets.ts';
import { InvalidInput, Unauthorized } from '../../kernel/errors.ts';
import { isAllowedOrigin, type PasskeySettings } from '../passkey-settings.ts';
import { es256, statementFlaw } from './attestation-statement.ts';
import { type AuthenticatorData, isEs256Key, parseAuthenticatorData } from './authenticator-data.ts';
import { decodeCbor, isCborMap } from './cbor.ts';

/** A registration response; all texts base64url without padding. */
export interface PasskeyAttestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
}

/** An authentication response; all texts base64url without padding. */
export interface PasskeyAssertion {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

/** The stored record of a passkey. */
export interface RegisteredPasskey {
  readonly credentialId: string;
  /** COSE key, in the bytes of the authenticator. */
  readonly publicKey: Uint8Array;
  /** The last signature counter. 0 when the authenticator has none. */
  readonly counter: number;
  /** Whether the passkey may sync to other devices. It never changes. */
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  /** The relying party of the registration. A later change of the settings does not change it. */
  readonly rpId: string;
}

/** The new values of the record after an accepted assertion. */
export interface AssertedPasskey {
  readonly counter: number;
  readonly backedUp: boolean;
}

/** The assertion is not valid for this passkey and this challenge. The error does not say which check failed. */
export class InvalidPasskeyAssertion extends Unauthorized {
  override readonly name = 'InvalidPasskeyAssertion';

  constructor() {
    super('Invalid passkey signature', 'The passkey assertion is not valid.');
  }
}

/** Loaded with the first passkey: its certificate and ASN.1 libraries would delay every start. */
const loadWebAuthn = () => import('@simplewebauthn/server');

// In characters. The largest attestations in use, those of TPMs, have a fifth of this.
const maxLengths = { clientDataJson: 16_384, attestationObject: 65_536, authenticatorData: 16_384 };

const decode = (text: string, maxLength: number): Uint8Array | undefined =>
  text.length <= maxLength ? decodeBase64Url(text) : undefined;

interface ClientData {
  readonly type: unknown;
  readonly challenge: unknown;
  readonly origin: string;
  readonly crossOrigin: boolean;
}

function clientDataOf(text: string): ClientData | undefined {
  const json = decodeUtf8(decode(text, maxLengths.clientDataJson) ?? Uint8Array.of(0xff));
  if (json === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, challenge, origin, crossOrigin, topOrigin } = value as Record<string, unknown>;
  if (typeof origin !== 'string') return undefined;
  const sameOrigin = (crossOrigin === undefined || crossOrigin === false) && topOrigin === undefined;
  return { type, challenge, origin, crossOrigin: !sameOrigin };
}

/** The challenge in client data, base64url; undefined when there is none. The caller looks up what it issued. */
export function challengeIn(clientDataJson: string): string | undefined {
  const challenge = clientDataOf(clientDataJson)?.challenge;
  return typeof challenge === 'string' ? challenge : undefined;
}

/** Why the client data of a registration is invalid, as a message for the integrator. */
function clientDataFlaw(data: ClientData, challenge: string, origins: readonly string[]): string | undefined {
  if (data.type !== 'webauthn.create') return 'must be of type webauthn.create';
  if (data.challenge !== challenge) return 'must contain the given challenge';
  if (!isAllowedOrigin(data.origin, origins)) return 'must come from an origin of the platform';
  if (data.crossOrigin) return 'must not come from a cross-origin frame';
  return undefined;
}

function authenticatorFlaw(data: AuthenticatorData, rpId: string): string | undefined {
  if (!equalBytes(data.rpIdHash, sha256(rpId))) return "must be made for the platform's rpId";
  if (!data.userPresent || !data.userVerified) return 'must have the user present and verified';
  if (data.backedUp && !data.backupEligible) return 'must not be backed up without being eligible for it';
  return undefined;
}

/**
 * Verifies a registration.
 *
 * @param challenge of the integrator's back end, base64url, from the input.
 * @returns the record to store, or an error with the path of the wrong field within the input.
 */
export async function verifyAttestation(
  challenge: string,
  attestation: PasskeyAttestation,
  { rpId, origins }: PasskeySettings,
): Promise<RegisteredPasskey | InvalidInput> {
  const invalid = (field: keyof PasskeyAttestation, message: string) =>
    InvalidInput.at(`attestation.${field}`, message);

  if (challenge === '') return InvalidInput.at('challenge', 'must not be empty');
  const clientData = clientDataOf(attestation.clientDataJson);
  if (!clientData) return invalid('clientDataJson', 'must be client data in base64url');
  const clientFlaw = clientDataFlaw(clientData, challenge, origins);
  if (clientFlaw) return invalid('clientDataJson', clientFlaw);

  const bytes = decode(attestation.attestationObject, maxLengths.attestationObject);
  const object = bytes && decodeCbor(bytes);
  const [format, statement, authData] = isCborMap(object)
    ? [object.get('fmt'), object.get('attStmt'), object.get('authData')]
    : [];
  const data = authData instanceof Uint8Array ? parseAuthenticatorData(authData) : undefined;
  if (!isCborMap(object) || object.size !== 3 || !isCborMap(statement) || !data?.attested) {
    return invalid('attestationObject', 'must be an attestation object in base64url');
  }
  const { credentialId, coseKey, key } = data.attested;
  if (encodeBase64Url(credentialId) !== attestation.credentialId) {
    return invalid('credentialId', 'must be the one of the attestation object');
  }
  const flaw = isEs256Key(key)
    ? (authenticatorFlaw(data, rpId) ?? statementFlaw(format, statement))
    : 'must hold an ES256 key on the curve';
  if (flaw) return invalid('attestationObject', flaw);

  const id = attestation.credentialId;
  const { clientDataJson: clientDataJSON, attestationObject } = attestation;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await passes(() =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: clientData.origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [es256],
    }),
  );
  if (!verified) return invalid('attestationObject', 'must have a statement that verifies');
  const { counter, backupEligible, backedUp } = data;
  return { credentialId: id, publicKey: coseKey, counter, backupEligible, backedUp, rpId };
}

/** Whether the library's verification passes. The library throws for an invalid response. */
async function passes(verification: () => Promise<{ verified: boolean }>): Promise<boolean> {
  try {
    return (await verification()).verified;
  } catch {
    return false;
  }
}

/**
 * Verifies an authentication.
 *
 * @param challenge that the service issued, base64url.
 * @param origins of the platform's settings. The rpId is that of the registration.
 */
export async function verifyAssertion(
  challenge: string,
  assertion: PasskeyAssertion,
  passkey: RegisteredPasskey,
  origins: readonly string[],
): Promise<AssertedPasskey | InvalidPasskeyAssertion> {
  const clientData = clientDataOf(assertion.clientDataJson);
  const bytes = decode(assertion.authenticatorData, maxLengths.authenticatorData);
  const data = bytes && parseAuthenticatorData(bytes);
  const signature = decode(assertion.signature, 128);
  if (
    assertion.credentialId !== passkey.credentialId ||
    !clientData ||
    clientData.crossOrigin ||
    !isAllowedOrigin(clientData.origin, origins) ||
    !data ||
    data.backupEligible !== passkey.backupEligible ||
    !signature ||
    !parseDerSignature(signature)
  ) {
    return new InvalidPasskeyAssertion();
  }
  const { credentialId: id, clientDataJson: clientDataJSON, authenticatorData } = assertion;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verified = await passes(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature: assertion.signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: clientData.origin,
      expectedRPID: passkey.rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    }),
  );
  return verified ? { counter: data.counter, backedUp: data.backedUp } : new InvalidPasskeyAssertion();
}
