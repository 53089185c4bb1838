import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  graphqlAccountInfo,
  matchingCurrency,
  restAccountInfo,
} from '../../../src/accounts/external/account-info-input.ts';
import { fieldsOf } from '../../../src/accounts/external/account-type-row.ts';
import { type AccountType, accountTypes } from '../../../src/accounts/external/account-types.ts';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import { parseInput } from '../../../src/kernel/parse.ts';
import { accepted, graphql, graphqlBody, pathsOf, rest, restBody, without } from './bodies.ts';

describe('alternative fields', () => {
  const given = { invoice: 'lnbc1pvjluez', bolt12: 'lno1pg257', lightningAddress: 'a@b.example' };

  test.each([['invoice'], ['bolt12'], ['lightningAddress']] as const)(
    'LIGHTNING accepts %s alone',
    (name) => {
      expect(accepted(rest({ accountType: 'LIGHTNING', [name]: given[name] }))).toEqual({
        accountType: 'LIGHTNING',
        [name]: given[name],
        paymentRails: [],
      });
    },
  );

  test('LIGHTNING rejects two of them and reports both', () => {
    const { invoice, bolt12 } = given;
    expect(pathsOf(rest({ accountType: 'LIGHTNING', invoice, bolt12 }))).toEqual([
      'accountInfo.invoice',
      'accountInfo.bolt12',
    ]);
  });

  test.each([
    ['accepts accountNumber alone', ['iban'], []],
    ['accepts iban alone', ['accountNumber'], []],
    [
      'requires accountNumber or iban',
      ['accountNumber', 'iban'],
      ['accountInfo.accountNumber', 'accountInfo.iban'],
    ],
  ])('SWIFT_ACCOUNT %s', (_, absent, wrong) => {
    expect(pathsOf(rest(without('SWIFT_ACCOUNT', ...absent)))).toEqual(wrong);
  });
});

describe('payment rails', () => {
  const railsOf = (body: unknown) => accepted(rest(body)).paymentRails;

  test.each(accountTypes.map(({ type, rails }) => [type, rails] as const))(
    '%s with all its fields has the rails %j',
    (type, rails) => {
      expect(railsOf(restBody(type))).toEqual(rails);
    },
  );

  test('the requested rails are intersected with those of the type', () => {
    expect(railsOf(restBody('USD_ACCOUNT', { paymentRails: ['WIRE', 'ACH', 'PIX'] }))).toEqual([
      'ACH',
      'WIRE',
    ]);
  });

  test.each([
    ['no rail of the type', ['SEPA', 'PIX']],
    ['no rail at all', []],
    ['a rail that is not in a list', 'ACH'],
  ])('a request for %s is rejected', (_, paymentRails) => {
    expect(pathsOf(rest(restBody('USD_ACCOUNT', { paymentRails })))).toEqual(['accountInfo.paymentRails']);
    expect(pathsOf(graphql(graphqlBody('USD_ACCOUNT', { paymentRails })))).toEqual([
      'accountInfo.usdAccount.paymentRails',
    ]);
  });

  test('an unknown rail is rejected with its index in the list', () => {
    expect(pathsOf(rest(restBody('USD_ACCOUNT', { paymentRails: ['ACH', 'PIGEON'] })))).toEqual([
      'accountInfo.paymentRails.1',
    ]);
  });

  test('a wallet has no payment rail, even if one is requested', () => {
    expect(railsOf(restBody('SPARK_WALLET', { paymentRails: ['ACH'] }))).toEqual([]);
  });

  test.each([
    ['BDT_ACCOUNT', ['phoneNumber'], ['BANK_TRANSFER']],
    ['BDT_ACCOUNT', ['accountNumber'], ['MOBILE_MONEY']],
    ['COP_ACCOUNT', ['phoneNumber'], ['BANK_TRANSFER']],
    ['COP_ACCOUNT', ['bankAccountType'], ['MOBILE_MONEY']],
    ['GHS_ACCOUNT', ['accountNumber'], ['MOBILE_MONEY']],
    ['PKR_ACCOUNT', ['bankName'], ['BANK_TRANSFER']],
    ['PKR_ACCOUNT', ['accountNumber'], ['MOBILE_MONEY']],
    ['SLV_ACCOUNT', ['bankAccountType', 'bankName'], ['MOBILE_MONEY']],
  ] as const)('%s without %j has the rails whose fields are complete: %j', (type, absent, rails) => {
    expect(railsOf(without(type, ...absent))).toEqual(rails);
  });

  test.each([
    [
      'missing fields of the rail that has some of its fields',
      ['phoneNumber', 'bankAccountType'],
      undefined,
      ['bankAccountType'],
    ],
    ['missing fields of the requested rail', ['phoneNumber'], ['MOBILE_MONEY'], ['phoneNumber']],
    [
      'missing fields of one of two requested rails',
      ['phoneNumber'],
      ['BANK_TRANSFER', 'MOBILE_MONEY'],
      ['phoneNumber'],
    ],
  ])('a COP_ACCOUNT is rejected for %s', (_, absent, paymentRails, wrong) => {
    expect(pathsOf(rest({ ...without('COP_ACCOUNT', ...absent), paymentRails }))).toEqual(
      wrong.map((name) => `accountInfo.${name}`),
    );
  });
});

