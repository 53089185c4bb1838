/** Domain errors of transactions. */
import { Conflict, NotFound } from '../../kernel/errors.ts';

/** The transaction does not exist, or is outside the caller's scope. */
export class TransactionNotFound extends NotFound {
  override readonly name = 'TransactionNotFound';
  constructor(id?: string) {
    super('TRANSACTION_NOT_FOUND', 'The transaction does not exist.', id);
  }
}

/** The payment does not wait for the platform's decision: it is decided, timed out, or never needed one. */
export class TransactionNotPendingApproval extends Conflict {
  override readonly name = 'TransactionNotPendingApproval';
  constructor() {
    super('The transaction is not waiting for a decision of the platform.', {
      code: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
    });
  }
}
