/** Refusals of transactions. */
import { Conflict, NotFound } from '../../kernel/errors.ts';

/** No such transaction that the caller may see. */
export class TransactionNotFound extends NotFound {
  override readonly name = 'TransactionNotFound';
  constructor(id?: string) {
    super('TRANSACTION_NOT_FOUND', 'The transaction does not exist.', id);
  }
}

/** Approve or reject of a payment that is not waiting for the platform: decided, timed out, or never asked. */
export class TransactionNotPendingApproval extends Conflict {
  override readonly name = 'TransactionNotPendingApproval';
  constructor() {
    super('The transaction is not waiting for a decision of the platform.', {
      code: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
    });
  }
}
