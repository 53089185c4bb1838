import { describe, expect, test } from 'vitest';
import {
  balance,
  entriesOf,
  entry,
  groupHeader,
  headersOf,
  ourIban,
  readAll,
  statement,
  statementElement,
  theirIban,
  xml,
} from '../../../support/bank-files.ts';

const twoBalances = balance({ type: 'OPBD', amount: '100.00' }) + balance({ type: 'CLBD', amount: '95.00' });

describe('a file of statements', () => {
  test('gives the file, and each statement with its entries and its end', async () => {
    const statements = [
      statementElement('Stmt', { entries: entry() + entry() }),
      statementElement('Stmt', { id: 'S-2' }),
    ];
    const records = await readAll(
      xml('camt.053.001.08', `<BkToCstmrStmt>${groupHeader}${statements.join('')}</BkToCstmrStmt>`),
    );
    expect(records.map(({ record }) => record)).toEqual([
      'file',
      ...['statement', 'entry', 'entry', 'statement-end'],
      ...['statement', 'statement-end'],
    ]);
    expect(records[0]).toEqual({ record: 'file', kind: 'CAMT_053', messageId: 'B-1' });
    expect(headersOf(records).map(({ id }) => id)).toEqual(['S-1', 'S-2']);
    expect(entriesOf(records).map(({ index }) => index)).toEqual([0, 1]);
    expect(records.filter(({ record }) => record === 'statement-end')).toMatchObject([
      { count: 2 },
      { count: 0 },
    ]);
  });

  test.each([
    ['camt.052.001.02', 'BkToCstmrAcctRpt', 'Rpt', 'CAMT_052'],
    ['camt.052.001.08', 'BkToCstmrAcctRpt', 'Rpt', 'CAMT_052'],
    ['camt.053.001.02', 'BkToCstmrStmt', 'Stmt', 'CAMT_053'],
    ['camt.053.001.08', 'BkToCstmrStmt', 'Stmt', 'CAMT_053'],
    ['camt.054.001.02', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'CAMT_054'],
    ['camt.054.001.08', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'CAMT_054'],
  ])('can be %s', async (version, message, container, kind) => {
    const content = groupHeader + statementElement(container, { entries: entry() });
    const records = await readAll(xml(version, `<${message}>${content}</${message}>`));
    expect(records[0]).toMatchObject({ kind });
    expect(entriesOf(records)).toHaveLength(1);
  });

  test('may use a prefix for its namespace, and elements of other namespaces', async () => {
    const prefixed = statement({ entries: entry() })
      .replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2')
      .replace('xmlns=', 'xmlns:n=')
      .replace('<n:Amt', '<x:Amt xmlns:x="urn:x">7</x:Amt><n:Amt');
    expect(entriesOf(await readAll(prefixed))).toMatchObject([{ amount: 1_000n }]);
  });

  test('may have processing instructions and comments, which are skipped', async () => {
    const text = statement({ entries: entry() }).replace(
      '<Document',
      '<?xml-stylesheet href="x"?><!-- y --><?z?><Document',
    );
    expect(entriesOf(await readAll(text))).toMatchObject([{ amount: 1_000n }]);
  });

  test('in a currency that the service does not have can be read, and its sums are checked', async () => {
    const inKronor = (closing: string) =>
      statement({
        before: balance({ type: 'OPBD', amount: '90.00' }) + balance({ type: 'CLBD', amount: closing }),
        entries: entry(),
      }).replaceAll('EUR', 'SEK');
    expect(entriesOf(await readAll(inKronor('100.00')))).toMatchObject([{ currency: 'SEK' }]);
    await expect(readAll(inKronor('100.01'))).rejects.toThrow('do not add up');
  });

  test.each([1, 2, 3, 7, 1_000_000])('gives the same records in chunks of %i bytes', async (size) => {
    const text = `\uFEFF${statement({ entries: entry({ after: '<AddtlNtryInf>Zürich 東京 𝄞 &amp; &#65;</AddtlNtryInf>' }) })}`;
    expect(entriesOf(await readAll(text, { size }))[0]?.information).toBe('Zürich 東京 𝄞 & A');
  });
});

