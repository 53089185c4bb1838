/**
 * Step-up: records that the member of a session is present, by an assertion of one of its passkeys.
 *
 * Source: docs/behaviour/members.md#step-up.
 */
import type { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError, type RateLimited } from '../../kernel/errors.ts';
import type { MemberPrincipal } from '../../platforms/access/principal.ts';
import { InvalidPasskeyAssertion } from '../../wallets/credentials/passkey.ts';
import type { Ports } from '../ports.ts';
import { recordStepUp } from '../sessions/store.ts';
import { assertPasskey } from './assert.ts';
import type { AssertionInput } from './passkey.ts';
import { recordUse } from './store.ts';

export async function confirmPresence(
  ports: Pick<Ports, 'db' | 'clock'>,
  { session, member }: MemberPrincipal,
  input: z.output<typeof AssertionInput>,
  origin: string,
): Promise<true | InvalidPasskeyAssertion | RateLimited> {
  const { db, clock } = ports;
  const ceremony = { purpose: 'STEP_UP', sessionId: session.id, memberId: member.id, origin } as const;
  const found = await assertPasskey(ports, input, ceremony);
  if (found instanceof DomainError) return found;
  return transact<true | InvalidPasskeyAssertion>(db, async (tx) => {
    const realNow = clock.real();
    if (!(await recordUse(tx, found.passkey.id, found.asserted, realNow)))
      return new InvalidPasskeyAssertion();
    await recordStepUp(tx, session.id, realNow);
    return true;
  });
}
