import { describe, expect, test } from 'vitest';
import type { EntryDetail } from '../../../../src/rails/bank-files/bank-file.ts';
import { entriesOf, movement, ourIban, readAll, statement, theirIban } from '../../../support/bank-files.ts';

async function detailOf(
  text: string,
  change: Parameters<typeof movement>[1] = {},
  version = '08',
): Promise<EntryDetail | undefined> {
  const [entry] = entriesOf(await readAll(statement({ version, entries: movement(text, change) })));
  return entry?.details[0];
}

const account = (iban: string) => `<Id><IBAN>${iban}</IBAN></Id>`;
const party = (name: string) => `<Pty><Nm>${name}</Nm></Pty>`;

describe('a movement', () => {
  test('has the references of the payment', async () => {
    const refs =
      '<Refs><MsgId>M</MsgId><AcctSvcrRef>A</AcctSvcrRef><PmtInfId>P</PmtInfId><EndToEndId>E</EndToEndId><MndtId>D</MndtId></Refs>';
    expect(await detailOf(refs)).toMatchObject({
      messageId: 'M',
      bankReference: 'A',
      batchId: 'P',
      endToEndId: 'E',
      mandateReference: 'D',
    });
  });

  test('has no reference where the bank states NOTPROVIDED', async () => {
    expect((await detailOf('<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>'))?.endToEndId).toBeUndefined();
  });

  test.each([
    [
      'of the movement',
      '<Amt Ccy="EUR">1.00</Amt><AmtDtls><TxAmt><Amt Ccy="EUR">2</Amt></TxAmt></AmtDtls>',
      100n,
    ],
    ['of the transaction', '<AmtDtls><TxAmt><Amt Ccy="EUR">2</Amt></TxAmt></AmtDtls>', 200n],
    ['as instructed', '<AmtDtls><InstdAmt><Amt Ccy="EUR">3</Amt></InstdAmt></AmtDtls>', 300n],
    [
      'but not as instructed before charges',
      '<AmtDtls><InstdAmt><Amt Ccy="EUR">3</Amt></InstdAmt></AmtDtls><Chrgs><Rcrd><Amt Ccy="EUR">1</Amt></Rcrd></Chrgs>',
      undefined,
    ],
    [
      'which is negative in an entry of the other direction',
      '<Amt Ccy="EUR">1</Amt><CdtDbtInd>DBIT</CdtDbtInd>',
      -100n,
    ],
    ['but not in another currency', '<Amt Ccy="USD">1.00</Amt>', undefined],
  ])('has the amount %s', async (_, text, amount) => {
    expect((await detailOf(text))?.amount).toBe(amount);
  });

  test('joins the lines of its remittance, and has the first structured reference', async () => {
    const text =
      '<RmtInf><Ustrd>one </Ustrd><Ustrd>two</Ustrd><Strd><AddtlRmtInf>x</AddtlRmtInf></Strd>' +
      '<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>';
    expect(await detailOf(text)).toMatchObject({ remittance: 'one two', reference: 'RF18539007547034' });
  });

  test.each([
    ['a code', '<Cd>AC04</Cd>', 'AC04'],
    ['an unknown code', '<Cd>ZZ99</Cd>', 'ZZ99'],
    ['a code of the bank', '<Prtry>CLOSED</Prtry>', 'CLOSED'],
  ])('is a return by %s', async (_, reason, code) => {
    expect((await detailOf(`<RtrInf><Rsn>${reason}</Rsn></RtrInf>`))?.returnReason).toBe(code);
  });
});

