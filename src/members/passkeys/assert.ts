/**
 * Verifies the assertion of a member's passkey over a challenge that the service issued.
 *
 * Decision: a challenge is consumed before the assertion is verified, so that one challenge allows one attempt.
 *
 * Source: docs/behaviour/members.md#passkeys.
 */
import type { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError, type RateLimited } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import {
  type AssertedPasskey,
  challengeIn,
  InvalidPasskeyAssertion,
  verifyAssertion,
} from '../../wallets/credentials/passkey.ts';
import { takeMemberAttempt } from '../attempts.ts';
import type { Ports } from '../ports.ts';
import type { AssertionInput, MemberPasskey } from './passkey.ts';
import { findPasskey, takeChallenge } from './store.ts';

/** What the challenge must have been issued for, and who must present the passkey. */
interface Ceremony {
  readonly purpose: 'SIGN_IN' | 'STEP_UP';
  readonly sessionId?: Id<'MemberSession'>;
  /** Absent: any member. */
  readonly memberId?: Id<'Member'>;
  /** The origin of the page, which is an origin of this service. */
  readonly origin: string;
}

interface Asserted {
  readonly passkey: MemberPasskey;
  readonly platformId: Id<'Platform'>;
  readonly asserted: AssertedPasskey;
}

export async function assertPasskey(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { id, response }: z.output<typeof AssertionInput>,
  { purpose, sessionId, memberId, origin }: Ceremony,
): Promise<Asserted | InvalidPasskeyAssertion | RateLimited> {
  const challenge = challengeIn(response.clientDataJSON);
  const found = await findPasskey(db.orm, id);
  if (found) {
    const allowed = await takeMemberAttempt(db, found.passkey.memberId, clock.real());
    if (allowed !== true) return allowed;
  }
  const isValid =
    challenge !== undefined &&
    (await transact(db, (tx) => takeChallenge(tx, challenge, purpose, sessionId, clock.real())));
  if (!isValid || !found || (memberId !== undefined && found.passkey.memberId !== memberId)) {
    return new InvalidPasskeyAssertion();
  }
  const assertion = {
    credentialId: id,
    clientDataJson: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
  };
  const asserted = await verifyAssertion(challenge, assertion, found.passkey.passkey, [origin]);
  return asserted instanceof DomainError ? asserted : { ...found, asserted };
}
