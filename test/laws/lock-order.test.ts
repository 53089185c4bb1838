/**
 * Transactions that lock the same records lock them in one order, so none ends by a deadlock. Each test takes the first lock of one
 * transaction, waits until the other transaction waits for it, and takes the next lock.
 *
 * Source: docs/architecture.md#ledger.
 */
import { inArray, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockExternalAccount } from '../../src/accounts/external/external-account-store.ts';
import type { InternalAccount } from '../../src/accounts/internal/internal-account.ts';
import { internalAccountsOfCustomers } from '../../src/accounts/internal/internal-account-store.ts';
import { lockCustomer } from '../../src/customers/store.ts';
import { lockNameUntilCommit } from '../../src/infrastructure/database/advisory-locks.ts';
import type { Executor } from '../../src/infrastructure/database/client.ts';
import { transact } from '../../src/infrastructure/database/transact.ts';
import { type Id, newUuid, uuidOf } from '../../src/kernel/ids.ts';
import { openLedger } from '../../src/ledger/ledger-batch-store.ts';
import {
  UpdatePlatformConfigInput,
  updatePlatformConfig,
} from '../../src/operations/platforms/update-platform-config.ts';
import { lockPlatform } from '../../src/platforms/store.ts';
import { creditorReference } from '../../src/rails/bank-connections/creditor-reference.ts';
import { lockConnection } from '../../src/rails/bank-connections/store.ts';
import { saveRepeatedEntries } from '../../src/rails/bank-records/reported-entry-store.ts';
import { assignDeposit } from '../../src/rails/deposits/decide-deposit.ts';
import { recordUnmatched } from '../../src/rails/deposits/record-unmatched.ts';
import { listUnmatched, lockUnmatched } from '../../src/rails/deposits/store.ts';
import type { UnmatchedDeposit } from '../../src/rails/deposits/unmatched-deposit.ts';
import { theirIban } from '../support/bank-accounts.ts';
import { entry, movement, statement } from '../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../support/bank-world.ts';
import { onPostgres } from '../support/database.ts';
import { expectNoDeadlock } from '../support/deadlocks.ts';
import { granted } from '../support/payments.ts';
import {
  allowPulls,
  depositedQuote,
  execution,
  platformIdOf,
  publish,
  quoteBetween,
  quoteDeposit,
  referenceDetails,
} from '../support/pulls.ts';
import { webhookDeliveries, webhookEndpoints } from '../support/tables.ts';
import { completeIndividual, identityOperations } from '../support/verifications.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
});
afterEach(() => world.stop());

const scope = () => ({ platformId: platformIdOf(world) });
const noDeadlock = (
  other: () => Promise<unknown>,
  first: (tx: Executor) => Promise<unknown>,
  next: (tx: Executor) => Promise<unknown>,
) => expectNoDeadlock(world.service.db, other, first, next);

/** An account in EUR of an approved customer. */
async function accountOfCustomer(): Promise<InternalAccount & { readonly customerId: Id<'Customer'> }> {
  const people = identityOperations(world.service, world.platform.principal);
  const { id: customerId } = await people.customer({ ...completeIndividual, currencies: ['EUR'] });
  await people.document(customerId, 'PASSPORT');
  granted(await people.decide((await people.submit(customerId)).id, 'APPROVED'));
  const accounts = await internalAccountsOfCustomers(world.service.db.orm, scope(), [customerId]);
  const account = accounts.find(({ currency }) => currency === 'EUR');
  if (!account) throw new Error('the customer has an account in EUR');
  return { ...account, customerId };
}

const deposit = ({ reference }: InternalAccount, count = 1): string => {
  const details = referenceDetails(creditorReference(reference));
  if (count === 1) return movement(details, { amount: '0.01' });
  const cents = `<TxDtls><Amt Ccy="EUR">0.01</Amt>${details}</TxDtls>`.repeat(count);
  return entry({ amount: (count / 100).toFixed(2), after: `<NtryDtls>${cents}</NtryDtls>` });
};

async function book(entries: string): Promise<void> {
  publish(world, statement({ entries }), '1.xml');
  await world.exchange();
}

const readUnmatched = async () =>
  (await listUnmatched(world.service.db.orm, platformIdOf(world), {}, { first: 1 } as never)).items[0];

async function unmatchedDeposit(): Promise<UnmatchedDeposit> {
  world.bank.deposit({ amount: 700n, name: 'Ada', iban: theirIban, reference: 'none' });
  await world.bankDay();
  const found = await readUnmatched();
  if (!found) throw new Error('the deposit is unmatched');
  return found;
}

describe.runIf(onPostgres)('a customer before an account of the ledger', () => {
  test.each([
    ['that a deposit credits', 1],
    ['that a job credits with deposits of a large entry', 60],
  ])('%s', async (_, count) => {
    const account = await accountOfCustomer();
    await noDeadlock(
      () => book(deposit(account, count)),
      (tx) => lockCustomer(tx, scope(), account.customerId),
      (tx) => openLedger(tx, [account.id]),
    );
    expect(await world.service.db.orm.$count(sql`bank_deposits`)).toBe(count);
  });

  test('when a deposit in the same statement pays a quote of that customer', async () => {
    const account = await accountOfCustomer();
    const payment = await depositedQuote(world, account.id);
    await noDeadlock(
      () => book(deposit(world.account) + quoteDeposit(payment)),
      (tx) => lockCustomer(tx, scope(), account.customerId),
      (tx) => openLedger(tx, [world.account.id]),
    );
    expect(await world.transaction(payment.id)).toMatchObject({ status: 'COMPLETED' });
  });
});

