import { describe, expect, test } from 'vitest';
import { isWallet } from '../../../src/accounts/external/account-type-row.ts';
import { accountTypes, graphqlNames } from '../../../src/accounts/external/account-types.ts';
import { accepted, graphql, graphqlBody, pathsOf, rest, restBody } from './bodies.ts';
import { business, person } from './samples.ts';

describe('the beneficiary', () => {
  const banks = accountTypes.filter((row) => !isWallet(row));

  test.each([
    ['AED_ACCOUNT', ['address']],
    ['EUR_ACCOUNT', ['address']],
    ['EGP_ACCOUNT', ['phoneNumber', 'countryOfResidence', 'address']],
    ['GTQ_ACCOUNT', ['phoneNumber', 'countryOfResidence']],
    ['JMD_ACCOUNT', ['phoneNumber', 'address']],
    ['GBP_ACCOUNT', []],
    ['USD_ACCOUNT', []],
  ] as const)('%s requires the name of a person and %j', (type, extras) => {
    const wrong = ['fullName', ...extras].sort();
    expect(pathsOf(rest(restBody(type, { beneficiary: { beneficiaryType: 'INDIVIDUAL' } }))).sort()).toEqual(
      wrong.map((name) => `accountInfo.beneficiary.${name}`),
    );
    expect(pathsOf(graphql(graphqlBody(type, { beneficiary: { individual: {} } }))).sort()).toEqual(
      wrong.map((name) => `accountInfo.${graphqlNames(type).field}.beneficiary.individual.${name}`),
    );
  });

  test.each(banks.map(({ type }) => [type]))('%s requires only the legal name of a business', (type) => {
    const { legalName } = business;
    const beneficiary = { beneficiaryType: 'BUSINESS', legalName };
    expect(accepted(rest(restBody(type, { beneficiary }))).beneficiary).toEqual(beneficiary);
    expect(
      accepted(graphql(graphqlBody(type, { beneficiary: { business: { legalName } } }))).beneficiary,
    ).toEqual(beneficiary);
    expect(pathsOf(rest(restBody(type, { beneficiary: { beneficiaryType: 'BUSINESS' } })))).toEqual([
      'accountInfo.beneficiary.legalName',
    ]);
  });

  test('a COP_ACCOUNT accepts the document of a person, a USD_ACCOUNT ignores it', () => {
    const document = { documentType: 'CC', documentNumber: '1020304050' };
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada', ...document };
    expect(accepted(rest(restBody('COP_ACCOUNT', { beneficiary }))).beneficiary).toMatchObject(document);
    expect(accepted(rest(restBody('USD_ACCOUNT', { beneficiary }))).beneficiary).toEqual({
      beneficiaryType: 'INDIVIDUAL',
      fullName: 'Ada',
    });
  });

  test.each([[undefined], [null]])('is required for a bank account: %s is rejected', (beneficiary) => {
    expect(rest(restBody('USD_ACCOUNT', { beneficiary }))).toMatchObject({
      fields: [{ path: 'accountInfo.beneficiary', message: 'is required' }],
    });
  });

  test('of a wallet is ignored', () => {
    const info = accepted(rest(restBody('SPARK_WALLET', { beneficiary: 'a text' })));
    expect(info).not.toHaveProperty('beneficiary');
  });

  test.each([
    ['no type', { fullName: 'Ada' }, 'accountInfo.beneficiary.beneficiaryType'],
    ['an unknown type', { beneficiaryType: 'TRUST' }, 'accountInfo.beneficiary.beneficiaryType'],
    ['no object', 'Ada', 'accountInfo.beneficiary'],
    [
      'a wrong date in it',
      { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada', birthDate: '1990-02-30' },
      'accountInfo.beneficiary.birthDate',
    ],
    [
      'a wrong address in it',
      {
        beneficiaryType: 'INDIVIDUAL',
        fullName: 'Ada',
        address: { line1: 'x', postalCode: '1', country: 'usa' },
      },
      'accountInfo.beneficiary.address.country',
    ],
  ])('with %s is rejected over REST', (_, beneficiary, path) => {
    expect(pathsOf(rest(restBody('USD_ACCOUNT', { beneficiary })))).toContain(path);
  });

  test.each([
    ['neither', {}],
    ['both', { individual: person, business }],
    ['only null', { individual: null }],
  ])('in GraphQL is not %s', (_, beneficiary) => {
    expect(pathsOf(graphql(graphqlBody('USD_ACCOUNT', { beneficiary })))).toEqual([
      'accountInfo.usdAccount.beneficiary',
    ]);
  });
});
