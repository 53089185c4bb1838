/** The outcomes that the creator of a sandbox payment can select. The rail of the platform says which payment has which. */
import { oneOf, optional } from '../../kernel/parse.ts';

export const sandboxOutcomes = [
  'COMPLETED',
  'COMPLETED_LATE',
  'COMPLETED_AND_REFUNDED',
  'FAILED',
  'FAILED_AFTER_PROCESSING',
  'FAILED_AFTER_TIMEOUT',
  'FAILED_AFTER_COMPLETION',
  'FAILED_WITHOUT_REFUND',
  'LIGHTNING_PAYMENT_FAILED',
  'LOOKUP_FAILED',
  'PAY_REQUEST_FAILED',
  'QUOTE_EXPIRED',
  'REFUNDED',
] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];

/** The optional input of every operation that creates a payment. */
export const sandboxOutcome = optional(oneOf(sandboxOutcomes)).optional().meta({
  description: 'Sandbox only: the outcome of the payment, instead of the one that its counterparty selects.',
});