describe.runIf(onPostgres)('a customer before an external account', () => {
  test('that a quote names, when it is created and when it is executed', async () => {
    const { id, customerId } = await accountOfCustomer();
    const change = [
      (tx: Executor) => lockCustomer(tx, scope(), customerId),
      (tx: Executor) => lockExternalAccount(tx, scope(), world.beneficiary.id, 'update'),
    ] as const;
    await allowPulls(world);
    const quotes: Id<'Quote'>[] = [];
    await noDeadlock(
      async () => quotes.push(granted(await quoteBetween(world, world.beneficiary.id, id, 10)).id),
      ...change,
    );
    expect(quotes).toHaveLength(1);
    await noDeadlock(
      async () => granted(await execution(world, { id: quotes[0] as Id<'Quote'> })),
      ...change,
    );
  });
});

describe.runIf(onPostgres)('a bank connection before the records of it', () => {
  test('or without a wait for it: a deposit that is recorded by a transaction with its account', async () => {
    const { entryId, connectionId } = await unmatchedDeposit();
    const source = { connectionId, entryId, detailIndex: 1, depositor: undefined, remittance: undefined };
    const another = { ...scope(), source, money: { amount: 1n, currency: 'EUR' }, reason: 'A test.' };
    await noDeadlock(
      () => book(deposit(world.account)),
      (tx) => openLedger(tx, [world.account.id]),
      (tx) => recordUnmatched(tx, [another], world.service.clock.real()),
    );
  });

  test('and without a wait for the recording of a file that changes their entry', async () => {
    const { db } = world.service;
    const { entryId, connectionId } = await unmatchedDeposit();
    const change = {
      id: uuidOf(entryId),
      fingerprint: 'another',
      statementId: undefined,
      replacement: undefined,
    };
    const source = { connectionId, entryId, detailIndex: 1, depositor: undefined, remittance: undefined };
    const another = { ...scope(), source, money: { amount: 1n, currency: 'EUR' }, reason: 'A test.' };
    const now = world.service.clock.real();
    await transact(db, async (recording) => {
      await saveRepeatedEntries(recording, [change]);
      await recording.execute('select 1');
      await recordUnmatched(db.orm, [another], now);
      return true;
    });
    expect(await db.orm.$count(sql`unmatched_deposits`)).toBe(2);
  });

  test('when a person decides about a deposit', async () => {
    const { id } = await unmatchedDeposit();
    const { ports } = world.service;
    const input = { id, accountId: world.account.id, comment: undefined };
    await noDeadlock(
      async () => granted(await assignDeposit(ports, world.platform.principal, input)),
      (tx) => lockConnection(tx, platformIdOf(world), world.connection.id),
      (tx) => lockUnmatched(tx, platformIdOf(world), id),
    );
    expect(await readUnmatched()).toMatchObject({ status: 'ASSIGNED' });
  });
});

const configure = async (input: object) => {
  const { ports } = world.service;
  const change = UpdatePlatformConfigInput.parse(input);
  return granted(await updatePlatformConfig(ports, world.platform.principal, change));
};

test.runIf(onPostgres)('a platform before the UMA domain that it takes', async () => {
  const umaDomain = 'pay.example.com';
  await noDeadlock(
    () => configure({ umaDomain }),
    (tx) => lockPlatform(tx, platformIdOf(world)),
    (tx) => lockNameUntilCommit(tx, 'umaDomain', umaDomain, 'share'),
  );
});

describe.runIf(onPostgres)('the deliveries of an endpoint in the order of their events', () => {
  const url = 'https://example.com/hook';

  test.each([
    ['when it is removed', [], 'FAILED'],
    ['when it is resumed', [{ url }], 'PENDING'],
  ])('%s', async (_, webhookEndpoints, status) => {
    await configure({ webhookEndpoints: [{ url, isPaused: true }] });
    const [first, second] = await pendingDeliveries();
    const lock = (id: string) => (tx: Executor) =>
      tx.execute(sql`select id from webhook_deliveries where id = ${id} for update`);
    await noDeadlock(() => configure({ webhookEndpoints }), lock(first), lock(second));
    const ours = inArray(webhookDeliveries.id, [first, second]);
    const left = await world.service.db.orm.select().from(webhookDeliveries).where(ours);
    expect(left.map((delivery) => delivery.status)).toEqual([status, status]);
  });

  /** Two deliveries of the endpoint. The later one is first in the table. */
  async function pendingDeliveries(): Promise<[string, string]> {
    const { orm } = world.service.db;
    const [endpoint] = await orm.select().from(webhookEndpoints);
    if (!endpoint) throw new Error('the platform has an endpoint');
    const [first, second] = [newUuid(), newUuid()];
    const [before, after] = [-60_000, 60_000].map(
      (ms) => new Date(world.service.clock.real().getTime() + ms),
    );
    const delivery = (id: string, position: number) => ({
      id,
      position,
      platformId: endpoint.platformId,
      endpointId: endpoint.id,
      eventId: newUuid(),
      type: 'CUSTOMER.KYC_APPROVED',
      resourceId: `Customer:${position}`,
      body: '{}',
      status: 'PENDING' as const,
      startedAt: before,
      nextAttemptAt: after,
      createdAt: before as Date,
    });
    await orm.insert(webhookDeliveries).values(delivery(second, 2));
    await orm.insert(webhookDeliveries).values(delivery(first, 1));
    // The planner then reads the table in its order.
    await orm.execute(sql`analyze webhook_deliveries`);
    return [first, second];
  }
});
