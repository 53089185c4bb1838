import { describe, expect, test } from 'vitest';
import type { OutgoingFile, OutgoingPayment } from '../../../../src/rails/bank-files/bank-file.ts';
import { maxNachaAmount, maxNachaTotal } from '../../../../src/rails/bank-files/nacha/fields.ts';
import { readNacha } from '../../../../src/rails/bank-files/nacha/read-nacha.ts';
import { contentOf } from '../../../support/exchange-files.ts';
import {
  nachaAccount as account,
  acme,
  nachaPayment as aPayment,
  jane,
  traceOf as trace,
  writtenNacha,
} from '../../../support/nacha-files.ts';

async function linesOf(
  payments: readonly OutgoingPayment[],
  overrides: Partial<OutgoingFile> = {},
): Promise<string[]> {
  const text = await writtenNacha(payments, overrides);
  expect(text).toMatch(/^(?:[ -~]{94}\n)+$/);
  // Our reader checks the order of records, and every count, hash and total.
  for await (const record of readNacha(contentOf(text))) expect(record.record).toBe('file');
  return text.trimEnd().split('\n');
}

test('a payment to an individual is a file with every field at its position', async () => {
  const remittance = 'Invoice 42';
  const payment = aPayment({ traceNumber: trace(7), remittance });
  expect(await linesOf([payment])).toEqual([
    '101 09100001912345678902601071530A094101First Bank             Payments Inc                   ',
    '5220Payments Inc                        1234567890PPDPAYMENT         260108   1091000010000001',
    '62206200001912345678         0000001250TO-ABCDEFGHIJKLJane Doe                1091000010000007',
    `705${'Invoice 42'.padEnd(80)}00010000007`,
    '822000000200062000010000000000000000000012501234567890                         091000010000001',
    `9${'000001'}${'000001'}${'00000002'}${'0006200001'}${'000000000000'}${'000000001250'}${' '.repeat(39)}`,
    ...Array(4).fill('9'.repeat(94)),
  ]);
});

test('payments to businesses are a second batch', async () => {
  const lines = await linesOf([
    aPayment(),
    aPayment({ counterparty: acme }),
    aPayment({ counterparty: acme }),
  ]);
  const headers = lines.filter((line) => line.startsWith('5'));
  expect(headers.map((line) => [line.slice(50, 53), line.slice(87)])).toEqual([
    ['PPD', '0000001'],
    ['CCD', '0000002'],
  ]);
  expect(lines.filter((line) => line.startsWith('6')).map((line) => line.slice(1, 3))).toEqual([
    '22',
    '32',
    '32',
  ]);
});

describe('entries have the code of', () => {
  test.each([
    ['a credit of a checking account', 'CREDIT', 'CHECKING', '220', '22'],
    ['a credit of a savings account', 'CREDIT', 'SAVINGS', '220', '32'],
    ['a debit of a checking account', 'DEBIT', 'CHECKING', '225', '27'],
    ['a debit of a savings account', 'DEBIT', 'SAVINGS', '225', '37'],
    ['a credit of an account of unknown kind', 'CREDIT', undefined, '220', '22'],
  ] as const)('%s', async (_, direction, accountKind, serviceClass, code) => {
    const payment = aPayment({ counterparty: { ...jane, accountKind } });
    const [, header, entry] = await linesOf([payment], { direction });
    expect(header?.slice(1, 4)).toBe(serviceClass);
    expect(entry?.slice(1, 3)).toBe(code);
  });
});

describe('balanced batches', () => {
  const offsetTraceNumbers = [trace(9_000_001), trace(9_000_002)] as const;
  test.each([
    ['credits are debited to our account', 'CREDIT', '27'],
    ['debits are credited to our account', 'DEBIT', '22'],
  ] as const)('%s', async (_, direction, code) => {
    const lines = await linesOf([aPayment(), aPayment(), aPayment({ counterparty: acme })], {
      direction,
      offsetTraceNumbers,
      account: { ...account, balancedBatches: true },
    });
    const offsets = lines.filter((line) => line.includes('OFFSET'));
    expect(offsets.map((line) => [line.slice(1, 29), line.slice(29, 39), line.slice(79)])).toEqual([
      [`${code}091000019555000111        `, '0000002500', offsetTraceNumbers[0]],
      [`${code}091000019555000111        `, '0000001250', offsetTraceNumbers[1]],
    ]);
    const controls = lines.filter((line) => line.startsWith('8200'));
    expect(controls.map((line) => [line.slice(20, 32), line.slice(32, 44)])).toEqual([
      ['000000002500', '000000002500'],
      ['000000001250', '000000001250'],
    ]);
  });

  test('need trace numbers of their own', async () => {
    const balanced = { ...account, balancedBatches: true };
    await expect(linesOf([aPayment()], { account: balanced })).rejects.toThrow('higher trace number');
    const payment = aPayment({ traceNumber: trace(9_000_003) });
    await expect(linesOf([payment], { account: balanced, offsetTraceNumbers })).rejects.toThrow('higher');
  });
});

