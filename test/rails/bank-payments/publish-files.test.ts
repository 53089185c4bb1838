import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Id, uuidOf } from '../../../src/kernel/ids.ts';
import { updateBankConnection } from '../../../src/rails/bank-connections/manage-connections.ts';
import { findConnection } from '../../../src/rails/bank-connections/store.ts';
import { filesIn, saveFile } from '../../../src/rails/bank-payments/file-store.ts';
import { publishFiles } from '../../../src/rails/bank-payments/publish-files.ts';
import { paymentsOfTransactions, savePayments } from '../../../src/rails/bank-payments/store.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { resolveBankEntry } from '../../../src/rails/bank-statements/resolve-entry.ts';
import { addBusinessDays } from '../../../src/rails/calendar/business-days.ts';
import { calendarOf } from '../../../src/rails/calendar/calendars.ts';
import { dateIn } from '../../../src/rails/calendar/zoned-time.ts';
import { BankFileStaged } from '../../../src/rails/errors.ts';
import { exchangeDue } from '../../../src/rails/exchanger.ts';
import { FileExchangeUnavailable } from '../../../src/rails/file-exchange/file-exchange.ts';
import { openFolderExchange } from '../../../src/rails/file-exchange/folder-exchange.ts';
import { bankAccountsOf, theirIban } from '../../support/bank-accounts.ts';
import { entry, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';
import { platformIdOf, published } from '../../support/pulls.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
  world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
  await world.bankDay();
});
afterEach(() => world.stop());

test('a process that loses its lease while it transmits a file does not send the file again', async () => {
  const { service, connection, bank } = world;
  const { ports } = service;
  const exchange = await ports.openExchange(connection);
  const payment = await world.pay(100);
  let staged = 0;
  /** The first transmission takes so long that another process sends the file, and the bank takes it. */
  const slow = {
    ...ports,
    openExchange: async () => ({
      ...exchange,
      async stage(...given: Parameters<typeof exchange.stage>) {
        staged += 1;
        await publishFiles(ports, connection, exchange);
        await bank.readOutbox();
        await exchange.stage(...given);
      },
    }),
  };
  service.clock.advance(24 * 60 * 60);
  await service.settle();
  await exchangeDue(slow);
  await world.bankDay();
  expect(staged).toBe(1);
  expect(bank.fileResults().map(({ result }) => result)).toEqual(['EXECUTED']);
  expect((await world.transaction(payment.id)).status).toBe('COMPLETED');
});

test.each(['REJECTED', 'CONFIRMED'] as const)(
  'a file with a payment that is %s already is not sent, and waits for people',
  async (status) => {
    await world.stop();
    world = await bankWorld({ reviewAbove: 50 });
    world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
    await world.bankDay();
    const payment = await world.pay(100);
    await world.cutOff();
    const { service, connection, platform } = world;
    const db = service.db.orm;
    const now = service.clock.real();
    const [found] = await paymentsOfTransactions(db, platform.principal.platform.id, [payment.id]);
    const [file] = await filesIn(db, connection.id, ['IN_REVIEW'], 1);
    if (!found || !file) throw new Error('the payment is in a file');
    await savePayments(db, [found.id], { status }, now);
    await saveFile(db, file.id, { status: 'READY' }, now);
    await world.exchange();
    const [again] = await filesIn(db, connection.id, ['IN_REVIEW'], 1);
    expect(again).toMatchObject({
      id: file.id,
      reason: expect.stringContaining('is rejected or executed'),
    });
    const outbox = join(world.folder, 'outbox');
    expect(existsSync(outbox) ? readdirSync(outbox) : []).toEqual([]);
  },
);

