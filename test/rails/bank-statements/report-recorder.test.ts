import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bankEntries, bankStatements } from '../../../src/rails/bank-records/tables.ts';
import { listUnmatched } from '../../../src/rails/deposits/store.ts';
import { exchangeDue } from '../../../src/rails/exchanger.ts';
import { balance, entry, groupHeader, statement, statementElement, xml } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { platformIdOf, publish, published } from '../../support/pulls.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld({ openingBalance: 0 });
});
afterEach(() => world.stop());

const day = '<BookgDt><Dt>2025-10-13</Dt></BookgDt>';
const reference = '<AcctSvcrRef>BULK-1</AcctSvcrRef>';

interface Credit {
  readonly text?: string;
  readonly name?: string;
  readonly amount?: string;
  /** Elements of the entry before its movement. */
  readonly more?: string;
  readonly date?: string;
}

const credit = ({ text, name, amount = '100.00', more = '', date = day }: Credit): string => {
  const party = name ? `<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties>` : '';
  const remittance = text ? `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>` : '';
  return entry({
    amount,
    after: `${date}${more}<NtryDtls><TxDtls>${party}${remittance}</TxDtls></NtryDtls>`,
  });
};
/** A deposit to the account of the platform. */
const ours = (more = '') => credit({ text: world.reference(), name: 'Ada', more });
/** A deposit of another person, with the same day and amount. */
const bobs = (more = '') => credit({ text: 'Rent', name: 'Bob', more });
const fee = (amount: string, more = day) => entry({ amount, indicator: 'DBIT', after: more });

const notification = (id: string, entries: string): string =>
  xml(
    'camt.054.001.08',
    `<BkToCstmrDbtCdtNtfctn>${groupHeader}${statementElement('Ntfctn', { id, entries })}</BkToCstmrDbtCdtNtfctn>`,
  );
const report = (id: string, entries: string): string =>
  xml(
    'camt.052.001.08',
    `<BkToCstmrAcctRpt>${groupHeader}${statementElement('Rpt', { id, entries })}</BkToCstmrAcctRpt>`,
  );
const pageOf = (number: number, isLast: boolean, entries: string): string =>
  statement({
    before: `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>`,
    entries,
  });

/** The bank publishes files one after the other, and the service records and books each. */
async function exchange(...files: string[]): Promise<void> {
  for (const [index, text] of files.entries()) await published(world, text, `${index}-${files.length}.xml`);
}

const rows = () => world.service.db.orm.select().from(bankEntries).orderBy(bankEntries.id);
/** What was credited to the account, and the names of the depositors whose deposits were not. */
async function credited() {
  const { items } = await listUnmatched(world.service.db.orm, platformIdOf(world), {}, {
    first: 10,
  } as never);
  return { ours: await world.balance(), others: items.map(({ depositor }) => depositor?.name).sort() };
}
const once = { ours: 10_000n, others: [] };
const onceAndBobs = { ours: 10_000n, others: ['Bob'] };

describe('each of two deposits with one reference, day and amount is credited once', () => {
  test.each<[string, () => string[]]>([
    [
      'where a report has the second one before the first',
      () => [report('R-1', ours(reference)), report('R-2', bobs(reference) + ours(reference))],
    ],
    [
      'where the statement has the second one before the first',
      () => [notification('N-1', ours(reference)), statement({ entries: bobs(reference) + ours(reference) })],
    ],
    [
      'where each has a notification of its own, and the statement both',
      () => [
        notification('N-1', ours(reference)),
        notification('N-2', bobs(reference)),
        statement({ entries: bobs(reference) + ours(reference) }),
      ],
    ],
    [
      'where the statement completes the first one and has the second one before it',
      () => [
        notification('N-1', credit({ text: world.reference(), more: reference })),
        statement({ entries: bobs(reference) + ours(reference) }),
      ],
    ],
    [
      'where each has a statement of its own',
      () => [
        statement({ entries: ours(reference) }),
        statement({ id: 'S-2', entries: bobs(reference) }),
        statement({ id: 'S-3', entries: bobs(reference) + ours(reference) }),
      ],
    ],
  ])('%s', async (_, files) => {
    await exchange(...files());
    expect(await credited()).toEqual(onceAndBobs);
    expect(await rows()).toHaveLength(2);
  });
});

