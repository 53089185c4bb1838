import { describe, expect, test } from 'vitest';
import {
  balance,
  entry,
  groupHeader,
  readAll,
  statement,
  statementElement,
  xml,
} from '../../../support/bank-files.ts';

const opening = balance({ type: 'OPBD', amount: '100.00' });
const closing = (amount: string) => balance({ type: 'CLBD', amount });
const wrongBalances = opening + closing('99.99');
const pages = (text: string) => `<StmtPgntn>${text}</StmtPgntn>`;
const totals = (name: string, count: number, sum: string) =>
  `<TxsSummry><${name}><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum></${name}></TxsSummry>`;
const pending = entry({ amount: '7', status: '<Cd>PDNG</Cd>' });
const debit = entry({ amount: '3', indicator: 'DBIT' });

describe('a statement is accepted', () => {
  test.each([
    [
      'whose booked entries lead to the closing balance',
      { balances: opening + closing('107.00'), entries: entry() + debit + pending },
    ],
    ['without an opening balance', { balances: closing('1.00'), entries: entry() }],
    [
      'that is a page of several',
      {
        before: pages('<PgNb>1</PgNb><LastPgInd>false</LastPgInd>'),
        balances: wrongBalances,
        entries: entry(),
      },
    ],
    [
      'that is the last page',
      { before: pages('<PgNb>2</PgNb><LastPgInd>true</LastPgInd>'), balances: wrongBalances },
    ],
    [
      'whose summary has all entries',
      { summary: totals('TtlNtries', 3, '20.00'), entries: entry() + debit + pending },
    ],
    [
      'whose summary has the booked entries',
      { summary: totals('TtlNtries', 2, '13'), entries: entry() + debit + pending },
    ],
    [
      'whose summary has the credits',
      { summary: totals('TtlCdtNtries', 1, '10.00'), entries: entry() + debit },
    ],
    [
      'whose summary has the debits',
      { summary: totals('TtlDbtNtries', 1, '3.00'), entries: entry() + debit },
    ],
    [
      'whose summary has the net amount',
      { summary: totals('TtlNtries', 2, '7.00'), entries: entry() + debit },
    ],
    [
      'whose summary has debits with a minus',
      { summary: totals('TtlDbtNtries', 1, '-3.00'), entries: entry() + debit },
    ],
  ])('%s', async (_, text) => {
    expect((await readAll(statement(text))).at(-1)?.record).toBe('statement-end');
  });

  test('that is a report of the day, whose entries need not explain its balances', async () => {
    const report = statementElement('Rpt', { balances: wrongBalances });
    const records = await readAll(
      xml('camt.052.001.08', `<BkToCstmrAcctRpt>${groupHeader}${report}</BkToCstmrAcctRpt>`),
    );
    expect(records.at(-1)?.record).toBe('statement-end');
  });
});

describe('a statement is unreadable', () => {
  test.each([
    [
      'whose entries do not lead to the closing balance',
      { balances: opening + closing('110.01'), entries: entry() },
      'add up',
    ],
    ['without entries that explain its balances', { balances: wrongBalances }, 'add up'],
    [
      'whose only page has wrong balances',
      { before: pages('<PgNb>1</PgNb><LastPgInd>true</LastPgInd>'), balances: wrongBalances },
      'add up',
    ],
    [
      'with an entry in another currency',
      { balances: opening + closing('110.00'), entries: entry({ currency: 'USD' }) },
      'another currency',
    ],
    ['with two opening balances', { balances: opening + opening }, 'OPBD occurs more than once'],
    [
      'with another number of entries',
      { summary: totals('TtlNtries', 2, '10.00'), entries: entry() },
      'NbOfNtries of TtlNtries',
    ],
    [
      'with another sum of entries',
      { summary: totals('TtlNtries', 1, '10.01'), entries: entry() },
      'Sum of TtlNtries',
    ],
    [
      'with another number of credits',
      { summary: totals('TtlCdtNtries', 2, '10.00'), entries: entry() },
      'NbOfNtries of TtlCdtNtries',
    ],
    [
      'with another sum of debits',
      { summary: totals('TtlDbtNtries', 1, '3.01'), entries: debit },
      'Sum of TtlDbtNtries',
    ],
  ])('%s', async (_, text, reason) => {
    await expect(readAll(statement(text))).rejects.toMatchObject({
      name: 'UnreadableBankFile',
      message: expect.stringContaining(reason),
      line: 2,
    });
  });
});