test('a file with a payment that an open break names is not sent, and is sent when the break is resolved', async () => {
  await world.stop();
  world = await bankWorld({ reviewAbove: 50 });
  world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
  await world.bankDay();
  const { reference } = await world.pay(100);
  await world.cutOff();
  const { service, connection, platform } = world;
  const { ports, db, clock } = service;
  const names = `<NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="EUR">1.00</Amt></TxDtls></NtryDtls>`;
  const debit = entry({ amount: '1.00', indicator: 'DBIT', after: names });
  await published(world, statement({ entries: debit }), '1.xml');
  const { items } = await listEntries(db.orm, platformIdOf(world), { isOpenBreak: true }, {
    first: 1,
  } as never);
  const [found] = items;
  expect(found).toMatchObject({ breakKind: 'NOT_SENT' });

  const inReview = async () => (await filesIn(db.orm, connection.id, ['IN_REVIEW'], 1))[0];
  const release = async () => {
    const file = await inReview();
    if (!file) throw new Error('the file waits for people');
    await saveFile(db.orm, file.id, { status: 'READY' }, clock.real());
    await world.exchange();
  };
  await release();
  expect(await inReview()).toMatchObject({ reason: expect.stringContaining('an open break names it') });
  granted(
    await resolveBankEntry(ports, platform.principal, {
      id: found?.id as Id<'BankEntry'>,
      resolution: 'The bank took it back.',
      isBankFee: false,
      isExecution: false,
    }),
  );
  await release();
  expect(readdirSync(join(world.folder, 'outbox'))).toHaveLength(1);
  expect((await filesIn(db.orm, connection.id, ['SENT'], 1))[0]).toMatchObject({ reason: undefined });
});

describe('a file that is sent days after it was made', () => {
  const days = (count: number) => count * 24 * 60 * 60;
  /** The day of the bank, and a number of weekdays later. */
  const today = () => dateIn('Europe/Berlin', world.service.clock.real());
  const weekdayAfter = async (count: number) => addBusinessDays(await calendarOf('WEEKDAYS'), today(), count);
  const onlyFile = async () =>
    (await filesIn(world.service.db.orm, world.connection.id, ['IN_REVIEW', 'READY', 'SENT'], 1))[0];
  const sentText = () => {
    const outbox = join(world.folder, 'outbox');
    const [name = '', ...others] = readdirSync(outbox);
    expect(others).toEqual([]);
    return readFileSync(join(outbox, name), 'utf8');
  };

  test.each([
    ['ISO20022', 0, (date: string) => `<ReqdExctnDt><Dt>${date}</Dt></ReqdExctnDt>`],
    ['NACHA', 1, (date: string) => `PAYMENT   ${' '.repeat(6)}${date.slice(2).replaceAll('-', '')}   1`],
  ] as const)(
    'because of a late release is not executed in the past: %s',
    async (format, leadDays, written) => {
      await world.stop();
      world = await bankWorld({ format, reviewAbove: 50 });
      const { theirNumber } = bankAccountsOf[format];
      world.bank.deposit({ amount: 5_000n, name: 'Ada', iban: theirNumber, reference: world.reference() });
      await world.bankDay();
      const { service } = world;
      await world.pay(100);
      await world.cutOff();
      const made = await onlyFile();
      if (!made) throw new Error('the file waits for people');
      service.clock.advance(days(6));
      await saveFile(service.db.orm, made.id, { status: 'READY' }, service.clock.real());
      await world.exchange();
      const date = await weekdayAfter(leadDays);
      expect(made.executionDate?.localeCompare(date)).toBe(-1);
      expect(await onlyFile()).toMatchObject({ status: 'SENT', executionDate: date });
      expect(sentText()).toContain(written(date));
    },
  );

  test('because the server was not reachable is written again with the date of its transmission', async () => {
    await world.pay(100);
    const { ports, clock } = world.service;
    const exchange = await ports.openExchange(world.connection);
    await world.service.settle();
    clock.advance(days(1));
    const stage = () => Promise.reject(new FileExchangeUnavailable('unreachable'));
    await exchangeDue({ ...ports, openExchange: async () => ({ ...exchange, stage }) });
    const stored = await onlyFile();
    expect(stored).toMatchObject({ status: 'READY', storageKey: expect.any(String) });
    clock.advance(days(6));
    await world.exchange();
    const date = await weekdayAfter(0);
    expect(stored?.executionDate).not.toBe(date);
    expect(await onlyFile()).toMatchObject({ status: 'SENT', executionDate: date });
    expect(sentText()).toContain(date);
  });
});