describe('a deposit of a corrected statement is credited once', () => {
  test('where a deposit of the same day and amount is before it', async () => {
    await exchange(statement({ entries: ours() }), statement({ entries: bobs() + ours() }));
    expect(await credited()).toEqual(onceAndBobs);
  });

  test('where the bank sends the corrected statement again', async () => {
    const corrected = statement({ entries: bobs() + ours() });
    await exchange(
      statement({ entries: ours() }),
      corrected,
      corrected.replace('B-1', 'B-2'),
      corrected.replace('<Stmt>', '<Stmt> '),
    );
    expect(await credited()).toEqual(onceAndBobs);
  });

  test.each<[string, (text: string) => string]>([
    [
      'with the account of the depositor',
      (text) =>
        text.replace(
          '</Dbtr>',
          '</Dbtr><DbtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></DbtrAcct>',
        ),
    ],
    [
      'with an end-to-end id',
      (text) => text.replace('<TxDtls>', '<TxDtls><Refs><EndToEndId>ABC</EndToEndId></Refs>'),
    ],
    [
      'with the reference of the bank',
      (text) => text.replace('<NtryDtls>', '<AcctSvcrRef>R-17</AcctSvcrRef><NtryDtls>'),
    ],
    ['with a value date', (text) => text.replace(day, `${day}<ValDt><Dt>2025-10-14</Dt></ValDt>`)],
    ['with another name', (text) => text.replace('Ada', 'Ada Lovelace')],
  ])('which completes it %s, and has another one', async (_, complete) => {
    const original = statement({ entries: ours() });
    const completed = complete(original);
    expect(completed).not.toBe(original);
    const withBobs = completed.replace('<Ntry>', `${bobs()}<Ntry>`);
    await exchange(original, completed, completed.replace('B-1', 'B-2'), withBobs);
    expect(await credited()).toEqual(onceAndBobs);
  });

  test('whose bank takes the reference of the bank back', async () => {
    await exchange(statement({ entries: ours(reference) }), statement({ entries: bobs() + ours() }));
    expect(await credited()).toEqual(onceAndBobs);
  });

  test('which moves it to the next page', async () => {
    await exchange(
      pageOf(1, false, fee('1.00') + ours()),
      pageOf(2, true, fee('2.00')),
      pageOf(1, false, fee('3.00') + fee('1.00')),
      pageOf(2, true, ours() + fee('2.00')),
    );
    expect(await credited()).toEqual(once);
    expect(await rows()).toHaveLength(4);
    const statements = await world.service.db.orm.select().from(bankStatements);
    const page = statements.find(({ pageNumber }) => pageNumber === 2);
    expect((await rows()).filter(({ amount }) => amount > 0n).map(({ statementId }) => statementId)).toEqual([
      page?.id,
    ]);
  });

  test('which moves it to a new page', async () => {
    await exchange(
      statement({ entries: fee('1.00') + ours() }),
      pageOf(1, false, fee('3.00') + fee('1.00')),
      pageOf(2, true, ours()),
    );
    expect(await credited()).toEqual(once);
  });

  test('which moves it to the next page, and has another one of the same amount in its position', async () => {
    await exchange(
      pageOf(1, false, ours(reference)),
      pageOf(2, true, fee('2.00')),
      pageOf(1, false, bobs()),
      pageOf(2, true, ours(reference) + fee('2.00')),
    );
    expect(await credited()).toEqual(onceAndBobs);
  });

  test('which moves it to the next page, where another one has its reference', async () => {
    await exchange(
      pageOf(1, false, ours(reference)),
      pageOf(2, true, fee('2.00')),
      pageOf(1, false, ours(reference) + fee('3.00')),
      pageOf(2, true, bobs(reference) + fee('2.00')),
    );
    expect(await credited()).toEqual(onceAndBobs);
  });

  test('of two pages, of which one has another name for its depositor', async () => {
    await exchange(
      pageOf(1, false, ours()),
      pageOf(2, true, fee('2.00')),
      pageOf(1, false, ours().replace('Ada', 'Ada Lovelace')),
    );
    expect(await credited()).toEqual(once);
  });

  test('which removes another one, and has that again', async () => {
    const [both, one] = [statement({ entries: bobs() + ours() }), statement({ entries: ours() })];
    await exchange(both, one, both.replace('B-1', 'B-2'));
    expect(await credited()).toEqual(onceAndBobs);
    const [found] = await world.service.db.orm.select().from(bankStatements);
    expect(found?.hasConflict).toBe(true);
  });
});

