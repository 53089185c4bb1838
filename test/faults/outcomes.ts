/**
 * The expected steps of a payment in the sandbox by its destination. They are specified here independently of the service, so
 * that both can be compared. Source: docs/behaviour/sandbox.md#suffixes.
 */

/** The operation that started a payment. */
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

/** The suffixes for the payments of a flow: those with a special result, and one that succeeds. */
export const suffixes = {
  USD: ['900', '900', '002', '003', '004', '005'],
  EUR: ['111', '111', '002', '003', '004', '005', '006', '007'],
} as const;

/** A quote that was not executed. */
export const unexecuted: readonly string[] = ['PENDING', 'EXPIRED'];

/** The statuses in the order of the event log; those of the refund have the prefix `REFUND_`. */
export const stepsOf = (flow: Flow, suffix: string): readonly string[] =>
  flow === 'FUNDING' ? ['COMPLETED'] : (bySuffix[flow]?.[suffix] ?? succeeds);

/** The final effect of a payment on the account of the customer, as a multiple of its amount: -1, 0 or 1. */
export function netOf(flow: Flow, steps: readonly string[]): -1 | 0 | 1 {
  if (flow === 'FUNDING' || flow === 'TRANSFER_IN') return steps.includes('COMPLETED') ? 1 : 0;
  return steps.includes('PROCESSING') && !steps.includes('REFUND_COMPLETED') ? -1 : 0;
}
