import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import type { EntryDetail, StatementEntry } from '../../../src/rails/bank-files/bank-file.ts';
import { fingerprintOf, partsOf } from '../../../src/rails/bank-statements/entry-fingerprint.ts';
import { Occurrences } from '../../../src/rails/bank-statements/occurrences.ts';

const anEntry = (changes: Partial<StatementEntry> = {}): StatementEntry => ({
  record: 'entry',
  index: 0,
  amount: 100n,
  currency: 'EUR',
  status: 'BOOKED',
  isReversal: false,
  bankReference: 'R-1',
  bookingDate: '2025-10-13',
  details: [{ endToEndId: 'E-1', counterparty: { name: 'Ada' } }],
  ...changes,
});
const [statement, another] = [newId('BankStatement'), newId('BankStatement')];
const of = (entry: StatementEntry, statementId: typeof statement | undefined = undefined) =>
  fingerprintOf(entry, statementId, new Occurrences());

describe('an entry with a reference of the bank and a day', () => {
  test('has one fingerprint in every statement, report and notification, whatever its position is', () => {
    expect(of(anEntry({ index: 7 }), statement)).toBe(of(anEntry()));
    expect(of(anEntry(), another)).toBe(of(anEntry()));
  });

  test.each<[string, Partial<StatementEntry>]>([
    ['amount', { amount: 101n }],
    ['day', { bookingDate: '2025-10-14' }],
    ['reference', { bankReference: 'R-2' }],
    ['text', { information: 'Rent' }],
    ['name', { details: [{ endToEndId: 'E-1', counterparty: { name: 'Bob' } }] }],
    ['number of movements', { details: [{ endToEndId: 'E-1', counterparty: { name: 'Ada' } }, {}] }],
  ])('has another one with another %s', (_, changes) => {
    expect(of(anEntry(changes))).not.toBe(of(anEntry()));
  });
});

test.each<[string, Partial<StatementEntry>]>([
  ['reference of the bank', { bankReference: undefined }],
  ['day', { bookingDate: undefined }],
])('an entry without a %s has one in each statement only', (_, changes) => {
  const entry = anEntry(changes);
  expect(of(entry)).toBeUndefined();
  expect(of(entry, statement)).toBe(of(entry, statement));
  expect(of(entry, statement)).not.toBe(of(entry, another));
});

test('the entries of a statement that are the same have different fingerprints, which are known then', () => {
  const seen = new Occurrences();
  const all = [1, 2, 3].map(() => fingerprintOf(anEntry(), undefined, seen) ?? '');
  expect(new Set(all).size).toBe(3);
  expect(all.map((one) => seen.has(one))).toEqual([true, true, true]);
});

test('a part that no movement has is empty, and one that some have is not', () => {
  const partsOfDetails = (...details: EntryDetail[]) => partsOf(anEntry({ details }));
  expect(partsOfDetails({}, {})).toEqual(partsOfDetails());
  expect(partsOfDetails({ remittance: 'Rent' }, {})).not.toEqual(partsOfDetails({}, { remittance: 'Rent' }));
});
