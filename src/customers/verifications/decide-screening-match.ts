/**
 * Clears or confirms a match with a sanctions list.
 *
 * Decision: a confirmation rejects the open verification of the customer, and the owner whose name matches. It also rejects a customer
 * that was approved before, so that no further payment is possible: the money of a person on a list must not move.
 * Decision: a cleared match approves nothing. The reviewer decides about the verification.
 *
 * Source: docs/behaviour/customers.md#screening.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError, invariant } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { oneOf, text } from '../../kernel/parse.ts';
import { actorOf, type PlatformCaller } from '../../platforms/access/principal.ts';
import { findOwner, saveOwner } from '../beneficial-owners/owner-store.ts';
import type { Customer } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { recordIdentity } from '../record-identity.ts';
import {
  decidedMatch,
  type ScreeningMatch,
  type ScreeningMatchDecided,
  ScreeningMatchNotFound,
} from '../screening/screening-match.ts';
import { findMatch, saveMatchDecision } from '../screening/store.ts';
import { findCustomer, lockCustomer } from '../store.ts';
import { applyDecision } from './apply-decision.ts';
import { sanctionedProblem } from './screen-customer.ts';
import { latestVerification } from './store.ts';

const decisionFields = {
  decision: oneOf(['CLEARED', 'CONFIRMED']),
  comment: text(1000).refine((value) => value.trim() !== '', { error: 'must not be blank' }),
};

/** The body over REST, where the match is in the path. */
export const ScreeningDecisionInput = z.object(decisionFields);

export const DecideScreeningMatchInput = z.object({ matchId: idSchema('ScreeningMatch'), ...decisionFields });

/** Rejects the customer, whose row is locked, its open verification, and the owner whose name matches. */
async function rejectSubject(
  tx: Executor,
  ports: Pick<Ports, 'customerHooks'>,
  { platformId, subjectId }: ScreeningMatch,
  customer: Customer,
  { decidedBy, note, at }: { readonly decidedBy: string; readonly note: string; readonly at: Date },
): Promise<void> {
  const scope = { platformId };
  const verification = await latestVerification(tx, customer.id);
  const isOpen = verification?.status === 'IN_PROGRESS' || verification?.status === 'PENDING_MANUAL_REVIEW';
  if (verification && isOpen) {
    const decision = { status: 'REJECTED', problems: [sanctionedProblem(subjectId)] } as const;
    const rejected = await applyDecision(tx, ports, { verification, customer }, decision, {
      decidedBy,
      note,
      at,
    });
    invariant(!(rejected instanceof DomainError), 'an open verification can be rejected');
  } else if (subjectId !== customer.id) {
    const owner = await findOwner(
      tx,
      scope,
      subjectId as Extract<typeof subjectId, `BeneficialOwner:${string}`>,
    );
    invariant(owner, 'the owner of a match exists');
    if (owner.kycStatus !== 'REJECTED')
      await saveOwner(tx, { ...owner, kycStatus: 'REJECTED', updatedAt: at });
  }
  const current = await findCustomer(tx, scope, customer.id);
  invariant(current, 'a customer is never removed');
  if (!current.isDeleted) await recordIdentity(tx, ports, platformId, current, 'REJECTED', at);
}

export async function decideScreeningMatch(
  { db, clock, customerHooks }: Pick<Ports, 'db' | 'clock' | 'customerHooks'>,
  principal: PlatformCaller,
  { matchId, decision, comment }: z.output<typeof DecideScreeningMatchInput>,
): Promise<ScreeningMatch | ScreeningMatchNotFound | ScreeningMatchDecided> {
  const { platform } = principal;
  const actor = actorOf(principal);
  const scope = { platformId: platform.id };
  return transact<ScreeningMatch | ScreeningMatchNotFound | ScreeningMatchDecided>(db, async (tx) => {
    const found = await findMatch(tx, scope, matchId);
    if (!found) return new ScreeningMatchNotFound(matchId);
    const customer = await lockCustomer(tx, scope, found.customerId);
    // Read again under the lock of the customer, which every change of a match takes.
    const before = await findMatch(tx, scope, matchId);
    invariant(customer && before, 'a match and its customer are never removed');
    const decidedBy = `${actor.name} (${actor.id})`;
    const at = clock.now(platform);
    const after = decidedMatch(before, decision, { decidedBy, comment, at });
    if (after instanceof DomainError) return after;
    await saveMatchDecision(tx, after);
    if (decision === 'CONFIRMED') {
      await rejectSubject(tx, { customerHooks }, after, customer, { decidedBy, note: comment, at });
    }
    return after;
  });
}
