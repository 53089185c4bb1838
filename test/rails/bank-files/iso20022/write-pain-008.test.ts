import { describe, expect, test } from 'vitest';
import type { OutgoingFile, OutgoingPayment } from '../../../../src/rails/bank-files/bank-file.ts';
import { writePain008 } from '../../../../src/rails/bank-files/iso20022/write-pain-008.ts';
import { aFile, aMandate, aPayment, ourIban, written } from '../../../support/bank-files.ts';
import { allAt, textAt, treeByFastXml, treeBySaxes, type XmlTree } from '../../../support/xml-trees.ts';

const account = { name: 'Acme Payments GmbH', iban: ourIban, creditorId: 'DE98ZZZ09999999999' };
const directDebits = { kind: 'PAIN_008', direction: 'DEBIT', account } as const;

const aDirectDebit = (change: Partial<OutgoingPayment> = {}): OutgoingPayment =>
  aPayment({ mandate: aMandate, ...change });

async function treeOf(payments: readonly OutgoingPayment[]): Promise<XmlTree> {
  const text = await written(writePain008, aFile(payments, directDebits), payments);
  const tree = treeByFastXml(text);
  expect(treeBySaxes(text)).toEqual(tree);
  return tree;
}

const batch = ['CstmrDrctDbtInitn', 'PmtInf'];

describe('a file of direct debits', () => {
  test.each([
    ['GrpHdr/NbOfTxs', '1'],
    ['GrpHdr/CtrlSum', '123.45'],
    ['PmtInf/PmtMtd', 'DD'],
    ['PmtInf/PmtTpInf/SvcLvl/Cd', 'SEPA'],
    ['PmtInf/PmtTpInf/LclInstrm/Cd', 'CORE'],
    ['PmtInf/PmtTpInf/SeqTp', 'RCUR'],
    ['PmtInf/ReqdColltnDt', '2025-10-14'],
    ['PmtInf/CdtrAcct/Id/IBAN', ourIban],
    ['PmtInf/CdtrAgt/FinInstnId/Othr/Id', 'NOTPROVIDED'],
    ['PmtInf/CdtrSchmeId/Id/PrvtId/Othr/Id', 'DE98ZZZ09999999999'],
    ['PmtInf/CdtrSchmeId/Id/PrvtId/Othr/SchmeNm/Prtry', 'SEPA'],
    ['PmtInf/DrctDbtTxInf/PmtId/EndToEndId', 'TO-ABCDEFGHIJKL'],
    ['PmtInf/DrctDbtTxInf/InstdAmt', '123.45'],
    ['PmtInf/DrctDbtTxInf/DrctDbtTx/MndtRltdInf/MndtId', 'M-17'],
    ['PmtInf/DrctDbtTxInf/DrctDbtTx/MndtRltdInf/DtOfSgntr', '2024-02-29'],
    ['PmtInf/DrctDbtTxInf/DbtrAgt/FinInstnId/Othr/Id', 'NOTPROVIDED'],
    ['PmtInf/DrctDbtTxInf/Dbtr/Nm', 'Jane Doe'],
    ['PmtInf/DrctDbtTxInf/DbtrAcct/Id/IBAN', 'FR1420041010050500013M02606'],
    ['PmtInf/DrctDbtTxInf/RmtInf/Ustrd', 'Invoice 17'],
  ])('states %s as %s', async (path, text) => {
    expect(textAt(await treeOf([aDirectDebit()]), 'CstmrDrctDbtInitn', ...path.split('/'))).toBe(text);
  });

  test('has a batch for each sequence of mandates', async () => {
    const first = aDirectDebit({ mandate: { ...aMandate, sequence: 'FRST' } });
    const tree = await treeOf([first, first, aDirectDebit()]);
    const batches = allAt(tree, ...batch).map((one) => [
      textAt(one, 'PmtInfId'),
      textAt(one, 'PmtTpInf', 'SeqTp'),
      allAt(one, 'DrctDbtTxInf').length,
    ]);
    expect(batches).toEqual([
      ['BF-ABCDEFGHIJKL', 'FRST', 2],
      ['BF-ABCDEFGHIJKL-2', 'RCUR', 1],
    ]);
  });
});

describe('a file is not completed', () => {
  test.each<[string, readonly OutgoingPayment[], Partial<OutgoingFile>, RegExp]>([
    ['without a mandate', [aPayment()], {}, /mandate/],
    [
      'without a creditor identifier',
      [aDirectDebit()],
      { account: { ...account, creditorId: undefined } },
      /creditor/,
    ],
    ['of instant payments', [aDirectDebit()], { serviceLevel: 'SEPA_INSTANT' }, /SEPA payments/],
    ['with another total', [aDirectDebit()], { total: 5n }, /sum up/],
    ['of credits', [aDirectDebit()], { direction: 'CREDIT' }, /direct debits/],
  ])('%s', async (_, payments, change, reason) => {
    const file = aFile(payments, { ...directDebits, ...change });
    await expect((async () => written(writePain008, file, payments))()).rejects.toThrow(reason);
  });
});
