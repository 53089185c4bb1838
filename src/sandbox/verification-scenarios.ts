/**
 * The sandbox's identity decisions, by the last three characters of an identifier. Other data and documents have no
 * effect.
 *
 * Source: docs/behaviour/sandbox.md#verifications.
 */
import type { VerificationStatus } from '../customers/identity-status.ts';
import type { VerificationOutcome } from '../customers/verifications/verification.ts';

interface VerificationScenario {
  /** The kybStatus of a business, or the kycStatus of a person. */
  readonly status: Exclude<VerificationStatus, 'UNVERIFIED'>;
  /** The verificationStatus of the business's verification. */
  readonly verification: VerificationOutcome;
}

/** By suffix; every other suffix approves. */
const verificationScenarios: ReadonlyMap<string, VerificationScenario> = new Map([
  ['001', { status: 'PENDING', verification: 'PENDING_MANUAL_REVIEW' }],
  ['002', { status: 'REJECTED', verification: 'REJECTED' }],
]);

const approved: VerificationScenario = { status: 'APPROVED', verification: 'APPROVED' };

const scenarioOf = (text: string): VerificationScenario =>
  verificationScenarios.get(text.slice(-3)) ?? approved;

/** The outcome of a business by its registration number. Without a number it is approved. */
export const kybScenario = (registrationNumber: string | undefined): VerificationScenario =>
  scenarioOf(registrationNumber ?? '');

/** The outcome of a beneficial owner by the last name. */
export const kycScenario = (lastName: string): VerificationScenario['status'] => scenarioOf(lastName).status;

/** Every individual customer is approved. */
export const individualScenario: VerificationScenario = approved;
