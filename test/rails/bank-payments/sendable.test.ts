/** Which payments a file can have. One that it cannot have would stop all others. */
import { expect, test } from 'vitest';
import { maxNachaAmount } from '../../../src/rails/bank-files/nacha/fields.ts';
import { isSendable, type PaymentToSend } from '../../../src/rails/bank-payments/sendable.ts';

const euro = { currency: 'EUR', account: { name: 'Acme', creditorId: 'DE98ZZZ09999999999' } };
const dollar = { currency: 'USD', account: { name: 'Acme' } };
const iban = { iban: 'FR1420041010050500013M02606' };
const number = { accountNumber: '12345678', routingNumber: '021000021' };

const payment = (change: Partial<PaymentToSend> = {}): PaymentToSend => ({
  serviceLevel: 'SEPA',
  direction: 'CREDIT',
  amount: 100n,
  counterparty: iban,
  hasMandate: false,
  ...change,
});
const debit = { direction: 'DEBIT', hasMandate: true } as const;
const ach = { serviceLevel: 'ACH', counterparty: number } as const;

test.each<[string, typeof dollar, PaymentToSend, boolean]>([
  ['a SEPA credit', euro, payment(), true],
  ['a SEPA credit in dollars', dollar, payment(), false],
  ['a SEPA credit to a number', euro, payment({ counterparty: number }), false],
  ['a direct debit with a mandate', euro, payment(debit), true],
  ['a direct debit without a mandate', euro, payment({ direction: 'DEBIT' }), false],
  [
    'a direct debit without a creditor id',
    { ...euro, account: { name: 'Acme' } } as never,
    payment(debit),
    false,
  ],
  [
    'a payment abroad to a number',
    dollar,
    payment({ serviceLevel: 'CROSS_BORDER', counterparty: number }),
    true,
  ],
  ['a payment abroad to nothing', dollar, payment({ serviceLevel: 'CROSS_BORDER', counterparty: {} }), false],
  ['a direct debit abroad', dollar, payment({ ...debit, serviceLevel: 'CROSS_BORDER' }), false],
  ['an ACH payment', dollar, payment(ach), true],
  ['an ACH payment above ten digits', dollar, payment({ ...ach, amount: maxNachaAmount + 1n }), false],
  [
    'an ACH payment to a long number',
    dollar,
    payment({ ...ach, counterparty: { ...number, accountNumber: '1'.repeat(18) } }),
    false,
  ],
  [
    'an ACH payment to a number with a space',
    dollar,
    payment({ ...ach, counterparty: { ...number, accountNumber: '1 2' } }),
    false,
  ],
  [
    'an ACH payment to a wrong routing number',
    dollar,
    payment({ ...ach, counterparty: { ...number, routingNumber: '021000022' } }),
    false,
  ],
])('%s: %s', (_, connection, given, expected) => {
  expect(isSendable(connection, given)).toBe(expected);
});
