import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identifierOrder } from '../../../src/accounts/external/account-field.ts';
import {
  type AccountFields,
  type AccountInfo,
  checkDigitsError,
  graphqlPath,
  identifyingFingerprint,
  inGraphQLShape,
  maskedInfo,
  primaryIdentifier,
  scenarioSuffix,
} from '../../../src/accounts/external/account-info.ts';
import {
  type AccountType,
  accountTypeNames,
  accountTypeRow,
} from '../../../src/accounts/external/account-types.ts';
import { isPullable } from '../../../src/accounts/external/external-account.ts';
import type { PaymentRail } from '../../../src/ledger/payment-rails.ts';
import { samples } from './samples.ts';

const anInfo = (
  accountType: AccountType,
  fields: AccountFields = samples[accountType],
  rest: Partial<Pick<AccountInfo, 'beneficiary' | 'paymentRails'>> = {},
): AccountInfo => ({ accountType, paymentRails: accountTypeRow(accountType).rails, ...fields, ...rest });

describe('the primary identifier', () => {
  test.each([
    ['EGP_ACCOUNT', 'accountNumber'],
    ['PKR_ACCOUNT', 'accountNumber'],
    ['SWIFT_ACCOUNT', 'accountNumber'],
    ['IDR_ACCOUNT', 'accountNumber'],
    ['AED_ACCOUNT', 'iban'],
    ['MXN_ACCOUNT', 'clabeNumber'],
    ['BRL_ACCOUNT', 'pixKey'],
    ['INR_ACCOUNT', 'vpa'],
    ['KES_ACCOUNT', 'phoneNumber'],
    ['SPARK_WALLET', 'address'],
    ['LIGHTNING', 'lightningAddress'],
  ] as const)('of a %s is its %s', (type, field) => {
    expect(primaryIdentifier(anInfo(type))).toEqual({ field, value: samples[type][field] });
  });

  test('is the next in order if the first is absent', () => {
    const { accountNumber: _, ...others } = samples.PKR_ACCOUNT;
    expect(primaryIdentifier(anInfo('PKR_ACCOUNT', others)).field).toBe('iban');
    const { iban: __, ...phoneOnly } = others;
    expect(primaryIdentifier(anInfo('PKR_ACCOUNT', phoneOnly)).field).toBe('phoneNumber');
  });

  test.each(accountTypeNames)('%s always has one', (type) => {
    expect(identifierOrder).toContain(primaryIdentifier(anInfo(type)).field);
  });
});

describe('the scenario suffix is', () => {
  test.each([
    ['the last three characters', '1234567002', '002'],
    ['the last three characters of an IBAN', 'DE89370400440532013105', '105'],
    ['the last three characters of an address', 'spark1pgss003', '003'],
    ['the three characters before the @ of an email address', 'testuser.002@banco.example', '002'],
    ['the three characters before the @ of a UPI address', 'asha.104@okbank', '104'],
    ['the three characters before the last @ of several', 'a@b105@c.example', '105'],
    ['the whole user part when it is shorter', '02@okbank', '02'],
    ['never taken from the domain', 'asha@bank002', 'sha'],
  ])('%s', (_, identifier, suffix) => {
    expect(scenarioSuffix(identifier)).toBe(suffix);
  });
});

describe('a mask', () => {
  test.each([
    ['USD_ACCOUNT', { accountNumber: '****6789', routingNumber: '021000021', bankName: 'Any Bank' }],
    ['EUR_ACCOUNT', { iban: '****3000', swiftCode: 'DEUTDEFF' }],
    ['BRL_ACCOUNT', { pixKey: '****mple', pixKeyType: 'EMAIL', taxId: '****8901' }],
    ['KES_ACCOUNT', { phoneNumber: '****5678', provider: 'M-PESA' }],
    ['IDR_ACCOUNT', { accountNumber: '****7890', phoneNumber: '****6789', bankName: 'BCA' }],
    ['LIGHTNING', { lightningAddress: '****mple' }],
    ['SOLANA_WALLET', { address: '****DB4T' }],
  ] as const)('of a %s hides only the identifiers', (type, shown) => {
    expect(maskedInfo(anInfo(type))).toMatchObject({ ...shown, accountType: type });
  });

  test('hides the identifiers of the beneficiary', () => {
    const info = anInfo('COP_ACCOUNT', samples.COP_ACCOUNT, {
      beneficiary: {
        beneficiaryType: 'INDIVIDUAL',
        fullName: 'Ada Lovelace',
        documentType: 'CC',
        documentNumber: '1020304050',
        phoneNumber: '+573001234567',
        email: 'ada@example.com',
      },
    });
    expect(maskedInfo(info).beneficiary).toEqual({
      beneficiaryType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      documentType: 'CC',
      documentNumber: '****4050',
      phoneNumber: '****4567',
      email: '****.com',
    });
  });

  test.each(accountTypeNames)('of a %s shows no complete identifier', (type) => {
    const shown = JSON.stringify(maskedInfo(anInfo(type)));
    for (const name of identifierOrder) {
      const value = samples[type][name];
      if (value !== undefined) expect(shown).not.toContain(value);
    }
  });
});

