/** Domain errors of receivers and their look-ups. */

import { InvalidInput, NotFound } from '../../kernel/errors.ts';

/** The look-up does not exist, is outside the caller's scope, or has expired after 15 minutes. */
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

/** The UMA address has no receiver. */
export class UmaNotFound extends NotFound {
  override readonly name = 'UmaNotFound';
  constructor() {
    super('UMA_NOT_FOUND', 'No receiver has this UMA address.');
  }
}

/** The receiver requires payer data that neither the input nor the customer's record contains. */
export class MissingMandatoryUserInfo extends InvalidInput {
  override readonly name = 'MissingMandatoryUserInfo';
  constructor(names: readonly string[]) {
    super(
      names.map((name) => ({ path: `senderCustomerInfo.${name}`, message: 'is required by the receiver' })),
      { code: 'MISSING_MANDATORY_USER_INFO' },
    );
  }
}
