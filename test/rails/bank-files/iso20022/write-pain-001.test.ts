import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OutgoingFile, OutgoingPayment } from '../../../../src/rails/bank-files/bank-file.ts';
import { writePain001 } from '../../../../src/rails/bank-files/iso20022/write-pain-001.ts';
import { aFile, aPayment, written } from '../../../support/bank-files.ts';
import { allAt, textAt, treeByFastXml, treeBySaxes, type XmlTree } from '../../../support/xml-trees.ts';

/** The file as a tree, on which both parsers agree. */
async function treeOf(
  payments: readonly OutgoingPayment[],
  change: Partial<OutgoingFile> = {},
): Promise<XmlTree> {
  const text = await written(writePain001, aFile(payments, change), payments);
  const tree = treeByFastXml(text);
  expect(treeBySaxes(text)).toEqual(tree);
  return tree;
}

const batch = ['CstmrCdtTrfInitn', 'PmtInf'];
const transfer = [...batch, 'CdtTrfTxInf'];

describe('a file of SEPA credit transfers', () => {
  test('has the namespace of the message', async () => {
    const tree = await treeOf([aPayment()]);
    expect(tree).toMatchObject({
      name: 'Document',
      attributes: { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' },
    });
  });

  test.each([
    ['GrpHdr/MsgId', 'BF-ABCDEFGHIJKL'],
    ['GrpHdr/CreDtTm', '2025-10-13T12:05:00Z'],
    ['GrpHdr/NbOfTxs', '2'],
    ['GrpHdr/CtrlSum', '123.50'],
    ['GrpHdr/InitgPty/Nm', 'Acme Payments GmbH'],
    ['PmtInf/PmtInfId', 'BF-ABCDEFGHIJKL'],
    ['PmtInf/NbOfTxs', '2'],
    ['PmtInf/CtrlSum', '123.50'],
    ['PmtInf/PmtTpInf/SvcLvl/Cd', 'SEPA'],
    ['PmtInf/PmtTpInf/LclInstrm/Cd', undefined],
    ['PmtInf/ReqdExctnDt/Dt', '2025-10-14'],
    ['PmtInf/DbtrAcct/Id/IBAN', 'DE89370400440532013000'],
    ['PmtInf/DbtrAgt/FinInstnId/BICFI', 'COBADEFFXXX'],
    ['PmtInf/ChrgBr', 'SLEV'],
  ])('states %s as %s', async (path, text) => {
    const tree = await treeOf([aPayment(), aPayment({ amount: 5n })]);
    expect(textAt(tree, 'CstmrCdtTrfInitn', ...path.split('/'))).toBe(text);
  });

  test('names no bank of ours whose BIC is unknown', async () => {
    const account = { name: 'Acme', iban: 'DE89370400440532013000' };
    const tree = await treeOf([aPayment()], { account });
    expect(textAt(tree, ...batch, 'DbtrAgt', 'FinInstnId', 'Othr', 'Id')).toBe('NOTPROVIDED');
  });

  test('is instant by its local instrument', async () => {
    const tree = await treeOf([aPayment()], { serviceLevel: 'SEPA_INSTANT' });
    expect(textAt(tree, ...batch, 'PmtTpInf', 'SvcLvl', 'Cd')).toBe('SEPA');
    expect(textAt(tree, ...batch, 'PmtTpInf', 'LclInstrm', 'Cd')).toBe('INST');
  });

  test('cuts and converts texts', async () => {
    const counterparty = { name: `Ä<b>&${'x'.repeat(80)}`, iban: 'FR1420041010050500013M02606' };
    const tree = await treeOf([aPayment({ counterparty, remittance: `"1" < ${'y'.repeat(200)}` })]);
    expect(textAt(tree, ...transfer, 'Cdtr', 'Nm')).toBe(`A.b.+${'x'.repeat(65)}`);
    expect(textAt(tree, ...transfer, 'RmtInf', 'Ustrd')).toBe(`'1' . ${'y'.repeat(134)}`);
  });

  test('has no remittance where there is none, and a name in any case', async () => {
    const tree = await treeOf([aPayment({ remittance: undefined, counterparty: { iban: 'FR76' } })]);
    expect(allAt(tree, ...transfer, 'RmtInf')).toEqual([]);
    expect(textAt(tree, ...transfer, 'Cdtr', 'Nm')).toBe('NOTPROVIDED');
  });
});

describe('a file of cross-border payments', () => {
  const counterparty = {
    name: 'José Ltd',
    accountNumber: '0123456789',
    bic: 'CHASUS33',
    address: {
      street: 'Main Street',
      buildingNumber: '5',
      postalCode: '10001',
      town: 'New York',
      country: 'US',
    },
  };
  const change = { serviceLevel: 'CROSS_BORDER', currency: 'USD' } as const;

  test('shares the charges and has no service level', async () => {
    const tree = await treeOf([aPayment({ counterparty })], change);
    expect(textAt(tree, ...batch, 'ChrgBr')).toBe('SHAR');
    expect(allAt(tree, ...batch, 'PmtTpInf')).toEqual([]);
  });

  test('has structured addresses, account numbers and BICs', async () => {
    const tree = await treeOf([aPayment({ counterparty })], change);
    const [address] = allAt(tree, ...transfer, 'Cdtr', 'PstlAdr');
    expect(address?.children.map(({ name, text }) => [name, text])).toEqual([
      ['StrtNm', 'Main Street'],
      ['BldgNb', '5'],
      ['PstCd', '10001'],
      ['TwnNm', 'New York'],
      ['Ctry', 'US'],
    ]);
    expect(textAt(tree, ...transfer, 'CdtrAcct', 'Id', 'Othr', 'Id')).toBe('0123456789');
    expect(textAt(tree, ...transfer, 'CdtrAgt', 'FinInstnId', 'BICFI')).toBe('CHASUS33');
  });

  test('names a bank in the United States by its routing number', async () => {
    const tree = await treeOf(
      [aPayment({ counterparty: { name: 'A', accountNumber: '1', routingNumber: '021000021' } })],
      change,
    );
    const member = [...transfer, 'CdtrAgt', 'FinInstnId', 'ClrSysMmbId'];
    expect(textAt(tree, ...member, 'ClrSysId', 'Cd')).toBe('USABA');
    expect(textAt(tree, ...member, 'MmbId')).toBe('021000021');
  });

  test('leaves out an address without a town', async () => {
    const incomplete = { ...counterparty, address: { street: 'Main Street', country: 'US' } };
    const tree = await treeOf([aPayment({ counterparty: incomplete })], change);
    expect(allAt(tree, ...transfer, 'Cdtr', 'PstlAdr')).toEqual([]);
  });

  test.each([
    ['no decimals', 'VND', '12345'],
    ['two decimals', 'USD', '123.45'],
  ])('has amounts of a currency with %s', async (_, currency, amount) => {
    const tree = await treeOf([aPayment({ counterparty })], { ...change, currency });
    const [instructed] = allAt(tree, ...transfer, 'Amt', 'InstdAmt');
    expect(instructed).toMatchObject({ text: amount, attributes: { Ccy: currency } });
  });
});

test('every payment is in the file as in its record', async () => {
  const text = fc
    .string({ unit: fc.constantFrom(...'ABCxyz019/-?:().,+'), minLength: 1, maxLength: 70 })
    .filter((one) => one.trim() === one);
  const payment = fc.record({
    endToEndId: fc.stringMatching(/^[A-Z2-7]{2}-[A-Z2-7]{12}$/),
    amount: fc.bigInt({ min: 1n, max: 999_999_999_999n }),
    counterparty: fc.record({ name: text, iban: fc.stringMatching(/^FR[0-9]{12,25}$/) }),
    remittance: fc.option(text, { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { minLength: 1, maxLength: 20 }), async (payments) => {
      const tree = await treeOf(payments);
      const read = allAt(tree, ...transfer).map((one) => ({
        endToEndId: textAt(one, 'PmtId', 'EndToEndId'),
        amount: BigInt((textAt(one, 'Amt', 'InstdAmt') ?? '').replace('.', '')),
        counterparty: { name: textAt(one, 'Cdtr', 'Nm'), iban: textAt(one, 'CdtrAcct', 'Id', 'IBAN') },
        remittance: textAt(one, 'RmtInf', 'Ustrd'),
      }));
      expect(read).toEqual(payments);
    }),
    { numRuns: 30 },
  );
});

describe('a file is not completed', () => {
  test.each<[string, readonly OutgoingPayment[], Partial<OutgoingFile>, RegExp]>([
    ['with another count', [aPayment()], { count: 2 }, /as many payments/],
    ['with another total', [aPayment()], { total: 1n }, /sum up/],
    ['without payments', [], {}, /has a payment/],
    ['with an amount of zero', [aPayment({ amount: 0n })], {}, /positive/],
    ['with a negative amount', [aPayment({ amount: -1n }), aPayment({ amount: 2n })], {}, /positive/],
    ['without an account', [aPayment({ counterparty: { name: 'A' } })], {}, /IBAN or an account number/],
    ['with an id that banks change', [aPayment({ endToEndId: 'Ä' })], {}, /accepted characters/],
    ['with an id of 36 characters', [aPayment()], { messageId: 'x'.repeat(36) }, /MsgId/],
    ['of SEPA in another currency', [aPayment()], { currency: 'USD' }, /EUR/],
    ['of ACH', [aPayment()], { serviceLevel: 'ACH' }, /ACH/],
    ['of another kind', [aPayment()], { kind: 'PAIN_008' }, /pain.001/],
  ])('%s', async (_, payments, change, reason) => {
    const file = aFile(payments, change);
    await expect((async () => written(writePain001, file, payments))()).rejects.toThrow(reason);
  });
});
