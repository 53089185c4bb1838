import { describe, expect, test } from 'vitest';
import { InvalidBankAccount } from '../../src/accounts/errors.ts';
import type { AccountInfo } from '../../src/accounts/external/account-info.ts';
import { sandboxBeneficiaryCheck } from '../../src/sandbox/beneficiary-scenarios.ts';

const person = (fullName: string): AccountInfo['beneficiary'] => ({
  beneficiaryType: 'INDIVIDUAL',
  fullName,
});
const anAccount = (accountNumber: string, beneficiary = person('Ada Lovelace')): AccountInfo => ({
  accountType: 'USD_ACCOUNT',
  accountNumber,
  routingNumber: '021000021',
  paymentRails: ['ACH'],
  ...(beneficiary && { beneficiary }),
});

describe('the sandbox checks a beneficiary by the suffix of the account', () => {
  test.each([
    ['102', 'NOT_MATCHED', 'Jordan Sample'],
    ['103', 'PARTIAL_MATCH', 'Ada Lovelacee'],
    ['104', 'PENDING', undefined],
    ['106', 'UNSUPPORTED', undefined],
    ['107', 'CHECKED_BY_RECEIVING_FI', undefined],
    ['100', 'MATCHED', 'Ada Lovelace'],
    ['101', 'MATCHED', 'Ada Lovelace'],
    ['108', 'MATCHED', 'Ada Lovelace'],
    ['002', 'MATCHED', 'Ada Lovelace'],
    ['abc', 'MATCHED', 'Ada Lovelace'],
  ])('%s gives %s and the name %s', (suffix, status, fullName) => {
    expect(sandboxBeneficiaryCheck(anAccount(`12345${suffix}`))).toEqual({
      status,
      ...(fullName !== undefined && { verifiedData: { fullName } }),
    });
  });

  test('105 rejects the account with INVALID_BANK_ACCOUNT at its identifier', () => {
    const rejection = sandboxBeneficiaryCheck(anAccount('12345105'));
    expect(rejection).toBeInstanceOf(InvalidBankAccount);
    expect(rejection).toMatchObject({
      code: 'INVALID_BANK_ACCOUNT',
      httpStatus: 400,
      fields: [{ path: 'accountInfo.accountNumber' }],
    });
  });

  test('a business is identified by its legal name', () => {
    const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Analytical Engines Ltd' } as const;
    expect(sandboxBeneficiaryCheck(anAccount('12345678', beneficiary))).toMatchObject({
      verifiedData: { fullName: 'Analytical Engines Ltd' },
    });
  });

  test('a returned name that does not match differs from the given one', () => {
    const check = sandboxBeneficiaryCheck(anAccount('12345102', person('Jordan Sample')));
    expect(check).toMatchObject({ verifiedData: { fullName: 'Robin Example' } });
  });

  test('the suffix of a PIX email key is before its @', () => {
    const info: AccountInfo = {
      accountType: 'BRL_ACCOUNT',
      pixKey: 'testuser.103@banco.example',
      pixKeyType: 'EMAIL',
      taxId: '12345678901',
      paymentRails: ['PIX'],
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
    };
    expect(sandboxBeneficiaryCheck(info)).toMatchObject({ status: 'PARTIAL_MATCH' });
  });

  test('a wallet has no check, even with the digits of a rejection', () => {
    const wallet: AccountInfo = { accountType: 'SPARK_WALLET', address: 'spark1pgss105', paymentRails: [] };
    expect(sandboxBeneficiaryCheck(wallet)).toBeUndefined();
  });
});
