/**
 * The outcomes that the creator of one payment can select. Each is the one of a suffix of the external account, or of a
 * sender of the sandbox, so that both ways behave the same.
 *
 * Source: docs/behaviour/sandbox.md#outcome-of-one-payment.
 */
import type { SandboxOutcome } from '../payments/transactions/sandbox-outcome.ts';
import type { Transaction } from '../payments/transactions/transaction.ts';

type Scenarios = Partial<Record<SandboxOutcome, string>>;

/** No suffix has this value, so the payment succeeds. */
const succeeds = '';

const transfer: Scenarios = {
  COMPLETED: succeeds,
  FAILED: '002',
  FAILED_AFTER_PROCESSING: '004',
  FAILED_AFTER_TIMEOUT: '005',
};

/** By the origin of a transaction: the suffix of the account that is paid or pays, or the name of the UMA sender. */
const scenarios: Record<Transaction['origin'], Scenarios> = {
  TRANSFER_IN: transfer,
  TRANSFER_OUT: transfer,
  QUOTE: {
    COMPLETED: succeeds,
    COMPLETED_LATE: '003',
    COMPLETED_AND_REFUNDED: '006',
    FAILED: '002',
    FAILED_AFTER_PROCESSING: '004',
    FAILED_AFTER_COMPLETION: '005',
    FAILED_WITHOUT_REFUND: '007',
    LIGHTNING_PAYMENT_FAILED: '050',
  },
  UMA_RECEIPT: {
    COMPLETED: 'success.usd',
    COMPLETED_LATE: 'pending.long.usd',
    FAILED: 'fail.compliance.usd',
    LOOKUP_FAILED: 'fail.lookup.usd',
    PAY_REQUEST_FAILED: 'fail.payreq.usd',
    QUOTE_EXPIRED: 'fail.expired.usd',
    REFUNDED: 'fail.refunded.usd',
  },
  FUNDING: {},
};

/** The suffix or name whose outcome was selected; `undefined` when none was. */
export const scenarioOf = (
  origin: Transaction['origin'],
  outcome: SandboxOutcome | undefined,
): string | undefined => outcome && scenarios[origin][outcome];

/** Whether payments of the origin have the outcome; otherwise the message for the field. */
export const checkSandboxOutcome = (origin: Transaction['origin'], outcome: SandboxOutcome): true | string =>
  scenarios[origin][outcome] !== undefined ||
  `must be one of ${Object.keys(scenarios[origin]).join(', ')} for this payment`;
