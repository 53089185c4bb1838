/**
 * Releases or cancels a file above the amount from which two persons decide, or a file of any amount that could not be written.
 * Dismisses a file of the bank that is in quarantine.
 *
 * Decision: the service made the file, so no caller requested it, and two different callers must release it. One can cancel it: its
 * payments fail and are refunded.
 *
 * Source: docs/behaviour/bank-connections.md#release.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { enqueue } from '../../infrastructure/jobs/jobs.ts';
import { idSchema } from '../../kernel/ids.ts';
import { optional, text } from '../../kernel/parse.ts';
import type { Ports } from '../../payments/ports.ts';
import { actorOf, type PlatformCaller } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import type { StepUpRequired } from '../../platforms/errors.ts';
import { decisionsOf, insertDecision } from '../decisions/store.ts';
import {
  BankFileNotFound,
  BankFileNotInReview,
  BankFileNotQuarantined,
  SecondPersonRequired,
} from '../errors.ts';
import { type BankFile, cancelPaymentsJobKind } from './bank-payment.ts';
import { lockFile, saveFile } from './file-store.ts';

export const BankFileDecisionInput = z.object({ id: idSchema('BankFile'), comment: optional(text(255)) });

type Input = z.output<typeof BankFileDecisionInput>;
type DecisionError = BankFileNotFound | BankFileNotInReview | SecondPersonRequired | StepUpRequired;

/** The persons who must release a file. */
const requiredReleases = 2;

async function decide(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  principal: PlatformCaller,
  { id, comment }: Input,
  isApproval: boolean,
): Promise<BankFile | DecisionError> {
  const notPresent = requireStepUp(principal, clock.real());
  if (notPresent) return notPresent;
  const { platform } = principal;
  return transact<BankFile | DecisionError>(db, async (tx) => {
    const file = await lockFile(tx, platform.id, id);
    if (!file) return new BankFileNotFound(id);
    if (file.status !== 'IN_REVIEW') return new BankFileNotInReview();
    const now = clock.now(platform);
    const actor = actorOf(principal);
    const { round } = file;
    const earlier = await decisionsOf(tx, id, round);
    const hasReleased = earlier.some(({ actorId }) => actorId === actor.id);
    if (isApproval && hasReleased) return new SecondPersonRequired();
    await insertDecision(tx, {
      platformId: platform.id,
      subjectId: id,
      // Who has released a file can still cancel it: that is a decision of the next round.
      round: hasReleased ? round + 1 : round,
      actor,
      isApproval,
      comment,
      at: now,
    });
    const releases = isApproval ? file.releases + 1 : file.releases;
    if (isApproval && releases < requiredReleases) {
      await saveFile(tx, id, { releases }, now);
      return { ...file, releases, updatedAt: now };
    }
    const status = isApproval ? 'READY' : 'CANCELLED';
    await saveFile(tx, id, { status, releases }, now);
    if (!isApproval) {
      await enqueue(tx, {
        kind: cancelPaymentsJobKind,
        platformId: platform.id,
        payload: { fileId: id, after: null },
        dueAt: now,
      });
    }
    return { ...file, status, releases, updatedAt: now };
  });
}

export const releaseBankFile = (
  ports: Pick<Ports, 'db' | 'clock'>,
  principal: PlatformCaller,
  input: Input,
): Promise<BankFile | DecisionError> => decide(ports, principal, input, true);

export const cancelBankFile = (
  ports: Pick<Ports, 'db' | 'clock'>,
  principal: PlatformCaller,
  input: Input,
): Promise<BankFile | DecisionError> => decide(ports, principal, input, false);

/** Closes a file in quarantine: nothing of it is booked, and the reconciliation does not name it any more. */
export async function dismissBankFile(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  principal: PlatformCaller,
  { id, comment }: Input,
): Promise<BankFile | BankFileNotFound | BankFileNotQuarantined | StepUpRequired> {
  const notPresent = requireStepUp(principal, clock.real());
  if (notPresent) return notPresent;
  const { platform } = principal;
  return transact<BankFile | BankFileNotFound | BankFileNotQuarantined>(db, async (tx) => {
    const file = await lockFile(tx, platform.id, id);
    if (!file) return new BankFileNotFound(id);
    if (file.status !== 'QUARANTINED') return new BankFileNotQuarantined();
    const at = clock.now(platform);
    const actor = actorOf(principal);
    const { round } = file;
    await insertDecision(tx, {
      platformId: platform.id,
      subjectId: id,
      round,
      actor,
      isApproval: false,
      comment,
      at,
    });
    await saveFile(tx, id, { status: 'DISMISSED' }, at);
    return { ...file, status: 'DISMISSED', updatedAt: at };
  });
}
