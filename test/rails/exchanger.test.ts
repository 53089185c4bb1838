/** Payments and deposits of a production platform by the files of a bank, from request to settlement. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { transact } from '../../src/infrastructure/database/transact.ts';
import { Conflict } from '../../src/kernel/errors.ts';
import { uuidOf } from '../../src/kernel/ids.ts';
import { parseInput } from '../../src/kernel/parse.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import type { BankConnection } from '../../src/rails/bank-connections/bank-connection.ts';
import { CreateBankConnectionInput } from '../../src/rails/bank-connections/connection-input.ts';
import {
  createBankConnection,
  updateBankConnection,
} from '../../src/rails/bank-connections/manage-connections.ts';
import { findConnection } from '../../src/rails/bank-connections/store.ts';
import { virtualIbans } from '../../src/rails/bank-connections/tables.ts';
import { assignVirtualIbans } from '../../src/rails/bank-connections/virtual-iban-store.ts';
import { traceNumberOf } from '../../src/rails/bank-files/nacha/trace-numbers.ts';
import { cancelBankFile } from '../../src/rails/bank-payments/decide-file.ts';
import { listFiles } from '../../src/rails/bank-payments/file-store.ts';
import { exchangeBankFiles, exchangeDue, startExchanger } from '../../src/rails/exchanger.ts';
import { FileExchangeUnavailable } from '../../src/rails/file-exchange/file-exchange.ts';
import { reportSettlement } from '../../src/rails/report-settlement.ts';
import { RequestedExchanges } from '../../src/rails/requested-exchanges.ts';
import type { Ports } from '../../src/sandbox/ports.ts';
import { audit, soundLedger } from '../support/audit.ts';
import { bankAccountsOf, theirIban } from '../support/bank-accounts.ts';
import { entry, statement } from '../support/bank-files.ts';
import { type BankWorld, bankWorld, successorOf } from '../support/bank-world.ts';
import { onPostgres } from '../support/database.ts';
import { nachaFileLines, returnAddenda } from '../support/nacha-files.ts';
import { granted } from '../support/payments.ts';
import { bankPaymentOf, published } from '../support/pulls.ts';
import type { TestPlatform } from '../support/service.ts';

type ExchangePorts = Pick<Ports, keyof Parameters<typeof exchangeBankFiles>[0]>;

let world: BankWorld;
afterEach(() => world.stop());

/** The account gets money by a deposit, as it would in production. */
async function funded(amount: number): Promise<void> {
  world.bank.deposit({
    amount: BigInt(amount),
    name: 'Ada Lovelace',
    iban: theirIban,
    reference: world.reference(),
  });
  await world.bankDay();
}

const connectionOf = async (platform: TestPlatform, currency: 'EUR' | 'GBP') =>
  granted(
    await createBankConnection(
      world.service.ports,
      platform.principal,
      granted(
        parseInput(CreateBankConnectionInput, {
          name: 'Second bank',
          currency,
          format: 'ISO20022',
          account: bankAccountsOf.ISO20022.ours,
          cutOffs: { timeZone: 'Europe/Berlin', times: ['09:30'], calendar: 'WEEKDAYS' },
        }),
      ),
    ),
  );

/** A NACHA file in which the bank returns a payment. */
async function returnOf(payment: Transaction, cents: number): Promise<string> {
  const { traceSequence = 0 } = (await bankPaymentOf(world, payment)) ?? {};
  const trace = traceNumberOf(world.connection.account, traceSequence);
  const addenda = [returnAddenda('R03', { trace })];
  return nachaFileLines({ entries: [{ code: '21', cents, addenda }] }).join('\n');
}

