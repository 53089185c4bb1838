/**
 * Domain errors of quotes.
 *
 * Source: docs/behaviour/errors.md#error-codes (codes and statuses), docs/behaviour/payments.md#quotes, docs/behaviour/payments.md#pricing.
 */
import { Conflict, DomainError, type ErrorDetails, InvalidInput, NotFound } from '../../kernel/errors.ts';

/** The quote does not exist, or is outside the caller's scope. */
export class QuoteNotFound extends NotFound {
  override readonly name = 'QuoteNotFound';
  constructor(id?: string) {
    super('QUOTE_NOT_FOUND', 'The quote does not exist.', id);
  }
}

/** The quote's lifetime ended before it was executed. */
export class QuoteExpired extends DomainError {
  override readonly name = 'QuoteExpired';
  readonly kind = 'conflict';
  readonly code = 'QUOTE_EXPIRED';
  readonly expiredAt: Date;
  readonly #httpStatus: number;

  constructor(expiredAt: Date, { httpStatus = 409 } = {}) {
    super('The quote has expired. Create a new one.');
    this.expiredAt = expiredAt;
    this.#httpStatus = httpStatus;
  }

  override get httpStatus(): number {
    return this.#httpStatus;
  }

  override get details(): ErrorDetails {
    return { expiredAt: this.expiredAt.toISOString() };
  }
}

/** The quote was already executed, paid or failed. A quote moves money at most once. */
export class QuoteAlreadyExecuted extends Conflict {
  override readonly name = 'QuoteAlreadyExecuted';
  constructor({ httpStatus = 409 } = {}) {
    super('The quote was already executed.', { code: 'QUOTE_ALREADY_EXECUTED', httpStatus });
  }
}

/** A real-time-funded quote starts when its deposit arrives. It cannot be executed. */
export class QuoteNotExecutable extends InvalidInput {
  override readonly name = 'QuoteNotExecutable';
  constructor() {
    super([{ path: 'quoteId', message: 'names a quote that is paid by deposit, not executed' }]);
  }
}

/** Only a real-time-funded quote waits for a deposit. */
export class QuoteNotFundable extends InvalidInput {
  override readonly name = 'QuoteNotFundable';
  constructor() {
    super([{ path: 'quoteId', message: 'names a quote that draws on an account and waits for no deposit' }]);
  }
}

/** The quote would push the balance of its destination past the largest exact JSON number. */
export class DestinationFull extends InvalidInput {
  override readonly name = 'DestinationFull';
  constructor() {
    super([{ path: 'quoteId', message: 'would push the balance of its destination past 9007199254740991' }], {
      code: 'INVALID_AMOUNT',
    });
  }
}

/** Source and destination are the same account or party. */
export class SelfPayment extends InvalidInput {
  override readonly name = 'SelfPayment';
  constructor(path = 'destination') {
    super([{ path, message: 'must not be the source itself' }], { code: 'SELF_PAYMENT' });
  }
}
