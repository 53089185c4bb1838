import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bankStatements } from '../../../src/rails/bank-records/tables.ts';
import { bankReconciliation } from '../../../src/rails/reconciliation/bank-reconciliation.ts';
import { balance, entry, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';
import { platformIdOf, published } from '../../support/pulls.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld({ openingBalance: 0 });
});
afterEach(() => world.stop());

const booked = (date: string, amount: string, indicator = 'CRDT') =>
  entry({
    amount,
    indicator,
    after: `<BookgDt><Dt>${date}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${world.reference()}</Ustrd></RmtInf></TxDtls></NtryDtls>`,
  });

interface StatementText {
  readonly id?: string;
  readonly date: string;
  readonly opening: string;
  readonly closing: string;
  readonly entries?: string;
}

const statementOf = ({ id = 'S-1', date, opening, closing, entries = '' }: StatementText) =>
  statement({
    id,
    balances: [balance({ type: 'OPBD', amount: opening }), balance({ type: 'CLBD', amount: closing })]
      .join('')
      .replaceAll('2025-10-13', date),
    entries,
  });

async function breaksOf(from: string, to: string): Promise<string[]> {
  const { days } = granted(
    await bankReconciliation(
      world.service.db.orm,
      platformIdOf(world),
      { connectionId: world.connection.id, from, to },
      new Date(`${to}T23:00:00Z`),
    ),
  );
  return days.flatMap(({ date, breaks }) => breaks.map(({ kind }) => `${date} ${kind}`));
}

describe('a statement that the bank corrects', () => {
  const fee = () =>
    entry({ amount: '1.00', indicator: 'DBIT', after: '<BookgDt><Dt>2025-10-13</Dt></BookgDt>' });
  const original = () =>
    statementOf({
      date: '2025-10-13',
      opening: '0.00',
      closing: '100.00',
      entries: booked('2025-10-13', '100.00'),
    });
  const corrected = () =>
    statementOf({
      date: '2025-10-13',
      opening: '0.00',
      closing: '99.00',
      entries: fee() + booked('2025-10-13', '100.00'),
    });

  test('is a conflict, and the next statement follows its newer version', async () => {
    await published(world, original(), '1.xml');
    await published(world, corrected(), '2.xml');
    await published(
      world,
      statementOf({ id: 'S-2', date: '2025-10-14', opening: '99.00', closing: '99.00' }),
      '3.xml',
    );
    const kinds = await breaksOf('2025-10-13', '2025-10-14');
    expect(kinds.filter((kind) => !kind.includes('OPEN'))).toEqual(['2025-10-13 CONFLICTING_STATEMENT']);
    const [first] = await world.service.db.orm.select().from(bankStatements).orderBy(bankStatements.id);
    expect(first).toMatchObject({ closing: 9_900n, sum: 9_900n, count: 2, hasConflict: true });
  });

  test('and of which the newer version has an entry less differs from the ledger', async () => {
    await published(world, corrected(), '1.xml');
    await published(world, original(), '2.xml');
    const kinds = await breaksOf('2025-10-13', '2025-10-13');
    expect(kinds.filter((kind) => !kind.includes('OPEN'))).toEqual([
      '2025-10-13 CONFLICTING_STATEMENT',
      '2025-10-13 LEDGER_DIFFERS',
    ]);
  });
});

test.each([
  ['in the next year', '2024-01-02', '2025-01-02'],
  ['on the next day', '2025-01-02', '2025-01-03'],
])('statements with one id, which the bank uses again %s, are two statements', async (_, first, second) => {
  const of = (date: string, opening: string, closing: string) =>
    statementOf({ id: '001', date, opening, closing, entries: booked(date, '100.00') });
  await published(world, of(first, '0.00', '100.00'), '1.xml');
  await published(world, of(second, '100.00', '200.00'), '2.xml');
  expect([...(await breaksOf(first, first)), ...(await breaksOf(second, second))]).toEqual([]);
  expect(await world.balance()).toBe(20_000n);
});

test('a statement whose day the bank corrects credits nothing twice', async () => {
  const of = (date: string) =>
    statementOf({ date, opening: '0.00', closing: '100.00', entries: booked('2025-10-13', '100.00') });
  await published(world, of('2025-10-13'), '1.xml');
  await published(world, of('2025-10-14'), '2.xml');
  expect(await world.balance()).toBe(10_000n);
});
