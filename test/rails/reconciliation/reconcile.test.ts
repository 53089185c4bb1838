/** Statements of a bank against each other and against the ledger. */
import { describe, expect, test } from 'vitest';
import { idOf, newUuid } from '../../../src/kernel/ids.ts';
import type { BankStatement } from '../../../src/rails/bank-records/bank-statement.ts';
import { loadCalendar } from '../../../src/rails/calendar/business-days.ts';
import {
  type DatedBreak,
  type ReconciliationInput,
  reconcile,
} from '../../../src/rails/reconciliation/reconcile.ts';

const calendar = await loadCalendar('WEEKDAYS');
const connectionId = idOf('BankConnection', newUuid());

let next = 0;
const aStatement = (
  bookedOn: string,
  opening: bigint,
  sum: bigint,
  fields: Partial<BankStatement> = {},
): BankStatement => {
  next += 1;
  return {
    id: idOf('BankStatement', newUuid()),
    platformId: idOf('Platform', newUuid()),
    connectionId,
    fileId: idOf('BankFile', newUuid()),
    kind: 'CAMT_053',
    statementId: `S${next}`,
    sequenceNumber: undefined,
    pageNumber: 1,
    bookedOn,
    opening,
    closing: opening + sum,
    sum,
    count: 1,
    digest: undefined,
    hasConflict: false,
    createdAt: new Date('2026-11-09T00:00:00Z'),
    ...fields,
  };
};

/** Monday to Wednesday, each with a statement, all right. */
const right = (): ReconciliationInput => ({
  from: '2026-11-02',
  to: '2026-11-04',
  expectedFrom: '2026-11-02',
  expectedTo: '2026-11-04',
  calendar,
  statements: [
    aStatement('2026-11-02', 1_000n, 50n, { sequenceNumber: 1 }),
    aStatement('2026-11-03', 1_050n, -20n, { sequenceNumber: 2 }),
    aStatement('2026-11-04', 1_030n, 5n, { sequenceNumber: 3 }),
  ],
  entries: [
    { date: '2026-11-02', sum: 50n, counts: { DEPOSIT: 1 }, notBooked: 0 },
    { date: '2026-11-03', sum: -20n, counts: { PAYMENT: 1 }, notBooked: 0 },
    { date: '2026-11-04', sum: 5n, counts: { FEE: 1 }, notBooked: 0 },
  ],
  startBalance: 1_000n,
  openBreaks: [],
});

const kindsOf = (input: ReconciliationInput): string[] =>
  reconcile(input).flatMap(({ date, breaks }) => breaks.map(({ kind }) => `${date} ${kind}`));

test('without differences no day has a break, and the ledger follows the statements', () => {
  const days = reconcile(right());
  expect(
    days.map(({ date, opening, closing, ledgerBalance }) => [date, opening, closing, ledgerBalance]),
  ).toEqual([
    ['2026-11-02', 1_000n, 1_050n, 1_050n],
    ['2026-11-03', 1_050n, 1_030n, 1_030n],
    ['2026-11-04', 1_030n, 1_035n, 1_035n],
  ]);
  expect(days.flatMap(({ breaks }) => breaks)).toEqual([]);
  expect(days[0]?.counts).toMatchObject({ DEPOSIT: 1, BREAK: 0 });
});

describe('a statement of two pages is one statement', () => {
  const pageOf = (pageNumber: number, opening: bigint, closing: bigint, sum: bigint) =>
    aStatement('2026-11-02', opening, sum, { statementId: 'S', sequenceNumber: 1, pageNumber, closing });
  const later = right().statements.slice(1);
  test.each([
    ['with the balances of each page', [pageOf(1, 1_000n, 1_080n, 80n), pageOf(2, 1_080n, 1_050n, -30n)], []],
    [
      'with the balances of the whole statement on each page',
      [pageOf(1, 1_000n, 1_050n, 80n), pageOf(2, 1_000n, 1_050n, -30n)],
      [],
    ],
    [
      'whose sum differs when a page is missing',
      [pageOf(1, 1_000n, 1_050n, 80n)],
      ['2026-11-02 SUM_DIFFERS'],
    ],
  ])('%s', (_, pages, expected) => {
    expect(kindsOf({ ...right(), statements: [...pages, ...later] })).toEqual(expected);
    expect(reconcile({ ...right(), statements: [...pages, ...later] })[0]).toMatchObject({
      statements: 1,
      opening: 1_000n,
      closing: 1_050n,
    });
  });
});

