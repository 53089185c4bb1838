/**
 * Refusals of receivers and quotes.
 *
 * Source: gaps 1.3 (codes and statuses), 2.10, 8.3.
 */
import { Conflict, DomainError, InvalidInput, NotFound, type RefusalDetails } from '../kernel/errors.ts';

/** No such quote that the caller may see. */
export class QuoteNotFound extends NotFound {
  override readonly name = 'QuoteNotFound';
  constructor(id?: string) {
    super('QUOTE_NOT_FOUND', 'The quote does not exist.', id);
  }
}

/** No such look-up that the caller may see, or its 15 minutes are over. */
export class LookupNotFound extends NotFound {
  override readonly name = 'LookupNotFound';
  constructor(id?: string) {
    super(
      'LOOKUP_REQUEST_NOT_FOUND',
      'The look-up does not exist or has expired. Look the receiver up again.',
      id,
    );
  }
}

/** Nobody receives payments at this UMA address. */
export class UmaNotFound extends NotFound {
  override readonly name = 'UmaNotFound';
  constructor() {
    super('UMA_NOT_FOUND', 'No receiver has this UMA address.');
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

  override get details(): RefusalDetails {
    return { expiredAt: this.expiredAt.toISOString() };
  }
}

/** The quote was executed or paid already, or failed: it moves money once at most. */
export class QuoteAlreadyExecuted extends Conflict {
  override readonly name = 'QuoteAlreadyExecuted';
  constructor({ httpStatus = 409 } = {}) {
    super('The quote was already executed.', { code: 'QUOTE_ALREADY_EXECUTED', httpStatus });
  }
}

/** A real-time-funded quote starts when its deposit arrives; nobody executes it. */
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

/** What the quote delivers has no room: a balance stays within what JSON numbers carry. */
export class DestinationFull extends InvalidInput {
  override readonly name = 'DestinationFull';
  constructor() {
    super([{ path: 'quoteId', message: 'would push the balance of its destination past 9007199254740991' }], {
      code: 'INVALID_AMOUNT',
    });
  }
}

/** The rate source has no rate between the two currencies; `isConfigured`: it has others. */
export class CorridorNotServed extends InvalidInput {
  override readonly name = 'CorridorNotServed';
  constructor(
    path: string,
    sending: string,
    receiving: string,
    { isConfigured }: { readonly isConfigured: boolean },
  ) {
    const message = `there is no rate from ${sending} to ${receiving}`;
    super(
      [
        {
          path,
          message: isConfigured ? message : `${message}: the service has no exchange rates configured`,
        },
      ],
      { code: 'INVALID_CURRENCY', ...(!isConfigured && { reason: 'No exchange rates configured' }) },
    );
  }
}

/** Source and destination are the same account or party. */
export class SelfPayment extends InvalidInput {
  override readonly name = 'SelfPayment';
  constructor(path = 'destination') {
    super([{ path, message: 'must not be the source itself' }], { code: 'SELF_PAYMENT' });
  }
}

/** The receiver demands facts about the sender that neither the input nor the customer's record has. */
export class MissingMandatoryUserInfo extends InvalidInput {
  override readonly name = 'MissingMandatoryUserInfo';
  constructor(names: readonly string[]) {
    super(
      names.map((name) => ({ path: `senderCustomerInfo.${name}`, message: 'is required by the receiver' })),
      { code: 'MISSING_MANDATORY_USER_INFO' },
    );
  }
}
