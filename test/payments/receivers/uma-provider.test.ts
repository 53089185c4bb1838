import { describe, expect, test } from 'vitest';
import { idOf, uuidOf } from '../../../src/kernel/ids.ts';
import {
  matchingProviders,
  pageOfProviders,
  type UmaProvider,
} from '../../../src/payments/receivers/uma-provider.ts';

const aProvider = (number: number, fields: Partial<UmaProvider> = {}): UmaProvider => ({
  id: idOf('UmaProvider', `00000000-0000-7000-8000-00000000000${number}`),
  name: `Provider ${number}`,
  domain: `uma${number}.example`,
  lei: undefined,
  logoUrl: undefined,
  supportedRegions: ['US'],
  supportedCurrencies: ['USD'],
  allowed: true,
  ...fields,
});

const numbers = (providers: readonly UmaProvider[]) => providers.map(({ name }) => Number(name.at(-1)));
const directory = [
  aProvider(2, { supportedRegions: ['MX', 'US'], supportedCurrencies: ['MXN'] }),
  aProvider(1, { allowed: false }),
  aProvider(3),
];

describe('the directory of UMA providers', () => {
  test.each([
    ['is sorted by name, descending by default', {}, [3, 2, 1]],
    ['is sorted by name, ascending on request', { sortOrder: 'ASC' }, [1, 2, 3]],
    ['is filtered by region', { countryCode: 'MX' }, [2]],
    ['is filtered by currency', { currencyCode: 'USD' }, [3, 1]],
    ['contains blocked providers', { hasBlockedProviders: true }, [3, 2, 1]],
    ['excludes blocked providers', { hasBlockedProviders: false }, [3, 2]],
  ] as const)('%s', (_, filter, expected) => {
    expect(numbers(matchingProviders(directory, filter))).toEqual(expected);
  });

  test('sorts equal names by domain', () => {
    const twins = [2, 1].map((number) => aProvider(number, { name: 'Twin' }));
    const ordered = matchingProviders(twins, { sortOrder: 'ASC' });
    expect(ordered.map(({ domain }) => domain)).toEqual(['uma1.example', 'uma2.example']);
  });

  test('is paginated without duplicates and omissions', () => {
    const ordered = matchingProviders(directory, {});
    const first = pageOfProviders(ordered, { first: 2, after: undefined, list: '' });
    expect(first).toMatchObject({ items: ordered.slice(0, 2), hasNextPage: true, hasPreviousPage: false });
    const [, last] = ordered as [UmaProvider, UmaProvider];
    const second = pageOfProviders(ordered, { first: 2, after: uuidOf(last.id), list: '' });
    expect(second).toMatchObject({ items: ordered.slice(2), hasNextPage: false, hasPreviousPage: true });
  });

  test('rejects the cursor of a removed provider', () => {
    const page = pageOfProviders([], { first: 1, after: uuidOf(aProvider(9).id), list: '' });
    expect(page).toMatchObject({ fields: [{ path: 'cursor' }] });
  });
});
