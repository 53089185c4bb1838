/** The files of the simulated bank, on request. Tests read them as text; `bank-files.test.ts` reads them with our readers. */
import { describe, expect, test } from 'vitest';
import type { BehaviourKind, BehaviourRequest } from '../support/simulated-bank/behaviours.ts';
import { type BankWorld, bankWorld, entriesOf, ibanAccount } from './bank-world.ts';
import { creditTransfers } from './outgoing-files.ts';

const payments = [
  { id: 'TO-AAAAAAAAAAAA', cents: 12_345 },
  { id: 'TO-BBBBBBBBBBBB', cents: 655 },
];
const payer = { name: 'Dora', iban: 'NL91ABNA0417164300' };
const reference = 'RF18IAABCDEFGH';

/** A bank that does what the requests name, after it has read a file with two payments. */
async function bankThat(
  requests: Partial<Record<BehaviourKind, BehaviourRequest>>,
  options: Parameters<typeof bankWorld>[0] = {},
): Promise<BankWorld> {
  const world = await bankWorld(options);
  for (const [kind, request] of Object.entries(requests)) world.bank.request(kind as BehaviourKind, request);
  await world.send('a.xml', creditTransfers({ payments }));
  await world.bank.readOutbox();
  return world;
}

/** All texts of an element. */
const textsOf = (name: string, text = ''): readonly string[] =>
  [...text.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]+)<`, 'g'))].map(([, found = '']) => found);

/** The ids of the statements of each file. */
const statementIds = (files: readonly string[]): readonly (readonly string[])[] =>
  files.map((text) => textsOf('Id', text).filter((id) => id.startsWith('STM-')));

describe('statements', () => {
  test('have a file with the bytes of an earlier one', async () => {
    const { bank, inbox } = await bankThat({ repeatFile: { id: 'camt053' } });
    await bank.closeDay();
    const files = await inbox('camt053');
    expect(files).toHaveLength(2);
    expect(files[1]).toBe(files[0]);
  });

  test('have the id of an earlier one with other bytes', async () => {
    const { bank, inbox } = await bankThat({ conflictingStatement: {} });
    await bank.closeDay();
    const files = await inbox('camt053');
    expect(statementIds(files)).toEqual([['STM-20260105-1'], ['STM-20260105-1']]);
    expect(files[1]).not.toBe(files[0]);
  });

  test('come after the following one, in one file', async () => {
    const { bank, inbox } = await bankThat({ reorderStatement: {} });
    await bank.advance(2);
    expect(statementIds(await inbox('camt053'))).toEqual([['STM-20260106-2', 'STM-20260105-1']]);
  });

  test('come days later', async () => {
    const { bank, inbox } = await bankThat({ delayStatement: { days: 2 } });
    await bank.advance(3);
    expect(statementIds(await inbox('camt053'))).toEqual([
      ['STM-20260106-2'],
      ['STM-20260107-3'],
      ['STM-20260105-1'],
    ]);
  });

  test.each([
    ['CURRENT', 'StmtPgntn'],
    ['OLD', 'MsgPgntn'],
  ] as const)('have pages with interim balances, %s version', async (versions, element) => {
    const { bank, inbox } = await bankThat({ paginateStatement: {} }, { versions });
    await bank.closeDay();
    const files = await inbox('camt053');
    expect(files.map((text) => textsOf('LastPgInd', text))).toEqual([['false'], ['true']]);
    expect(files.every((text) => text.includes(`<${element}>`))).toBe(true);
    const balances = files.map((text) => textsOf('Amt', text.replace(/<Ntry>.*<\/Ntry>/, '')));
    expect(balances).toEqual([
      ['10000.00', '9876.55'],
      ['9876.55', '9870.00'],
    ]);
    const codes = files.map((text) => text.match(/OPBD|PRCD|ITBD|CLBD/g));
    const opening = versions === 'OLD' ? 'PRCD' : 'OPBD';
    expect(codes).toEqual([
      [opening, 'ITBD'],
      ['ITBD', 'CLBD'],
    ]);
  });

  test('of another account have no id of ours', async () => {
    const { bank, inbox } = await bankThat({ foreignStatement: {} });
    await bank.closeDay();
    const [, foreign] = await inbox('camt053');
    expect(foreign).not.toContain(ibanAccount.iban);
  });

  test('are preceded by a truncated file', async () => {
    const { bank, inbox } = await bankThat({ truncateFile: { id: 'camt053' } });
    await bank.closeDay();
    const [truncated = '', complete] = await inbox('camt053');
    expect(complete?.startsWith(truncated)).toBe(true);
    expect(truncated).not.toContain('</Document>');
  });
});

describe('entries', () => {
  test.each([
    ['with its payments', {}, ['TO-AAAAAAAAAAAA', 'TO-BBBBBBBBBBBB']],
    ['without its payments', { batchWithoutDetails: {} }, []],
  ] as const)('of a batch are booked as one, %s', async (_, requests, ids) => {
    const { bank, inbox } = await bankThat({ batchBooking: {}, ...requests });
    await bank.closeDay();
    const [text] = await inbox('camt053');
    expect(entriesOf(bank).map(({ amount }) => amount)).toEqual([-13_000n]);
    expect(textsOf('NbOfTxs', text)).toEqual(['2']);
    expect(textsOf('PmtInfId', text)).toContain('BF-1');
    expect(textsOf('EndToEndId', text)).toEqual(ids);
  });

  test('lack the reference of the bank', async () => {
    const { bank, inbox } = await bankThat({ omitBankReference: {} });
    await bank.closeDay();
    expect(new Set(textsOf('AcctSvcrRef', (await inbox('camt053'))[0]))).toEqual(new Set(['SB00000002']));
  });
});

describe('before the statement', () => {
  test.each([
    ['booked', {}, 'BOOK'],
    ['pending', { pendingIntraday: {} }, 'PDNG'],
  ] as const)('an intraday report has the entries as %s', async (_, requests, status) => {
    const { bank, inbox } = await bankThat({ intradayReport: {}, ...requests });
    await bank.publishIntraday();
    await bank.publishIntraday();
    const files = await inbox('camt052');
    expect(files.map((text) => [...text.matchAll(/<Sts><Cd>(\w+)/g)].map(([, code]) => code))).toEqual([
      [status, status],
    ]);
    expect(await inbox('camt053')).toEqual([]);
  });

  test('a notification has one credit, with the reference that the statement states', async () => {
    const { bank, inbox } = await bankWorld();
    bank.request('creditNotification');
    const { bankReference } = bank.deposit({ ...payer, amount: 500n, reference });
    bank.deposit({ ...payer, amount: 600n, reference });
    await bank.closeDay();
    const [notifications, statements] = [await inbox('camt054'), await inbox('camt053')];
    expect(notifications.map((text) => new Set(textsOf('AcctSvcrRef', text)))).toEqual([
      new Set([bankReference]),
    ]);
    expect(textsOf('AcctSvcrRef', statements[0])).toContain(bankReference);
  });

  test('an accepted file has no status report', async () => {
    const { inbox } = await bankThat({ omitStatusReport: {} });
    expect(await inbox('pain002')).toEqual([]);
  });

  test('a rejected file has one nevertheless', async () => {
    const { inbox } = await bankThat({ omitStatusReport: {}, rejectFile: { code: 'AC01' } });
    expect(await inbox('pain002')).toHaveLength(1);
  });
});

describe('deposits', () => {
  test('have a structured reference', async () => {
    const { bank, inbox } = await bankWorld();
    bank.deposit({ ...payer, amount: 500n, reference });
    await bank.closeDay();
    expect(textsOf('Ref', (await inbox('camt053'))[0])).toEqual([reference]);
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'have the reference in a text, with spaces or in lower case, seed %i',
    async (seed) => {
      const { bank, inbox } = await bankWorld({ seed });
      bank.request('unstructuredReference');
      expect(bank.deposit({ ...payer, amount: 500n, reference }).form).toBe('UNSTRUCTURED');
      await bank.closeDay();
      const [text] = await inbox('camt053');
      expect(textsOf('Ref', text)).toEqual([]);
      const [remittance = ''] = textsOf('Ustrd', text);
      expect(remittance.replaceAll(' ', '').toUpperCase()).toContain(reference);
    },
  );

  test('lose the reference on their way', async () => {
    const { bank, inbox } = await bankWorld();
    bank.request('loseReference', { id: reference });
    const made = bank.deposit({ ...payer, amount: 500n, reference, virtualIban: 'DE75512108001245126199' });
    await bank.closeDay();
    const [text] = await inbox('camt053');
    expect(text).not.toContain(reference);
    expect(text).not.toContain('DE75512108001245126199');
    expect(bank.breaks()).toMatchObject([
      { kind: 'UNMATCHED_DEPOSIT', id: made.bankReference, amount: 500n },
    ]);
  });

  test('have another amount than the payer was to send', async () => {
    const { bank } = await bankWorld();
    bank.request('wrongDepositAmount', { amount: -20n });
    expect(bank.deposit({ ...payer, amount: 500n, reference })).toMatchObject({
      amount: 480n,
      requested: 500n,
    });
    expect(bank.balance()).toBe(1_000_480n);
  });

  test('to a virtual IBAN name it as the credited account', async () => {
    const { bank, inbox } = await bankWorld();
    bank.deposit({ ...payer, amount: 500n, virtualIban: 'DE75512108001245126199' });
    await bank.closeDay();
    const accounts = [...((await inbox('camt053'))[0] ?? '').matchAll(/<CdtrAcct><Id><IBAN>(\w+)/g)];
    expect(accounts.map(([, iban]) => iban)).toEqual(['DE75512108001245126199']);
  });
});
