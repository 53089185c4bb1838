import { describe, expect, test } from 'vitest';
import { idSchema, parseAnyId, parseId, platformConfigId } from '../../src/kernel/ids.ts';
import { listName } from '../../src/kernel/page.ts';

const uuid = '019542f5-b3e7-7d02-8000-000000000001';

describe('a platform id', () => {
  test.each([
    ['in its own spelling', `Platform:${uuid}`],
    ['in the spelling of earlier versions', `PlatformConfig:${uuid}`],
    ['with a uuid in upper case', `PlatformConfig:${uuid.toUpperCase()}`],
  ])('is parsed %s', (_, text) => {
    expect(parseId('Platform', text)).toBe(`Platform:${uuid}`);
    expect(idSchema('Customer', 'Platform').parse(text)).toBe(`Platform:${uuid}`);
  });

  test.each([
    ['another type', `Customer:${uuid}`],
    ['a longer type', `PlatformConfigs:${uuid}`],
    ['both prefixes', `Platform:PlatformConfig:${uuid}`],
    ['no uuid', 'Platform:'],
  ])('is not parsed from %s', (_, text) => {
    expect(parseId('Platform', text)).toBeUndefined();
  });

  test('is not the id of its settings', () => {
    expect(platformConfigId(`Platform:${uuid}` as never)).toBe(`PlatformConfig:${uuid}`);
    expect(parseId('PlatformConfig', `Platform:${uuid}`)).toBeUndefined();
    expect(parseAnyId(`Platform:${uuid}`)).toBe(`Platform:${uuid}`);
    expect(parseAnyId(`PlatformConfig:${uuid}`)).toBe(`PlatformConfig:${uuid}`);
  });

  test('gives a filtered list the name that cursors of earlier versions contain', () => {
    expect(listName('transactions', { customerId: `Platform:${uuid}` })).toBe(
      listName('transactions', { customerId: `PlatformConfig:${uuid}` }),
    );
  });
});
