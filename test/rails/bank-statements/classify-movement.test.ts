/** What a movement of a bank entry is. */
import { describe, expect, test } from 'vitest';
import type { InternalAccount } from '../../../src/accounts/internal/internal-account.ts';
import { idOf, newUuid } from '../../../src/kernel/ids.ts';
import { creditorReference } from '../../../src/rails/bank-connections/creditor-reference.ts';
import type { EntryDetail, StatementEntry } from '../../../src/rails/bank-files/bank-file.ts';
import type { NamedPayment } from '../../../src/rails/bank-payments/bank-payment.ts';
import {
  type Candidates,
  classifyMovement,
  movementsOf,
} from '../../../src/rails/bank-statements/classify-movement.ts';

const anEntry = (
  amount: bigint,
  detail: EntryDetail = {},
  fields: Partial<StatementEntry> = {},
): StatementEntry => ({
  record: 'entry',
  index: 0,
  amount,
  currency: 'EUR',
  status: 'BOOKED',
  isReversal: false,
  details: [detail],
  ...fields,
});

const at = new Date('2026-11-02T09:00:00Z');

const aPayment = (fields: Partial<NamedPayment> = {}): NamedPayment => ({
  id: idOf('BankPayment', newUuid()),
  platformId: idOf('Platform', newUuid()),
  connectionId: idOf('BankConnection', newUuid()),
  transactionId: idOf('Transaction', newUuid()),
  depositId: undefined,
  direction: 'CREDIT',
  serviceLevel: 'SEPA',
  entryClass: undefined,
  status: 'IN_FILE',
  clearingCode: 'CLEARING_SEPA',
  endToEndId: 'TR-1',
  amount: 100n,
  fileId: undefined,
  batch: undefined,
  traceSequence: undefined,
  reasonCode: undefined,
  entryId: undefined,
  returnEntryId: undefined,
  isReported: false,
  createdAt: at,
  updatedAt: at,
  fileStatus: 'SENT',
  messageId: 'BF-1',
  isCompleted: false,
  isUnmatched: false,
  ...fields,
});

const account = { reference: 'IA-ABCDEFGH2345' } as InternalAccount;
const other = { reference: 'IA-ZZZZZZZZ2345' } as InternalAccount;
const targets = new Map([account, other].map((one) => [one.reference, { account: one }]));

function kindOf(entry: StatementEntry, payment?: NamedPayment): string {
  const candidates: Candidates = { payments: new Map(payment ? [['TR-1', payment]] : []), targets };
  const [movement] = movementsOf(entry);
  if (!movement) throw new Error('an entry has a movement');
  const found = classifyMovement(entry, movement, candidates);
  return found.as === 'BREAK' ? found.kind : found.as;
}

