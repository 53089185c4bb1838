import { describe, expect, test } from 'vitest';
import { Conflict, InvalidInput, NotFound } from '../../../src/kernel/errors.ts';
import {
  QuoteAlreadyExecuted,
  QuoteExpired,
  QuoteNotExecutable,
  QuoteNotFound,
  QuoteNotFundable,
  SelfPayment,
} from '../../../src/payments/quotes/errors.ts';
import { CorridorNotServed } from '../../../src/payments/rates/errors.ts';
import {
  LookupNotFound,
  MissingMandatoryUserInfo,
  UmaNotFound,
} from '../../../src/payments/receivers/errors.ts';

describe('an error has the code and the status of the interface', () => {
  test.each([
    [new QuoteNotFound('Quote:1'), 404, 'QUOTE_NOT_FOUND', NotFound],
    [new LookupNotFound(), 404, 'LOOKUP_REQUEST_NOT_FOUND', NotFound],
    [new UmaNotFound(), 404, 'UMA_NOT_FOUND', NotFound],
    [new QuoteAlreadyExecuted(), 409, 'QUOTE_ALREADY_EXECUTED', Conflict],
    [new QuoteExpired(new Date(0)), 409, 'QUOTE_EXPIRED', QuoteExpired],
    [new QuoteNotExecutable(), 400, 'INVALID_INPUT', InvalidInput],
    [new QuoteNotFundable(), 400, 'INVALID_INPUT', InvalidInput],
    [
      new CorridorNotServed('destination', 'USD', 'ZMW', { isConfigured: true }),
      400,
      'INVALID_CURRENCY',
      InvalidInput,
    ],
    [
      new CorridorNotServed('destination', 'USD', 'USD', { isConfigured: false }),
      400,
      'INVALID_CURRENCY',
      InvalidInput,
    ],
    [new SelfPayment(), 400, 'SELF_PAYMENT', InvalidInput],
    [new MissingMandatoryUserInfo(['FULL_NAME']), 400, 'MISSING_MANDATORY_USER_INFO', InvalidInput],
  ])('%o', (error, httpStatus, code, base) => {
    expect(error).toMatchObject({ httpStatus, code });
    expect(error).toBeInstanceOf(base);
  });

  test('an expired quote has its own error type and is not a Conflict', () => {
    expect(new QuoteExpired(new Date(0))).not.toBeInstanceOf(Conflict);
  });

  test('every missing field of the sender is listed', () => {
    expect(new MissingMandatoryUserInfo(['FULL_NAME', 'BIRTH_DATE']).fields).toEqual([
      { path: 'senderCustomerInfo.FULL_NAME', message: 'is required by the receiver' },
      { path: 'senderCustomerInfo.BIRTH_DATE', message: 'is required by the receiver' },
    ]);
  });
});
