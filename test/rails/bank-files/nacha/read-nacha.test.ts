import { describe, expect, test } from 'vitest';
import type { IncomingRecord } from '../../../../src/rails/bank-files/bank-file.ts';
import { maxNachaAmount } from '../../../../src/rails/bank-files/nacha/fields.ts';
import { readNacha } from '../../../../src/rails/bank-files/nacha/read-nacha.ts';
import { contentOf } from '../../../support/exchange-files.ts';
import { changeAddenda, nachaFileLines, returnAddenda } from '../../../support/nacha-files.ts';

async function recordsOf(chunks: AsyncIterable<Uint8Array>): Promise<IncomingRecord[]> {
  const records: IncomingRecord[] = [];
  for await (const record of readNacha(chunks)) records.push(record);
  return records;
}

const read = (text: string) => recordsOf(contentOf(text));
const header = { record: 'file', kind: 'NACHA_RETURNS', messageId: '062000019-2601071530-A' };
const returned = {
  record: 'return',
  traceNumber: '091000010000001',
  reason: 'R01',
  amount: 1_250n,
  information: undefined,
};
const oneReturn = nachaFileLines({ entries: [{ cents: 1_250, addenda: [returnAddenda('R01')] }] });
const filler = '9'.repeat(94);

describe('a file of returns is read', () => {
  test.each([
    ['with LF', `${oneReturn.join('\n')}\n`],
    ['with CR LF', `${oneReturn.join('\r\n')}\r\n`],
    ['with CR', `${oneReturn.join('\r')}\r`],
    ['without a line end at its end', oneReturn.join('\n')],
    ['without line ends', oneReturn.join('')],
    ['without line ends, but with one at its end', `${oneReturn.join('')}\n`],
    ['padded to a block', `${[...oneReturn, ...Array(4).fill(filler)].join('\n')}\n`],
    ['padded, without line ends', [...oneReturn, ...Array(4).fill(filler)].join('')],
    ['padded with short lines of nines', `${oneReturn.join('\n')}\n999999\n`],
    ['with blank lines at its end', `${oneReturn.join('\n')}\n\n   \r\n\n`],
    ['with spaces after the records', `${oneReturn.join('   \n')}   \n`],
    ['with the spaces of header and control cut', oneReturn.map((line) => line.trimEnd()).join('\n')],
  ])('%s', async (_, text) => {
    expect(await read(text)).toEqual([header, returned]);
  });

  test.each([[1], [2], [93], [94], [95], [96], [1_000]])('in chunks of %i bytes', async (size) => {
    const bytes = new TextEncoder().encode(`${oneReturn.join('\r\n')}\r\n`);
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    expect(await recordsOf(chunks())).toEqual([header, returned]);
  });

  test.each([
    ['UTF-8', Buffer.from('José'.padEnd(22))],
    ['ISO 8859-1', Buffer.from('José'.padEnd(22), 'latin1')],
  ])('with a name in %s', async (_, name) => {
    const [before = '', after = ''] = oneReturn.join('\n').split('Jane Doe'.padEnd(22));
    async function* chunks() {
      yield Buffer.concat([Buffer.from(before), name, Buffer.from(after)]);
    }
    expect(await recordsOf(chunks())).toEqual([header, returned]);
  });

  test('with several batches, amounts of credits and debits, and an entry to our account', async () => {
    const lines = nachaFileLines(
      {
        entries: [
          { cents: 1, addenda: [returnAddenda('R01')] },
          { code: '36', cents: 22, addenda: [returnAddenda('R29', { trace: '091000010000002' })] },
          // The bank credits our account with the returned amounts. It has no return addenda.
          { code: '22', cents: 23 },
        ],
      },
      { entryClass: 'CCD', entries: [{ code: '21', cents: 333, addenda: [returnAddenda('R03')] }] },
    );
    const amounts = (await read(lines.join('\n'))).flatMap((one) =>
      one.record === 'return' ? [[one.reason, one.amount]] : [],
    );
    expect(amounts).toEqual([
      ['R01', 1n],
      ['R29', 22n],
      ['R03', 333n],
    ]);
  });

  test('with the max amount', async () => {
    const lines = nachaFileLines({
      entries: [{ cents: Number(maxNachaAmount), addenda: [returnAddenda('R01')] }],
    });
    expect((await read(lines.join('\n')))[1]).toMatchObject({ amount: maxNachaAmount });
  });

  test('without entries', async () => {
    expect(await read(nachaFileLines().join('\n'))).toEqual([header]);
  });

  test.each([
    ['R85', 'of an international payment'],
    ['R68', 'that is dishonored'],
    ['R73', 'that is contested'],
    ['R99', 'with an unknown code'],
  ])('with the code %s of a return %s', async (reason, _) => {
    const addenda = [returnAddenda(reason, { information: 'NOT   DUE' })];
    const lines = nachaFileLines({ entries: [{ cents: 5, addenda }] });
    expect((await read(lines.join('\n')))[1]).toEqual({
      ...returned,
      reason,
      amount: 5n,
      information: 'NOT DUE',
    });
  });
});

