import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import { parseInput } from '../../../src/kernel/parse.ts';
import { BankAccountInput } from '../../../src/rails/bank-connections/connection-input.ts';
import { nachaAccount, nachaPayment, writtenNacha } from '../../support/nacha-files.ts';

describe('identifiers of a NACHA account', () => {
  test.each([
    ['ten digits', { companyId: '1234567890', immediateOrigin: '1234567890' }],
    ['a blank before nine digits, as an origin', { companyId: '1234567890', immediateOrigin: ' 123456789' }],
    ['letters and digits', { companyId: 'ACME1', immediateOrigin: 'ACME1' }],
    ['without an origin', { companyId: '1234567890' }],
  ])('that are accepted are written: %s', async (_, identifiers) => {
    const account = parseInput(BankAccountInput, { ...nachaAccount, ...identifiers });
    if (account instanceof InvalidInput) throw account;
    const [header, batch] = (await writtenNacha([nachaPayment()], { account })).split('\n');
    const { companyId } = identifiers;
    const origin = 'immediateOrigin' in identifiers ? identifiers.immediateOrigin : companyId;
    expect(header?.slice(13, 23)).toBe(origin.padStart(10));
    expect(batch?.slice(40, 50)).toBe(companyId.padEnd(10));
  });

  test.each([
    ['a company id with a blank', { companyId: '1 23456789' }, 'companyId'],
    ['a company id that is a blank', { companyId: ' ' }, 'companyId'],
    ['an origin with a blank inside', { immediateOrigin: '1 23456789' }, 'immediateOrigin'],
    ['an origin of blanks', { immediateOrigin: '  ' }, 'immediateOrigin'],
    ['an origin with a blank at its end', { immediateOrigin: '123456789 ' }, 'immediateOrigin'],
  ])('that no file can have are rejected: %s', (_, identifiers, path) => {
    expect(parseInput(BankAccountInput, { ...nachaAccount, ...identifiers })).toMatchObject({
      fields: [{ path }],
    });
  });
});
