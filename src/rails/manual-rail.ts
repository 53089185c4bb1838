/**
 * The rail of a production platform without a bank connection. It accepts every payment; an operator reports the outcome
 * (`npm run transaction:settle`).
 */
import type { Rail } from '../payments/ports.ts';

export const manualRail: Rail = {
  checkOutcome: () => 'exists in the sandbox only',
  immediateFailure: () => undefined,
  plan: () => [],
};
