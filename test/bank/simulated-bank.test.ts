/** The simulated bank itself: its rejections, returns and breaks, and that its ledger and its statements agree. */
import { describe, expect, test } from 'vitest';
import { breakKinds } from '../support/simulated-bank/records.ts';
import { sourceFilesIn } from '../support/source-files.ts';
import { bankWorld, entriesOf, expectConsistent, nachaAccount } from './bank-world.ts';
import { creditTransfers, nachaFile } from './outgoing-files.ts';
import { randomDays } from './random-days.ts';

const twoPayments = [
  { id: 'TO-AAAAAAAAAAAA', cents: 12_345 },
  { id: 'TO-BBBBBBBBBBBB', cents: 655 },
];
const [first, second] = ['TO-AAAAAAAAAAAA', 'TO-BBBBBBBBBBBB'] as const;

test('the bank imports nothing of the service', () => {
  const files = sourceFilesIn('test/support/simulated-bank');
  expect(files.length).toBeGreaterThan(10);
  const imported = files.flatMap(({ imports }) => imports.map(({ to }) => to));
  expect(imported.filter((to) => /^(src|schema)\//.test(to))).toEqual([]);
});

describe('a rejection', () => {
  test.each([
    ['rejectFile', undefined, ['REJECTED', 'REJECTED']],
    ['rejectBatch', undefined, ['REJECTED', 'REJECTED']],
    ['rejectPayment', second, ['EXECUTED', 'REJECTED']],
  ] as const)('on request, %s of %s', async (kind, id, outcomes) => {
    const { bank, send, inbox } = await bankWorld();
    bank.request(kind, { code: 'MD07', ...(id === undefined ? {} : { id }) });
    await send('a.xml', creditTransfers({ payments: twoPayments }));
    await bank.readOutbox();
    expect([...bank.expected().values()].map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(bank.expected().get(second)?.code).toBe('MD07');
    expect((await inbox('pain002'))[0]).toContain('<Rsn><Cd>MD07</Cd></Rsn>');
    expect(bank.balance()).toBe(outcomes[0] === 'EXECUTED' ? 987_655n : 1_000_000n);
  });

  test('for lack of balance rejects only the payment that is not covered', async () => {
    const { bank, send } = await bankWorld({ startBalance: 12_500n });
    await send('a.xml', creditTransfers({ payments: twoPayments, executionDate: '2026-01-06' }));
    await bank.readOutbox();
    await bank.finish();
    expect(bank.expected().get(second)).toMatchObject({ outcome: 'REJECTED', code: 'AM04' });
    expect(bank.balance()).toBe(155n);
  });
});

describe('a return', () => {
  test('after n open days credits the payment back, with its id and reason', async () => {
    const { bank, send } = await bankWorld();
    bank.request('returnPayment', { id: first, code: 'AC04', days: 5 });
    await send('a.xml', creditTransfers({ payments: twoPayments }));
    await bank.readOutbox();
    await bank.advance(5);
    expect(bank.expected().get(first)).toMatchObject({ outcome: 'RETURNED', code: 'AC04' });
    expect(bank.balance()).toBe(1_000_000n - 655n);
    await bank.finish();
    const returned = entriesOf(bank).find(({ kind }) => kind === 'RETURN');
    expect(returned).toMatchObject({ date: '2026-01-12', amount: 12_345n });
    expect(returned?.details[0]).toMatchObject({ endToEndId: first, returnReason: 'AC04' });
    expectConsistent(bank);
  });

  test('of a NACHA debit has a return file and an entry', async () => {
    const { bank, send, inbox } = await bankWorld({ account: nachaAccount });
    bank.request('returnPayment', { id: first, code: 'R01', days: 2 });
    bank.request('changeNotice', { id: second, code: 'C01' });
    await send('a.ach', nachaFile({ payments: twoPayments }, { side: 'DEBIT' }));
    await bank.readOutbox();
    await bank.finish();
    const files = await inbox('nacha-returns');
    const lines = files.map((text) => text.split('\n').filter((line) => /^[67]/.test(line)));
    expect(lines.map(([, addenda]) => addenda?.slice(0, 21))).toEqual([
      '798C01091000010000002',
      '799R01091000010000001',
    ]);
    expect(lines.map(([entry]) => [entry?.slice(0, 12), entry?.slice(29, 54)])).toEqual([
      ['626091000019', '0000000000TO-BBBBBBBBBBBB'],
      ['626091000019', '0000012345TO-AAAAAAAAAAAA'],
    ]);
    expect(files.flatMap((text) => text.trimEnd().split('\n')).every((line) => line.length === 94)).toBe(
      true,
    );
    expect(bank.expected().get(first)).toMatchObject({ outcome: 'RETURNED', code: 'R01' });
    expect(bank.balance()).toBe(1_000_655n);
    expectConsistent(bank);
  });
});

describe('breaks', () => {
  test.each([
    [
      'wrongAmount',
      { id: first, amount: 5n },
      { kind: 'WRONG_AMOUNT', id: first, amount: -12_350n },
      986_995n,
    ],
    ['doubleBooking', { id: second }, { kind: 'DOUBLE_BOOKING', id: second, amount: -655n }, 986_345n],
    ['unexplainedEntry', { amount: -700n }, { kind: 'UNEXPLAINED_ENTRY', amount: -700n }, 986_300n],
    ['skipStatementNumber', {}, { kind: 'STATEMENT_GAP', id: '1' }, 987_000n],
    ['conflictingStatement', {}, { kind: 'CONFLICTING_STATEMENT', id: 'STM-20260105-1' }, 987_000n],
    ['foreignStatement', {}, { kind: 'FOREIGN_ACCOUNT', id: 'STM-OTHER-1' }, 987_000n],
    [
      'truncateFile',
      { id: 'camt053' },
      { kind: 'UNREADABLE_FILE', id: '000002-camt053-2026-01-05.xml' },
      987_000n,
    ],
  ] as const)('%s is named, and is in the ledger of the bank', async (kind, request, expected, balance) => {
    const { bank, send } = await bankWorld();
    bank.request(kind, request);
    await send('a.xml', creditTransfers({ payments: twoPayments }));
    await bank.readOutbox();
    await bank.closeDay();
    await bank.finish();
    expect(bank.breaks()).toMatchObject([{ ...expected, date: '2026-01-05' }]);
    expect(bank.balance()).toBe(balance);
    expectConsistent(bank);
  });

  test('a fee is an entry of its own and no break', async () => {
    const { bank, send } = await bankWorld();
    bank.request('fee', { id: first, amount: 35n });
    await send('a.xml', creditTransfers({ payments: twoPayments }));
    await bank.readOutbox();
    await bank.finish();
    expect(bank.fees()).toBe(35n);
    expect(bank.balance()).toBe(986_965n);
    expect(bank.breaks()).toEqual([]);
  });

  test.each([
    ['with a reference', { reference: 'RF18IAABCD' }, 'STRUCTURED', 0],
    ['to a virtual IBAN', { virtualIban: 'DE75512108001245126199' }, 'VIRTUAL_IBAN', 0],
    ['without a reference', {}, 'NONE', 1],
  ] as const)('a deposit %s', async (_, input, form, breaks) => {
    const { bank } = await bankWorld();
    const made = bank.deposit({ amount: 500n, name: 'Dora', iban: 'NL91ABNA0417164300', ...input });
    expect(made).toMatchObject({ form, amount: 500n, date: '2026-01-05' });
    expect(bank.breaks().map(({ kind, id }) => [kind, id])).toEqual(
      Array.from({ length: breaks }, () => ['UNMATCHED_DEPOSIT', made.bankReference]),
    );
    await bank.finish();
    expect(bank.balance()).toBe(1_000_500n);
    expectConsistent(bank);
  });
});

describe.each([
  ['ISO 20022', false],
  ['NACHA', true],
])('forty days of %s with every behaviour at random', (_, isNacha) => {
  test.each([1, 2, 3])('keep the ledger and the statements consistent, seed %i', async (seed) => {
    const { bank } = await randomDays(seed, isNacha);
    expectConsistent(bank);
    const outcomes = [...bank.expected().values()];
    expect(outcomes).toHaveLength(160);
    expect(outcomes.filter(({ outcome }) => outcome === 'WAITING')).toEqual([]);
    expect(outcomes.filter(({ outcome }) => outcome === 'RETURNED').length).toBeGreaterThan(0);
    expect(new Set(bank.breaks().map(({ kind }) => kind))).toEqual(new Set(breakKinds));
  });

  test('give the same files again for the same seed', async () => {
    const [one, again, other] = [
      await randomDays(7, isNacha),
      await randomDays(7, isNacha),
      await randomDays(8, isNacha),
    ];
    const files = await one.inbox();
    expect(files.length).toBeGreaterThan(40);
    expect(await again.inbox()).toEqual(files);
    expect(await other.inbox()).not.toEqual(files);
    expect(again.bank.breaks()).toEqual(one.bank.breaks());
  });
});
