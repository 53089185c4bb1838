import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { updateBankConnection } from '../../../src/rails/bank-connections/manage-connections.ts';
import { paymentsOfTransactions } from '../../../src/rails/bank-payments/store.ts';
import { bankEntries, bankStatements } from '../../../src/rails/bank-records/tables.ts';
import { exchangeDue } from '../../../src/rails/exchanger.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { entry, groupHeader, statement, statementElement, xml } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { onPostgres } from '../../support/database.ts';
import { granted } from '../../support/payments.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
});
afterEach(() => world.stop());

/** The bank publishes a file, long enough ago to be complete. */
function publish(name: string, text: string): void {
  const inbox = join(world.folder, 'inbox');
  mkdirSync(inbox, { recursive: true });
  writeFileSync(join(inbox, name), text);
  utimesSync(join(inbox, name), 1, 1);
}

describe('a statement that the bank sends again', () => {
  const original = statement({ entries: entry({ after: '<AddtlNtryInf>Rent</AddtlNtryInf>' }) });

  test.each([
    ['in a message with another id', original.replace('<MsgId>B-1<', '<MsgId>B-2<'), 0],
    ['with other white space', original.replace('<Stmt>', '\n<Stmt>'), 0],
    ['with another text of an entry', original.replace('Rent', 'Rent of May'), 1],
    [
      'with another text of the statement',
      original.replace('</Stmt>', '<AddtlStmtInf>Copy</AddtlStmtInf></Stmt>'),
      1,
    ],
    ['with another amount', original.replace('10.00', '10.01'), 1],
    ['with one entry more', original.replace('</Stmt>', `${entry()}</Stmt>`), 1],
  ])('%s', async (_, again, conflicts) => {
    expect(again).not.toBe(original);
    publish('1.xml', original);
    publish('2.xml', again);
    await world.exchange();
    const found = await world.service.db.orm
      .select()
      .from(bankStatements)
      .where(eq(bankStatements.hasConflict, true));
    expect(found).toHaveLength(conflicts);
  });
});

const notification = (id: string, entries: string) => {
  const notified = statementElement('Ntfctn', { id, entries });
  return xml('camt.054.001.08', `<BkToCstmrDbtCdtNtfctn>${groupHeader}${notified}</BkToCstmrDbtCdtNtfctn>`);
};

describe('entries with one reference, day and amount', () => {
  const one = entry({ after: '<BookgDt><Dt>2025-10-13</Dt></BookgDt><AcctSvcrRef>FEES-OCT</AcctSvcrRef>' });
  test.each<[string, string[], number]>([
    ['in one statement are different entries', [statement({ entries: one + one })], 2],
    ['in one notification are different entries', [notification('N-1', one + one)], 2],
    [
      'in one notification and in a statement are recorded once each',
      [notification('N-1', one + one), statement({ entries: one + one })],
      2,
    ],
    [
      'are recorded with the statement, where a notification has one of them',
      [notification('N-1', one), statement({ entries: one + one })],
      2,
    ],
    [
      'in two notifications and two statements are one entry',
      [
        notification('N-1', one),
        notification('N-2', one),
        statement({ entries: one }),
        statement({ id: 'S-2', entries: one }),
      ],
      1,
    ],
    [
      'in a statement that the bank sends again are not recorded again',
      [statement({ entries: one + one }), statement({ id: 'S-2', entries: one + one })],
      2,
    ],
  ])('%s', async (_, files, expected) => {
    for (const [index, text] of files.entries()) publish(`${index}.xml`, text);
    await world.exchange();
    expect(await world.service.db.orm.select().from(bankEntries)).toHaveLength(expected);
  });
});

describe('an entry that a notification reports before the statement', () => {
  const booked = '<BookgDt><Dt>2025-10-13</Dt></BookgDt>';
  const reference = '<AcctSvcrRef>R-1</AcctSvcrRef>';
  test.each([
    ['with its day', booked + reference],
    // Its fingerprint would differ from that of the statement, and the deposit would be credited twice.
    ['without a day', reference],
  ])('%s is recorded once', async (_, inNotification) => {
    publish('1.xml', notification('N-1', entry({ after: inNotification })));
    publish('2.xml', statement({ entries: entry({ after: booked + reference }) }));
    await world.exchange();
    expect(await world.service.db.orm.select().from(bankEntries)).toHaveLength(1);
  });
});

