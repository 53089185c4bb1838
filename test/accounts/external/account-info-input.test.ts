import { describe, expect, test } from 'vitest';
import { entriesOf, fieldsOf, isWallet } from '../../../src/accounts/external/account-type-row.ts';
import {
  accountTypeNames,
  accountTypeRow,
  accountTypes,
  graphqlNames,
} from '../../../src/accounts/external/account-types.ts';
import { accepted, graphql, graphqlBody, pathsOf, rest, restBody } from './bodies.ts';
import { invalidSamples, invalidSamplesByType, samples } from './samples.ts';

describe('every account type', () => {
  test.each(accountTypeNames)('%s is accepted in both shapes, which parse to the same record', (type) => {
    const fromRest = accepted(rest(restBody(type)));
    expect(fromRest).toMatchObject({ accountType: type, ...samples[type] });
    expect(accepted(graphql(graphqlBody(type)))).toEqual(fromRest);
  });

  test.each(accountTypeNames)('%s reports every missing required field in both shapes', (type) => {
    const row = accountTypeRow(type);
    const names = [
      ...entriesOf(row.required).map(([name]) => name),
      ...Object.values(row.byRail ?? {}).flatMap((fields) => Object.keys(fields)),
      ...entriesOf(row.exactlyOneOf).map(([name]) => name),
      ...entriesOf(row.atLeastOneOf).map(([name]) => name),
      ...(isWallet(row) ? [] : ['beneficiary']),
    ];
    const field = graphqlNames(type).field;
    expect(pathsOf(rest({ accountType: type })).sort()).toEqual(
      [...new Set(names)].map((name) => `accountInfo.${name}`).sort(),
    );
    expect(pathsOf(graphql({ [field]: {} })).sort()).toEqual(
      [...new Set(names)].map((name) => `accountInfo.${field}.${name}`).sort(),
    );
  });

  const wrongValues = accountTypes.flatMap((row) =>
    entriesOf(fieldsOf(row))
      .filter(([name]) => samples[row.type][name] !== undefined || row.exactlyOneOf === undefined)
      .flatMap(([name]) => invalidSamples[name].map((value) => [row.type, name, value] as const)),
  );
  test.each([...wrongValues, ...invalidSamplesByType])('%s rejects as %s: %j', (type, name, value) => {
    expect(pathsOf(rest(restBody(type, { [name]: value })))).toEqual([`accountInfo.${name}`]);
    expect(pathsOf(graphql(graphqlBody(type, { [name]: value })))).toEqual([
      `accountInfo.${graphqlNames(type).field}.${name}`,
    ]);
  });

  test.each(
    accountTypes.flatMap((row) => entriesOf(fieldsOf(row)).map(([name]) => [row.type, name] as const)),
  )('%s rejects a %s that is not a string or has characters that the database cannot store', (type, name) => {
    const only = accountTypeRow(type).exactlyOneOf ? { lightningAddress: undefined } : {};
    for (const value of [42, ['x'], '1\u0000', '\ud800']) {
      expect(pathsOf(rest(restBody(type, { ...only, [name]: value })))).toEqual([`accountInfo.${name}`]);
    }
  });
});

describe('the type', () => {
  test.each([
    ['US_ACCOUNT', 'USD_ACCOUNT'],
    ['IBAN', 'EUR_ACCOUNT'],
    ['CLABE', 'MXN_ACCOUNT'],
    ['PIX', 'BRL_ACCOUNT'],
    ['UPI', 'INR_ACCOUNT'],
  ])('cannot be %s, the legacy name of %s', (legacy, current) => {
    const result = rest(restBody('USD_ACCOUNT', { accountType: legacy }));
    expect(result).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'accountInfo.accountType', message: expect.stringContaining(current) }],
    });
  });

  test.each([[undefined], [null], ['EMBEDDED_WALLET'], ['constructor'], [7]])(
    'cannot be %j',
    (accountType) => {
      expect(pathsOf(rest({ ...samples.USD_ACCOUNT, accountType }))).toEqual(['accountInfo.accountType']);
    },
  );

  test.each([
    ['none', {}],
    ['an unknown one', { usAccount: {} }],
    ['two', { ...graphqlBody('USD_ACCOUNT'), ...graphqlBody('MXN_ACCOUNT') }],
    ['a list', [graphqlBody('USD_ACCOUNT')]],
    ['an absent value', undefined],
  ])('is exactly one field in GraphQL, not %s', (_, body) => {
    expect(pathsOf(graphql(body))).toEqual(['accountInfo']);
  });

  test('may be accompanied by another type that is null', () => {
    expect(accepted(graphql({ ...graphqlBody('MXN_ACCOUNT'), usdAccount: null })).accountType).toBe(
      'MXN_ACCOUNT',
    );
  });
});

describe('fields', () => {
  test('that are unknown are ignored', () => {
    const info = accepted(rest(restBody('USD_ACCOUNT', { nickname: 'savings', iban: 'nonsense' })));
    expect(Object.keys(info)).not.toContain('nickname');
    expect(info.iban).toBeUndefined();
  });

  test.each([['accountCategory'], ['swiftBic']])('with the legacy name %s are rejected', (legacy) => {
    expect(pathsOf(rest(restBody('USD_ACCOUNT', { [legacy]: 'CHECKING' })))).toEqual([
      `accountInfo.${legacy}`,
    ]);
  });

  test('with the value null count as absent: reported if required, omitted if optional', () => {
    expect(pathsOf(rest(restBody('USD_ACCOUNT', { routingNumber: null })))).toEqual([
      'accountInfo.routingNumber',
    ]);
    const info = accepted(rest(restBody('USD_ACCOUNT', { bankName: null })));
    expect(info).not.toHaveProperty('bankName');
  });

  test('that are invalid are all reported together, whichever rule rejects them', () => {
    const result = rest({
      accountType: 'COP_ACCOUNT',
      bankName: 'No Such Bank',
      bankAccountType: 'OTHER',
      paymentRails: ['ACH'],
      beneficiary: { beneficiaryType: 'INDIVIDUAL', documentType: 'XX' },
    });
    expect(pathsOf(result).sort()).toEqual([
      'accountInfo.bankAccountType',
      'accountInfo.bankName',
      'accountInfo.beneficiary.documentType',
      'accountInfo.beneficiary.fullName',
      'accountInfo.paymentRails',
    ]);
  });

  test.each([
    ['eight characters', 'DEUTDEFF'],
    ['eleven characters', 'DEUTDEFF500'],
  ])('a BIC may have %s', (_, swiftCode) => {
    expect(accepted(rest(restBody('EUR_ACCOUNT', { swiftCode }))).swiftCode).toBe(swiftCode);
  });
});
