/** The outcome that the creator of a sandbox payment can select. */
import { sandboxOutcomes } from '../../src/payments/transactions/sandbox-outcome.ts';
import { describedEnum } from '../core/enums.ts';

export const SandboxOutcomeEnum = describedEnum(
  'SandboxOutcome',
  'Outcome of one payment of a sandbox platform, whatever its counterparty is.',
  sandboxOutcomes,
  {
    COMPLETED: 'Completes.',
    COMPLETED_LATE: 'Completes after six minutes. Quotes and incoming UMA payments.',
    COMPLETED_AND_REFUNDED: 'Completes with a refund, USER_CANCELLATION. Quotes.',
    FAILED: 'Fails at once, without a debit or with a refund.',
    FAILED_AFTER_PROCESSING: 'Fails with COUNTERPARTY_POST_TX_FAILED, and is refunded. Transfers and quotes.',
    FAILED_AFTER_TIMEOUT: 'Fails after 30 seconds, and is refunded with reason TIMEOUT. Transfers.',
    FAILED_AFTER_COMPLETION: 'Completes, fails after 5 seconds, and is refunded. Quotes.',
    FAILED_WITHOUT_REFUND: 'Fails, and the refund fails as well. Quotes.',
    LIGHTNING_PAYMENT_FAILED: 'Fails with LIGHTNING_PAYMENT_FAILED, and is refunded. Quotes.',
    LOOKUP_FAILED: 'Fails with LNURLP_FAILED, without an approval. Incoming UMA payments.',
    PAY_REQUEST_FAILED: 'Fails with PAY_REQUEST_FAILED, without an approval. Incoming UMA payments.',
    QUOTE_EXPIRED: 'Fails with QUOTE_EXPIRED two minutes after the approval. Incoming UMA payments.',
    REFUNDED: 'Is refunded to its sender after the approval. Incoming UMA payments.',
  },
);

export const sandboxOutcomeDescription =
  'Sandbox only: outcome of the payment. Default: the outcome that the counterparty selects. An error in production.';
