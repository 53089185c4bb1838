/** What a booked entry is in the ledger, where it has several movements or values that cannot be stored. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setDirectDebitMandate } from '../../../src/accounts/external/set-direct-debit-mandate.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import type { Transaction } from '../../../src/payments/transactions/transaction.ts';
import { transferIn } from '../../../src/payments/transfers/transfer-in.ts';
import { updateBankConnection } from '../../../src/rails/bank-connections/manage-connections.ts';
import { listFiles } from '../../../src/rails/bank-payments/file-store.ts';
import { paymentsOfTransactions } from '../../../src/rails/bank-payments/store.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { failPayments } from '../../../src/rails/bank-statements/payment-outcomes.ts';
import { resolveBankEntry } from '../../../src/rails/bank-statements/resolve-entry.ts';
import { reportSettlement } from '../../../src/rails/report-settlement.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { entry, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';
import { balanceOf, platformIdOf, published as publishedFile } from '../../support/pulls.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
});
afterEach(() => world.stop());

const published = (text: string, name = '1.xml') => publishedFile(world, text, name);
const platformId = () => platformIdOf(world);
const page = { first: 10 } as const;

test('a break that was a fee moves only what no record explains', async () => {
  const amount = (text: string) => `<Amt Ccy="EUR">${text}</Amt>`;
  const deposit = `<TxDtls>${amount('100.00')}<RmtInf><Strd><CdtrRefInf><Ref>${world.reference()}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
  const unknown = `<TxDtls>${amount('50.00')}<CdtDbtInd>DBIT</CdtDbtInd></TxDtls>`;
  const several = entry({ amount: '50.00', after: `<NtryDtls>${deposit}${unknown}</NtryDtls>` });
  await published(statement({ entries: several }));
  expect(await world.balance()).toBe(10_000n);
  expect(await balanceOf(world, 'BANK_BREAKS')).toBe(-5_000n);
  const { items } = await listEntries(
    world.service.db.orm,
    platformId(),
    { isOpenBreak: true },
    page as never,
  );
  const [found] = items;
  if (!found) throw new Error('the entry is a break');
  granted(
    await resolveBankEntry(world.service.ports, world.platform.principal, {
      id: found.id,
      resolution: 'fee',
      isBankFee: true,
      isExecution: false,
    }),
  );
  expect([await balanceOf(world, 'BANK_BREAKS'), await balanceOf(world, 'BANK_FEES')]).toEqual([0n, -5_000n]);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

describe('a file is quarantined, and the next one is booked', () => {
  test.each([
    ['with an id that no index can have', statement({ id: 'S'.repeat(5_000), entries: entry() })],
    [
      'with an amount above that of the database',
      statement({ entries: entry({ amount: '999999999999999999' }) }),
    ],
    ['of the year 0', statement({ entries: entry({ after: '<BookgDt><Dt>0000-01-01</Dt></BookgDt>' }) })],
  ])('%s', async (_, text) => {
    await published(text);
    await published(statement({ id: 'S-2', entries: entry() }), '2.xml');
    const { items } = await listFiles(world.service.db.orm, platformId(), { direction: 'IN' }, page as never);
    expect(items.map(({ status }) => status).sort()).toEqual(['QUARANTINED', 'RECORDED']);
  });

  test('but not with a number that is a date and a time', async () => {
    const before = '<ElctrncSeqNb>20250101001</ElctrncSeqNb>';
    await published(statement({ before, entries: entry() }));
    const { items } = await listFiles(world.service.db.orm, platformId(), { direction: 'IN' }, page as never);
    expect(items.map(({ status }) => status)).toEqual(['RECORDED']);
  });
});

test('two entries with the same placeholder as their reference are both booked', async () => {
  const one = entry({ after: '<AcctSvcrRef>NONREF</AcctSvcrRef><BookgDt><Dt>2025-10-13</Dt></BookgDt>' });
  await published(statement({ entries: one + one }));
  const { items } = await listEntries(world.service.db.orm, platformId(), {}, page as never);
  expect(items).toHaveLength(2);
});

test('a list has the first details of a large entry, and the number of all', async () => {
  const details = Array.from(
    { length: 150 },
    (_, index) => `<TxDtls><Amt Ccy="EUR">0.01</Amt><RmtInf><Ustrd>n${index}</Ustrd></RmtInf></TxDtls>`,
  );
  await published(
    statement({ entries: entry({ amount: '1.50', after: `<NtryDtls>${details.join('')}</NtryDtls>` }) }),
  );
  const { items } = await listEntries(world.service.db.orm, platformId(), {}, page as never);
  const [found] = items;
  expect(found).toMatchObject({ detailCount: 150, amount: 150n });
  expect(found?.record.details.map(({ remittance }) => remittance)).toEqual(
    Array.from({ length: 100 }, (_, index) => `n${index}`),
  );
});

const money = (text: string) => `<Amt Ccy="EUR">${text}</Amt>`;
/** A movement that names a payment. */
const named = (reference: string, amount: string, more = '') =>
  `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>${money(amount)}${more}</TxDtls>`;
