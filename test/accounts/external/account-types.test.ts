import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { identifierOrder } from '../../../src/accounts/external/account-field.ts';
import { restAccountInfoTypes } from '../../../src/accounts/external/account-info-input.ts';
import { entriesOf, fieldsOf, isWallet } from '../../../src/accounts/external/account-type-row.ts';
import {
  accountTypeNames,
  accountTypeRow,
  accountTypes,
  graphqlNames,
} from '../../../src/accounts/external/account-types.ts';
import { accountTypesReference } from '../../../src/accounts/external/account-types-reference.ts';
import { findCurrency } from '../../../src/kernel/money/currencies.ts';

describe('the table of account types', () => {
  test('lists every type once', () => {
    expect(accountTypeNames.length).toBeGreaterThanOrEqual(44);
    expect(new Set(accountTypeNames).size).toBe(accountTypeNames.length);
  });

  test.each(accountTypes.map((row) => [row.type, row] as const))(
    '%s has a primary identifier, known currencies, and rules only for its own rails',
    (_, row) => {
      const fields = Object.keys(fieldsOf(row));
      expect(identifierOrder.some((name) => fields.includes(name))).toBe(true);
      if (row.currencies !== 'any fiat') {
        expect(row.currencies.length).toBeGreaterThan(0);
        for (const currency of row.currencies) expect(findCurrency(currency)).toBeDefined();
      }
      for (const rail of [...Object.keys(row.byRail ?? {}), ...(row.pulledOver ?? [])]) {
        expect(row.rails).toContain(rail);
      }
      expect(row.rails.length === 0).toBe(isWallet(row));
    },
  );

  test.each(accountTypes.map((row) => [row.type, row] as const))(
    '%s describes each field in a sentence',
    (_, row) => {
      for (const [, { description }] of entriesOf(fieldsOf(row))) expect(description).toMatch(/^[A-Z].*\.$/s);
    },
  );

  test.each([
    ['USD_ACCOUNT', 'usdAccount', 'UsdAccount', 'UsdAccountInput'],
    ['SPARK_WALLET', 'sparkWallet', 'SparkWallet', 'SparkWalletInput'],
    ['LIGHTNING', 'lightning', 'Lightning', 'LightningInput'],
    ['SWIFT_ACCOUNT', 'swiftAccount', 'SwiftAccount', 'SwiftAccountInput'],
  ] as const)('%s is %s, %s and %s in GraphQL', (accountType, field, type, input) => {
    expect(graphqlNames(accountType)).toEqual({ field, type, input });
  });

  test('throws for an unknown type', () => {
    expect(() => accountTypeRow('US_ACCOUNT' as never)).toThrow('Invariant broken');
  });
});

describe('the output generated from the table', () => {
  test('the reference has a row of seven cells with all fields for each type', () => {
    const lines = accountTypesReference().trimEnd().split('\n');
    expect(lines.length).toBe(accountTypes.length + 2);
    for (const [index, row] of accountTypes.entries()) {
      const line = lines[index + 2] ?? '';
      expect(line.split(/(?<!\\)\|/).length).toBe(9);
      for (const name of [row.type, ...Object.keys(fieldsOf(row))]) expect(line).toContain(`\`${name}\``);
    }
  });

  test('the REST shape has a JSON Schema with patterns and required fields', () => {
    const schema = z.toJSONSchema(restAccountInfoTypes, { io: 'input', unrepresentable: 'any' });
    const usd = schema.oneOf?.find(
      (option) => (option.properties?.['accountType'] as { const?: string })?.const === 'USD_ACCOUNT',
    );
    expect(schema.oneOf?.length).toBe(accountTypes.length);
    expect(usd?.required).toEqual(['accountType', 'accountNumber', 'routingNumber', 'beneficiary']);
    expect(usd?.properties?.['routingNumber']).toMatchObject({ type: 'string', pattern: '^[0-9]{9}$' });
  });
});