describe('entries without a reference of the bank', () => {
  const deposit = (amount: string, day = '2025-10-13') =>
    entry({
      amount,
      after: `<BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Strd><CdtrRefInf><Ref>${world.reference()}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>`,
    });

  async function recorded(texts: readonly string[]): Promise<bigint> {
    for (const [index, text] of texts.entries()) {
      publish(`${index}.xml`, text);
      await world.exchange();
    }
    return world.balance();
  }

  test('are recorded once, also where a corrected statement has another entry before them', async () => {
    const fee = entry({ amount: '1.00', indicator: 'DBIT' });
    const corrected = statement({ entries: fee + deposit('100.00') });
    expect(await recorded([statement({ entries: deposit('100.00') }), corrected])).toBe(10_000n);
    expect(await world.service.db.orm.select().from(bankEntries)).toHaveLength(2);
  });

  test('are recorded once, also where a corrected statement completes their texts', async () => {
    const original = statement({ entries: deposit('100.00') });
    const corrected = original.replace('<RmtInf>', '<RmtInf><Ustrd>Rent</Ustrd>');
    expect(await recorded([original, corrected])).toBe(10_000n);
  });

  test('are recorded where the bank uses the id of a statement again in the next year', async () => {
    const ofYear = (year: number, amount: string) =>
      statement({ id: '001', entries: deposit(amount, `${year}-01-02`) });
    expect(await recorded([ofYear(2024, '10.00'), ofYear(2025, '25.00')])).toBe(3_500n);
  });

  test.each([
    ['with a day', (text: string) => text],
    // Such an entry is booked on the day on which its file is read.
    ['without a day', (text: string) => text.replace(/<BookgDt>.*?<\/BookgDt>/, '')],
  ])('%s that a version before has recorded are not recorded again', async (_, change) => {
    const text = change(statement({ id: 'S-OLD', entries: deposit('100.00') }));
    await recorded([text]);
    const parts = ['statement', 'S-OLD', '1', '0'];
    const fingerprint = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
    await world.service.db.orm.update(bankEntries).set({ fingerprint });
    world.service.clock.advance(24 * 60 * 60);
    expect(await recorded([text.replace('<MsgId>B-1<', '<MsgId>B-2<')])).toBe(10_000n);
  });
});

describe.runIf(onPostgres)('while a large file is recorded', () => {
  /** Records a second file, of which the end comes when `resume` is called. The first one is recorded, and not booked. */
  async function recording() {
    const { ports } = world.service;
    const signals = new EventEmitter();
    const [started, resumed] = [once(signals, 'started'), once(signals, 'resumed')];
    const readings = new Map<string, number>();
    async function* getStream(key: string) {
      const nth = (readings.get(key) ?? 0) + 1;
      readings.set(key, nth);
      const content = await buffer(ports.files.getStream(key));
      yield content.subarray(0, -20);
      // The first reading checks the file.
      if (nth === 2) {
        signals.emit('started');
        await resumed;
      }
      yield content.subarray(-20);
    }
    const files = new Proxy(ports.files, {
      get(target, name) {
        const member = Reflect.get(target, name);
        return name === 'getStream' ? getStream : member.bind(target);
      },
    });
    publish('1.xml', statement({ id: 'S-1', entries: entry() }));
    world.service.clock.advance(61);
    await exchangeDue(ports);
    publish('2.xml', statement({ id: 'S-2', entries: entry({ amount: '11.00' }) }));
    world.service.clock.advance(61);
    const exchange = exchangeDue({ ...ports, files });
    await started;
    return {
      async end() {
        signals.emit('resumed');
        await exchange;
      },
    };
  }
  const bookedKinds = async () =>
    (await world.service.db.orm.select().from(bankEntries)).map(({ kind }) => kind);

  test('payments are submitted, and its connection is changed', async () => {
    const { ports, db } = world.service;
    const { principal } = world.platform;
    world.bank.deposit({ amount: 700n, name: 'Ada', iban: theirIban, reference: world.reference() });
    await world.bankDay();
    const { end } = await recording();
    const { id } = await world.pay(700);
    await world.service.settle();
    expect(await paymentsOfTransactions(db.orm, world.connection.platformId, [id])).toMatchObject([
      { status: 'WAITING' },
    ]);
    const change = { id: world.connection.id, name: 'Renamed' } as never;
    expect(granted(await updateBankConnection(ports, principal, change)).name).toBe('Renamed');
    await end();
  });

  test('its connection books nothing, and books everything after it', async () => {
    const { end } = await recording();
    await world.service.settle();
    expect(await bookedKinds()).toEqual([null]);
    await end();
    world.service.clock.advance(2);
    await world.service.settle();
    expect(await bookedKinds()).toEqual(['UNMATCHED_DEPOSIT', 'UNMATCHED_DEPOSIT']);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });
});
