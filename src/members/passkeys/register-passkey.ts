/**
 * Registers and deletes passkeys of the signed-in member.
 *
 * Decision: both need a step-up. Otherwise a stolen session could register a passkey and sign in after its end. The options of a
 * registration check it; the challenge then allows one registration in this session for five minutes.
 *
 * Source: docs/behaviour/members.md#passkeys.
 */
import type { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { Conflict, InvalidInput } from '../../kernel/errors.ts';
import { type Id, newId } from '../../kernel/ids.ts';
import { lockCallerForShare } from '../../platforms/access/lock-caller.ts';
import type { MemberPrincipal } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import { type StepUpRequired, TokenEnded } from '../../platforms/errors.ts';
import { challengeIn, verifyAttestation } from '../../wallets/credentials/passkey.ts';
import type { Ports } from '../ports.ts';
import { lockMember } from '../store.ts';
import {
  type MemberPasskey,
  MemberPasskeyNotFound,
  maxPasskeys,
  type NoDomainName,
  type RegistrationInput,
  rpIdOf,
  TooManyPasskeys,
  underCredential,
} from './passkey.ts';
import { deletePasskey, insertPasskey, passkeysOf, takeChallenge } from './store.ts';

/** The credential is registered, for this or another member. */
class PasskeyRegistered extends Conflict {
  override readonly name = 'PasskeyRegistered';
  constructor() {
    super('The passkey is registered already.', {
      code: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
      httpStatus: 400,
    });
  }
}

type Result = MemberPasskey | InvalidInput | NoDomainName | TooManyPasskeys | PasskeyRegistered | TokenEnded;

export async function registerPasskey(
  ports: Pick<Ports, 'db' | 'clock' | 'memberSessions'>,
  caller: MemberPrincipal,
  { name, credential: { id, response } }: z.output<typeof RegistrationInput>,
  origin: string,
): Promise<Result> {
  const { db, clock } = ports;
  const rpId = rpIdOf(origin);
  if (typeof rpId !== 'string') return rpId;
  const challenge = challengeIn(response.clientDataJSON);
  const isValid =
    challenge !== undefined &&
    (await transact(db, (tx) =>
      takeChallenge(tx, challenge, 'REGISTRATION', caller.session.id, clock.real()),
    ));
  if (!isValid) {
    return InvalidInput.at('credential.response.clientDataJSON', 'must contain the given challenge');
  }
  const { clientDataJSON: clientDataJson, attestationObject } = response;
  const attestation = { credentialId: id, clientDataJson, attestationObject };
  const passkey = await verifyAttestation(challenge, attestation, { rpId, origins: [origin] });
  if (passkey instanceof InvalidInput) return underCredential(passkey);
  return transact<MemberPasskey | TooManyPasskeys | PasskeyRegistered | TokenEnded>(db, async (tx) => {
    const memberId = caller.member.id;
    const member = await lockMember(tx, caller.platform.id, memberId);
    if (!member || !(await lockCallerForShare(tx, ports, caller))) return new TokenEnded();
    const others = (await passkeysOf(tx, [memberId])).get(memberId) ?? [];
    if (others.length >= maxPasskeys) return new TooManyPasskeys();
    const registered: MemberPasskey = {
      id: newId('MemberPasskey'),
      memberId,
      name,
      passkey,
      createdAt: clock.real(),
      lastUsedAt: undefined,
    };
    const isNew = await insertPasskey(tx, caller.platform.id, registered);
    return isNew ? registered : new PasskeyRegistered();
  });
}

export async function deleteMemberPasskey(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  caller: MemberPrincipal,
  id: Id<'MemberPasskey'>,
): Promise<{ deletedId: Id<'MemberPasskey'> } | MemberPasskeyNotFound | StepUpRequired> {
  const notPresent = requireStepUp(caller, clock.real());
  if (notPresent) return notPresent;
  const isDeleted = await transact(db, (tx) => deletePasskey(tx, caller.member.id, id));
  return isDeleted ? { deletedId: id } : new MemberPasskeyNotFound(id);
}