describe('the place of a connection', () => {
  const sftp = {
    kind: 'SFTP',
    host: 'sftp.bank.example',
    port: 22,
    username: 'acme',
    hostKeyFingerprint: `SHA256:${'A'.repeat(43)}`,
    path: '/acme',
    password: 'first',
  };
  const s3 = {
    kind: 'S3',
    endpoint: 'https://s3.bank.example',
    region: 'eu-central-1',
    bucket: 'acme',
    prefix: 'files',
    accessKeyId: 'FIRST',
    secretAccessKey: 'first',
  };

  const changeTo = (exchange: object) =>
    updateBankConnection(world.service.ports, world.platform.principal, {
      id: world.connection.id,
      exchange,
    } as never);

  const outboxOf = (root: string) => readdirSync(join(root, uuidOf(world.connection.id), 'outbox'));
  const oldRoot = () => join(world.folder, '..');
  const newRoot = () => join(world.folder, 'new-server');
  /** The exchange at the new server, whatever the settings are. */
  const openNew = () => openFolderExchange({ root: newRoot(), connectionUuid: uuidOf(world.connection.id) });

  type Exchange = Awaited<ReturnType<typeof openNew>>;

  /** One exchange after the cut-off, with other steps than those of a server. */
  async function exchangeWith(open: () => Promise<Exchange>, steps: Partial<Exchange> = {}): Promise<void> {
    const { ports, clock } = world.service;
    await world.service.settle();
    clock.advance(24 * 60 * 60);
    await exchangeDue({ ...ports, openExchange: async () => ({ ...(await open()), ...steps }) });
  }

  const openOld = () => world.service.ports.openExchange(world.connection);
  const publish = () => Promise.reject(new FileExchangeUnavailable('unreachable'));

  const statuses = async () => {
    const all = ['IN_REVIEW', 'READY', 'STAGED', 'SENT'] as const;
    return (await filesIn(world.service.db.orm, world.connection.id, all, 5)).map(({ status }) => status);
  };

  test('cannot be changed while a file is STAGED there, and can when the file was sent', async () => {
    await world.pay(100);
    await exchangeWith(openOld, { publish });
    expect(await changeTo(sftp)).toBeInstanceOf(BankFileStaged);
    expect(await statuses()).toEqual(['STAGED']);
    await world.exchange();
    granted(await changeTo(sftp));
    expect(await statuses()).toEqual(['SENT']);
    expect(outboxOf(oldRoot())).toHaveLength(1);
  });

  test.each([
    [
      'SFTP',
      sftp,
      [{ host: 'other.example' }, { port: 2_222 }, { username: 'other' }, { path: '/other' }],
      [
        { password: 'other' },
        { privateKey: 'a key', password: undefined },
        { hostKeyFingerprint: `SHA256:${'B'.repeat(43)}` },
      ],
    ],
    [
      'S3',
      s3,
      [{ endpoint: undefined }, { region: 'eu-west-1' }, { bucket: 'other' }, { prefix: 'other' }],
      [{ secretAccessKey: 'other' }, { accessKeyId: 'OTHER' }],
    ],
  ])(
    'of the kind %s has secrets that can be changed while a file is STAGED',
    async (_, before, places, secrets) => {
      granted(await changeTo(before));
      await world.pay(100);
      await exchangeWith(openNew, { publish });
      for (const place of [{ kind: 'FOLDER' }, ...places]) {
        expect([place, await changeTo({ ...before, ...place })]).toEqual([place, expect.any(BankFileStaged)]);
      }
      for (const secret of secrets) granted(await changeTo({ ...before, ...secret }));
      granted(await changeTo(before));
      expect(await statuses()).toEqual(['STAGED']);
    },
  );

  test('is where a file is sent, if it is changed while the file is transmitted', async () => {
    await world.pay(100);
    const exchange = await openOld();
    await exchangeWith(openOld, {
      async stage(...given) {
        await exchange.stage(...given);
        granted(await changeTo(sftp));
      },
    });
    expect(await statuses()).toEqual(['READY']);
    await exchangeWith(openNew);
    expect(await statuses()).toEqual(['SENT']);
    expect(outboxOf(oldRoot())).toEqual([expect.stringMatching(/\.part$/)]);
    expect(outboxOf(newRoot())).toEqual([expect.stringMatching(/\.xml$/)]);
  });

  test('is the only one to which files are sent, also by an exchange that was running when it was changed', async () => {
    for (const amount of [100, 200, 300]) await world.pay(amount);
    granted(
      await updateBankConnection(world.service.ports, world.platform.principal, {
        id: world.connection.id,
        maxPaymentsPerFile: 1,
      } as never),
    );
    const exchange = await openOld();
    let isChanged = false;
    await exchangeWith(openOld, {
      async stage(...given) {
        await exchange.stage(...given);
        if (!isChanged) granted(await changeTo(sftp));
        isChanged = true;
      },
    });
    expect(await statuses()).toEqual(['READY', 'READY', 'READY']);
    // The file that was being transmitted.
    expect(outboxOf(oldRoot())).toHaveLength(1);
  });

  describe('with another host key than when the file was STAGED', () => {
    const changeHostKey = () => changeTo({ ...sftp, hostKeyFingerprint: `SHA256:${'B'.repeat(43)}` });

    test('is another server if the file is missing there: people decide about the file', async () => {
      granted(await changeTo(sftp));
      await world.pay(100);
      await exchangeWith(openOld, { publish });
      granted(await changeHostKey());
      await exchangeWith(openNew);
      expect(await statuses()).toEqual(['IN_REVIEW']);
      const [file] = await filesIn(world.service.db.orm, world.connection.id, ['IN_REVIEW'], 1);
      expect(file).toMatchObject({ releases: 0, reason: expect.stringContaining('another host key') });
      await saveFile(
        world.service.db.orm,
        file?.id as Id<'BankFile'>,
        { status: 'READY' },
        world.service.clock.real(),
      );
      await exchangeWith(openNew);
      expect(await statuses()).toEqual(['SENT']);
      expect(outboxOf(newRoot())).toEqual([expect.stringMatching(/\.xml$/)]);
    });

    test('is the same server if the file is there', async () => {
      granted(await changeTo(sftp));
      await world.pay(100);
      await exchangeWith(openNew, { publish });
      granted(await changeHostKey());
      await exchangeWith(openNew);
      expect(await statuses()).toEqual(['SENT']);
    });
  });

  test('is the only one where a STAGED file is looked for, also by a process that has lost its lease', async () => {
    const { ports } = world.service;
    granted(await changeTo(sftp));
    await world.pay(100);
    await exchangeWith(openNew, { publish });
    await expect(publishFiles(ports, world.connection, await openOld())).rejects.toMatchObject({
      failure: 'stopped',
    });
    expect(await statuses()).toEqual(['STAGED']);
    await exchangeWith(openNew);
    expect(await statuses()).toEqual(['SENT']);
    expect(outboxOf(newRoot())).toHaveLength(1);
  });

  test('can be changed when an operator has put the STAGED file IN_REVIEW, and the file is then sent there', async () => {
    const { db, clock } = world.service;
    await world.pay(100);
    await exchangeWith(openOld, { publish });
    await db.orm.execute(sql`update bank_files set status = 'IN_REVIEW', releases = 0, round = round + 1,
      reason = 'Its server is gone.', updated_at = now() where status = 'STAGED'`);
    granted(await changeTo(sftp));
    const [file] = await filesIn(db.orm, world.connection.id, ['IN_REVIEW'], 1);
    if (!file) throw new Error('the file waits for people');
    await saveFile(db.orm, file.id, { status: 'READY' }, clock.real());
    await exchangeWith(openNew);
    expect(await statuses()).toEqual(['SENT']);
    expect(outboxOf(newRoot())).toHaveLength(1);
  });
});

test('a file that cannot be sent does not hold up the next one, and the exchange says why', async () => {
  await world.stop();
  world = await bankWorld({ maxPaymentsPerFile: 1 });
  world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
  await world.bankDay();
  const { ports, clock, db } = world.service;
  const exchange = await ports.openExchange(world.connection);
  let failing: string | undefined;
  const openExchange = async () => ({
    ...exchange,
    async publish(name: string) {
      failing ??= name;
      if (name === failing) throw new FileExchangeUnavailable('permission');
      return exchange.publish(name);
    },
  });
  for (const amount of [100, 200]) await world.pay(amount);
  await world.service.settle();
  clock.advance(24 * 60 * 60);
  await exchangeDue({ ...ports, openExchange });
  const statuses = async (status: 'STAGED' | 'SENT') =>
    (await filesIn(db.orm, world.connection.id, [status], 9)).map(({ name }) => name);
  expect(await statuses('STAGED')).toEqual([failing]);
  expect(await statuses('SENT')).toHaveLength(1);
  const connection = await findConnection(db.orm, world.connection.platformId, world.connection.id);
  expect(connection?.exchangeError).toBe('The credentials do not allow this operation.');
});
