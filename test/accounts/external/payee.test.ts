import { describe, expect, test } from 'vitest';
import type { AccountInfo } from '../../../src/accounts/external/account-info.ts';
import { isWallet } from '../../../src/accounts/external/account-type-row.ts';
import { accountTypes } from '../../../src/accounts/external/account-types.ts';
import { payeeOf } from '../../../src/accounts/external/payee.ts';
import { samples } from './samples.ts';

const person = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } as const;

describe('every account type has display fields', () => {
  test.each(accountTypes.map((row) => [row.type, row] as const))('%s', (accountType, row) => {
    const wallet = isWallet(row);
    const payee = payeeOf({
      ...samples[accountType],
      accountType,
      paymentRails: [],
      ...(!wallet && { beneficiary: person }),
    });
    if (wallet) expect(payee.displayName).toMatch(/^[A-Z][a-z]+( wallet)?$/);
    else expect(payee.displayName).toBe('Ada Lovelace');
    if (wallet) expect(payee.country).toBeUndefined();
    else expect(payee.country).toMatch(/^[A-Z]{2}$/);
    expect(payee.bankName).toBe(samples[accountType].bankName ?? samples[accountType].provider);
  });
});

describe('the last four characters are those of the primary identifier', () => {
  const us = { accountType: 'USD_ACCOUNT', paymentRails: ['ACH'], beneficiary: person } as const;
  test.each<[string, AccountInfo, string | undefined]>([
    ['an account number', { ...us, accountNumber: '12345678901' }, '8901'],
    ['five characters', { ...us, accountNumber: '12345' }, '2345'],
    ['four characters, which are all of it', { ...us, accountNumber: '1234' }, undefined],
    ['a phone number', { ...us, accountType: 'KES_ACCOUNT', phoneNumber: '+254712345678' }, '5678'],
    ['a PIX key that is a random key', { ...us, accountType: 'BRL_ACCOUNT', pixKey: 'a1b2-c3d4' }, 'c3d4'],
    [
      'a PIX key that is an email address',
      { ...us, accountType: 'BRL_ACCOUNT', pixKey: 'a@b.example' },
      undefined,
    ],
    ['a UPI address', { ...us, accountType: 'INR_ACCOUNT', vpa: 'name@bank' }, undefined],
    [
      'a Lightning address',
      { accountType: 'LIGHTNING', paymentRails: [], lightningAddress: 'ada@wallet.example' },
      undefined,
    ],
    ['a wallet', { accountType: 'SOLANA_WALLET', paymentRails: [], address: 'So1anaAddress9xYz' }, '9xYz'],
  ])('%s', (_, info, last4) => {
    expect(payeeOf(info).last4).toBe(last4);
  });
});

test('a company is shown by its registered name', () => {
  expect(
    payeeOf({
      accountType: 'GBP_ACCOUNT',
      paymentRails: [],
      accountNumber: '12345678',
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Analytical Engines Ltd' },
    }).displayName,
  ).toBe('Analytical Engines Ltd');
});

describe('the country', () => {
  test.each<[string, AccountInfo, string]>([
    [
      'of an IBAN',
      { accountType: 'EUR_ACCOUNT', paymentRails: [], iban: 'FR7630006000011234567890189' },
      'FR',
    ],
    [
      'of a region',
      { accountType: 'XOF_ACCOUNT', paymentRails: [], phoneNumber: '+2250102030405', region: 'CI' },
      'CI',
    ],
    [
      'of a SWIFT account, whose IBAN has another country',
      { accountType: 'SWIFT_ACCOUNT', paymentRails: [], iban: 'DE89370400440532013000', country: 'CH' },
      'CH',
    ],
    [
      'of the account type',
      { accountType: 'MXN_ACCOUNT', paymentRails: [], clabeNumber: '1'.repeat(18) },
      'MX',
    ],
  ])('%s', (_, info, country) => {
    expect(payeeOf(info).country).toBe(country);
  });
});