test('a deposit with the reference of an account is credited, and names the depositor with a masked account', async () => {
  world = await bankWorld();
  await funded(50_000);
  expect(await world.balance()).toBe(50_000n);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

test('a deposit to the virtual IBAN of an account is credited without a reference', async () => {
  world = await bankWorld({
    virtualIbanRange: { country: 'DE', prefix: '370400440000', first: '1', last: '999999' },
  });
  await world.exchange();
  const [instructions] = await world.instructions();
  const virtualIban = instructions?.accountOrWalletInfo.iban ?? '';
  expect(virtualIban).toMatch(/^DE\d\d370400440000\d{6}$/);
  world.bank.deposit({ amount: 700n, name: 'Ada Lovelace', iban: theirIban, virtualIban });
  await world.bankDay();
  expect(await world.balance()).toBe(700n);
});

test('another range of virtual IBANs starts with its first number, and continues after those of it that are assigned', async () => {
  const range = { country: 'DE', prefix: '370400440000' };
  world = await bankWorld({ virtualIbanRange: { ...range, first: '000100', last: '000199' } });
  const { service, platform, connection } = world;
  await world.exchange();
  const numbers = async () => {
    const rows = await service.db.orm
      .select({ iban: virtualIbans.iban })
      .from(virtualIbans)
      .orderBy(virtualIbans.iban);
    return rows.map(({ iban }) => iban.slice(-6)).sort();
  };
  const [first] = await numbers();
  expect(first).toBe('000100');
  const change = (virtualIbanRange: object) =>
    updateBankConnection(service.ports, platform.principal, { id: connection.id, virtualIbanRange } as never);
  /** The account needs another number, as if its number were that of another account. */
  const assignAgain = async (others: string) => {
    await service.db.orm.execute(sql`update virtual_ibans set account_id = (
      select id from internal_accounts where currency = ${others} and platform_id = ${uuidOf(connection.platformId)} limit 1)
      where account_id = ${uuidOf(world.account.id)}`);
    await world.exchange();
  };
  granted(await change({ ...range, first: '000500', last: '000599' }));
  await assignAgain('GBP');
  expect(await numbers()).toEqual(['000100', '000500']);
  granted(await change({ ...range, first: '000001', last: '000599' }));
  await assignAgain('USD');
  expect(await numbers()).toEqual(['000100', '000500', '000501']);
});

describe('after another range of virtual IBANs, accounts get its numbers', () => {
  test.each([
    [
      'where the earlier numbers have letters at the place of its digits',
      { country: 'FR', prefix: '200410100505001A00', first: '00000', last: '99999' },
      { country: 'FR', prefix: '2004101005050', first: '0000000000', last: '9999999999' },
      '0000000000',
    ],
    [
      'where the earlier numbers are far behind its first',
      { country: 'DE', prefix: '37040044', first: '9000000000', last: '9999999999' },
      { country: 'DE', prefix: '37040044', first: '0000000000', last: '9999999999' },
      '9000000001',
    ],
  ])('%s', async (_, earlier, later, number) => {
    world = await bankWorld({ virtualIbanRange: earlier });
    const { service, platform, connection } = world;
    await world.exchange();
    granted(
      await updateBankConnection(service.ports, platform.principal, {
        id: connection.id,
        virtualIbanRange: later,
      } as never),
    );
    // The account needs another number, as if its number were that of another account.
    await service.db.orm.execute(sql`update virtual_ibans set account_id = (
      select id from internal_accounts where currency = 'GBP' and platform_id = ${uuidOf(connection.platformId)} limit 1)`);
    await world.exchange();
    const [instructions] = await world.instructions();
    expect(instructions?.accountOrWalletInfo.iban?.slice(-10)).toBe(number);
  });
});

describe('after a connection is closed, its successor', () => {
  const range = { country: 'DE', prefix: '370400440000', last: '000199' };
  test.each([
    ['gives an account the number that it had', 'EUR', '000100'],
    ['gives no account the number that another one had', 'GBP', '000101'],
  ])('%s', async (_, owner, number) => {
    world = await bankWorld({ virtualIbanRange: { ...range, first: '000100' } });
    await world.exchange();
    const { platformId } = world.connection;
    await world.service.db.orm.execute(sql`update virtual_ibans set account_id = (
      select id from internal_accounts where currency = ${owner} and platform_id = ${uuidOf(platformId)} limit 1)`);
    await successorOf(world, { virtualIbanRange: { ...range, first: '000050' } });
    await world.exchange();
    const [instructions] = await world.instructions();
    expect(instructions?.accountOrWalletInfo.iban?.slice(-6)).toBe(number);
  });

  test('gives no account a number that two accounts had', async () => {
    world = await bankWorld({ virtualIbanRange: { ...range, first: '000100' } });
    await world.exchange();
    // As if two accounts had it at two connections.
    const other = await connectionOf(world.platform, 'GBP');
    await world.service.db.orm.execute(sql`insert into virtual_ibans select ${uuidOf(other.id)}, (
      select id from internal_accounts where currency = 'GBP' and platform_id = ${uuidOf(other.platformId)} limit 1), nth, iban from virtual_ibans`);
    await successorOf(world, { virtualIbanRange: { ...range, first: '000050' } });
    await world.exchange();
    const [instructions] = await world.instructions();
    expect(instructions?.accountOrWalletInfo.iban?.slice(-6)).toBe('000101');
  });
});

test.runIf(onPostgres)(
  'two connections of a platform with one range that assign numbers at once give different ones',
  async () => {
    const virtualIbanRange = { country: 'DE', prefix: '370400440000', first: '000100', last: '000199' };
    world = await bankWorld({ virtualIbanRange });
    const { db } = world.service;
    const other = { ...(await connectionOf(world.platform, 'GBP')), virtualIbanRange };
    const assign = (connection: BankConnection, isAssigned: () => Promise<void> = async () => {}) =>
      transact(db, async (tx) => {
        await assignVirtualIbans(tx, connection);
        await isAssigned();
        return true;
      });
    let second: Promise<unknown> = Promise.resolve();
    await assign(world.connection, async () => {
      second = assign(other);
      await delay(200);
    });
    await second;
    const rows = await db.orm.select({ iban: virtualIbans.iban }).from(virtualIbans);
    expect(rows.map(({ iban }) => iban.slice(-6)).sort()).toEqual(['000100', '000101']);
  },
);

test('files are sent although virtual IBANs cannot be assigned', async () => {
  world = await bankWorld();
  await funded(50_000);
  await world.pay(100);
  // Data that no operation stores.
  const range = { country: 'DE', prefix: '37040044', first: 'none', last: 'none' };
  await world.service.db.orm.execute(
    sql`update bank_connections set virtual_iban_range = ${JSON.stringify(range)}::jsonb`,
  );
  await expect(world.cutOff()).rejects.toThrow();
  expect(readdirSync(join(world.folder, 'outbox'))).toHaveLength(1);
});

test('a file that cannot be written waits for people, and statements are booked meanwhile', async () => {
  world = await bankWorld();
  await funded(50_000);
  const paid = await world.pay(100);
  await world.service.settle();
  // Data that no operation stores: the counterparty has no account.
  await world.service.db.orm.execute(sql`update external_accounts set account_info = account_info - 'iban'`);
  await world.cutOff();
  const { items } = await listFiles(
    world.service.db.orm,
    world.platform.principal.platform.id,
    { direction: 'OUT' },
    { first: 5 } as never,
  );
  expect(items).toMatchObject([{ status: 'IN_REVIEW', reason: expect.stringContaining('IBAN') }]);
  await funded(1_000);
  expect(await world.balance()).toBe(50_900n);
  const [file] = items;
  if (!file) throw new Error('the payment is in a file');
  granted(
    await cancelBankFile(world.service.ports, world.platform.principal, { id: file.id, comment: undefined }),
  );
  await world.service.settle();
  expect((await world.transaction(paid.id)).status).toBe('FAILED');
  expect(await world.balance()).toBe(51_000n);
});

test('a file that is written at last has no reason any more', async () => {
  world = await bankWorld();
  await funded(50_000);
  await world.pay(100);
  await world.service.settle();
  const { orm } = world.service.db;
  await orm.execute(
    sql`update external_accounts set account_info = jsonb_set(account_info - 'iban', '{hidden}', account_info -> 'iban')`,
  );
  await world.cutOff();
  await orm.execute(
    sql`update external_accounts set account_info = jsonb_set(account_info, '{iban}', account_info -> 'hidden') - 'hidden'`,
  );
  const sentFile = async () => {
    const { platformId } = world.connection;
    return (await listFiles(orm, platformId, { direction: 'OUT' }, { first: 1 } as never)).items[0];
  };
  expect((await sentFile())?.reason).toContain('IBAN');
  await orm.execute(sql`update bank_files set status = 'READY' where status = 'IN_REVIEW'`);
  await world.exchange();
  expect(await sentFile()).toMatchObject({ status: 'SENT', reason: undefined });
});

describe('a payment', () => {
  test('waits for the cut-off, is in one file, and is COMPLETED by the entry of the statement', async () => {
    world = await bankWorld();
    await funded(50_000);
    const paid = await world.pay(12_345);
    await world.exchange();
    expect((await world.transaction(paid.id)).status).toBe('PENDING');
    await world.cutOff();
    expect((await world.transaction(paid.id)).status).toBe('PROCESSING');
    expect(readdirSync(join(world.folder, 'outbox'))).toHaveLength(1);
    await world.bankDay();
    expect((await world.transaction(paid.id)).status).toBe('COMPLETED');
    expect(await world.balance()).toBe(37_655n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('has no outcome but that of the bank: an operator who reports one cannot refund what a file still sends', async () => {
    world = await bankWorld();
    await funded(50_000);
    const { id } = await world.pay(12_345);
    const isRejected = async () => {
      for (const outcome of ['FAILED', 'COMPLETED'] as const) {
        expect(await reportSettlement(world.service.ports, { id, outcome })).toBeInstanceOf(Conflict);
      }
    };
    await world.service.settle();
    await isRejected();
    await world.cutOff();
    await isRejected();
    await world.bankDay();
    await isRejected();
    expect((await world.transaction(id)).status).toBe('COMPLETED');
    expect(await world.balance()).toBe(37_655n);
  });

  test('that the bank rejects is FAILED and refunded, with the reason of the bank', async () => {
    world = await bankWorld();
    await funded(50_000);
    const paid = await world.pay(100);
    world.bank.request('rejectPayment', { code: 'AC01' });
    await world.cutOff();
    await world.bankDay();
    const failed = await world.transaction(paid.id);
    expect([failed.status, failed.failureReason, failed.refund?.status]).toEqual([
      'FAILED',
      'COUNTERPARTY_POST_TX_FAILED',
      'COMPLETED',
    ]);
    expect(await world.balance()).toBe(50_000n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test.each([
    ['AM04', 'QUOTE_EXECUTION_FAILED'],
    ['MD07', 'COUNTERPARTY_POST_TX_FAILED'],
  ])('that the bank rejects with %s is FAILED with %s', async (code, failureReason) => {
    world = await bankWorld();
    await funded(50_000);
    const paid = await world.pay(100);
    world.bank.request('rejectPayment', { code });
    await world.cutOff();
    await world.bankDay();
    expect(await world.transaction(paid.id)).toMatchObject({ status: 'FAILED', failureReason });
  });

  test('that comes back days later is FAILED and refunded', async () => {
    world = await bankWorld();
    await funded(50_000);
    const paid = await world.pay(100);
    world.bank.request('returnPayment', { code: 'MS03', days: 3 });
    await world.cutOff();
    await world.bankDay();
    const failed = await world.transaction(paid.id);
    expect([failed.status, failed.refund?.status]).toEqual(['FAILED', 'COMPLETED']);
    expect(await world.balance()).toBe(50_000n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test.each([
    ['with its amount is FAILED', 100, 'FAILED'],
    ['with another amount stays in progress', 101, 'PROCESSING'],
  ])('that a NACHA return names %s', async (_, cents, status) => {
    world = await bankWorld({ format: 'NACHA' });
    await funded(50_000);
    const paid = await world.pay(100);
    await world.cutOff();
    await published(world, await returnOf(paid, cents), 'return.ach');
    expect((await world.transaction(paid.id)).status).toBe(status);
  });

  test('that comes back after its connection was closed changes no payment of the successor', async () => {
    world = await bankWorld({ format: 'NACHA' });
    await funded(50_000);
    const old = await world.pay(100);
    await world.cutOff();
    await world.bankDay();
    const successor = await successorOf(world);
    const next = await world.pay(100);
    await world.cutOff();
    const folder = join(dirname(world.folder), uuidOf(successor.id));
    await published({ ...world, folder }, await returnOf(old, 100), 'return.ach');
    expect((await world.transaction(old.id)).status).toBe('COMPLETED');
    expect((await world.transaction(next.id)).status).toBe('PROCESSING');
  });
});

describe('an exchanger', () => {
  const secondPlatform = async () => {
    const { service } = world;
    const other = await service.addPlatform('PRODUCTION');
    return connectionOf(other, 'EUR');
  };

  /** The exchanges of one connection do not end before `release` is called. */
  function slowBank(slow: BankConnection) {
    const opened: string[] = [];
    let release = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { ports } = world.service;
    const openExchange = async (connection: BankConnection) => {
      opened.push(connection.id);
      if (connection.id === slow.id) await hanging;
      return ports.openExchange(connection);
    };
    return { opened, release, ports: { ...ports, openExchange } };
  }

  test('exchanges other connections every minute while the bank of one does not respond', async () => {
    world = await bankWorld();
    const other = await secondPlatform();
    const { opened, release, ports } = slowBank(world.connection);
    const exchanger = startExchanger(ports, (error) => {
      throw error;
    });
    const exchangesOfOther = () => opened.filter((id) => id === other.id).length;
    await expect.poll(() => opened, { timeout: 10_000 }).toContain(world.connection.id);
    const { orm } = world.service.db;
    const ended = async () => (await findConnection(orm, other.platformId, other.id))?.lastExchangeAt;
    await expect.poll(ended, { timeout: 10_000 }).toBeDefined();
    world.service.clock.advance(61);
    await expect.poll(exchangesOfOther, { timeout: 10_000 }).toBe(2);
    release();
    await exchanger.stop();
  });

  test('exchanges one connection of a platform at a time, also when several are selected at once', async () => {
    world = await bankWorld();
    const second = await connectionOf(world.platform, 'GBP');
    const { opened, release, ports } = slowBank(world.connection);
    world.service.clock.advance(61);
    const first = Promise.all(Array.from({ length: 4 }, () => exchangeDue(ports)));
    await expect.poll(() => opened.length, { timeout: 10_000 }).toBeGreaterThan(0);
    release();
    const worked = await first;
    expect(worked.filter(Boolean)).toHaveLength(1);
    expect(opened).toHaveLength(1);
    await exchangeDue(ports);
    expect(opened.sort()).toEqual([world.connection.id, second.id].sort());
  });

  /** Starts an exchange, and returns how it is stopped. */
  const starts: [string, (ports: ExchangePorts) => () => Promise<unknown>][] = [
    [
      'that is due',
      (ports) => {
        const exchanger = startExchanger(ports, (error) => {
          throw error;
        });
        return () => exchanger.stop();
      },
    ],
    [
      'that a person requested',
      (ports) => {
        const requestedExchanges = new RequestedExchanges();
        const requested = exchangeBankFiles({ ...ports, requestedExchanges }, world.platform.principal, {
          connectionId: world.connection.id,
        });
        requested.catch(() => undefined);
        return () => requestedExchanges.stop(6_000);
      },
    ],
  ];

  test.each(starts)(
    '%s ends in a transfer when the process stops, and another one repeats it at once: the file is sent once',
    async (_, start) => {
      world = await bankWorld();
      await funded(50_000);
      const paid = await world.pay(100);
      await world.service.settle();
      world.service.clock.advance(24 * 60 * 60);
      const { ports } = world.service;
      let isTransmitting = false;
      /** A server that takes a chunk in an hour. */
      const openExchange = async (connection: BankConnection) => {
        const exchange = await ports.openExchange(connection);
        let close = () => {};
        const closed = new Promise<void>((resolve) => {
          close = resolve;
        });
        return {
          ...exchange,
          async stage() {
            isTransmitting = true;
            await closed;
            throw new FileExchangeUnavailable('unreachable');
          },
          async close() {
            close();
            await exchange.close();
          },
        };
      };
      const stop = start({ ...ports, openExchange });
      await expect.poll(() => isTransmitting, { timeout: 10_000 }).toBe(true);
      const started = performance.now();
      await stop();
      expect(performance.now() - started).toBeLessThan(6_000);
      expect(readdirSync(join(world.folder, 'outbox'))).toEqual([]);
      expect(await exchangeDue(ports)).toBe(true);
      await world.service.settle();
      await world.bankDay();
      expect(world.bank.fileResults().map(({ result }) => result)).toEqual(['EXECUTED']);
      expect((await world.transaction(paid.id)).status).toBe('COMPLETED');
    },
  );
});

describe('an inbox in which files cannot be moved', () => {
  /** Counts the files that are fetched. */
  const inbox = async () => {
    const { ports } = world.service;
    const fetched: string[] = [];
    let isReadOnly = true;
    const openExchange = async (connection: BankConnection) => {
      const exchange = await ports.openExchange(connection);
      return {
        ...exchange,
        async read(name: string) {
          fetched.push(name);
          return exchange.read(name);
        },
        async archive(name: string) {
          if (isReadOnly) throw new FileExchangeUnavailable('permission');
          await exchange.archive(name);
        },
      };
    };
    return {
      fetched,
      allowArchiving: () => {
        isReadOnly = false;
      },
      async exchange() {
        world.service.clock.advance(61);
        while (await exchangeDue({ ...ports, openExchange }));
        await world.service.settle();
      },
      error: async () =>
        (await findConnection(world.service.db.orm, world.connection.platformId, world.connection.id))
          ?.exchangeError,
    };
  };
  const publish = (name: string, id: string, amount: string, modifiedAt: number) => {
    const credit = entry({
      amount,
      after: `<NtryDtls><TxDtls><Amt Ccy="EUR">${amount}</Amt><RmtInf><Strd><CdtrRefInf><Ref>${world.reference()}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>`,
    });
    const path = join(world.folder, 'inbox', name);
    mkdirSync(join(world.folder, 'inbox'), { recursive: true });
    writeFileSync(path, statement({ id, entries: credit }));
    utimesSync(path, modifiedAt, modifiedAt);
  };

  test('has its statements booked and the error in exchangeError, and a file is fetched again only when it changed', async () => {
    world = await bankWorld();
    const bank = await inbox();
    publish('1.xml', 'S-1', '5.00', 1);
    publish('2.xml', 'S-2', '7.00', 2);
    await bank.exchange();
    expect(await world.balance()).toBe(1_200n);
    expect(await bank.error()).toMatch(/do not allow/);
    await bank.exchange();
    expect(bank.fetched).toEqual(['1.xml', '2.xml']);
    expect(await bank.error()).toMatch(/do not allow/);

    publish('2.xml', 'S-3', '1.00', 3);
    await bank.exchange();
    expect(bank.fetched).toEqual(['1.xml', '2.xml', '2.xml']);
    expect(await world.balance()).toBe(1_300n);

    bank.allowArchiving();
    await bank.exchange();
    expect(bank.fetched).toHaveLength(3);
    expect(readdirSync(join(world.folder, 'inbox'))).toEqual([]);
    expect(await bank.error()).toBeUndefined();
    publish('2.xml', 'S-4', '2.00', 3);
    await bank.exchange();
    expect(await world.balance()).toBe(1_500n);
  });
});
