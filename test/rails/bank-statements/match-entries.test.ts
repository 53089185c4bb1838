import { describe, expect, test } from 'vitest';
import type { StatementEntry } from '../../../src/rails/bank-files/bank-file.ts';
import { type EntryParts, partsOf } from '../../../src/rails/bank-statements/entry-fingerprint.ts';
import { matchEntries, Shortlist } from '../../../src/rails/bank-statements/match-entries.ts';

interface Changes extends Partial<Pick<StatementEntry, 'bankReference' | 'bookingDate' | 'valueDate'>> {
  readonly amount?: bigint;
  readonly name?: string;
  readonly iban?: string;
  readonly endToEndId?: string;
  readonly text?: string;
}

const anEntry = ({ amount = 100n, name, iban, endToEndId, text, ...changes }: Changes): StatementEntry => ({
  record: 'entry',
  index: 0,
  amount,
  currency: 'EUR',
  status: 'BOOKED',
  isReversal: false,
  bookingDate: '2025-10-13',
  ...changes,
  details: [{ endToEndId, remittance: text, counterparty: { name, iban } }],
});

const reported = (...entries: Changes[]) =>
  entries.map((changes, index) => ({ id: `new ${index}`, parts: partsOf(anEntry(changes)) }));

const stored = (
  of: { isOfStatement: boolean; canDiffer: boolean; isOfOtherDay?: boolean },
  ...entries: Changes[]
) =>
  entries.map((changes, index) => ({
    id: `old ${index}`,
    parts: partsOf(anEntry(changes)),
    isOfOtherDay: false,
    ...of,
  }));

const ofStatement = (...entries: Changes[]) => stored({ isOfStatement: true, canDiffer: true }, ...entries);
const notified = (...entries: Changes[]) => stored({ isOfStatement: false, canDiffer: true }, ...entries);
const ofOtherStatement = (...entries: Changes[]) =>
  stored({ isOfStatement: false, canDiffer: false }, ...entries);

/** The matches as `new 0 = old 0`, with `?` where the parts contradict. */
function matched(
  ...[entries, others]: Parameters<
    typeof matchEntries<{ id: string; parts: EntryParts }, ReturnType<typeof stored>[number]>
  >
) {
  const { sameParts, sameOrder, unmatched } = matchEntries(entries, others);
  return [
    ...sameParts.map(([one, other]) => `${one.id} = ${other.id}`),
    ...sameOrder.map(([one, other]) => `${one.id} ? ${other.id}`),
    ...unmatched.map(({ id }) => id),
  ].sort();
}

describe('an entry is the stored one', () => {
  test.each<[string, Changes, Changes]>([
    ['with the same parts', { name: 'Ada' }, { name: 'Ada' }],
    ['with a part more', { name: 'Ada', iban: 'FR14' }, { name: 'Ada' }],
    ['with a part less', { name: 'Ada' }, { name: 'Ada', iban: 'FR14' }],
    ['with one part more and one less', { name: 'Ada', iban: 'FR14' }, { name: 'Ada', text: 'Rent' }],
    ['with a reference of the bank, which it did not have', { bankReference: 'R-1' }, {}],
    ['without the reference of the bank, which it had', {}, { bankReference: 'R-1' }],
    ['with a day, which it did not have', {}, { bookingDate: undefined }],
  ])('%s', (_, one, other) => {
    expect(matched(reported(one), ofStatement(other))).toEqual(['new 0 = old 0']);
  });

  test.each<[string, Changes, Changes]>([
    ['of another amount', { amount: 100n }, { amount: 101n }],
    ['of another day', {}, { bookingDate: '2025-10-14' }],
    ['of another value date', { valueDate: '2025-10-13' }, { valueDate: '2025-10-14' }],
    ['with another reference of the bank', { bankReference: 'R-1' }, { bankReference: 'R-2' }],
  ])('not %s', (_, one, other) => {
    const undated = 'valueDate' in one ? { bookingDate: undefined } : {};
    expect(matched(reported({ ...one, ...undated }), ofStatement({ ...other, ...undated }))).toEqual([
      'new 0',
    ]);
  });
});

test('the entries that agree in most parts are matched first, in any order', () => {
  const [blank, named, complete] = [{}, { name: 'Ada' }, { name: 'Ada', iban: 'FR14', text: 'Rent' }];
  expect(matched(reported(blank, complete), ofStatement({ ...named, iban: 'FR14' }))).toEqual([
    'new 0',
    'new 1 = old 0',
  ]);
  expect(matched(reported(complete, named, blank), ofStatement(blank, complete, named))).toEqual([
    'new 0 = old 1',
    'new 1 = old 2',
    'new 2 = old 0',
  ]);
});

