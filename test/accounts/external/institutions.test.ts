import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../src/accounts/external/account-type-row.ts';
import { accountTypes } from '../../../src/accounts/external/account-types.ts';
import {
  findInstitutions,
  institutions,
  listedBankName,
} from '../../../src/accounts/external/institutions.ts';
import { findCurrency } from '../../../src/kernel/money/currencies.ts';

describe('payment institutions', () => {
  const corridors = accountTypes.filter((row) => fieldsOf(row).bankName?.listed);

  test.each(corridors.map((row) => [row.type, row] as const))('%s has several institutions', (_, row) => {
    const [country] = row.countries;
    expect(findInstitutions({ country }).length).toBeGreaterThanOrEqual(5);
  });

  test('belong to a corridor that requires them, in a known currency', () => {
    for (const { country, currency } of institutions) {
      expect(
        corridors.some((row) => row.countries.includes(country) && row.currencies.includes(currency)),
      ).toBe(true);
      expect(findCurrency(currency)).toBeDefined();
    }
  });

  test('are sorted by currency, then name', () => {
    const order = institutions.map(({ currency, bankName }) => `${currency} ${bankName.toLowerCase()}`);
    expect(order).toEqual([...order].sort());
  });

  test('have unique names', () => {
    for (const { country, currency, bankName, displayName } of institutions) {
      const corridor = { countries: [country], currencies: [currency] };
      expect(listedBankName(corridor, bankName)).toBe(bankName);
      expect(listedBankName(corridor, displayName)).toBe(bankName);
    }
  });

  test.each([
    ['a country', { country: 'NG' }, ['NGN']],
    ['a currency', { currency: 'PHP' }, ['PHP']],
    ['a country and its currency', { country: 'NG', currency: 'NGN' }, ['NGN']],
    ['a country and the currency of another country', { country: 'NG', currency: 'PHP' }, []],
    ['a country without institutions', { country: 'FR' }, []],
  ])('are found by %s', (_, filter, found) => {
    expect([...new Set(findInstitutions(filter).map(({ currency }) => currency))]).toEqual(found);
  });

  test('all are found without a filter', () => {
    expect(findInstitutions()).toEqual(institutions);
  });

  test.each([
    ['a name of another corridor is not found', 'NG', 'NGN', 'BDO Unibank', undefined],
    ['any name is accepted in a corridor without listed institutions', 'FR', 'EUR', 'Banque', 'Banque'],
  ])('%s', (_, country, currency, bankName, expected) => {
    expect(listedBankName({ countries: [country], currencies: [currency] }, bankName)).toBe(expected);
  });
});