describe('entries that are the same in all parts', () => {
  test('of the pages of a statement are different entries', async () => {
    await exchange(pageOf(1, false, fee('1.00')), pageOf(2, true, fee('1.00')));
    expect(await rows()).toHaveLength(2);
  });

  test('of one page are different entries, and are recorded once', async () => {
    const two = fee('1.00') + fee('1.00');
    await exchange(statement({ entries: two }), statement({ entries: two + fee('1.00') }));
    expect(await rows()).toHaveLength(3);
  });

  test('of two notifications are one entry, and more of them in the next one are others', async () => {
    const one = fee('1.00', day + reference);
    await exchange(notification('N-1', one), notification('N-2', one), notification('N-3', one + one));
    expect(await rows()).toHaveLength(2);
  });

  test.each([
    ['in another order', (...entries: string[]) => entries.reverse().join('')],
    ['in the same order', (...entries: string[]) => entries.join('')],
  ])('of a statement that is sent again %s are recorded once', async (_, ordered) => {
    const entries = [ours(), bobs(), fee('1.00'), fee('1.00'), fee('2.00', day + reference)];
    await exchange(
      statement({ entries: entries.join('') }),
      statement({ entries: ordered(...entries) + fee('3.00') }),
    );
    expect(await rows()).toHaveLength(6);
    expect(await credited()).toEqual(onceAndBobs);
  });
});

describe('an entry that a notification reports before the statement is recorded once', () => {
  const named = () => credit({ text: world.reference(), name: 'Ada', more: reference });
  const unnamed = () => credit({ text: world.reference(), more: reference });
  const undated = () => named().replace(day, '<ValDt><Dt>2025-10-14</Dt></ValDt>');
  test.each<[string, () => string, () => string]>([
    ['with fewer details', unnamed, named],
    ['with more details', named, unnamed],
    ['with other words', named, () => named().replace('Ada', 'A. Lovelace')],
    ['with a day, which the statement does not have', named, undated],
  ])('%s', async (_, notified, stated) => {
    await exchange(notification('N-1', notified()), statement({ entries: stated() }));
    expect(await credited()).toEqual(once);
    const [only, ...others] = await rows();
    expect(others).toEqual([]);
    expect(only?.statementId).not.toBeNull();
    // The next version is recognized, and so is the notification.
    await exchange(
      statement({ entries: stated() + fee('1.00') }),
      notification('N-2', notified()),
      report('R-1', stated()),
    );
    expect(await credited()).toEqual(once);
    expect(await rows()).toHaveLength(2);
  });

  test('with the statement of both where it is not booked yet, and then has what the bank says last', async () => {
    publish(world, notification('N-1', credit({ more: reference })), '1.xml');
    publish(world, statement({ entries: named() }), '2.xml');
    await world.exchange();
    expect(await credited()).toEqual(once);
    expect(await rows()).toHaveLength(1);
  });

  test('and a report that is not complete does not change it', async () => {
    publish(world, notification('N-1', named()), '1.xml');
    publish(world, report('R-1', credit({ more: reference })), '2.xml');
    await world.exchange();
    expect(await credited()).toEqual(once);
  });
});