describe('a difference is named', () => {
  const changed = (change: (input: ReconciliationInput) => Partial<ReconciliationInput>) => {
    const input = right();
    return { ...input, ...change(input) };
  };
  const open: DatedBreak = {
    date: '2026-11-03',
    kind: 'OPEN_ENTRY',
    description: 'No payment explains the debit.',
    amount: -20n,
    recordId: undefined,
    entryBreak: 'UNKNOWN_DEBIT',
  };
  test.each<[string, ReconciliationInput, string[]]>([
    [
      'a business day without a statement',
      changed(({ statements }) => ({
        statements: statements.filter(({ bookedOn }) => bookedOn !== '2026-11-04'),
      })),
      ['2026-11-04 STATEMENT_MISSING'],
    ],
    [
      'not a day whose statement is not due yet',
      changed(({ statements }) => ({
        statements: statements.filter(({ bookedOn }) => bookedOn !== '2026-11-04'),
        expectedTo: '2026-11-03',
      })),
      [],
    ],
    [
      'a gap in the numbers',
      changed(({ statements }) => ({
        statements: statements.map((one) => (one.sequenceNumber === 3 ? { ...one, sequenceNumber: 4 } : one)),
      })),
      ['2026-11-04 NUMBER_GAP'],
    ],
    [
      'a statement that does not start with the last balance, and so differs from the ledger',
      changed(({ statements }) => ({
        statements: statements.map((one) =>
          one.sequenceNumber === 3 ? { ...one, opening: 1_031n, closing: 1_036n } : one,
        ),
      })),
      ['2026-11-04 BALANCE_GAP', '2026-11-04 LEDGER_DIFFERS'],
    ],
    [
      'entries that do not explain the closing balance',
      changed(({ statements }) => ({
        statements: statements.map((one) => (one.sequenceNumber === 3 ? { ...one, sum: 4n } : one)),
      })),
      ['2026-11-04 SUM_DIFFERS'],
    ],
    [
      'entries that are not booked, by which the ledger differs',
      changed(({ entries }) => ({
        entries: entries.map((one) => (one.date === '2026-11-04' ? { ...one, sum: 0n, notBooked: 1 } : one)),
      })),
      ['2026-11-04 LEDGER_DIFFERS', '2026-11-04 NOT_BOOKED'],
    ],
    [
      'a statement that came again with other contents',
      changed(({ statements }) => ({
        statements: statements.map((one, index) => ({ ...one, hasConflict: index === 0 })),
      })),
      ['2026-11-02 CONFLICTING_STATEMENT'],
    ],
    ['an open entry', changed(() => ({ openBreaks: [open] })), ['2026-11-03 OPEN_ENTRY']],
  ])('%s', (_, input, expected) => {
    expect(kindsOf(input)).toEqual(expected);
  });

  test('a statement before the days is compared with the first', () => {
    const before = aStatement('2026-10-30', 900n, 99n, { sequenceNumber: 0 });
    const input = right();
    expect(kindsOf({ ...input, statements: [before, ...input.statements] })).toEqual([
      '2026-11-02 BALANCE_GAP',
    ]);
  });

  test('pages of a statement have one number', () => {
    const input = right();
    const [first, second, third] = input.statements as [BankStatement, BankStatement, BankStatement];
    const pages = [
      { ...second, closing: 1_040n, sum: -10n },
      { ...second, id: idOf('BankStatement', newUuid()), pageNumber: 2, opening: 1_040n, sum: -10n },
    ];
    expect(kindsOf({ ...input, statements: [first, ...pages, third] })).toEqual([]);
  });
});
