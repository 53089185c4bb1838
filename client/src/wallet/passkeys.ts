/**
 * Passkeys of the browser. The conversions to and from bytes are ours, because browsers that support passkeys may lack
 * `parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON` and `toJSON`.
 *
 * Source: WebAuthn level 3, sections 5.1, 5.4 and 5.5.
 */
import { type Bytes, decodeBase64Url, encodeBase64Url } from '../crypto/encodings.ts';
import type { PasskeyAssertionInput, PasskeyAttestationInput } from '../operations/index.ts';
import { WalletError } from './errors.ts';

interface Descriptor {
  readonly type: string;
  /** base64url */
  readonly id: string;
}

/** The result of `createPasskeyOptions`: PublicKeyCredentialCreationOptions in JSON. */
export interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly type: string; readonly alg: number }[];
  readonly timeout: number;
  readonly excludeCredentials: readonly Descriptor[];
  readonly authenticatorSelection: {
    readonly residentKey: string;
    readonly requireResidentKey: boolean;
    readonly userVerification: string;
  };
  readonly attestation: string;
}

/** PublicKeyCredentialRequestOptions in JSON. */
export interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly userVerification: 'required';
  readonly allowCredentials: readonly Descriptor[];
}

/** Makes and uses passkeys. On React Native, give one around the passkey module of the app. */
export interface Authenticator {
  create(options: CreationOptions): Promise<PasskeyAttestationInput>;
  get(options: RequestOptions): Promise<PasskeyAssertionInput>;
}

function bytesOf(text: string): Bytes {
  const bytes = decodeBase64Url(text);
  if (bytes) return bytes;
  throw new WalletError('UNEXPECTED_RESULT', 'The options of the passkey are not base64url.');
}

const descriptorsOf = (descriptors: readonly Descriptor[]): PublicKeyCredentialDescriptor[] =>
  descriptors.map(({ id }) => ({ type: 'public-key', id: bytesOf(id) }));

function creationOptionsOf(options: CreationOptions): PublicKeyCredentialCreationOptions {
  const { rp, user, challenge, pubKeyCredParams, timeout, excludeCredentials, attestation } = options;
  const { residentKey, requireResidentKey, userVerification } = options.authenticatorSelection;
  return {
    rp: { id: rp.id, name: rp.name },
    user: { id: bytesOf(user.id), name: user.name, displayName: user.displayName },
    challenge: bytesOf(challenge),
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: descriptorsOf(excludeCredentials),
    authenticatorSelection: {
      residentKey: residentKey as ResidentKeyRequirement,
      requireResidentKey,
      userVerification: userVerification as UserVerificationRequirement,
    },
    attestation: attestation as AttestationConveyancePreference,
  };
}

const text = (bytes: ArrayBuffer): string => encodeBase64Url(new Uint8Array(bytes));

function attestationOf(credential: PublicKeyCredential): PasskeyAttestationInput {
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    credentialId: text(credential.rawId),
    clientDataJson: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
    transports: transportsOf(response),
  };
}

/** What the server accepts. Browsers may name further ones, such as `cable` and `smart-card`. */
const knownTransports: ReadonlySet<string> = new Set(['usb', 'nfc', 'ble', 'internal', 'hybrid']);

function transportsOf(response: Partial<AuthenticatorAttestationResponse>): string[] {
  return (response.getTransports?.() ?? []).filter((transport) => knownTransports.has(transport));
}

function assertionOf({ rawId, response }: PublicKeyCredential): PasskeyAssertionInput {
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    response as AuthenticatorAssertionResponse;
  return {
    credentialId: text(rawId),
    clientDataJson: text(clientDataJSON),
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    ...(userHandle && { userHandle: text(userHandle) }),
  };
}

const codes: ReadonlyMap<string, readonly [code: string, message: string]> = new Map([
  ['NotAllowedError', ['PASSKEY_NOT_ALLOWED', 'The user cancelled, or the time ran out.']],
  ['AbortError', ['PASSKEY_NOT_ALLOWED', 'The request was aborted.']],
  ['SecurityError', ['PASSKEY_NOT_ALLOWED', 'The page is not on an origin of walletConfig.passkeys.']],
  ['InvalidStateError', ['PASSKEY_ALREADY_REGISTERED', 'The device has a passkey of this account.']],
  ['NotSupportedError', ['PASSKEY_UNSUPPORTED', 'No authenticator has the required algorithm.']],
  ['ConstraintError', ['PASSKEY_UNSUPPORTED', 'No authenticator has the required features.']],
]);

async function credentialFrom(request: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await request;
    if (credential) return credential as PublicKeyCredential;
  } catch (cause) {
    const [code, message] = codes.get((cause as Error).name) ?? ['PASSKEY_FAILED', 'The passkey failed.'];
    throw new WalletError(code, message, { cause });
  }
  throw new WalletError('PASSKEY_NOT_ALLOWED', 'The browser returned no passkey.');
}

/** What passkeys use of `navigator.credentials`. Types without those of the DOM have no `CredentialsContainer`. */
export interface CredentialContainer {
  create(options: never): Promise<unknown>;
  get(options: never): Promise<unknown>;
}

/** @param given default: `navigator.credentials` */
export function browserAuthenticator(given?: CredentialContainer): Authenticator {
  const container = (): CredentialsContainer => {
    const found =
      (given as CredentialsContainer | undefined) ??
      (globalThis.navigator as Partial<Navigator> | undefined)?.credentials;
    if (found) return found;
    throw new WalletError('PASSKEY_UNSUPPORTED', 'There is no navigator.credentials: give an authenticator.');
  };
  return {
    async create(options) {
      const publicKey = creationOptionsOf(options);
      return attestationOf(await credentialFrom(container().create({ publicKey })));
    },
    async get({ challenge, rpId, userVerification, allowCredentials }) {
      const publicKey = {
        challenge: bytesOf(challenge),
        rpId,
        userVerification,
        allowCredentials: descriptorsOf(allowCredentials),
      };
      return assertionOf(await credentialFrom(container().get({ publicKey })));
    },
  };
}