describe('an XOF phone number has the format of its region', () => {
  test.each([
    ['SN', '+221771234567', true],
    ['SN', '+22177123456', false],
    ['SN', '+2217712345678', false],
    ['SN', '+2250712345678', false],
    ['CI', '+2250712345678', true],
    ['CI', '+225071234567', false],
    ['BJ', '+22990123456', true],
    ['BJ', '+229901234567', true],
    ['BJ', '+2299012345', false],
    ['BJ', '+2299012345678', false],
    ['TG', '+22890123456', true],
    ['TG', '+2289012345', false],
  ])('%s %s: %s', (region, phoneNumber, ok) => {
    expect(pathsOf(rest(restBody('XOF_ACCOUNT', { region, phoneNumber })))).toEqual(
      ok ? [] : ['accountInfo.phoneNumber'],
    );
  });

  test('an unknown region is the only reported field', () => {
    expect(pathsOf(rest(restBody('XOF_ACCOUNT', { region: 'constructor' })))).toEqual(['accountInfo.region']);
  });
});

describe('the bank in a corridor with listed institutions', () => {
  test.each([
    ['its bankName', 'GTBank'],
    ['its bankName in another case', 'gtbank'],
    ['its displayName', 'Guaranty Trust Bank Limited'],
  ])('is accepted with %s and stored with its bankName', (_, bankName) => {
    expect(accepted(rest(restBody('NGN_ACCOUNT', { bankName }))).bankName).toBe('GTBank');
  });

  test.each(accountTypes.filter((row) => fieldsOf(row).bankName?.listed).map(({ type }) => [type]))(
    '%s rejects a bank that is not listed',
    (type) => {
      expect(pathsOf(rest(restBody(type, { bankName: 'Bank of Nowhere' })))).toEqual([
        'accountInfo.bankName',
      ]);
    },
  );

  test.each([['USD_ACCOUNT'], ['SLV_ACCOUNT'], ['SWIFT_ACCOUNT']] as const)('%s accepts any bank', (type) => {
    expect(accepted(rest(restBody(type, { bankName: 'Bank of Nowhere' }))).bankName).toBe('Bank of Nowhere');
  });
});

describe('the currency matches the type', () => {
  const restCreate = matchingCurrency(z.object({ currency: z.string(), accountInfo: restAccountInfo }));
  const graphqlCreate = matchingCurrency(z.object({ currency: z.string(), accountInfo: graphqlAccountInfo }));
  const outcome = (type: AccountType, currency: string) =>
    [
      parseInput(restCreate, { currency, accountInfo: restBody(type) }),
      parseInput(graphqlCreate, { currency, accountInfo: graphqlBody(type) }),
    ].map((result) =>
      result instanceof InvalidInput ? [result.code, ...result.fields.map(({ path }) => path)] : 'taken',
    );

  test.each([
    ['USD_ACCOUNT', 'USD'],
    ['SLV_ACCOUNT', 'USD'],
    ['SWIFT_ACCOUNT', 'USD'],
    ['SWIFT_ACCOUNT', 'BRL'],
    ['SOLANA_WALLET', 'USDC'],
    ['SOLANA_WALLET', 'USDT'],
    ['TRON_WALLET', 'USDT'],
    ['SPARK_WALLET', 'BTC'],
  ] as const)('%s takes %s', (type, currency) => {
    expect(outcome(type, currency)).toEqual(['taken', 'taken']);
  });

  test.each([
    ['USD_ACCOUNT', 'EUR'],
    ['USD_ACCOUNT', 'usd'],
    ['SLV_ACCOUNT', 'SVC'],
    ['SWIFT_ACCOUNT', 'BTC'],
    ['SWIFT_ACCOUNT', 'XXX'],
    ['TRON_WALLET', 'USDC'],
    ['BASE_WALLET', 'USDT'],
    ['SPARK_WALLET', 'USDB'],
  ] as const)('%s does not take %s', (type, currency) => {
    const error = ['INVALID_CURRENCY', 'currency'];
    expect(outcome(type, currency)).toEqual([error, error]);
  });

  test('an invalid currency is reported together with an invalid field', () => {
    const wrong = { routingNumber: '1' };
    const overRest = parseInput(restCreate, { currency: 'EUR', accountInfo: restBody('USD_ACCOUNT', wrong) });
    const overGraphql = parseInput(graphqlCreate, {
      currency: 'EUR',
      accountInfo: graphqlBody('USD_ACCOUNT', wrong),
    });
    const paths = (result: unknown) =>
      result instanceof InvalidInput ? result.fields.map(({ path }) => path).sort() : [];
    expect(paths(overRest)).toEqual(['accountInfo.routingNumber', 'currency']);
    expect(paths(overGraphql)).toEqual(['accountInfo.usdAccount.routingNumber', 'currency']);
  });
});