describe('a notification of change is decoded', () => {
  const none = {
    accountNumber: undefined,
    routingNumber: undefined,
    accountKind: undefined,
    name: undefined,
  };
  test.each([
    ['C01', 'account number', '1918171614', { accountNumber: '1918171614' }],
    ['C02', 'routing number', '091000019', { routingNumber: '091000019' }],
    [
      'C03',
      'routing and account number',
      '091000019   12-345 678',
      { routingNumber: '091000019', accountNumber: '12-345 678' },
    ],
    ['C04', 'name', 'Jane A. Doe', { name: 'Jane A. Doe' }],
    ['C05', 'checking account', '22', { accountKind: 'CHECKING' }],
    ['C05', 'savings account', '37', { accountKind: 'SAVINGS' }],
    ['C05', 'loan account, which has no kind here', '52', {}],
    [
      'C06',
      'account number and kind',
      `${'1918171614'.padEnd(20)}32`,
      { accountNumber: '1918171614', accountKind: 'SAVINGS' },
    ],
    [
      'C07',
      'routing number, account number and kind',
      `091000019${'1918171614'.padEnd(17)}27`,
      { routingNumber: '091000019', accountNumber: '1918171614', accountKind: 'CHECKING' },
    ],
    ['C02', 'routing number of a wrong form', '9100001', {}],
    ['C09', 'individual identification number', '123', {}],
    ['C61', 'rejected notification', '1918171614', {}],
    ['C99', 'unknown', '1918171614', {}],
  ])('%s: %s', async (reason, _, data, corrected) => {
    const lines = nachaFileLines({
      entryClass: 'COR',
      entries: [{ code: '21', cents: 0, addenda: [changeAddenda(reason, data)] }],
    });
    expect(await read(lines.join('\n'))).toEqual([
      header,
      {
        record: 'change-notice',
        traceNumber: '091000010000001',
        reason,
        correctedData: data,
        corrected: { ...none, ...corrected },
      },
    ]);
  });
});

/** The lines with one of them changed. */
const replaced = (line: number, change: (text: string) => string): string =>
  oneReturn.map((text, index) => (index === line - 1 ? change(text) : text)).join('\n');
const put =
  (at: number, digits: string) =>
  (text: string): string =>
    text.slice(0, at) + digits + text.slice(at + digits.length);