describe('an entry that names a payment of ours', () => {
  const named = { endToEndId: 'TR-1' };
  const entry = idOf('BankEntry', newUuid());
  test.each<[string, bigint, Partial<NamedPayment>, string]>([
    ['a debit of its amount executes it', -100n, {}, 'PAYMENT'],
    ['a debit of another amount is a break', -99n, {}, 'AMOUNT_DIFFERS'],
    ['a debit before its file was made is a break', -100n, { status: 'WAITING' }, 'NOT_SENT'],
    ['a second debit is a break', -100n, { status: 'CONFIRMED', entryId: entry }, 'BOOKED_TWICE'],
    ['a debit after its rejection is a break', -100n, { status: 'REJECTED' }, 'BOOKED_AFTER_REJECTION'],
    ['a debit after its return was reported executes it', -100n, { status: 'RETURNED' }, 'PAYMENT'],
    // The payer of a credit chooses its end-to-end id.
    ['a credit is a deposit', 100n, { status: 'CONFIRMED', entryId: entry }, 'UNMATCHED_DEPOSIT'],
    ['a credit of a cent is a deposit', 1n, {}, 'UNMATCHED_DEPOSIT'],
    ['a credit before its file was made is a deposit', 100n, { status: 'WAITING' }, 'UNMATCHED_DEPOSIT'],
    ['a credit after its return was reported returns it', 100n, { status: 'RETURNED' }, 'RETURN'],
    ['a second credit is a break', 100n, { status: 'RETURNED', returnEntryId: entry }, 'BOOKED_TWICE'],
    ['a credit is no sign of a direct debit', 100n, { direction: 'DEBIT' }, 'UNMATCHED_DEPOSIT'],
    ['nor is a credit of a cent', 1n, { direction: 'DEBIT' }, 'UNMATCHED_DEPOSIT'],
    [
      'nor is a credit after its return was reported',
      100n,
      { direction: 'DEBIT', status: 'RETURNED' },
      'UNMATCHED_DEPOSIT',
    ],
    [
      'a debit of a direct debit that was credited is a break',
      -100n,
      { direction: 'DEBIT', status: 'CONFIRMED', entryId: entry, isCompleted: true },
      'RETURNED_DEBIT',
    ],
    [
      'a debit of a direct debit that was credited, and whose return was reported, is a break',
      -100n,
      { direction: 'DEBIT', status: 'RETURNED', entryId: entry, isCompleted: true },
      'RETURNED_DEBIT',
    ],
    [
      'a debit of a direct debit whose entry came after its return was reported returns it',
      -100n,
      { direction: 'DEBIT', status: 'RETURNED', entryId: entry },
      'RETURN',
    ],
    ['a debit of a direct debit before its credit returns it', -100n, { direction: 'DEBIT' }, 'RETURN'],
    [
      'a debit of a direct debit whose return was reported returns it',
      -100n,
      { direction: 'DEBIT', status: 'RETURNED' },
      'RETURN',
    ],
    [
      'a debit of a direct debit that the bank rejected is a break',
      -100n,
      { direction: 'DEBIT', status: 'REJECTED' },
      'RETURNED_DEBIT',
    ],
  ])('%s', (_, amount, payment, expected) => {
    expect(kindOf(anEntry(amount, named), aPayment(payment))).toBe(expected);
  });

  test.each<[NamedPayment['fileStatus'], string]>([
    ['IN_REVIEW', 'NOT_SENT'],
    ['READY', 'NOT_SENT'],
    ['CANCELLED', 'NOT_SENT'],
    ['STAGED', 'PAYMENT'],
    ['SENT', 'PAYMENT'],
    ['ACCEPTED', 'PAYMENT'],
    ['PARTIALLY_ACCEPTED', 'PAYMENT'],
    ['REJECTED', 'PAYMENT'],
  ])('a debit whose file is %s is %s', (fileStatus, expected) => {
    expect(kindOf(anEntry(-100n, named), aPayment({ fileStatus }))).toBe(expected);
  });

  test('a return of an executed payment is one, whatever the status of its file', () => {
    const executed = aPayment({ status: 'CONFIRMED', entryId: entry, fileStatus: 'CANCELLED' });
    expect(kindOf(anEntry(100n, { ...named, returnReason: 'AC04' }), executed)).toBe('RETURN');
  });

  test.each<[string, EntryDetail, Partial<StatementEntry>]>([
    ['the code of direct debits', {}, { bankCode: 'PMNT.IDDT.ESDD' }],
    ['the code of the settlement of direct debits in the United States', {}, { bankCode: 'BAI.166' }],
    ['the code of direct debits of German banks', {}, { bankCode: 'NTRF+171+00931' }],
    ['the code of direct debits of SWIFT', {}, { bankCode: 'NDDT' }],
    ['the id of our message', { messageId: 'BF-1' }, { bankCode: 'TRANSFER' }],
    ['the id of a batch of our message', { batchId: 'BF-1-2' }, {}],
    ['the id of our message for the entry', {}, { batch: { messageId: 'BF-1' } }],
    ['the reference of a mandate', { mandateReference: 'M-1' }, {}],
  ])('a credit with %s executes a direct debit, and of another amount is a break', (_, detail, fields) => {
    const debit = aPayment({ direction: 'DEBIT' });
    expect(kindOf(anEntry(100n, { ...named, ...detail }, fields), debit)).toBe('PAYMENT');
    expect(kindOf(anEntry(90n, { ...named, ...detail }, fields), debit)).toBe('AMOUNT_DIFFERS');
  });

  test.each<[string, EntryDetail, Partial<StatementEntry>]>([
    ['the id of another message', { messageId: 'BF-2', batchId: 'BF-10' }, {}],
    ['the code of another credit', {}, { bankCode: 'PMNT.RCDT.ESCT' }],
    [
      'the code of a transfer and the reference of a mandate',
      { mandateReference: 'M-1' },
      { bankCode: 'PMNT.RRCT.ESCT' },
    ],
    ['the code of a transfer in the United States', {}, { bankCode: 'BAI.165' }],
  ])('a credit with %s is a deposit', (_, detail, fields) => {
    expect(kindOf(anEntry(100n, { ...named, ...detail }, fields), aPayment({ direction: 'DEBIT' }))).toBe(
      'UNMATCHED_DEPOSIT',
    );
  });

  const booked = aPayment({ status: 'CONFIRMED', entryId: entry });
  test.each<[string, EntryDetail, Partial<StatementEntry>]>([
    ['a reason', { returnReason: 'AC04' }, {}],
    ['the mark of a reversal', {}, { isReversal: true }],
    ['the code of a return', {}, { bankCode: 'PMNT.ICDT.RRTN' }],
    ['the code of a return in the United States', {}, { bankCode: 'BAI.257' }],
  ])('a credit with %s returns it, and of another amount is a break', (_, detail, fields) => {
    expect(kindOf(anEntry(100n, { ...named, ...detail }, fields), booked)).toBe('RETURN');
    expect(kindOf(anEntry(90n, { ...named, ...detail }, fields), booked)).toBe('AMOUNT_DIFFERS');
  });

  test('a credit that names a payment and an account is a deposit to the account', () => {
    const both = { ...named, reference: creditorReference(account.reference) };
    expect(kindOf(anEntry(100n, both), booked)).toBe('DEPOSIT');
  });
});

