/** The endpoints of sign-in, the only part of the service that is not in its public API. */
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { takeSession } from './first-session.ts';

export type Role = 'VIEW' | 'TRANSACT' | 'MANAGE' | 'APPROVE';

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export interface Session {
  readonly id: string;
  readonly method: 'LINK' | 'PASSKEY';
  readonly member: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly roles: readonly Role[];
    readonly passkeys: readonly Passkey[];
  };
  readonly platform: { readonly id: string; readonly name: string; readonly mode: 'SANDBOX' | 'PRODUCTION' };
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly idleExpiresAt: string;
  /** Until then, operations that need a fresh proof of who is signed in are allowed. */
  readonly stepUpExpiresAt: string | null;
}

/** An error of an endpoint, with a message for people. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
}

const send = <Body>(method: string, path: string, body?: unknown): Promise<Body> =>
  bodyOf(
    fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    }),
  );

async function bodyOf<Body>(sent: Promise<Response>): Promise<Body> {
  const response = await sent.catch(() => {
    throw new SignInError(0, 'NETWORK_ERROR', 'The service could not be reached.');
  });
  const text = await response.text();
  const parsed = parsedJson(text);
  if (!response.ok) {
    const { code = 'UNEXPECTED', message = 'The request failed.' } = (parsed ?? {}) as ErrorBody;
    throw new SignInError(response.status, code, message);
  }
  return parsed as Body;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The session of the cookie; undefined if there is none. */
export async function currentSession(): Promise<Session | undefined> {
  try {
    return await bodyOf<Session>(takeSession());
  } catch (error) {
    if (error instanceof SignInError && error.status === 401) return undefined;
    throw error;
  }
}

/** Sends a link to the address if a member has it. The response is the same in both cases. */
export const requestLink = (email: string): Promise<void> => send('POST', '/session/links', { email });

export const signInWithLink = (token: string): Promise<Session> => send('POST', '/session', { token });

export async function signInWithPasskey(): Promise<Session> {
  const options = await send<PublicKeyCredentialRequestOptionsJSON>('POST', '/session/passkey/options', {});
  const response: AuthenticationResponseJSON = await startAuthentication({ optionsJSON: options });
  return send('POST', '/session/passkey', response);
}

/** Proves again who is signed in, before an operation that needs it. */
export async function stepUp(): Promise<void> {
  const options = await send<PublicKeyCredentialRequestOptionsJSON>('POST', '/session/step-up/options', {});
  const response = await startAuthentication({ optionsJSON: options });
  await send('POST', '/session/step-up', response);
}

export async function registerPasskey(name: string): Promise<Passkey> {
  const options = await send<PublicKeyCredentialCreationOptionsJSON>('POST', '/session/passkeys/options', {});
  const credential: RegistrationResponseJSON = await startRegistration({ optionsJSON: options });
  return send('POST', '/session/passkeys', { name, credential });
}

export const deletePasskey = (id: string): Promise<void> =>
  send('DELETE', `/session/passkeys/${encodeURIComponent(id)}`);

export const signOut = (): Promise<void> => send('DELETE', '/session');