describe('the header of a statement', () => {
  const header = async (text: Parameters<typeof statement>[0]) =>
    headersOf(await readAll(statement(text)))[0];

  test('has the id, the numbers, the period, the account and the booked balances', async () => {
    const found = await header({
      before:
        '<StmtPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></StmtPgntn><ElctrncSeqNb>17</ElctrncSeqNb>' +
        '<FrToDt><FrDtTm>2025-10-13T00:00:00+02:00</FrDtTm><ToDtTm>2025-10-13T23:59:59+02:00</ToDtTm></FrToDt>',
      account: `<Id><IBAN>${ourIban}</IBAN></Id><Ccy>EUR</Ccy><Svcr><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></Svcr>`,
      balances: twoBalances,
      entries: entry({ amount: '5', indicator: 'DBIT' }),
    });
    expect(found).toEqual({
      record: 'statement',
      id: 'S-1',
      sequenceNumber: 17,
      page: { number: 1, isLast: true },
      account: { iban: ourIban, bic: 'COBADEFFXXX' },
      currency: 'EUR',
      fromDate: '2025-10-13',
      toDate: '2025-10-13',
      opening: { amount: 10_000n, date: '2025-10-13' },
      closing: { amount: 9_500n, date: '2025-10-13' },
    });
  });

  test('can have another number than an IBAN, and a routing number', async () => {
    const found = await header({
      account:
        '<Id><Othr><Id>000123456789</Id></Othr></Id><Svcr><FinInstnId><ClrSysMmbId>' +
        '<ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>021000021</MmbId></ClrSysMmbId></FinInstnId></Svcr>',
      balances: balance({ type: 'CLBD', amount: '1.00', currency: 'USD' }),
    });
    expect(found).toMatchObject({
      account: { accountNumber: '000123456789', routingNumber: '021000021' },
      currency: 'USD',
      closing: { amount: 100n },
    });
  });

  const OPBD = balance({ type: 'OPBD', amount: '1.00' });
  const PRCD = balance({ type: 'PRCD', amount: '1.00' });
  const CLBD = balance({ type: 'CLBD', amount: '1.00' });
  const ITBD = balance({ type: 'ITBD', amount: '1.00' });
  const CLAV = balance({ type: 'CLAV', amount: '7.00' });
  test.each([
    ['OPBD and CLBD', OPBD + CLBD, true, true],
    ['PRCD and CLBD', PRCD + CLBD, true, true],
    ['PRCD, OPBD and CLBD', PRCD + OPBD + CLBD, true, true],
    ['OPBD and ITBD', OPBD + ITBD, true, true],
    ['ITBD and CLBD', ITBD + CLBD, true, true],
    ['ITBD twice', ITBD + ITBD, true, true],
    ['one ITBD', ITBD, false, true],
    ['CLBD and an available balance', CLBD + CLAV, false, true],
    ['only an available balance', CLAV, false, false],
  ])('finds the opening and the closing balance of %s', async (_, balances, hasOpening, hasClosing) => {
    const found = await header({ balances });
    expect([found?.opening?.amount, found?.closing?.amount]).toEqual([
      hasOpening ? 100n : undefined,
      hasClosing ? 100n : undefined,
    ]);
  });

  test('has a negative amount of a debit balance, and a credit balance without an indicator', async () => {
    const overdrawn = balance({ type: 'CLBD', amount: '7.01', indicator: 'DBIT' });
    expect((await header({ balances: overdrawn }))?.closing?.amount).toBe(-701n);
    const without = CLBD.replace('<CdtDbtInd>CRDT</CdtDbtInd>', '');
    expect((await header({ balances: without }))?.closing?.amount).toBe(100n);
  });

  test('has the balances in the currency of the account', async () => {
    const balances = balance({ type: 'CLBD', amount: '9.00', currency: 'USD' }) + CLBD;
    expect((await header({ balances }))?.closing?.amount).toBe(100n);
  });

  test.each([
    ['page 1 of a statement', '08', '<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>', ''],
    ['page 1 of a message', '02', '', '<MsgPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></MsgPgntn>'],
  ])('is %s', async (_, version, before, ofMessage) => {
    const text = statement({ version, before, balances: twoBalances }).replace(
      '</GrpHdr>',
      `${ofMessage}</GrpHdr>`,
    );
    expect(headersOf(await readAll(text))[0]?.page).toEqual({ number: 1, isLast: false });
  });
});

test('a statement ends with what the bank adds to it', async () => {
  const text = statement({ entries: entry() }).replace(
    '</Stmt>',
    '<AddtlStmtInf> Corrected copy </AddtlStmtInf></Stmt>',
  );
  expect((await readAll(text)).at(-1)).toMatchObject({ count: 1, information: 'Corrected copy' });
});