describe('the identifying fingerprint', () => {
  const usd = anInfo('USD_ACCOUNT');

  test.each([
    ['the bank account type', { bankAccountType: 'SAVINGS' }, true],
    ['the account number', { accountNumber: '987654321' }, false],
    ['a leading zero', { accountNumber: '0123456789' }, false],
    ['the routing number', { routingNumber: '011000015' }, false],
  ])('of a USD_ACCOUNT with another value of %s: %#', (_, change, same) => {
    const other = identifyingFingerprint({ ...usd, ...change }, 'USD');
    expect(other === identifyingFingerprint(usd, 'USD')).toBe(same);
  });

  test('does not depend on rails or beneficiary', () => {
    const other = anInfo('USD_ACCOUNT', samples.USD_ACCOUNT, {
      paymentRails: ['ACH'],
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada' },
    });
    expect(identifyingFingerprint(other, 'USD')).toBe(identifyingFingerprint(usd, 'USD'));
  });

  test('does not depend on a BIC or on case where there is an IBAN', () => {
    const { iban = '' } = samples.EUR_ACCOUNT;
    expect(identifyingFingerprint(anInfo('EUR_ACCOUNT', { iban: iban.toLowerCase() }), 'EUR')).toBe(
      identifyingFingerprint(anInfo('EUR_ACCOUNT'), 'EUR'),
    );
  });

  test('is case-sensitive only for addresses that are', () => {
    const fingerprint = (type: AccountType, address: string) =>
      identifyingFingerprint(anInfo(type, { address }), 'USDC');
    const { address = '' } = samples.SOLANA_WALLET;
    expect(fingerprint('SOLANA_WALLET', address.toLowerCase())).not.toBe(
      fingerprint('SOLANA_WALLET', address),
    );
    expect(fingerprint('BASE_WALLET', '0xAB')).toBe(fingerprint('BASE_WALLET', '0xab'));
  });

  test('depends on the currency only for types with several', () => {
    const of = (type: AccountType, currency: string) => identifyingFingerprint(anInfo(type), currency);
    expect(of('SOLANA_WALLET', 'USDC')).not.toBe(of('SOLANA_WALLET', 'USDT'));
    expect(of('USD_ACCOUNT', 'USD')).toBe(of('USD_ACCOUNT', 'EUR'));
  });

  test('is different for different types', () => {
    const all = accountTypeNames.map((type) => identifyingFingerprint(anInfo(type), 'USD'));
    expect(new Set(all).size).toBe(accountTypeNames.length);
  });

  test('is different exactly if the value of a field is different', () => {
    const value = fc.string({ minLength: 1, maxLength: 34 });
    fc.assert(
      fc.property(value, value, value, value, (a, b, c, d) => {
        const one = anInfo('USD_ACCOUNT', { accountNumber: a, routingNumber: b });
        const two = anInfo('USD_ACCOUNT', { accountNumber: c, routingNumber: d });
        expect(identifyingFingerprint(one, 'USD') === identifyingFingerprint(two, 'USD')).toBe(
          a === c && b === d,
        );
      }),
    );
  });
});

describe('money can be pulled', () => {
  test.each([
    ['from a USD_ACCOUNT with ACH', 'USD_ACCOUNT', ['WIRE', 'ACH'], true],
    ['not from one without', 'USD_ACCOUNT', ['WIRE', 'RTP', 'FEDNOW'], false],
    ['not from another bank account', 'SLV_ACCOUNT', ['BANK_TRANSFER'], false],
    ['not from a wallet', 'SPARK_WALLET', [], false],
  ] as const)('%s', (_, type, paymentRails: readonly PaymentRail[], expected) => {
    const accountInfo = anInfo(type, samples[type], { paymentRails });
    expect(isPullable({ accountInfo, directDebitMandate: undefined })).toBe(expected);
  });
});

describe('money can be pulled by SEPA', () => {
  const mandate = { reference: 'M-1', signedOn: '2026-01-02', isOneOff: false, isUsed: false };
  test.each([
    ['not without a mandate', undefined, false],
    ['with a mandate', mandate, true],
    ['again with a mandate that is not for one debit', { ...mandate, isUsed: true }, true],
    ['with a mandate for one debit', { ...mandate, isOneOff: true }, true],
    ['not again with a mandate for one debit', { ...mandate, isOneOff: true, isUsed: true }, false],
  ])('%s', (_, directDebitMandate, expected) => {
    const accountInfo = anInfo('EUR_ACCOUNT', samples.EUR_ACCOUNT, { paymentRails: ['SEPA'] });
    expect(isPullable({ accountInfo, directDebitMandate })).toBe(expected);
  });
});

