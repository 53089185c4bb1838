/**
 * How a payment must go in the sandbox, step by step, by whom it pays: written down here from the docs/behaviour/conventions.md
 * from the service, so that the two are held against each other.
 */

/** What set money going. */
export type Flow = 'FUNDING' | 'TRANSFER_OUT' | 'TRANSFER_IN' | 'QUOTE';

const succeeds = ['PENDING', 'PROCESSING', 'COMPLETED'];
const failsAtOnce = ['PENDING', 'FAILED'];
const fails = ['PENDING', 'PROCESSING', 'FAILED'];
const refunded = [...fails, 'REFUND_PENDING', 'REFUND_COMPLETED'];

const bySuffix: Readonly<Partial<Record<Flow, Readonly<Record<string, readonly string[]>>>>> = {
  TRANSFER_OUT: { '002': failsAtOnce, '003': failsAtOnce, '004': refunded, '005': refunded },
  TRANSFER_IN: { '002': failsAtOnce, '003': failsAtOnce, '004': fails, '005': fails },
  QUOTE: {
    '002': refunded,
    '004': refunded,
    '005': [...succeeds, 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
    '006': ['PENDING', 'PROCESSING', 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'],
    '007': [...fails, 'REFUND_PENDING', 'REFUND_FAILED'],
  },
};

/** Suffixes that payments of a flow are made to: those with an outcome of their own, and one that succeeds. */
export const suffixes = {
  USD: ['900', '900', '002', '003', '004', '005'],
  EUR: ['111', '111', '002', '003', '004', '005', '006', '007'],
} as const;

/** A quote that nobody executed. */
export const unexecuted: readonly string[] = ['PENDING', 'EXPIRED'];

/** Statuses in the order that the log must tell them; those of the refund with `REFUND_` before them. */
export const stepsOf = (flow: Flow, suffix: string): readonly string[] =>
  flow === 'FUNDING' ? ['COMPLETED'] : (bySuffix[flow]?.[suffix] ?? succeeds);

/** What is left of a payment on the customer's account in the end, as a part of its amount: -1, 0 or 1. */
export function netOf(flow: Flow, steps: readonly string[]): -1 | 0 | 1 {
  if (flow === 'FUNDING' || flow === 'TRANSFER_IN') return steps.includes('COMPLETED') ? 1 : 0;
  return steps.includes('PROCESSING') && !steps.includes('REFUND_COMPLETED') ? -1 : 0;
}