describe('entries that contradict stored ones', () => {
  const [ada, bob, carol] = [{ name: 'Ada' }, { name: 'Bob' }, { name: 'Carol' }];
  test('are the stored ones in their order if there are as many', () => {
    expect(matched(reported(bob, carol), ofStatement(ada, ada))).toEqual(['new 0 ? old 0', 'new 1 ? old 1']);
    expect(matched(reported(bob), ofStatement(ada, ada))).toEqual(['new 0 ? old 0']);
  });
  test('are new if there are more', () => {
    expect(matched(reported(bob, carol), ofStatement(ada))).toEqual(['new 0', 'new 1']);
  });
  test('are compared with the stored ones that are left', () => {
    expect(matched(reported(bob, ada), ofStatement(ada))).toEqual(['new 0', 'new 1 = old 0']);
  });
  test('are those of a notification only with the same reference', () => {
    const reference = { bankReference: 'R-1' };
    expect(matched(reported({ ...bob, ...reference }), notified({ ...ada, ...reference }))).toEqual([
      'new 0 ? old 0',
    ]);
    expect(matched(reported(bob), notified({ ...ada, ...reference }))).toEqual(['new 0']);
  });
  test('of one of several pages are the stored ones only with a name in common', () => {
    const [rent, alsoRent] = [
      { name: 'Ada', text: 'Rent' },
      { name: 'Bob', text: 'Rent' },
    ];
    expect(matchEntries(reported(bob), ofStatement(ada), true).unmatched).toHaveLength(1);
    expect(matchEntries(reported(alsoRent), ofStatement(rent), true).unmatched).toHaveLength(0);
  });
  test('are new where another page has the stored one', () => {
    expect(matched(reported(bob), stored({ isOfStatement: true, canDiffer: false }, ada))).toEqual(['new 0']);
  });
  test('are new where another statement has the stored one', () => {
    const reference = { bankReference: 'R-1' };
    expect(matched(reported({ ...bob, ...reference }), ofOtherStatement({ ...ada, ...reference }))).toEqual([
      'new 0',
    ]);
  });
});

test('an entry without a reference is not that of another report', () => {
  expect(matched(reported({ name: 'Ada' }), notified({ name: 'Ada', bankReference: 'R-1' }))).toEqual([
    'new 0',
  ]);
});

describe('of many stored entries', () => {
  const many = ofStatement(
    ...Array.from({ length: 10_000 }, (_, index) => ({ text: `Rent ${index}`, name: 'Ada' })),
  );
  const shortlistOf = (entries: ReturnType<typeof reported>) => {
    const shortlist = new Shortlist<(typeof many)[number]>(entries);
    let added = 0;
    for (const one of many) {
      shortlist.add(one);
      added += 1;
      if (shortlist.isComplete) break;
    }
    return { stored: shortlist.stored, added };
  };

  test('those that cannot be one of some entries are not compared with them, and the matches are the same', () => {
    const entries = reported(
      { text: 'Rent 9999' },
      { text: 'Rent 5000', name: 'Ada', iban: 'FR14' },
      { text: 'Rent!', name: 'Bob' },
    );
    const { stored } = shortlistOf(entries);
    expect(stored.length).toBeLessThan(10);
    expect(matched(entries, stored)).toEqual(matched(entries, many));
    expect(matched(entries, stored)).toEqual(['new 0 = old 9999', 'new 1 = old 5000', 'new 2 ? old 0']);
  });

  test('an entry finds the one that is left, when another entry is the first that it can be', () => {
    const entries = reported({ text: 'Rent 0', name: 'Ada' }, { name: 'Ada' });
    const { stored } = shortlistOf(entries);
    expect(stored.length).toBeLessThan(10);
    expect(matched(entries, stored)).toEqual(['new 0 = old 0', 'new 1 = old 1']);
  });

  test('the others are not read when each entry has one with the same parts', () => {
    const entries = reported({ text: 'Rent 1', name: 'Ada' }, { text: 'Rent 3', name: 'Ada' });
    expect(shortlistOf(entries).added).toBe(4);
  });
});

test('the comparisons grow with the number of entries, not with its square', () => {
  let reads = 0;
  const counted = <Item extends { readonly parts: EntryParts }>(items: Item[]): Item[] =>
    items.map((item) => ({
      ...item,
      get parts() {
        reads += 1;
        return item.parts;
      },
    }));
  const many = Array.from({ length: 1_000 }, (_, index) => ({ text: `Rent ${index}` }));
  const changed = many.map(({ text }, index) => (index % 2 ? { text, name: 'Ada' } : { text: `${text}!` }));
  const { sameParts, sameOrder, unmatched } = matchEntries(
    counted(reported(...changed)),
    counted(ofStatement(...many)),
  );
  expect([sameParts.length, sameOrder.length, unmatched.length]).toEqual([500, 500, 0]);
  expect(reads).toBeLessThan(20 * many.length);
});