describe('check digits and address forms', () => {
  const wrongDigits = [
    ['USD_ACCOUNT', 'routingNumber', '021000022'],
    ['USD_ACCOUNT', 'routingNumber', '000000000'],
    ['MXN_ACCOUNT', 'clabeNumber', '032180000118359718'],
    ['EUR_ACCOUNT', 'iban', 'DE89370400440532013001'],
    ['EUR_ACCOUNT', 'iban', 'DE98370400440532013000'],
    // The check digits are valid, but the IBAN is too short, too long, has a letter among digits or an unknown country.
    ['EUR_ACCOUNT', 'iban', 'DE5137040044053201300'],
    ['EUR_ACCOUNT', 'iban', 'DE813704004405320130000'],
    ['EUR_ACCOUNT', 'iban', 'DE32370400440532A13000'],
    ['EUR_ACCOUNT', 'iban', 'ZZ22370400440532013000'],
    ['SPARK_WALLET', 'address', 'anything'],
    ['SOLANA_WALLET', 'address', '0OIl'.repeat(10)],
    ['TRON_WALLET', 'address', 'XNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'],
    ['BASE_WALLET', 'address', '0x1234'],
    ['LIGHTNING', 'invoice', 'lntb1anything'],
    ['LIGHTNING', 'bolt12', 'lni1anything'],
  ] as const;

  test.each(wrongDigits)('of a %s are checked in production only: %s %s', (type, field, value) => {
    const info = anInfo(type, { ...(type === 'LIGHTNING' ? {} : samples[type]), [field]: value });
    expect(checkDigitsError(info, { production: true })?.fields.map(({ path }) => path)).toEqual([
      `accountInfo.${field}`,
    ]);
    expect(checkDigitsError(info, { production: false })).toBeUndefined();
  });

  test.each(
    accountTypeNames.filter((type) => !['AED_ACCOUNT', 'SWIFT_ACCOUNT'].includes(type)).map((type) => [type]),
  )('of the sample %s are valid', (type) => {
    expect(checkDigitsError(anInfo(type), { production: true })).toBeUndefined();
  });

  test.each([
    // The examples of the IBAN registry.
    ['AED_ACCOUNT', 'AE070331234567890123456'],
    ['EUR_ACCOUNT', 'FR1420041010050500013M02606'],
    ['EUR_ACCOUNT', 'MT84MALT011000012345MTLCAST001S'],
    ['EUR_ACCOUNT', 'NO9386011117947'],
    ['SWIFT_ACCOUNT', 'BR1800360305000010009795493C1'],
    ['SWIFT_ACCOUNT', 'SC18SSCB11010000000000001497USD'],
    // In lower case after the country and the check digits.
    ['EUR_ACCOUNT', 'MT84malt011000012345mtlcast001s'],
    // The check digit within a Norwegian account number does not count.
    ['EUR_ACCOUNT', 'NO6686011117948'],
  ] as const)('of a %s with %s are valid', (type, iban) => {
    expect(checkDigitsError(anInfo(type, { iban }), { production: true })).toBeUndefined();
  });

  test('a single wrong digit of a routing number, a CLABE or an IBAN is always detected', () => {
    const originals = [
      ['USD_ACCOUNT', 'routingNumber', '021000021'],
      ['MXN_ACCOUNT', 'clabeNumber', '032180000118359719'],
      ['EUR_ACCOUNT', 'iban', 'DE89370400440532013000'],
    ] as const;
    for (const [type, field, value] of originals) {
      for (let position = field === 'iban' ? 2 : 0; position < value.length; position++) {
        for (const digit of '0123456789') {
          if (digit === value[position]) continue;
          const mistyped = `${value.slice(0, position)}${digit}${value.slice(position + 1)}`;
          const info = anInfo(type, { ...samples[type], [field]: mistyped });
          expect(checkDigitsError(info, { production: true }), mistyped).toBeDefined();
        }
      }
    }
  });
});

describe('an error in the GraphQL shape', () => {
  const info = anInfo('EUR_ACCOUNT', samples.EUR_ACCOUNT, {
    beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Analytical Engines Ltd' },
  });

  test.each([
    ['accountInfo.iban', 'accountInfo.eurAccount.iban'],
    ['accountInfo', 'accountInfo.eurAccount'],
    ['accountInfo.beneficiary', 'accountInfo.eurAccount.beneficiary'],
    ['accountInfo.beneficiary.address.city', 'accountInfo.eurAccount.beneficiary.business.address.city'],
    ['currency', 'currency'],
  ])('names %s as %s', (restPath, path) => {
    expect(graphqlPath(info, restPath)).toBe(path);
  });

  test('has the same code and messages', () => {
    const wrong = anInfo('EUR_ACCOUNT', { iban: 'DE89370400440532013001' });
    const error = checkDigitsError(wrong, { production: true });
    if (!error) throw new Error('the check digits are wrong');
    expect(inGraphQLShape(error, wrong)).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'accountInfo.eurAccount.iban', message: error.fields[0]?.message }],
    });
  });
});
