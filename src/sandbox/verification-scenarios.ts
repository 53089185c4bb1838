/**
 * How the sandbox decides on identities, by the last three characters of what it is given. Nothing else is looked at:
 * neither data nor documents.
 *
 * Source: interface, sandbox behaviour (KYB, KYC); gaps 7.7.
 */
import type { VerificationStatus } from '../customers/identity-status.ts';
import type { VerificationOutcome } from '../customers/verifications/verification.ts';

export interface VerificationScenario {
  /** The kybStatus of the business, or the kycStatus of the person. */
  readonly status: Exclude<VerificationStatus, 'UNVERIFIED'>;
  /** The verificationStatus of the business's verification. */
  readonly verification: VerificationOutcome;
}

/** By suffix; every other suffix approves. */
export const verificationScenarios: ReadonlyMap<string, VerificationScenario> = new Map([
  ['001', { status: 'PENDING', verification: 'PENDING_MANUAL_REVIEW' }],
  ['002', { status: 'REJECTED', verification: 'REJECTED' }],
]);

const otherwise: VerificationScenario = { status: 'APPROVED', verification: 'APPROVED' };

const scenarioOf = (text: string): VerificationScenario =>
  verificationScenarios.get(text.slice(-3)) ?? otherwise;

/** A business, by its registration number; without one it is approved. */
export const kybScenario = (registrationNumber: string | undefined): VerificationScenario =>
  scenarioOf(registrationNumber ?? '');

/** A beneficial owner, by their last name. */
export const kycScenario = (lastName: string): VerificationScenario['status'] => scenarioOf(lastName).status;

/** An individual customer who is submitted is approved, whatever their data. */
export const individualScenario: VerificationScenario = otherwise;
