/** The files that the simulated bank reads: what it executes, ignores and rejects. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bankWorld, entriesOf, expectConsistent, nachaAccount } from './bank-world.ts';
import { creditTransfers, directDebits, nachaFile } from './outgoing-files.ts';

const twoPayments = [
  { id: 'TO-AAAAAAAAAAAA', cents: 12_345 },
  { id: 'TO-BBBBBBBBBBBB', cents: 655 },
];
const [first, second] = ['TO-AAAAAAAAAAAA', 'TO-BBBBBBBBBBBB'] as const;

describe('an accepted file', () => {
  test('is executed, reported and removed from the outbox', async () => {
    const { bank, folder, send, inbox } = await bankWorld();
    await send('a.xml', creditTransfers({ payments: twoPayments }));
    expect(await bank.readOutbox()).toMatchObject([{ messageId: 'BF-1', result: 'EXECUTED' }]);
    expect(await readdir(join(folder, 'outbox'))).toEqual([]);
    expect((await inbox('pain002')).map((text) => /<GrpSts>(\w+)/.exec(text)?.[1])).toEqual(['ACCP']);
    await bank.closeDay();
    expect(bank.balance()).toBe(1_000_000n - 13_000n);
    expect(entriesOf(bank).map(({ amount }) => amount)).toEqual([-12_345n, -655n]);
    expect(bank.expected().get(first)).toMatchObject({ outcome: 'EXECUTED', timesReceived: 1 });
    expectConsistent(bank);
  });

  test('of direct debits raises the balance', async () => {
    const { bank, send } = await bankWorld();
    await send('a.xml', directDebits({ payments: twoPayments }));
    await bank.readOutbox();
    await bank.finish();
    expect(bank.balance()).toBe(1_013_000n);
    expect(entriesOf(bank)[0]?.details[0]?.mandateReference).toBe(`M-${first}`);
    expectConsistent(bank);
  });

  test.each([
    ['CREDIT', false, [-12_345n, -655n]],
    ['CREDIT', true, [-13_000n]],
    ['DEBIT', false, [12_345n, 655n]],
    ['DEBIT', true, [13_000n]],
  ] as const)('of NACHA %s entries, balanced: %s', async (side, isBalanced, amounts) => {
    const { bank, send } = await bankWorld({ account: nachaAccount });
    await send('a.ach', nachaFile({ payments: twoPayments }, { side, isBalanced }));
    expect(await bank.readOutbox()).toMatchObject([{ result: 'EXECUTED' }]);
    await bank.finish();
    expect(entriesOf(bank).map(({ amount }) => amount)).toEqual(amounts);
    expect([...bank.expected().keys()]).toEqual([first, second]);
    expectConsistent(bank);
  });

  test('waits for its execution date', async () => {
    const { bank, send } = await bankWorld();
    await send('a.xml', creditTransfers({ payments: twoPayments, executionDate: '2026-01-10' }));
    await bank.readOutbox();
    await bank.closeDay('2026-01-09');
    expect(bank.today()).toBe('2026-01-12');
    expect(bank.statements().map(({ entries }) => entries.length)).toEqual([0, 0, 0, 0, 0]);
    await bank.closeDay();
    expect(entriesOf(bank).map(({ date }) => date)).toEqual(['2026-01-12', '2026-01-12']);
  });

  test('is ignored while it has a temporary name', async () => {
    const { bank, folder } = await bankWorld();
    await mkdir(join(folder, 'outbox'));
    await writeFile(join(folder, 'outbox', 'a.xml.part'), 'x');
    expect(await bank.readOutbox()).toEqual([]);
  });
});

describe('a repeated message id', () => {
  test.each([
    ['with the same bytes is a duplicate', creditTransfers({ payments: twoPayments }), 'DUPLICATE'],
    [
      'with other bytes is a conflict',
      creditTransfers({ payments: [{ id: first, cents: 1 }] }),
      'CONFLICTING',
    ],
  ])('%s, and is not executed', async (_, text, result) => {
    const { bank, send } = await bankWorld();
    await send('a.xml', creditTransfers({ payments: twoPayments }));
    await bank.readOutbox();
    await send('b.xml', text);
    expect(await bank.readOutbox()).toMatchObject([{ name: 'b.xml', messageId: 'BF-1', result }]);
    expect(bank.balance()).toBe(987_000n);
  });

  test('of a payment in another message executes it twice, and says so', async () => {
    const { bank, send } = await bankWorld();
    await send('a.xml', creditTransfers({ payments: twoPayments }));
    await send('b.xml', creditTransfers({ payments: twoPayments, messageId: 'BF-2' }));
    await bank.readOutbox();
    expect(bank.balance()).toBe(974_000n);
    expect(bank.expected().get(first)?.timesReceived).toBe(2);
  });
});

describe('a file that breaks a rule', () => {
  const pain = creditTransfers({ payments: twoPayments });
  test.each([
    ['with a wrong number of payments', pain.replace(/<NbOfTxs>2/, '<NbOfTxs>3'), 'REJECTED', 'AM18'],
    [
      'with a wrong sum of the batch',
      pain.replace(/130\.00(?=<\/CtrlSum><Reqd)/, '130.01'),
      'REJECTED',
      'AM10',
    ],
    [
      'of another account',
      pain.replace('DE89370400440532013000', 'DE75512108001245126199'),
      'REJECTED',
      'AC02',
    ],
    ['with too many decimals', pain.replace('>6.55<', '>6.555<'), 'REJECTED', 'FF01'],
    ['with another currency', pain.replace('Ccy="EUR">6.55', 'Ccy="USD">6.55'), 'REJECTED', 'FF01'],
    ['that is truncated', pain.slice(0, -20), 'UNREADABLE', 'well-formed'],
    [
      'of another message type',
      pain.replace('pain.001.001.09', 'pain.001.001.03'),
      'UNREADABLE',
      'message type',
    ],
  ])('%s', async (_, text, result, reason) => {
    const { bank, send } = await bankWorld();
    await send('a.xml', text);
    const [found] = await bank.readOutbox();
    expect(found).toMatchObject({ result, reason: expect.stringContaining(reason) });
    expect(bank.balance()).toBe(1_000_000n);
  });

  const nacha = nachaFile({ payments: twoPayments });
  test.each([
    ['with a wrong hash', nacha.replace(/0004200004/, '0004200005'), 'Columns 11 to 20'],
    ['with a wrong count', nacha.replace(/^8200000002/m, '8200000003'), 'Columns 5 to 10'],
    [
      'with a wrong total of the file',
      nacha.replace(/000000013000( {39})/, '000000013001$1'),
      'Columns 44 to 55',
    ],
    ['with a short line', nacha.replace(/^(5.*)1$/m, '$1'), '94'],
    ['without padding', nacha.replace(/^9{94}\n/m, ''), 'blocks'],
  ])('of NACHA %s', async (_, text, reason) => {
    const { bank, send } = await bankWorld({ account: nachaAccount });
    await send('a.ach', text);
    const [found] = await bank.readOutbox();
    expect(found).toMatchObject({ result: 'UNREADABLE', reason: expect.stringContaining(reason) });
    expect(bank.expected().size).toBe(0);
  });
});
