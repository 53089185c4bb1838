import { describe, expect, test } from 'vitest';
import { groupHeader, readAll, xml } from '../../../support/bank-files.ts';

const report = (content: string, version = '10') =>
  xml(`pain.002.001.${version}`, `<CstmrPmtStsRpt>${groupHeader}${content}</CstmrPmtStsRpt>`);
const original = (content = '') =>
  `<OrgnlGrpInfAndSts><OrgnlMsgId>BF-1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${content}</OrgnlGrpInfAndSts>`;
const batch = (content: string) =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>BF-1</OrgnlPmtInfId>${content}</OrgnlPmtInfAndSts>`;
const payment = (content: string, id = 'TO-1') =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${content}</TxInfAndSts>`;
const reason = (code: string, ...lines: string[]) =>
  `<StsRsnInf><Rsn>${code}</Rsn>${lines.map((line) => `<AddtlInf>${line}</AddtlInf>`).join('')}</StsRsnInf>`;

const statuses = async (text: string) => (await readAll(text)).filter(({ record }) => record === 'status');

describe('a status report', () => {
  test.each(['03', '10'])(
    'of version %s has the status of the message, of batches and of payments',
    async (version) => {
      const records = await readAll(
        report(
          original(`<GrpSts>PART</GrpSts>${reason('<Cd>NARR</Cd>', 'see', 'below')}`) +
            batch(
              `<PmtInfSts>PART</PmtInfSts>${payment('<TxSts>ACSC</TxSts>')}${payment(`<TxSts>RJCT</TxSts>${reason('<Cd>AC04</Cd>')}`, 'TO-2')}`,
            ),
          version,
        ),
      );
      const common = { record: 'status', originalMessageId: 'BF-1' };
      expect(records).toEqual([
        { record: 'file', kind: 'PAIN_002', messageId: 'B-1' },
        { ...common, level: 'MESSAGE', status: 'PART', reason: 'NARR', information: 'see below' },
        { ...common, level: 'BATCH', originalBatchId: 'BF-1', status: 'PART' },
        { ...common, level: 'PAYMENT', originalBatchId: 'BF-1', originalEndToEndId: 'TO-1', status: 'ACSC' },
        {
          ...common,
          level: 'PAYMENT',
          originalBatchId: 'BF-1',
          originalEndToEndId: 'TO-2',
          status: 'RJCT',
          reason: 'AC04',
        },
      ]);
    },
  );

  test('can be about the message alone', async () => {
    expect(await statuses(report(original('<GrpSts>ACCP</GrpSts>')))).toMatchObject([
      { level: 'MESSAGE', status: 'ACCP' },
    ]);
  });

  test('retains unknown codes, and codes of the bank', async () => {
    const text = report(original(`<GrpSts>ZZZZ</GrpSts>${reason('<Prtry>X-1</Prtry>')}`));
    expect(await statuses(text)).toMatchObject([{ status: 'ZZZZ', reason: 'X-1' }]);
  });

  test.each([
    ['its batch', original('<GrpSts>ACCP</GrpSts>') + batch(`<PmtInfSts>RJCT</PmtInfSts>${payment('')}`)],
    ['the message', original('<GrpSts>RJCT</GrpSts>') + batch(payment(''))],
  ])('gives a payment without a status that of %s', async (_, content) => {
    expect((await statuses(report(content))).at(-1)).toMatchObject({ level: 'PAYMENT', status: 'RJCT' });
  });

  test('names a payment by its instruction id where the other is not stated', async () => {
    const text = report(
      original() +
        batch(
          '<TxInfAndSts><OrgnlInstrId>TO-9</OrgnlInstrId><OrgnlEndToEndId>NOTPROVIDED</OrgnlEndToEndId><TxSts>RJCT</TxSts></TxInfAndSts>',
        ),
    );
    expect(await statuses(text)).toMatchObject([{ originalEndToEndId: 'TO-9' }]);
  });
});

describe('a status report is unreadable', () => {
  test.each([
    ['without the original message', batch(payment('<TxSts>RJCT</TxSts>')), 'OrgnlGrpInfAndSts is missing'],
    ['without anything', '', 'OrgnlGrpInfAndSts is missing'],
    ['with two original messages', original() + original(), 'OrgnlGrpInfAndSts occurs more than once'],
    ['without the id of the original message', '<OrgnlGrpInfAndSts/>', 'OrgnlMsgId is missing'],
    ['with a payment without any status', original() + batch(payment('')), 'TxSts is missing'],
    [
      'with two statuses of a payment',
      original() + batch(payment('<TxSts>A</TxSts><TxSts>B</TxSts>')),
      'TxSts occurs more',
    ],
    [
      'with the status of a batch after its payments',
      original() + batch(`${payment('<TxSts>A</TxSts>')}<PmtInfSts>A</PmtInfSts>`),
      'PmtInfSts is after',
    ],
    [
      'with endless reasons of a batch',
      original() + batch(reason('<Cd>A</Cd>').repeat(1_001)),
      'StsRsnInf occurs too often',
    ],
    ['with two headers', groupHeader + original(), 'GrpHdr occurs more than once'],
  ])('%s', async (_, content, message) => {
    await expect(readAll(report(content))).rejects.toMatchObject({
      name: 'UnreadableBankFile',
      message: expect.stringContaining(message),
    });
  });
});
