/** Whether a payment can have the outcome that its creator selected. Source: docs/behaviour/sandbox.md#outcome-of-one-payment. */
import { InvalidInput } from '../../kernel/errors.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Rail } from '../ports.ts';
import type { SandboxOutcome } from './sandbox-outcome.ts';
import type { Transaction } from './transaction.ts';

/** The error of an outcome that the rail of the platform does not have for payments of this origin. */
export function checkOutcome(
  rail: Rail,
  platform: Platform,
  origin: Transaction['origin'],
  outcome: SandboxOutcome | undefined,
): InvalidInput | undefined {
  if (outcome === undefined) return undefined;
  const accepted = rail.checkOutcome(platform, origin, outcome);
  return accepted === true ? undefined : InvalidInput.at('sandboxOutcome', accepted);
}
