/** What a report and an entry of a bank do to a direct debit that comes back agrees, whichever comes first. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  lockExternalAccountsForShare,
  markMandatesUsed,
} from '../../../src/accounts/external/external-account-store.ts';
import { setDirectDebitMandate } from '../../../src/accounts/external/set-direct-debit-mandate.ts';
import type { Agent } from '../../../src/agents/agent.ts';
import { createAgent } from '../../../src/agents/create-agent.ts';
import { lockAgent } from '../../../src/agents/store.ts';
import { CreateCustomerInput, createCustomer } from '../../../src/customers/create-customer.ts';
import type { Customer } from '../../../src/customers/customer.ts';
import type { Executor } from '../../../src/infrastructure/database/client.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { type Id, uuidOf } from '../../../src/kernel/ids.ts';
import { parseInput } from '../../../src/kernel/parse.ts';
import { closeBalanceAccounts } from '../../../src/ledger/account-store.ts';
import { openLedger } from '../../../src/ledger/ledger-batch-store.ts';
import { transactions } from '../../../src/payments/tables.ts';
import type { Transaction } from '../../../src/payments/transactions/transaction.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { listUnmatched } from '../../../src/rails/deposits/store.ts';
import { reportSettlement } from '../../../src/rails/report-settlement.ts';
import { aPolicy } from '../../support/agents.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { entry, rejection, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { onPostgres } from '../../support/database.ts';
import { expectNoDeadlock } from '../../support/deadlocks.ts';
import { granted } from '../../support/payments.ts';
import {
  allowPulls,
  balanceOf,
  bankPaymentOf,
  booked,
  platformIdOf,
  published,
  pull,
  pulledQuote,
  tagsAtBank,
} from '../../support/pulls.ts';

let world: BankWorld;
let messageId: string;
beforeEach(async () => {
  world = await bankWorld();
  await allowPulls(world);
});
afterEach(() => world.stop());

const pullOf700 = async (): Promise<Transaction> => {
  const transaction = granted(await pull(world, 700n));
  await world.service.settle();
  return transaction;
};

const sent = async (pulled: () => Promise<Transaction>): Promise<Transaction> => {
  const transaction = await pulled();
  await world.cutOff();
  [messageId = ''] = tagsAtBank(world, 'MsgId');
  return transaction;
};

const byReport = async (transaction: Transaction) => {
  await published(world, rejection('PAIN_008', messageId, transaction), 'report.xml');
  await world.service.settle();
};
const byEntry = (transaction: Transaction) =>
  booked(world, transaction, { amount: '7.00', indicator: 'DBIT', returned: 'AC04' });

const breaks = async () =>
  (
    await listEntries(world.service.db.orm, platformIdOf(world), { isOpenBreak: true }, { first: 9 } as never)
  ).items.map(({ breakKind }) => breakKind);

describe.each([
  ['transfer in', pullOf700],
  ['quote', () => pulledQuote(world)],
])('a direct debit of a %s that comes back after its money was credited', (_, pulled) => {
  test.each([
    ['by its entry', [byEntry]],
    ['by a report, and then by its entry', [byReport, byEntry]],
    ['by its entry, and then by a report', [byEntry, byReport]],
  ])('%s, is a break and no refund', async (__, returns) => {
    const transaction = await sent(pulled);
    await booked(world, transaction, { amount: '7.00' });
    const credited = await world.balance();
    expect(credited).toBeGreaterThan(0n);
    for (const comeBack of returns) await comeBack(transaction);
    expect(await world.transaction(transaction.id)).toMatchObject({ status: 'COMPLETED', refund: undefined });
    expect(await world.balance()).toBe(credited);
    expect(await breaks()).toEqual(['RETURNED_DEBIT']);
    expect([await balanceOf(world, 'BANK_BREAKS'), await balanceOf(world, 'CLEARING_SEPA')]).toEqual([
      -700n,
      0n,
    ]);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });
});

test('a direct debit of a quote that comes back before its money was credited fails without a refund', async () => {
  const transaction = await sent(() => pulledQuote(world));
  await byReport(transaction);
  expect(await world.transaction(transaction.id)).toMatchObject({ status: 'FAILED', refund: undefined });
  expect((await bankPaymentOf(world, transaction))?.status).toBe('REJECTED');
  expect(await breaks()).toEqual([]);
  expect(await world.balance()).toBe(0n);
});

describe('a direct debit for a closed account that an operator has reported as executed', () => {
  const report = ({ id }: Transaction) =>
    reportSettlement(world.service.ports, { id, outcome: 'COMPLETED', confirmed: true });
  const closeAccount = () =>
    transact(world.service.db, async (tx) => {
      await closeBalanceAccounts(tx, [world.account.id]);
      return true;
    });
  const deposits = async () =>
    (await listUnmatched(world.service.db.orm, platformIdOf(world), {}, { first: 9 } as never)).items;

  /** A file of direct debits, all reported. */
  async function reported(count = 1): Promise<Transaction[]> {
    // The first debit of a mandate would be a batch of its own.
    if (count > 1) await markMandatesUsed(world.service.db.orm, [world.beneficiary.id]);
    const transactions: Transaction[] = [];
    for (let nth = 0; nth < count; nth += 1) transactions.push(await pullOf700());
    await world.cutOff();
    [messageId = ''] = tagsAtBank(world, 'MsgId');
    await closeAccount();
    for (const transaction of transactions) {
      expect(granted(await report(transaction))).toMatchObject({ status: 'FAILED' });
    }
    return transactions;
  }

  const collected = (transaction: Transaction) => booked(world, transaction, { amount: '7.00' });

  test('awaits its entry as a confirmed payment', async () => {
    const [transaction] = (await reported()) as [Transaction];
    expect((await bankPaymentOf(world, transaction))?.status).toBe('CONFIRMED');
    expect(await deposits()).toEqual([]);
  });

  test('is an unmatched deposit of the debtor when its entry comes', async () => {
    const [transaction] = (await reported()) as [Transaction];
    await collected(transaction);
    expect(await bankPaymentOf(world, transaction)).toMatchObject({ status: 'CONFIRMED' });
    expect(await deposits()).toMatchObject([
      { status: 'OPEN', amount: 700n, transactionId: transaction.id, depositor: { name: 'Grace Hopper' } },
    ]);
    expect([await balanceOf(world, 'CLEARING_SEPA'), await balanceOf(world, 'UNMATCHED_DEPOSITS')]).toEqual([
      0n,
      700n,
    ]);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('and its return after its entry is a break', async () => {
    const [transaction] = (await reported()) as [Transaction];
    await collected(transaction);
    await byEntry(transaction);
    expect(await breaks()).toEqual(['RETURNED_DEBIT']);
    expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(0n);
  });

  test('leaves nothing when it comes back before its entry', async () => {
    const [transaction] = (await reported()) as [Transaction];
    await byReport(transaction);
    await collected(transaction);
    await byEntry(transaction);
    expect([await deposits(), await breaks()]).toEqual([[], []]);
    expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(0n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('is an unmatched deposit too when one entry books the file by its id', async () => {
    await reported(2);
    const code =
      '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>IDDT</Cd><SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn></BkTxCd>';
    const after = `${code}<NtryDtls><Btch><MsgId>${messageId}</MsgId></Btch></NtryDtls>`;
    await published(world, statement({ id: 'S-7', entries: entry({ amount: '14.00', after }) }), '7.xml');
    expect(await deposits()).toMatchObject([{ amount: 700n }, { amount: 700n }]);
    expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(0n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('does not use a mandate again that replaced its own', async () => {
    const [transaction] = (await reported()) as [Transaction];
    const mandate = { reference: 'MANDATE-2', signedOn: '2025-04-01', isOneOff: false };
    const externalAccountId = world.beneficiary.id;
    const { ports } = world.service;
    granted(await setDirectDebitMandate(ports, world.platform.principal, { externalAccountId, ...mandate }));
    await collected(transaction);
    await world.service.db.orm.execute('update ledger_accounts set closed = false where closed');
    await world.bank.readOutbox();
    await pullOf700();
    await world.cutOff();
    expect(tagsAtBank(world, 'SeqTp')).toEqual(['FRST']);
  });

  test.runIf(onPostgres)('is an unmatched deposit when both come at the same time', async () => {
    const transaction = await sent(pullOf700);
    await closeAccount();
    await Promise.all([report(transaction), collected(transaction)]);
    await world.exchange();
    expect(await deposits()).toMatchObject([{ status: 'OPEN', amount: 700n }]);
    expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(0n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });
});

describe.runIf(onPostgres)('an outcome does not deadlock with a request', () => {
  const lockDebtor = (tx: Executor) =>
    lockExternalAccountsForShare(tx, { platformId: platformIdOf(world) }, [world.beneficiary.id]);
  const lockLedger = (tx: Executor) => openLedger(tx, [world.account.id]);
  const book = (transaction: Transaction) => booked(world, transaction, { amount: '7.00' });
  const operatorReports = ({ id }: Transaction) =>
    reportSettlement(world.service.ports, { id, outcome: 'COMPLETED', confirmed: true });

  test.each<[string, (transaction: Transaction) => Promise<unknown>]>([
    ['an entry', book],
    ['a report of an operator', operatorReports],
  ])('of the account whose mandate it uses first: %s', async (_, complete) => {
    const transaction = await sent(pullOf700);
    await expectNoDeadlock(world.service.db, () => complete(transaction), lockDebtor, lockLedger);
    expect((await bankPaymentOf(world, transaction))?.status).toBe('CONFIRMED');
  });

  test.each<[string, (transaction: Transaction) => Promise<unknown>, (tx: Executor) => Promise<unknown>]>([
    ['an entry', book, lockLedger],
    ['an entry that uses a mandate first', book, lockDebtor],
    ['a report of an operator that uses a mandate first', operatorReports, lockDebtor],
  ])('of the agent that made the payment: %s', async (_, complete, next) => {
    const transaction = await sent(pullOf700);
    const agent = await anAgent();
    await world.service.db.orm
      .update(transactions)
      .set({ agentId: uuidOf(agent) })
      .where(eq(transactions.id, uuidOf(transaction.id)));
    const lockFirst = (tx: Executor) => lockAgent(tx, { platformId: platformIdOf(world) }, agent);
    await expectNoDeadlock(world.service.db, () => complete(transaction), lockFirst, next);
    expect((await bankPaymentOf(world, transaction))?.status).toBe('CONFIRMED');
  });

  async function anAgent(): Promise<Id<'Agent'>> {
    const { ports } = world.service;
    const { principal } = world.platform;
    const person = { customerType: 'INDIVIDUAL', fullName: 'Ada', currencies: ['EUR'] };
    const input = granted(parseInput(CreateCustomerInput, person));
    const { id: customerId } = granted(await createCustomer(ports, principal, input)) as Customer;
    const policy = aPolicy({ spendingLimits: { currency: 'EUR' } });
    const made = await createAgent(ports, principal, { name: 'Bookkeeper', customerId, policy } as never);
    return granted(made as { agent: Agent }).agent.id;
  }
});
