/** Sessions of a wallet: opened with a credential, refreshed before they end. */
import {
  type AuthSessionFieldsFragment,
  ChallengeCredentialDocument,
  RefreshSessionDocument,
  VerifyCredentialDocument,
  type VerifyCredentialInput,
} from '../operations/index.ts';
import { expectType, WalletError } from './errors.ts';
import { type Executor, run } from './executor.ts';
import { createRecipientKey, type RecipientKey, type SigningKey } from './keys.ts';
import { type Authenticator, browserAuthenticator } from './passkeys.ts';
import { openSessionKey } from './sealed.ts';
import { type Signer, withSigner } from './signer.ts';
import { stamp } from './stamp.ts';

/** The record of a session, which can be stored beside `cryptoKeys` of its key. */
export interface SessionRecord {
  readonly id: string;
  readonly accountId: string;
  /** The id of the passkey that opened it, in base64url. */
  readonly credentialId: string | null;
  /** ISO 8601, on the clock of the server. */
  readonly expiresAt: string;
  /** How far the clock of the device was ahead of the server's when the session was opened. */
  readonly clockOffsetMs: number;
}

export interface WalletSession extends SessionRecord, Signer {
  readonly key: SigningKey;
  stamp(payloadToSign: string): Promise<string>;
}

/** Restores a session from its record and its key. */
export function sessionOf(record: SessionRecord, key: SigningKey): WalletSession {
  const { id, accountId, credentialId, expiresAt, clockOffsetMs } = record;
  return {
    id,
    accountId,
    credentialId,
    expiresAt,
    clockOffsetMs,
    key,
    stamp: (payload) => stamp(payload, key),
  };
}

/** Where the key of a session comes from. By default the server makes it and seals it to a new key of the client. */
export interface SessionKeyOptions {
  /** A key that the client holds, which no other session has. The platform needs the setting `wallets.clientHeldKeys`. */
  readonly heldKey?: SigningKey | undefined;
  /** The key that the server seals to. Default: a new one. */
  readonly recipientKey?: RecipientKey | undefined;
}

type Opened =
  | { readonly __typename: 'ClientKeySession'; readonly session: AuthSessionFieldsFragment }
  | {
      readonly __typename: 'IssuedSession';
      readonly encryptedSessionSigningKey: string;
      readonly session: AuthSessionFieldsFragment;
    };

const recordOf = (session: AuthSessionFieldsFragment): SessionRecord => ({
  ...session,
  clockOffsetMs: Date.now() - Date.parse(session.createdAt),
});

/** Opens a session with a key of the client, or with one that the server seals to it. */
async function openWith(
  { heldKey, recipientKey }: SessionKeyOptions,
  open: (clientPublicKey: string) => Promise<Opened>,
): Promise<WalletSession> {
  if (heldKey) return sessionOf(recordOf((await open(heldKey.publicKey)).session), heldKey);
  const recipient = recipientKey ?? (await createRecipientKey());
  const opened = await open(recipient.publicKey);
  if (opened.__typename === 'ClientKeySession')
    throw new WalletError('UNEXPECTED_RESULT', 'The server sealed no session key.');
  const key = await openSessionKey(opened.encryptedSessionSigningKey, recipient);
  return sessionOf(recordOf(opened.session), key);
}

async function verify(executor: Executor, id: string, input: VerifyCredentialInput): Promise<Opened> {
  const { verifyCredential } = await run(executor, VerifyCredentialDocument, { id, input });
  return expectType(verifyCredential, 'IssuedSession', 'ClientKeySession');
}

/** Sends a new one-time code to the address of the credential. It voids the code before it. */
export async function sendEmailCode(executor: Executor, credentialId: string): Promise<void> {
  const { challengeCredential } = await run(executor, ChallengeCredentialDocument, { id: credentialId });
  expectType(challengeCredential, 'AuthMethod');
}

/**
 * @param credentialId `AuthMethod:<uuid>`
 * @throws WalletError UNAUTHORIZED for a wrong or expired code
 */
export const signInWithEmailCode = (
  executor: Executor,
  credentialId: string,
  code: string,
  keys: SessionKeyOptions = {},
): Promise<WalletSession> =>
  openWith(keys, (clientPublicKey) =>
    verify(executor, credentialId, { emailOtp: { otp: code, clientPublicKey } }),
  );

/**
 * @param oidcToken an ID token of at most 60 seconds. It verifies once.
 * @throws WalletError UNAUTHORIZED for a token of another user, or one that was used
 */
export const signInWithOidc = (
  executor: Executor,
  credentialId: string,
  oidcToken: string,
  keys: SessionKeyOptions = {},
): Promise<WalletSession> =>
  openWith(keys, (clientPublicKey) =>
    verify(executor, credentialId, { oauth: { oidcToken, clientPublicKey } }),
  );

export interface PasskeySignInOptions extends SessionKeyOptions {
  /** Default: the passkeys of the browser. */
  readonly authenticator?: Authenticator | undefined;
}

/**
 * The assertion authorizes the key of the session, so the server gets the key before the passkey signs.
 *
 * @throws WalletError PASSKEY_NOT_ALLOWED, PASSKEY_UNSUPPORTED, UNAUTHORIZED
 */
export const signInWithPasskey = (
  executor: Executor,
  credentialId: string,
  { authenticator = browserAuthenticator(), ...keys }: PasskeySignInOptions = {},
): Promise<WalletSession> =>
  openWith(keys, async (clientPublicKey) => {
    const variables = { id: credentialId, clientPublicKey };
    const { challengeCredential } = await run(executor, ChallengeCredentialDocument, variables);
    const challenge = expectType(challengeCredential, 'PasskeyAuthChallenge');
    const assertion = await authenticator.get({
      challenge: challenge.challenge,
      rpId: challenge.rpId,
      userVerification: 'required',
      allowCredentials: challenge.credentialId ? [{ type: 'public-key', id: challenge.credentialId }] : [],
    });
    return verify(executor, credentialId, { passkey: { requestId: challenge.requestId, assertion } });
  });

/**
 * Opens another session with a full lifetime, without the user. The session stays active until it ends. Both calls need it
 * to be active.
 *
 * @throws WalletError UNAUTHORIZED if it has ended
 */
export const refreshSession = (
  executor: Executor,
  session: WalletSession,
  keys: SessionKeyOptions = {},
): Promise<WalletSession> =>
  openWith(keys, async (clientPublicKey) => {
    const variables = { id: session.id, clientPublicKey };
    const { refreshSession: result } = await withSigner(executor, session).execute(
      RefreshSessionDocument,
      variables,
    );
    return expectType(result, 'IssuedSession', 'ClientKeySession');
  });
