/** Names in the form in which they are compared. */
import { describe, expect, test } from 'vitest';
import {
  normalizedName,
  skeletonOf,
  withoutCompanyForm,
} from '../../../src/rails/screening/normalized-name.ts';

describe('a name is normalized', () => {
  test.each([
    ['  ADA\tLovelace ', 'ada lovelace'],
    ['LOVELACE, Ada', 'lovelace ada'],
    ['Łukasz Żółć', 'lukasz zolc'],
    ['Straße', 'strasse'],
    ["O'Neill-Ó Súilleabháin", 'oneill o suilleabhain'],
    ['S.A. de C.V.', 'sa de cv'],
    ['Юрий Щукин', 'yurii shchukin'],
    ['株式会社', '株式会社'],
    ['ﬁrst № 7', 'first no 7'],
    ['?!', ''],
    ['', ''],
  ])('%s', (text, normalized) => {
    expect(normalizedName(text)).toBe(normalized);
  });

  test('no more than 40 words of the first 1,000 characters', () => {
    expect(normalizedName('a b '.repeat(1_000)).split(' ')).toHaveLength(40);
    expect(normalizedName('a'.repeat(100_000))).toHaveLength(1_000);
  });
});

describe('the form of a company', () => {
  test.each([
    ['orient shipping co ltd', 'orient shipping'],
    ['ooo vostok', 'vostok'],
    ['ag co', 'ag'],
    ['limited editions', 'limited editions'],
  ])('%s', (name, core) => {
    expect(withoutCompanyForm(name)).toBe(core);
  });
});

describe('words of the same sound have the same consonants', () => {
  test.each([
    ['usama', 'osama'],
    ['qadhafi', 'gaddafi'],
    ['aleksandr', 'alexander'],
    ['mohammed', 'muhamad'],
    ['khalid', 'halid', false],
    ['yusuf', 'joseph'],
    ['zhukov', 'shukow'],
    ['ali', 'aly', false],
    ['ivan', 'oleg', false],
  ])('%s and %s', (a, b, isSame = true) => {
    expect(skeletonOf(a) === skeletonOf(b)).toBe(isSame);
  });
});