const code = (family: string, subFamily: string) =>
  `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
const entryOf = (indicator: string, amount: string, movements: string, bankCode = '') =>
  entry({ amount, indicator, after: `${bankCode}<NtryDtls>${movements}</NtryDtls>` });

const fileStatuses = async (direction: 'IN' | 'OUT') =>
  (await listFiles(world.service.db.orm, platformId(), { direction }, page as never)).items.map(
    ({ status }) => status,
  );
const bookedEntries = async () =>
  (await listEntries(world.service.db.orm, platformId(), {}, page as never)).items;
const bankPaymentOf = async ({ id }: Transaction) =>
  (await paymentsOfTransactions(world.service.db.orm, platformId(), [id]))[0];
const statusesOf = (transactions: readonly Transaction[]) =>
  Promise.all(transactions.map(async ({ id }) => (await world.transaction(id)).status));

/** The account of the platform has money. */
async function funded(): Promise<void> {
  const reference = `<RmtInf><Strd><CdtrRefInf><Ref>${world.reference()}</Ref></CdtrRefInf></Strd></RmtInf>`;
  const deposit = `<TxDtls>${money('1000.00')}${reference}</TxDtls>`;
  await published(statement({ id: 'F-1', entries: entryOf('CRDT', '1000.00', deposit) }), 'funds.xml');
}

/** Transfers in one file that was sent. */
async function paid(...amounts: number[]): Promise<Transaction[]> {
  await funded();
  const payments: Transaction[] = [];
  for (const amount of amounts) payments.push(await world.pay(amount));
  await world.cutOff();
  return payments;
}

/** Direct debits in one file that was sent. */
async function collecting(...amounts: bigint[]): Promise<Transaction[]> {
  const { ports } = world.service;
  const { principal } = world.platform;
  const mandate = { reference: 'MANDATE-1', signedOn: '2025-03-01', isOneOff: false };
  granted(
    await setDirectDebitMandate(ports, principal, { externalAccountId: world.beneficiary.id, ...mandate }),
  );
  const change = { id: world.connection.id, preNotificationDays: 0 };
  granted(await updateBankConnection(ports, principal, change as never));
  const debits: Transaction[] = [];
  for (const amount of amounts) {
    const input = { source: world.beneficiary.id, destination: world.account.id, amount };
    debits.push(granted(await transferIn(ports, principal, input as never)));
  }
  await world.cutOff();
  return debits;
}

test('each movement with another amount than its payment is a break of that payment', async () => {
  const [a, b, c, d] = (await paid(1_000, 2_000, 3_000, 4_000)) as [
    Transaction,
    Transaction,
    Transaction,
    Transaction,
  ];
  const movements = named(a.reference, '10.00') + named(b.reference, '19.00') + named(c.reference, '31.00');
  await published(statement({ entries: entryOf('DBIT', '60.00', movements) }));
  const [booked] = await bookedEntries();
  expect(booked).toMatchObject({ kind: 'BREAK', breakAmount: -5_000n, transactionId: undefined });
  expect(booked?.note).toContain(b.reference);
  expect(booked?.note).toContain(c.reference);
  // The entry of the file explains the payment that the bank has not booked yet.
  await published(statement({ id: 'S-2', entries: entryOf('DBIT', '40.00', '') }), '2.xml');
  expect(await statusesOf([a, b, c, d])).toEqual(['COMPLETED', 'PROCESSING', 'PROCESSING', 'COMPLETED']);
  for (const { id } of [b, c]) {
    granted(await reportSettlement(world.service.ports, { id, outcome: 'COMPLETED' }));
  }
  expect(await statusesOf([b, c])).toEqual(['COMPLETED', 'COMPLETED']);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

test('an entry with one break has the transaction of its payment', async () => {
  const [one] = (await paid(1_000)) as [Transaction];
  await published(statement({ entries: entryOf('DBIT', '9.00', named(one.reference, '9.00')) }));
  const [booked] = await bookedEntries();
  expect(booked).toMatchObject({
    breakKind: 'AMOUNT_DIFFERS',
    transactionId: one.id,
    note: 'The amount differs from the payment.',
  });
});

test('a direct debit whose return was reported before its late entry is returned by its entry', async () => {
  const [debit] = (await collecting(700n)) as [Transaction];
  const { db, ports, clock } = world.service;
  const waiting = await bankPaymentOf(debit);
  if (!waiting) throw new Error('the bank collects it');
  await transact(db, (tx) =>
    failPayments(
      tx,
      ports.transactionHooks,
      platformId(),
      [waiting],
      { status: 'RETURNED', reasonCode: 'AC04' },
      clock.real(),
    ),
  );
  const collected = entryOf('CRDT', '7.00', named(debit.reference, '7.00'), code('IDDT', 'ESDD'));
  await published(statement({ entries: collected }));
  const reason = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
  const returned = entryOf('DBIT', '7.00', named(debit.reference, '7.00', reason), code('IDDT', 'UPDD'));
  await published(statement({ id: 'S-2', entries: returned }), '2.xml');
  expect((await bookedEntries()).map(({ kind }) => kind)).toEqual(['RETURN', 'PAYMENT']);
  expect([await balanceOf(world, 'CLEARING_SEPA'), await balanceOf(world, 'BANK_BREAKS')]).toEqual([0n, 0n]);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

test.each([
  ['a cent', '0.01'],
  ['the whole amount', '2.00'],
])(
  'a payer who names a direct debit in a transfer of %s does not block the entry of its file',
  async (_, amount) => {
    const debits = await collecting(100n, 200n, 300n);
    const transfer = entryOf('CRDT', amount, named(debits[1]?.reference ?? '', amount), code('RCDT', 'ESCT'));
    await published(statement({ entries: transfer }));
    expect(await statusesOf(debits)).toEqual(['PROCESSING', 'PROCESSING', 'PROCESSING']);
    await published(
      statement({ id: 'S-2', entries: entryOf('CRDT', '6.00', '', code('IDDT', 'ESDD')) }),
      '2.xml',
    );
    expect(await statusesOf(debits)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
    expect((await bookedEntries()).map(({ kind }) => kind)).toEqual(['PAYMENT', 'UNMATCHED_DEPOSIT']);
  },
);

test('an entry for a payment whose file waits for its release is a break, and does not execute it', async () => {
  await world.stop();
  world = await bankWorld({ reviewAbove: 100 });
  const [payment] = (await paid(1_000)) as [Transaction];
  expect(await fileStatuses('OUT')).toEqual(['IN_REVIEW']);
  await published(statement({ entries: entryOf('DBIT', '10.00', named(payment.reference, '10.00')) }));
  expect((await bookedEntries())[0]).toMatchObject({ kind: 'BREAK', breakKind: 'NOT_SENT' });
  expect((await bankPaymentOf(payment))?.status).toBe('IN_FILE');
  expect(await statusesOf([payment])).toEqual(['PROCESSING']);
});

test('a deposit whose text is cut within a character is booked, and so are those after it', async () => {
  const ofDeposit = (text: string) =>
    `<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd><Strd><CdtrRefInf><Ref>${world.reference()}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>`;
  const entries = [`${'x'.repeat(254)}\u{1F600} thanks`, 'plain'].map((text) =>
    entry({ after: ofDeposit(text) }),
  );
  await published(statement({ entries: entries.join('') }));
  expect(await world.balance()).toBe(2_000n);
});

test('the entry of a payment that the bank had rejected, and the one that takes it back, are on one account', async () => {
  await published(
    statement({
      id: 'F-1',
      entries: entry({
        amount: '100.00',
        after: `<NtryDtls><TxDtls><RmtInf><Strd><CdtrRefInf><Ref>${world.reference()}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>`,
      }),
    }),
    'funds.xml',
  );
  const payment = await world.pay(1_000);
  await world.cutOff();
  const [sent] = await paymentsOfTransactions(world.service.db.orm, platformId(), [payment.id]);
  if (!sent) throw new Error('the payment is sent');
  await transact(world.service.db, (tx) =>
    failPayments(
      tx,
      world.service.ports.transactionHooks,
      platformId(),
      [sent],
      { status: 'REJECTED', reasonCode: 'AC04' },
      world.service.clock.real(),
    ),
  );
  const named = `<Refs><EndToEndId>${payment.reference}</EndToEndId></Refs>`;
  const back = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
  const booked = entry({ indicator: 'DBIT', after: `<NtryDtls><TxDtls>${named}</TxDtls></NtryDtls>` });
  const returned = entry({ after: `<NtryDtls><TxDtls>${named}${back}</TxDtls></NtryDtls>` });
  await published(statement({ id: 'S-2', entries: booked + returned }), '2.xml');
  expect([await balanceOf(world, 'CLEARING_SEPA'), await balanceOf(world, 'BANK_BREAKS')]).toEqual([0n, 0n]);
  expect((await world.transaction(payment.id)).status).toBe('FAILED');
  expect(await audit(world.service.db)).toEqual(soundLedger);
});
