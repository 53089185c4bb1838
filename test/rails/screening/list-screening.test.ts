/** Screening against lists in files: the threshold, birth dates and countries, and lists that change. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ScreenedParty } from '../../../src/customers/ports.ts';
import type { Platform } from '../../../src/platforms/platform.ts';
import { openListScreening } from '../../../src/rails/screening/list-screening.ts';

const platform = { mode: 'PRODUCTION' } as Platform;
const header = 'id,name,aliases,birthDate,country,program\n';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lists-'));
  path = join(folder, 'own.csv');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (lines: string) => writeFileSync(path, header + lines);
const party = (names: readonly string[], changes: Partial<ScreenedParty> = {}): ScreenedParty => ({
  kind: 'PERSON',
  names,
  birthDate: undefined,
  country: undefined,
  ...changes,
});

describe('the score of an equal name', () => {
  test.each([
    ['without a birth date', {}, 100],
    ['with the birth date of the list', { birthDate: '1948-12-10' }, 100],
    ['two years younger', { birthDate: '1950-01-01' }, 100],
    ['three years younger', { birthDate: '1951-01-01' }, 90],
    ['of another country', { country: 'US' }, 95],
    ['of the country of the list', { country: 'IQ' }, 100],
    ['younger and of another country', { birthDate: '1990-01-01', country: 'US' }, 85],
  ])('%s', async (_, changes, score) => {
    write('7,Abu Abbas,,1948-12-10,IQ,Own list\n');
    const screening = await openListScreening([path], 60);
    expect(await screening.screen(platform, party(['Abu Abbas'], changes))).toEqual([
      { entryId: '7', matchedName: 'Abu Abbas', program: 'Own list', score },
    ]);
  });
});

test('a score below the threshold is no match', async () => {
  write('7,Abu Abbas,,1948-12-10,,\n');
  const young = party(['Abu Abbas'], { birthDate: '1990-01-01' });
  expect(await (await openListScreening([path], 90)).screen(platform, young)).toHaveLength(1);
  expect(await (await openListScreening([path], 91)).screen(platform, young)).toEqual([]);
});

test('an entry that several names match is one hit, with the best score', async () => {
  write('7,Abu Abbas,Abou Abas,,,\n');
  const screening = await openListScreening([path], 80);
  const hits = await screening.screen(platform, party(['Abou Abbas', 'Abu Abbas']));
  expect(hits.map(({ entryId, score }) => [entryId, score])).toEqual([['7', 100]]);
});

test('of many equal names, 20 are reported', async () => {
  write(Array.from({ length: 30 }, (_, index) => `${index},Abu Abbas,,,,\n`).join(''));
  const screening = await openListScreening([path], 80);
  expect(await screening.screen(platform, party(['Abu Abbas']))).toHaveLength(20);
});

test('a changed file is read again, and has another version', async () => {
  write('7,Abu Abbas,,,,\n');
  const screening = await openListScreening([path], 90);
  const before = screening.list(platform)?.version;
  await screening.refresh();
  expect(screening.list(platform)?.version).toBe(before);
  write('7,Abu Abbas,,,,\n8,Viktor Petrenko,,,,\n');
  await screening.refresh();
  expect(screening.list(platform)?.version).not.toBe(before);
  expect(await screening.screen(platform, party(['Viktor Petrenko']))).toHaveLength(1);
});

test('a file that becomes unusable is reported, and the list before is used', async () => {
  write('7,Abu Abbas,,,,\n');
  const screening = await openListScreening([path], 90);
  const before = screening.list(platform)?.version;
  write('7,Abu Abbas\n');
  await expect(screening.refresh()).rejects.toThrow('line 2 has 2 fields and not 6');
  expect(screening.list(platform)?.version).toBe(before);
  expect(await screening.screen(platform, party(['Abu Abbas']))).toHaveLength(1);
});

test('another threshold is another version, so that customers are screened again', async () => {
  write('7,Abu Abbas,,,,\n');
  const versions = [];
  for (const threshold of [85, 90]) {
    versions.push((await openListScreening([path], threshold)).list(platform)?.version);
  }
  expect(versions[0]).not.toBe(versions[1]);
});
