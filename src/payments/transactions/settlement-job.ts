/** The jobs that apply a rail's plan to a payment. */
import type { NewJob } from '../../infrastructure/jobs/jobs.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Rail, RailPayment } from '../ports.ts';
import type { ExternalParties } from './posting-rules.ts';
import type { SettlementPlan, SettlementStep } from './settlement-plan.ts';
import type { Transaction } from './transaction.ts';

export const settlementJobKind = 'settle-transaction';

export interface SettlementPayload extends Record<string, unknown> {
  readonly transactionId: Id<'Transaction'>;
  /** Index of the first step in the plan. */
  readonly step: number;
}

/** The job of a step that follows; none after the last step. */
export const followingJobs = (
  platform: Platform,
  payload: SettlementPayload,
  step: SettlementStep | undefined,
  now: Date,
): NewJob[] =>
  step
    ? [
        {
          kind: settlementJobKind,
          platformId: platform.id,
          payload,
          dueAt: new Date(now.getTime() + step.afterSeconds * 1000),
        },
      ]
    : [];

const bookTransferPlan: SettlementPlan = [{ afterSeconds: 0, to: 'COMPLETED' }];

export const planOf = (rail: Rail, platform: Platform, payment: RailPayment): SettlementPlan =>
  payment.isBookTransfer ? bookTransferPlan : rail.plan(platform, payment);

/** The first job of a payment: of its plan, or the job that submits it to a rail that reports its steps from outside. */
export function firstJobs(
  rail: Rail,
  platform: Platform,
  transaction: Transaction,
  payment: RailPayment,
  now: Date,
): NewJob[] {
  const [first] = planOf(rail, platform, payment);
  const kind = payment.isBookTransfer ? undefined : rail.submissionJob(platform, payment);
  if (kind) {
    return [{ kind, platformId: platform.id, payload: { transactionId: transaction.id }, dueAt: now }];
  }
  return followingJobs(platform, { transactionId: transaction.id, step: 0 }, first, now);
}

/** The rail's view of a transaction. */
export function railPaymentOf(
  { origin, source, destination, sandboxOutcome }: Transaction,
  { originator, beneficiary }: ExternalParties,
): RailPayment {
  const uma = [destination, source].find((party) => party.type === 'UMA_ADDRESS');
  return {
    origin,
    originator,
    beneficiary,
    umaAddress: uma?.umaAddress,
    sandboxOutcome,
    isBookTransfer: origin === 'FUNDING' || (origin === 'QUOTE' && !originator && !beneficiary && !uma),
  };
}
