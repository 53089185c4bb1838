/** Domain errors of transactions. */
import { Conflict, InvalidInput, NotFound } from '../../kernel/errors.ts';

/** The transaction does not exist, or is outside the caller's scope. */
export class TransactionNotFound extends NotFound {
  override readonly name = 'TransactionNotFound';
  constructor(id?: string) {
    super('TRANSACTION_NOT_FOUND', 'The transaction does not exist.', id);
  }
}

/** A payment in progress uses the one-off mandate of the account. */
export class MandateInUse extends InvalidInput {
  override readonly name = 'MandateInUse';
  /** @param path the field that names the account. */
  constructor(path: string) {
    super([{ path, message: 'has a one-off mandate that a payment in progress uses' }]);
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
