/**
 * The endpoints of sign-in: links, passkeys, the session of the caller and its passkeys. They are for the pages of this service.
 *
 * Source: docs/behaviour/members.md#sign-in.
 */
import { z } from 'zod';
import { DomainError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import { passkeyView } from '../../members/member-view.ts';
import { readOwnSession } from '../../members/own-session.ts';
import { confirmPresence } from '../../members/passkeys/confirm-presence.ts';
import {
  createRegistrationOptions,
  createSignInOptions,
  createStepUpOptions,
} from '../../members/passkeys/create-options.ts';
import { AssertionInput, MemberPasskeyNotFound, RegistrationInput } from '../../members/passkeys/passkey.ts';
import { deleteMemberPasskey, registerPasskey } from '../../members/passkeys/register-passkey.ts';
import { signOut } from '../../members/sessions/end-session.ts';
import { RequestLinkInput, requestSignInLink } from '../../members/sign-in/request-link.ts';
import {
  type Browser,
  LinkSignInInput,
  type SignedIn,
  signInWithLink,
  signInWithPasskey,
} from '../../members/sign-in/sign-in.ts';
import type { MemberPrincipal } from '../../platforms/access/principal.ts';
import { findPlatform } from '../../platforms/store.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { expiredCookies, sessionCookie } from '../http/session-cookie.ts';

/** A response with its cookies. */
export interface SessionResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly cookies?: readonly string[];
}

interface SessionCall<Caller> {
  readonly ports: Ports;
  readonly browser: Browser;
  readonly caller: Caller;
  /** The last part of the path, where the endpoint has a parameter. */
  readonly parameter: string;
}

export interface SessionEndpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Whether the caller must be signed in. */
  readonly signedIn: boolean;
  readonly body?: z.ZodType;
  readonly run: (call: SessionCall<never>, input: never) => Promise<SessionResponse | DomainError>;
}

const nothing = z.object({});

/** An endpoint for callers without a session. */
const open = <B extends z.ZodType>(
  method: SessionEndpoint['method'],
  path: string,
  body: B,
  run: (call: SessionCall<undefined>, input: z.output<B>) => Promise<SessionResponse | DomainError>,
): SessionEndpoint => ({ method, path, signedIn: false, body, run });

/** An endpoint for a signed-in member. */
const signedIn = <B extends z.ZodType>(
  method: SessionEndpoint['method'],
  path: string,
  body: B,
  run: (call: SessionCall<MemberPrincipal>, input: z.output<B>) => Promise<SessionResponse | DomainError>,
): SessionEndpoint => ({ method, path, signedIn: true, body, run });

/** A result as a body, or its error. */
const responseOf = (status: number, result: unknown): SessionResponse | DomainError =>
  result instanceof DomainError ? result : { status, body: result };

/** The response after a sign-in: the session, and its cookie. */
async function started(
  { ports, browser }: SessionCall<undefined>,
  result: SignedIn | DomainError,
): Promise<SessionResponse | DomainError> {
  if (result instanceof DomainError) return result;
  const platform = await findPlatform(ports.db.orm, result.platformId);
  const body = platform && (await readOwnSession(ports, { platform, session: result.session }));
  if (body === undefined || body instanceof DomainError) return body ?? { status: 204 };
  return { status: 200, body, cookies: [sessionCookie(browser.origin, result.token)] };
}

export const sessionEndpoints: readonly SessionEndpoint[] = [
  open('POST', '/session/links', RequestLinkInput, async ({ ports, browser }, input) => {
    const requested = await requestSignInLink(ports, input, browser.sourceAddress);
    return requested === true ? { status: 202, body: {} } : requested;
  }),
  open('POST', '/session', LinkSignInInput, async (call, input) =>
    started(call, await signInWithLink(call.ports, input, call.browser)),
  ),
  open('POST', '/session/passkey/options', nothing, async ({ ports, browser }) =>
    responseOf(200, await createSignInOptions(ports, browser.origin, browser.sourceAddress)),
  ),
  open('POST', '/session/passkey', AssertionInput, async (call, input) =>
    started(call, await signInWithPasskey(call.ports, input, call.browser)),
  ),
  signedIn('GET', '/session', nothing, async ({ ports, caller }) =>
    responseOf(200, await readOwnSession(ports, caller)),
  ),
  signedIn('DELETE', '/session', nothing, async ({ ports, caller }) => {
    await signOut(ports, caller);
    return { status: 204, cookies: expiredCookies };
  }),
  signedIn('POST', '/session/step-up/options', nothing, async ({ ports, caller, browser }) =>
    responseOf(200, await createStepUpOptions(ports, caller, browser.origin)),
  ),
  signedIn('POST', '/session/step-up', AssertionInput, async ({ ports, caller, browser }, input) => {
    const confirmed = await confirmPresence(ports, caller, input, browser.origin);
    return confirmed === true ? responseOf(200, await readOwnSession(ports, caller)) : confirmed;
  }),
  signedIn('POST', '/session/passkeys/options', nothing, async ({ ports, caller, browser }) =>
    responseOf(200, await createRegistrationOptions(ports, caller, browser.origin)),
  ),
  signedIn('POST', '/session/passkeys', RegistrationInput, async ({ ports, caller, browser }, input) => {
    const registered = await registerPasskey(ports, caller, input, browser.origin);
    return registered instanceof DomainError ? registered : { status: 201, body: passkeyView(registered) };
  }),
  signedIn('DELETE', '/session/passkeys/{id}', nothing, async ({ ports, caller, parameter }) => {
    const id = parseId('MemberPasskey', parameter);
    if (!id) return new MemberPasskeyNotFound();
    const deleted = await deleteMemberPasskey(ports, caller, id);
    return deleted instanceof DomainError ? deleted : { status: 204 };
  }),
];
