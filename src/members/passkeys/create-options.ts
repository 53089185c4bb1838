/**
 * The options of passkey ceremonies, each with a new challenge that works once within five minutes.
 *
 * Decision: the options of a sign-in name no passkeys, so they do not reveal which members exist. The browser offers the passkeys
 * that it has for this site.
 *
 * Source: docs/behaviour/members.md#passkeys; WebAuthn level 3, section 5.1.8.
 */
import { newSecretToken } from '../../kernel/crypto/secrets.ts';
import { invariant, type RateLimited } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { MemberPrincipal } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import type { StepUpRequired } from '../../platforms/errors.ts';
import { takeSignIn } from '../attempts.ts';
import type { Ports } from '../ports.ts';
import { findMember } from '../store.ts';
import {
  ceremonySeconds,
  creationOptions,
  type MemberPasskey,
  maxPasskeys,
  type NoDomainName,
  NoPasskey,
  requestOptions,
  rpIdOf,
  TooManyPasskeys,
} from './passkey.ts';
import { insertChallenge, passkeysOf } from './store.ts';

type OptionPorts = Pick<Ports, 'db' | 'clock'>;

async function issue(
  { db, clock }: OptionPorts,
  purpose: 'SIGN_IN' | 'STEP_UP' | 'REGISTRATION',
  sessionId?: Id<'MemberSession'>,
): Promise<string> {
  const challenge = newSecretToken();
  const expiresAt = new Date(clock.real().getTime() + ceremonySeconds * 1000);
  await insertChallenge(db.orm, challenge, purpose, sessionId, expiresAt);
  return challenge;
}

const ownPasskeys = async ({ db }: OptionPorts, { member }: MemberPrincipal): Promise<MemberPasskey[]> =>
  (await passkeysOf(db.orm, [member.id])).get(member.id) ?? [];

export async function createSignInOptions(
  ports: OptionPorts,
  origin: string,
  sourceAddress: string,
): Promise<ReturnType<typeof requestOptions> | NoDomainName | RateLimited> {
  const rpId = rpIdOf(origin);
  if (typeof rpId !== 'string') return rpId;
  const allowed = await takeSignIn(ports.db, sourceAddress, ports.clock.real());
  return allowed === true ? requestOptions(await issue(ports, 'SIGN_IN'), rpId, []) : allowed;
}

export async function createStepUpOptions(
  ports: OptionPorts,
  caller: MemberPrincipal,
  origin: string,
): Promise<ReturnType<typeof requestOptions> | NoDomainName | NoPasskey> {
  const rpId = rpIdOf(origin);
  if (typeof rpId !== 'string') return rpId;
  const usable = (await ownPasskeys(ports, caller)).filter(({ passkey }) => passkey.rpId === rpId);
  if (usable.length === 0) return new NoPasskey();
  return requestOptions(await issue(ports, 'STEP_UP', caller.session.id), rpId, usable);
}

export async function createRegistrationOptions(
  ports: OptionPorts,
  caller: MemberPrincipal,
  origin: string,
): Promise<ReturnType<typeof creationOptions> | NoDomainName | TooManyPasskeys | StepUpRequired> {
  const rpId = rpIdOf(origin);
  if (typeof rpId !== 'string') return rpId;
  const notPresent = requireStepUp(caller, ports.clock.real());
  if (notPresent) return notPresent;
  const passkeys = await ownPasskeys(ports, caller);
  if (passkeys.length >= maxPasskeys) return new TooManyPasskeys();
  const member = await findMember(ports.db.orm, caller.platform.id, caller.member.id);
  invariant(member, 'the member of a principal exists');
  return creationOptions(await issue(ports, 'REGISTRATION', caller.session.id), rpId, member, passkeys);
}
