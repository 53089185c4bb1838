/**
 * The rail of a production platform without a bank behind it: payments are accepted and wait for what an operator
 * reports (`npm run transaction:settle`). Nothing happens by itself.
 */
import type { Rail } from '../payments/ports.ts';

export const manualRail: Rail = {
  immediateFailure: () => undefined,
  plan: () => [],
};
