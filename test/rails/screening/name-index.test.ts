/** Which names are similar: transliterations, orders of names, accents, forms of companies. */
import { describe, expect, test } from 'vitest';
import type { EntryKind, ListEntry } from '../../../src/rails/screening/list-entry.ts';
import { NameIndex } from '../../../src/rails/screening/name-index.ts';

const entry = (kind: EntryKind, ...names: string[]): ListEntry => ({
  id: 'OFAC:1',
  kind,
  names,
  birthDates: [],
  country: undefined,
  program: undefined,
});

/** The best score of a name, 0 if it is not found. */
function scoreOf(listed: ListEntry, name: string, kind: EntryKind = listed.kind): number {
  const index = new NameIndex();
  index.add(listed);
  const search = index.search(name, kind, 1);
  for (;;) {
    const step = search.next();
    if (step.done) return step.value[0]?.score ?? 0;
  }
}

/** The default of SCREENING_THRESHOLD. */
const threshold = 88;

describe('the names of people', () => {
  test.each([
    ['the same name', 'Ada Lovelace', 'Ada Lovelace'],
    ['family name first, with a comma', 'LOVELACE, Ada', 'Ada Lovelace'],
    ['another order', 'Kim Jong Un', 'Jong Un Kim'],
    ['accents on the list', 'José Muñoz Peña', 'Jose Munoz Pena'],
    ['accents of the customer', 'Jose Munoz', 'José Muñoz'],
    ['letters without decomposition', 'Søren Łukasz Straße', 'Soren Lukasz Strasse'],
    ['a transliteration of vowels', 'Usama bin Ladin', 'Osama bin Laden'],
    ['a transliteration of consonants', 'QADHAFI, Muammar', 'Muammar Gaddafi'],
    ['spellings of one Arabic name', 'Mohammed Hussein', 'Muhammad Husain'],
    ['a Russian name in two spellings', 'Aleksandr Sergeyevich Zhukov', 'Alexander Sergeevich Zhukov'],
    ['Cyrillic letters', 'Vladimir Ivanov', 'Владимир Иванов'],
    ['Greek letters', 'Alexandros Papadopoulos', 'Αλέξανδρος Παπαδόπουλος'],
    ['an apostrophe', "Sinéad O'Neill", 'Sinead O’Neill'],
    ['a hyphen', 'Jean-Claude Martin', 'Jean Claude Martin'],
    ['one wrong consonant', 'Viktor Petrenko', 'Viktor Pedrenko'],
    ['a short form', 'Saddam Hussein Al-Tikriti', 'Saddam Hussein'],
    ['a further name of the customer', 'Saddam Hussein', 'Saddam Hussein Abd'],
    ['capitals, blanks and full stops', 'ADA  M. LOVELACE', 'ada m lovelace'],
  ])('%s match', (_, listed, name) => {
    expect(scoreOf(entry('PERSON', listed), name)).toBeGreaterThanOrEqual(threshold);
  });

  test.each([
    ['another family name', 'Ada Lovelace', 'Ada Byron'],
    ['another given name', 'Viktor Petrenko', 'Olena Petrenko'],
    ['one common word', 'Mohammed Ali Hassan', 'Mohammed Fathi'],
    ['a single given name', 'Maria Gonzalez Lopez', 'Maria'],
    ['a family name that is the form of a company', 'Aung Sa', 'Aung Co'],
    ['nothing that can be compared', 'Ada Lovelace', '???'],
  ])('%s: no match', (_, listed, name) => {
    expect(scoreOf(entry('PERSON', listed), name)).toBeLessThan(threshold);
  });
});

describe('the names of organisations', () => {
  test.each([
    ['a form of company on the list', 'Aero Caribbean Airlines Ltd.', 'Aero Caribbean Airlines'],
    ['another form of company', 'Northern Steel GmbH', 'Northern Steel LLC'],
    ['a form with full stops', 'Banco Nacional S.A.', 'Banco Nacional'],
    ['a form at the start', 'OOO Vostok Trading', 'Vostok Trading'],
    ['two forms', 'Orient Shipping Co., Ltd.', 'Orient Shipping'],
  ])('%s matches', (_, listed, name) => {
    expect(scoreOf(entry('ORGANISATION', listed), name)).toBe(100);
  });

  test('an entry of unknown kind matches with and without the form', () => {
    const listed = entry('UNKNOWN', 'Orient Shipping Co');
    expect(scoreOf(listed, 'Orient Shipping', 'ORGANISATION')).toBe(100);
    expect(scoreOf(listed, 'Orient Shipping Co', 'PERSON')).toBe(100);
  });

  test('a name of forms only is compared as it is', () => {
    expect(scoreOf(entry('ORGANISATION', 'Limited Company'), 'Limited')).toBe(100);
  });
});

test('other names of an entry match, and the entry is found once', () => {
  const index = new NameIndex();
  index.add(entry('PERSON', 'Ilich Ramirez Sanchez', 'Carlos the Jackal', 'Ilich Ramírez Sánchez'));
  const results = (name: string) => {
    const search = index.search(name, 'PERSON', threshold);
    for (;;) {
      const step = search.next();
      if (step.done) return step.value;
    }
  };
  expect(results('Carlos The Jackal').map(({ listed, score }) => [listed, score])).toEqual([
    ['Carlos the Jackal', 100],
  ]);
  expect(results('Ilich Ramirez Sanchez')).toHaveLength(1);
});

test('a search in a list of 20,000 names with the same word yields at least once for each thousand of them', () => {
  const index = new NameIndex();
  for (let number = 0; number < 20_000; number += 1) {
    index.add({ ...entry('PERSON', `Mohammed ${number.toString(36)}xk${number}`), id: `OFAC:${number}` });
  }
  const search = index.search('Mohammed Fathi', 'PERSON', 100);
  let slices = 0;
  while (!search.next().done) slices += 1;
  expect(slices).toBeGreaterThanOrEqual(20);
});

test('a word of any length is found by its first forty consonants', () => {
  const word = 'bdfg'.repeat(250);
  const oneLess = word.slice(1);
  expect(scoreOf(entry('PERSON', `Ada ${word}`), `Ada ${oneLess}`)).toBeGreaterThanOrEqual(threshold);
});