describe('text', () => {
  test.each([
    ['loses its marks', 'Jörg Müßig-Łoś', 'Jorg Mussig-Los'],
    ['keeps punctuation', "O'Neil & Sons, Inc.", "O'Neil & Sons, Inc."],
    ['has a space for other characters', 'Acme\u0000\n株式会社 LLC', 'Acme LLC'],
    ['is cut at 22 characters', 'Abcdefghij Abcdefghij Abcdefghij', 'Abcdefghij Abcdefghij '],
    ['can be missing', undefined, ''],
  ])('of a name %s', async (_, name, expected) => {
    const [, , entry] = await linesOf([aPayment({ counterparty: { ...jane, name } })]);
    expect(entry?.slice(54, 76)).toBe(expected.padEnd(22));
  });

  test.each([
    ['is cut at 80 characters', 'x'.repeat(140), 'x'.repeat(80)],
    ['has one line', 'one\ntwo', 'one two'.padEnd(80)],
  ])('of a remittance %s', async (_, remittance, expected) => {
    const [, , , addenda] = await linesOf([aPayment({ remittance })]);
    expect(addenda?.slice(3, 83)).toBe(expected);
  });

  test('of a remittance that has no allowed character gives no addenda', async () => {
    const [, , entry, control] = await linesOf([aPayment({ remittance: '株式' })]);
    expect(entry?.charAt(78)).toBe('0');
    expect(control?.charAt(0)).toBe('8');
  });
});

describe('padding', () => {
  test.each([
    [1, 10, '000001'],
    [6, 10, '000001'],
    [7, 20, '000002'],
    [500, 510, '000051'],
  ])('%i payments are a file of %i lines', async (count, length, blocks) => {
    const lines = await linesOf(Array.from({ length: count }, () => aPayment()));
    expect(lines).toHaveLength(length);
    expect(lines[count + 3]?.slice(7, 13)).toBe(blocks);
  });
});

test('the entry hash has the last ten digits of the sum', async () => {
  const counterparty = { ...jane, routingNumber: '999999992' };
  const lines = await linesOf(Array.from({ length: 101 }, () => aPayment({ counterparty })));
  // 101 × 99,999,999 = 10,099,999,899.
  expect(lines.find((line) => line.startsWith('8'))?.slice(10, 20)).toBe('0099999899');
});

test('the creation time is in the zone of the bank', async () => {
  const createdAt = new Date('2026-01-08T02:05:00Z');
  const options = { createdAt, account: { ...account, timeZone: 'America/New_York' } };
  const [header] = await linesOf([aPayment()], options);
  expect(header?.slice(23, 33)).toBe('2601072105');
});

test('the bank can have its own origin and destination', async () => {
  const own = { ...account, immediateOrigin: '091000019', immediateDestination: '062000019' };
  const [header] = await linesOf([aPayment()], { account: own });
  expect(header?.slice(3, 23)).toBe(' 062000019 091000019');
});

describe('the writer throws', () => {
  const wrong = (overrides: Partial<OutgoingPayment>) => [aPayment(overrides)];
  test.each<[string, () => readonly OutgoingPayment[], Partial<OutgoingFile>, string]>([
    ['without payments', () => [], {}, 'as many payments'],
    ['when a payment is missing', () => wrong({}), { count: 2 }, 'as many payments'],
    ['when the total is wrong', () => wrong({}), { total: 1n }, 'sum up'],
    ['for the amount zero', () => wrong({ amount: 0n }), {}, 'amount'],
    ['for an amount of 11 digits', () => wrong({ amount: maxNachaAmount + 1n }), {}, '10 digits'],
    [
      'for a long account number',
      () => wrong({ counterparty: { ...jane, accountNumber: '1'.repeat(18) } }),
      {},
      'account number',
    ],
    [
      'without an account number',
      () => wrong({ counterparty: { ...jane, accountNumber: undefined } }),
      {},
      'account number',
    ],
    [
      'for a wrong routing number',
      () => wrong({ counterparty: { ...jane, routingNumber: '12345678' } }),
      {},
      'routing number',
    ],
    ['for a long id', () => wrong({ endToEndId: 'TO-ABCDEFGHIJKLM' }), {}, 'individual identification'],
    ['without a trace number', () => wrong({ traceNumber: undefined }), {}, 'trace number'],
    ['for a trace number of another bank', () => wrong({ traceNumber: '062000010000001' }), {}, 'our bank'],
    [
      'for equal trace numbers',
      () => [aPayment({ traceNumber: trace(1) }), aPayment({ traceNumber: trace(1) })],
      {},
      'ascend',
    ],
    [
      'when a business comes before an individual',
      () => [aPayment({ counterparty: acme }), aPayment()],
      {},
      'individuals come before',
    ],
    ['without a file id modifier', () => wrong({}), { fileIdModifier: undefined }, 'modifier'],
    ['for a total of 13 digits', () => wrong({}), { total: maxNachaTotal + 1n }, '12 digits'],
    ['for euros', () => wrong({}), { currency: 'EUR' }, 'dollars'],
    [
      'without a company id',
      () => wrong({}),
      { account: { ...account, companyId: undefined, immediateOrigin: '091000019' } },
      'company id',
    ],
  ])('%s', async (_, payments, overrides, message) => {
    await expect(linesOf(payments(), overrides)).rejects.toThrow(message);
  });

  test('but not for the max amount', async () => {
    const [, , entry] = await linesOf([aPayment({ amount: maxNachaAmount })]);
    expect(entry?.slice(29, 39)).toBe('9999999999');
  });
});

test('a trace number starts with our bank', () => {
  expect(trace(0)).toBe('091000010000000');
  expect(trace(9_999_999)).toBe('091000019999999');
});

test('trace numbers start again after 9,999,999', () => {
  expect(trace(10_000_000)).toBe('091000010000000');
  expect(trace(20_000_001)).toBe('091000010000001');
});