describe('an entry', () => {
  const only = async (text: string, version = '08') =>
    entriesOf(await readAll(statement({ version, entries: text })))[0];

  test('has its amount, dates, references and codes', async () => {
    const found = await only(
      `<Ntry><NtryRef>7</NtryRef><Amt Ccy="EUR">1234.5</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd>
        <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2025-10-13</Dt></BookgDt><ValDt><DtTm>2025-10-14T01:00:00+02:00</DtTm></ValDt>
        <AcctSvcrRef>R-1</AcctSvcrRef>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>
        <Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">0.30</TtlChrgsAndTaxAmt></Chrgs>
        <AddtlNtryInf>text</AddtlNtryInf></Ntry>`,
    );
    expect(found).toEqual({
      record: 'entry',
      index: 0,
      entryReference: '7',
      bankReference: 'R-1',
      amount: -123_450n,
      currency: 'EUR',
      status: 'BOOKED',
      isReversal: true,
      bookingDate: '2025-10-13',
      valueDate: '2025-10-14',
      bankCode: 'PMNT.RCDT.ESCT',
      charges: 30n,
      details: [],
      information: 'text',
    });
  });

  test.each([
    ['booked', '<Cd>BOOK</Cd>', 'BOOKED'],
    ['booked, in version 02', 'BOOK', 'BOOKED'],
    ['pending', 'PDNG', 'PENDING'],
    ['in the future', '<Cd>FUTR</Cd>', 'PENDING'],
    ['information', '<Cd>INFO</Cd>', 'INFORMATION'],
    ['of an unknown code', '<Prtry>X</Prtry>', 'INFORMATION'],
  ])('is %s', async (_, status, result) => {
    expect(await only(entry({ status }))).toMatchObject({ status: result });
  });

  test('of a statement is booked where the bank leaves out the status', async () => {
    expect(await only(entry().replace('<Sts><Cd>BOOK</Cd></Sts>', ''))).toMatchObject({ status: 'BOOKED' });
  });

  test('can have the proprietary code of a bank alone', async () => {
    const after = '<BkTxCd><Prtry><Cd>NTRF+166</Cd><Issr>DK</Issr></Prtry></BkTxCd>';
    expect(await only(entry({ after }))).toMatchObject({ bankCode: 'NTRF+166' });
  });

  test('names the issuer of a code of BAI2', async () => {
    const after = '<BkTxCd><Prtry><Cd>698</Cd><Issr>BAI</Issr></Prtry></BkTxCd>';
    expect(await only(entry({ after }))).toMatchObject({ bankCode: 'BAI.698' });
  });

  test('has the sum of its charges in its own currency', async () => {
    const charge = (amount: string, currency: string, indicator: string) =>
      `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd>`;
    const charges = [
      charge('1.00', 'EUR', 'DBIT'),
      charge('0.25', 'EUR', 'CRDT'),
      charge('9', 'CHF', 'DBIT'),
    ];
    const records = `<Chrgs>${charges.map((one) => `<Rcrd>${one}</Rcrd>`).join('')}</Chrgs>`;
    const repeated = charges.map((one) => `<Chrgs>${one}</Chrgs>`).join('');
    expect(await only(entry({ after: records }))).toMatchObject({ charges: 75n });
    expect(await only(entry({ after: repeated }), '02')).toMatchObject({ charges: 75n });
  });

  test('of a batch has the ids and the number of payments, and its details have the ids', async () => {
    const after =
      '<NtryDtls><Btch><MsgId>BF-1</MsgId><PmtInfId>BF-2</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>' +
      '<TxDtls/><TxDtls><Refs><MsgId>NOTPROVIDED</MsgId><PmtInfId>BF-3</PmtInfId></Refs></TxDtls></NtryDtls>';
    expect(await only(entry({ after }))).toMatchObject({
      batch: { messageId: 'BF-1', batchId: 'BF-2', count: 2 },
      details: [
        { messageId: 'BF-1', batchId: 'BF-2' },
        { messageId: 'BF-1', batchId: 'BF-3' },
      ],
    });
  });

  test('has the details of all its groups', async () => {
    const group = (id: string) =>
      `<NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls></NtryDtls>`;
    const found = await only(entry({ after: group('A') + group('B') }));
    expect(found?.details.map(({ endToEndId }) => endToEndId)).toEqual(['A', 'B']);
  });

  test('may have elements that no schema has', async () => {
    const after = `<New><Deep>${'<X>'.repeat(20)}${'</X>'.repeat(20)}</Deep></New>`;
    expect(await only(entry({ after }))).toMatchObject({ amount: 1_000n });
  });

  test('of another currency than its details does not have their amounts', async () => {
    const after =
      '<NtryDtls><TxDtls><Amt Ccy="CHF">9.99999</Amt></TxDtls><TxDtls><AmtDtls>' +
      `<InstdAmt><Amt Ccy="JPY">1</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">2</Amt></TxAmt></AmtDtls><RltdPties><DbtrAcct><Id><IBAN>${theirIban}</IBAN></Id></DbtrAcct></RltdPties></TxDtls></NtryDtls>`;
    const found = await only(entry({ after }));
    expect(found?.details.map(({ amount }) => amount)).toEqual([undefined, 200n]);
  });
});