describe('the counterparty', () => {
  const both =
    `<RltdPties><Dbtr>${party('Debtor')}</Dbtr><DbtrAcct>${account(theirIban)}</DbtrAcct>` +
    `<Cdtr>${party('Creditor')}</Cdtr><CdtrAcct>${account(ourIban)}</CdtrAcct></RltdPties>`;

  test.each([
    ['of a credit is the debtor', 'CRDT', 'Debtor'],
    ['of a debit is the creditor', 'DBIT', 'Creditor'],
  ])('%s', async (_, indicator, name) => {
    const found = await detailOf(both.replace(ourIban, 'NL91ABNA0417164300'), { indicator });
    expect(found?.counterparty).toMatchObject({ name });
  });

  test('has name, address and bank in version 08', async () => {
    const text =
      '<RltdPties><Dbtr><Pty><Nm>Jane Doe</Nm><PstlAdr><StrtNm>Rue A</StrtNm><BldgNb>1</BldgNb><PstCd>75001</PstCd><TwnNm>Paris</TwnNm><Ctry>FR</Ctry></PstlAdr><Id><PrvtId/></Id></Pty></Dbtr>' +
      `<DbtrAcct>${account(theirIban)}</DbtrAcct></RltdPties><RltdAgts><DbtrAgt><FinInstnId><BICFI>PSSTFRPP</BICFI></FinInstnId></DbtrAgt></RltdAgts>`;
    expect((await detailOf(text))?.counterparty).toEqual({
      name: 'Jane Doe',
      isBusiness: false,
      iban: theirIban,
      bic: 'PSSTFRPP',
      address: { street: 'Rue A', buildingNumber: '1', postalCode: '75001', town: 'Paris', country: 'FR' },
    });
  });

  test('has name, lines of an address and bank in version 02', async () => {
    const text =
      '<RltdPties><Dbtr><Nm>ACME</Nm><PstlAdr><Ctry>FR</Ctry><AdrLine>Rue A 1</AdrLine><AdrLine>Paris</AdrLine></PstlAdr><Id><OrgId/></Id></Dbtr>' +
      '<DbtrAcct><Id><Othr><Id>42</Id></Othr></Id></DbtrAcct></RltdPties><RltdAgts><DbtrAgt><FinInstnId><BIC>PSSTFRPP</BIC></FinInstnId></DbtrAgt></RltdAgts>';
    expect((await detailOf(text, {}, '02'))?.counterparty).toEqual({
      name: 'ACME',
      isBusiness: true,
      accountNumber: '42',
      bic: 'PSSTFRPP',
      address: { street: 'Rue A 1, Paris', country: 'FR' },
    });
  });

  test('of a return with the parties of our payment is the creditor', async () => {
    const original =
      `<RltdPties><Dbtr>${party('We')}</Dbtr><DbtrAcct>${account(ourIban)}</DbtrAcct>` +
      `<Cdtr>${party('They')}</Cdtr><CdtrAcct>${account(theirIban)}</CdtrAcct></RltdPties>`;
    const found = await detailOf(`${original}<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`);
    expect(found).toMatchObject({ counterparty: { name: 'They', iban: theirIban }, returnReason: 'AC04' });
    expect(found?.creditedAccount).toBeUndefined();
  });

  test.each([
    ['a short number that our IBAN ends with', '00'],
    ['separators only', '-'],
    ['seven digits that our IBAN ends with', '2013000'],
  ])('of a credit is the debtor, whose account number is %s', async (_, number) => {
    const debtor = `<Dbtr>${party('They')}</Dbtr><DbtrAcct><Id><Othr><Id>${number}</Id></Othr></Id></DbtrAcct>`;
    const creditor = `<Cdtr>${party('We')}</Cdtr><CdtrAcct>${account(ourIban)}</CdtrAcct>`;
    const found = await detailOf(`<RltdPties>${debtor}${creditor}</RltdPties>`);
    expect(found?.counterparty).toMatchObject({ name: 'They', accountNumber: number });
  });

  test('of a reversal without the expected party is the other one', async () => {
    const found = await detailOf(`<RltdPties><Cdtr>${party('They')}</Cdtr></RltdPties>`, {
      before: '<RvslInd>true</RvslInd>',
    });
    expect(found?.counterparty).toMatchObject({ name: 'They' });
  });

  test('is absent where the bank states nothing of it', async () => {
    expect((await detailOf('<RltdPties/>'))?.counterparty).toBeUndefined();
  });
});

describe('the credited account', () => {
  const creditor = (id: string) => `<RltdPties><CdtrAcct><Id>${id}</Id></CdtrAcct></RltdPties>`;
  const virtualIban = 'DE02120300000000202051';

  test('of a credit to a virtual IBAN is that IBAN', async () => {
    const found = await detailOf(creditor(`<IBAN>${virtualIban}</IBAN>`));
    expect(found?.creditedAccount).toMatchObject({ iban: virtualIban });
  });

  test.each([
    ['to the account of the statement', creditor(`<IBAN>${ourIban}</IBAN>`), 'CRDT'],
    ['to the number of that account', creditor('<Othr><Id>0532013000</Id></Othr>'), 'CRDT'],
    ['of a debit', creditor(`<IBAN>${virtualIban}</IBAN>`), 'DBIT'],
    ['without a creditor account', '', 'CRDT'],
  ])('is absent %s', async (_, text, indicator) => {
    expect((await detailOf(text, { indicator }))?.creditedAccount).toBeUndefined();
  });
});