describe('an entry that names no payment of ours', () => {
  const reference = creditorReference(account.reference);
  test.each<[string, StatementEntry, string]>([
    ['a credit with a structured reference is a deposit', anEntry(50n, { reference }), 'DEPOSIT'],
    [
      'a credit with a reference in its text is a deposit',
      anEntry(50n, { remittance: `for ${reference}` }),
      'DEPOSIT',
    ],
    [
      'a credit with a reference as its end-to-end id is a deposit',
      anEntry(50n, { endToEndId: reference }),
      'DEPOSIT',
    ],
    ['a credit without one is unmatched', anEntry(50n, { remittance: 'hello' }), 'UNMATCHED_DEPOSIT'],
    [
      'a credit with the references of two accounts is unmatched',
      anEntry(50n, { remittance: `${account.reference} ${other.reference}` }),
      'UNMATCHED_DEPOSIT',
    ],
    [
      'a credit with an unknown reference is unmatched',
      anEntry(50n, { remittance: 'IA-BBBBBBBB2345' }),
      'UNMATCHED_DEPOSIT',
    ],
    ['a debit with the code of charges is a fee', anEntry(-5n, {}, { bankCode: 'ACMT.MDOP.CHRG' }), 'FEE'],
    [
      'a credit with the code of interest is a fee paid back',
      anEntry(5n, {}, { bankCode: 'ACMT.MCOP.INTR' }),
      'FEE',
    ],
    ['another debit is a break', anEntry(-5n, {}, { bankCode: 'PMNT.RDDT.ESDD' }), 'UNKNOWN_DEBIT'],
  ])('%s', (_, entry, expected) => {
    expect(kindOf(entry)).toBe(expected);
  });
});

describe('the movements of an entry', () => {
  const details = (...amounts: (bigint | undefined)[]): EntryDetail[] =>
    amounts.map((amount) => ({ amount }));
  test.each<[string, bigint, EntryDetail[], bigint[]]>([
    ['are its details, with the sign of the entry', -30n, details(10n, 20n), [-10n, -20n]],
    ['are its details, one of which goes the other way', 30n, details(40n, -10n), [40n, -10n]],
    ['are the entry when the details have another sum', -30n, details(10n, 10n), [-30n]],
    ['are the entry when a detail has no amount', -30n, details(10n, undefined), [-30n]],
    ['are the entry when it has one detail', -30n, details(29n), [-30n]],
    ['are the entry without details', 30n, [], [30n]],
  ])('%s', (_, amount, given, expected) => {
    const entry = { ...anEntry(amount), details: given };
    expect(movementsOf(entry).map((one) => one.amount)).toEqual(expected);
  });
});