describe('a file is unreadable', () => {
  test.each<[string, string, number | undefined]>([
    ['when it is empty', '', undefined],
    ['when it is only blank', '\n\n', undefined],
    ['when it has no header', oneReturn.slice(1).join('\n'), 1],
    ['when its header is of another format', replaced(1, put(34, '095')), 1],
    ['when it ends in a batch', oneReturn.slice(0, 4).join('\n'), undefined],
    ['when it ends before its control record', oneReturn.slice(0, 5).join('\n'), undefined],
    ['when it ends in a record', oneReturn.join('\n').slice(0, 200), 3],
    ['when a batch has no header', oneReturn.filter((_, index) => index !== 1).join('\n'), 2],
    ['when a batch has no control record', oneReturn.filter((_, index) => index !== 4).join('\n'), 5],
    ['when addenda has no entry', oneReturn.filter((_, index) => index !== 2).join('\n'), 3],
    ['when a line is missing', oneReturn.filter((_, index) => index !== 3).join('\n'), 4],
    ['when a line is repeated', replaced(4, (text) => `${text}\n${text}`), 6],
    ['when a record follows its control record', [...oneReturn, oneReturn[1]].join('\n'), 7],
    ['when another file follows', [...oneReturn, ...oneReturn].join('\n'), 7],
    ['when a record has an unknown type', replaced(4, put(0, '4')), 4],
    ['when a record has 93 characters', replaced(3, (text) => text.slice(0, 93)), 3],
    ['when a record has 95 characters', replaced(3, (text) => `${text}0`), 3],
    ['when an amount is no number', replaced(3, put(29, '00000O1250')), 3],
    ['when an amount is changed', replaced(3, put(38, '1')), 5],
    ['when a bank is changed', replaced(3, put(4, '7')), 5],
    ['when a transaction code is unknown', replaced(3, put(1, '99')), 3],
    ['when a return has no code', replaced(4, put(3, '   ')), 4],
    ['when a return has no trace number', replaced(4, put(6, '               ')), 4],
    ['when the count of a batch is wrong', replaced(5, put(9, '3')), 5],
    ['when the hash of a batch is wrong', replaced(5, put(19, '2')), 5],
    ['when the debits of a batch are wrong', replaced(5, put(31, '1')), 5],
    ['when the credits of a batch are wrong', replaced(5, put(43, '1')), 5],
    ['when a batch has two numbers', replaced(5, put(93, '2')), 5],
    ['when the number of batches is wrong', replaced(6, put(6, '2')), 6],
    ['when the count of the file is wrong', replaced(6, put(20, '3')), 6],
    ['when the hash of the file is wrong', replaced(6, put(30, '2')), 6],
    ['when the debits of the file are wrong', replaced(6, put(42, '1')), 6],
    ['when the credits of the file are wrong', replaced(6, put(54, '1')), 6],
    ['when a control record has letters', replaced(6, put(13, 'ABCDEFGH')), 6],
    ['when it has a null byte', replaced(3, put(60, '\0')), 3],
    ['when it has a long line', `${oneReturn[0]}\n${'x'.repeat(2_000)}`, 2],
    ['when it is XML', '<?xml version="1.0"?>\n<Document></Document>', 1],
  ])('%s', async (_, text, line) => {
    await expect(read(text)).rejects.toMatchObject({ name: 'UnreadableBankFile', line });
  });

  test('when a line never ends, without reading all of it', async () => {
    let count = 0;
    async function* endless() {
      yield new TextEncoder().encode(`${oneReturn[0]}\n`);
      for (; ; count += 1) yield new Uint8Array(60_000).fill(0x20);
    }
    await expect(recordsOf(endless())).rejects.toMatchObject({ line: 2 });
    expect(count).toBeLessThan(10);
  });

  test('and its error has no data of the file', async () => {
    const error = await read(replaced(3, put(12, 'SECRETACCOUNT')).slice(0, -60)).catch((one: Error) => one);
    expect(String(error)).toContain('UnreadableBankFile');
    expect(String(error)).not.toContain('SECRET');
  });
});

test('a file of many returns is read, and the hash is that of its last ten digits', async () => {
  const entries = Array.from({ length: 20_000 }, () => ({
    bank: '99999999',
    cents: 100,
    addenda: [returnAddenda('R01')],
  }));
  const records = await read(nachaFileLines({ entries }).join('\n'));
  expect(records).toHaveLength(20_001);
});