describe('entries without a day', () => {
  const monthly = (month: string) =>
    fee('5.00', `<ValDt><Dt>2025-${month}-01</Dt></ValDt><AcctSvcrRef>FEES</AcctSvcrRef>`);
  test('with one reference of the bank are different entries of two statements', async () => {
    await exchange(
      statement({ id: 'S-10', entries: monthly('10') }),
      statement({ id: 'S-11', entries: monthly('11') }),
      statement({ id: 'S-12', entries: monthly('11').replace(/<ValDt>.*?<\/ValDt>/, '') }),
    );
    expect((await rows()).map(({ amount }) => amount)).toEqual([-500n, -500n, -500n]);
  });

  test('have the day of their value, where the bank uses the id of a statement again', async () => {
    const ofYear = (year: number) => fee('5.00', `<ValDt><Dt>${year}-10-01</Dt></ValDt>`);
    await exchange(
      statement({ id: '001', entries: ofYear(2024) }),
      statement({ id: '001', entries: ofYear(2025) }),
    );
    expect(await rows()).toHaveLength(2);
  });

  test.each([
    ['without a reference', ''],
    ['with one reference', '<AcctSvcrRef>FEES</AcctSvcrRef>'],
  ])('%s are different entries where the bank gives the statements of all days one id', async (_, more) => {
    const of = (date: string, entries: string) =>
      statement({
        balances: balance({ type: 'CLBD', amount: '1.00' }).replace('2025-10-13', date),
        entries,
      });
    await exchange(
      ...['2025-10-13', '2025-10-14', '2025-10-15'].map((date) => of(date, fee('5.00', more))),
      of('2025-10-15', fee('1.00') + fee('5.00', more)),
    );
    expect((await rows()).map(({ amount }) => amount)).toEqual([-500n, -500n, -500n, -100n]);
  });
});

describe('a statement that a version before has recorded', () => {
  const recordedBefore = async (parts: readonly string[]) => {
    const fingerprint = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
    await world.service.db.orm.update(bankEntries).set({ fingerprint });
  };

  test.each<[string, () => string, object]>([
    ['has another entry before', () => fee('1.00'), once],
    ['has another deposit of the same amount before', bobs, onceAndBobs],
  ])('and that %s the others: they are credited once', async (_, before, expected) => {
    await exchange(statement({ id: 'S-OLD', entries: ours() }));
    await recordedBefore(['statement', 'S-OLD', '1', '0']);
    await exchange(statement({ id: 'S-OLD', entries: before() + ours() }));
    expect(await rows()).toHaveLength(2);
    expect(await credited()).toEqual(expected);
  });

  test('and whose entry a process of that version notified: it is credited once', async () => {
    await exchange(notification('N-1', ours(reference)));
    await recordedBefore(['reference', 'BULK-1', '2025-10-13', '10000']);
    await exchange(statement({ entries: bobs(reference) + ours(reference) }));
    expect(await credited()).toEqual(onceAndBobs);
  });
});

test('a thousand entries that can be a thousand others are compared with few statements', async () => {
  const { db, clock, ports } = world.service;
  const record = async (text: string, name: string): Promise<number> => {
    publish(world, text, name);
    clock.advance(61);
    const before = db.statements.count;
    while (await exchangeDue(ports));
    return db.statements.count - before;
  };
  const many = (change: string) =>
    Array.from({ length: 1_000 }, (_, index) => credit({ text: `Rent ${index}${change}` })).join('');
  await record(statement({ entries: many('') }), '1.xml');
  expect(await record(statement({ entries: many(' of May') }), '2.xml')).toBeLessThan(60);
  expect(await rows()).toHaveLength(1_000);
  expect(await record(statement({ entries: many(' of May') + ours() }), '3.xml')).toBeLessThan(60);
  expect(await rows()).toHaveLength(1_001);
});

test('a process of a version before, which does not know these fingerprints, records no entries', async () => {
  await published(world, statement({ entries: ours() }), '1.xml');
  const asBefore = world.service.db.orm.execute(sql`insert into bank_entries
      (id, platform_id, connection_id, statement_id, fingerprint, booked_on, amount, record, created_at)
    select gen_random_uuid(), platform_id, connection_id, statement_id, 'another', booked_on, amount, record, created_at
    from bank_entries`);
  await expect(asBefore).rejects.toMatchObject({ cause: { code: '23502' } });
});
