/** A customer is deleted only when no payment is in progress. Money that a bank returns afterwards is posted to suspense. */

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Customer, CustomerDeleted, CustomerHoldsMoney } from '../../src/customers/customer.ts';
import { deleteCustomer } from '../../src/customers/delete-customer.ts';
import { type Database, rawRows } from '../../src/infrastructure/database/client.ts';
import { sequenceEvents } from '../../src/infrastructure/events/log.ts';
import { postgresEventBus } from '../../src/infrastructure/events/postgres-bus.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import { type Id, uuidOf } from '../../src/kernel/ids.ts';
import { verifyLedger } from '../../src/operations/audit/verify-ledger.ts';
import { LookUpReceiverInput, lookUpReceiver } from '../../src/payments/receivers/look-up-receiver.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import { transferIn } from '../../src/payments/transfers/transfer-in.ts';
import { transferOut } from '../../src/payments/transfers/transfer-out.ts';
import type { PlatformPrincipal } from '../../src/platforms/access/principal.ts';
import { reportSettlement } from '../../src/rails/report-settlement.ts';
import { fundAccount } from '../../src/sandbox/fund-account.ts';
import { ReceiveUmaInput, sandboxReceiveUma } from '../../src/sandbox/receive-uma.ts';
import { embeddedDatabase, postgresDatabase } from '../support/database.ts';
import { resultOf } from '../support/operation-result.ts';
import { granted, type PaymentWorld, paymentWorld, umaDomain } from '../support/payments.ts';

const remove = async (world: PaymentWorld, { id }: Customer) =>
  deleteCustomer(world.ports, (await world.caller()) as unknown as PlatformPrincipal, id);

/** Switches the mode: in production an operator reports the settlement; the sandbox settles by itself. */
const setMode = (world: PaymentWorld, mode: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION') =>
  world.ports.db.orm.execute(
    sql`update platforms set mode = ${mode}, clock_offset_ms = 0 where id = ${uuidOf(world.platform.id)}`,
  );

async function inSuspense(world: PaymentWorld): Promise<Record<string, bigint>> {
  const rows = await rawRows<{ currency: string; balance: string }>(
    world.ports.db.orm,
    sql`select b.currency, b.balance::text from audit_balances b join ledger_accounts a on a.id = b.account_id
        where a.code = 'SUSPENSE' and b.owner = 'SERVICE' and a.platform_id = ${uuidOf(world.platform.id)}
          and b.balance <> 0`,
  );
  return Object.fromEntries(rows.map(({ currency, balance }) => [currency, BigInt(balance)]));
}

async function wrongChecks(db: Database) {
  while ((await sequenceEvents({ db, eventBus: postgresEventBus(db) })) > 0);
  const { checks } = await verifyLedger(db);
  return checks.filter(({ wrong }) => wrong > 0);
}

const between = (source: string, destination: string) => ({
  source: { account: { accountId: source } },
  destination: { account: { accountId: destination } },
});

const receipt = (customer: Customer) =>
  ReceiveUmaInput.parse({
    senderUmaAddress: `$success.usd@${umaDomain}`,
    customerId: customer.id,
    receivingCurrencyCode: 'EUR',
    receivingCurrencyAmount: 1_000,
  });

describe('a customer is not deleted while', () => {
  let db: Database;
  let world: PaymentWorld;
  beforeAll(async () => {
    db = await embeddedDatabase();
    world = await paymentWorld(db);
  });
  afterAll(() => db.close());

  const executed = async (input: object) => granted(await world.execute(granted(await world.quote(input))));

  const cases: [title: string, start: (customer: Customer) => Promise<unknown>][] = [
    [
      "a quote pulls the platform's money to their account",
      async (customer) =>
        executed(
          between((await world.toUsd(undefined, '003')).id, (await world.accountOf(customer, 'EUR')).id),
        ),
    ],
    [
      'the platform pays their bank account',
      async (customer) =>
        executed({
          source: between(await platformAccount(), '').source,
          destination: { account: { accountId: (await world.toEur(customer, '003')).id } },
        }),
    ],
    [
      'the platform has paid their bank account, which will return it',
      async (customer) => {
        await executed({
          source: between(await platformAccount(), '').source,
          destination: { account: { accountId: (await world.toEur(customer, '005')).id } },
        });
        await world.advance(1);
      },
    ],
    [
      'a quote of another customer to their account can still be executed',
      async (customer) => {
        const payer = await world.aCustomer();
        const source = await world.accountOf(payer, 'USD');
        await world.fund(source, 100_000n);
        granted(await world.quote(between(source.id, (await world.accountOf(customer, 'EUR')).id)));
      },
    ],
    [
      'a quote to their account waits for a deposit',
      async (customer) =>
        granted(
          await world.quote({
            source: { realtimeFunding: { currency: 'USD' } },
            destination: { account: { accountId: (await world.accountOf(customer, 'EUR')).id } },
          }),
        ),
    ],
    [
      'an incoming payment awaits approval',
      async (customer) =>
        granted(await sandboxReceiveUma(world.ports, await world.caller(), receipt(customer))),
    ],
    [
      'a transfer in is under way',
      async (customer) => {
        const input = {
          source: (await world.toUsd(customer, '005')).id,
          destination: (await world.accountOf(customer, 'USD')).id,
          amount: 500n,
          description: undefined,
        };
        granted(await transferIn(world.ports, await world.caller(), input));
      },
    ],
  ];

  const platformAccount = async (): Promise<string> => {
    const [row] = await rawRows<{ id: string }>(
      db.orm,
      sql`select id from internal_accounts where platform_id = ${uuidOf(world.platform.id)}
          and customer_id is null and currency = 'USD'`,
    );
    const id = `InternalAccount:${row?.id}` as Id<'InternalAccount'>;
    granted(await fundAccount(world.ports, await world.caller(), { accountId: id, amount: 100_000n }));
    return id;
  };

  test.each(cases)('%s', async (_, start) => {
    const customer = await world.aCustomer();
    await start(customer);
    expect(await remove(world, customer)).toBeInstanceOf(CustomerHoldsMoney);
    // A rejected deletion closes no account: the customer can still be paid.
    await world.fund(await world.accountOf(customer, 'INR'), 1n);
  });

  test('a bank can return a payment, and is deleted once it no longer can', async () => {
    const customer = await world.aCustomer();
    await executed({
      source: between(await platformAccount(), '').source,
      destination: { account: { accountId: (await world.toEur(customer, '003')).id } },
    });
    await world.advance(359);
    expect(await remove(world, customer)).toBeInstanceOf(CustomerHoldsMoney);
    await world.advance(1);
    expect(granted(await remove(world, customer)).isDeleted).toBe(true);
    expect(await wrongChecks(db)).toEqual([]);
  });
});

describe('after a customer was deleted', () => {
  let db: Database;
  let world: PaymentWorld;
  beforeAll(async () => {
    db = await embeddedDatabase();
    world = await paymentWorld(db);
  });
  afterAll(() => db.close());

  test('money that a bank returns is posted to suspense and to no account of the customer', async () => {
    const customer = await world.aCustomer();
    const source = await world.accountOf(customer, 'USD');
    await world.fund(source, 150_000n);
    const quoted = await world.quote(between(source.id, (await world.toEur(customer, '111')).id));
    const converted = granted(await world.execute(granted(quoted)));
    const input = { source: source.id, destination: (await world.toUsd(customer, '900')).id };
    const transfer = { ...input, amount: 50_000n, description: undefined };
    const sent = granted(await transferOut(world.ports, await world.caller(), transfer));
    await world.advance(1);
    granted(await remove(world, customer));

    await setMode(world);
    for (const { id } of [converted, sent] as Transaction[]) {
      expect(granted(await reportSettlement(world.ports, { id, outcome: 'FAILED' }))).toMatchObject({
        status: 'FAILED',
        refund: { status: 'COMPLETED' },
      });
    }
    await setMode(world, 'SANDBOX');
    expect(await world.balance(source.id)).toBe(0n);
    expect(await inSuspense(world)).toEqual({ USD: 150_000n });
    expect(await wrongChecks(db)).toEqual([]);
  });

  test('a bank return opens the suspense account of the platform if there is none', async () => {
    const customer = await world.aCustomer();
    const source = await world.accountOf(customer, 'INR');
    await world.fund(source, 100_000n);
    const quoted = await world.quote(between(source.id, (await world.toEur(customer, '111')).id));
    const { id } = granted(await world.execute(granted(quoted))) as Transaction;
    await world.advance(1);
    granted(await remove(world, customer));
    await db.orm.execute(sql`delete from ledger_accounts where code = 'SUSPENSE' and currency = 'INR'`);
    await setMode(world);
    granted(await reportSettlement(world.ports, { id, outcome: 'FAILED' }));
    await setMode(world, 'SANDBOX');
    expect(await inSuspense(world)).toMatchObject({ INR: 100_000n });
    expect(await wrongChecks(db)).toEqual([]);
  });

  test('no account of the customer can be paid, funded or looked up as a receiver', async () => {
    const customer = await world.aCustomer();
    const payer = await world.aCustomer();
    const funded = await world.accountOf(payer, 'USD');
    await world.fund(funded, 500_000n);
    const internal = await world.accountOf(customer, 'USD');
    const wallet = await world.accountOf(customer, 'USDB', { wallet: true });
    const bank = await world.toUsd(customer, '900');
    granted(await remove(world, customer));

    const caller = await world.caller();
    const deposit = { source: { realtimeFunding: { currency: 'USD' } } };
    for (const destination of [internal.id, wallet.id, bank.id]) {
      for (const source of [between(funded.id, '').source, deposit.source]) {
        const quote = { source, destination: { account: { accountId: destination } } };
        expect(await world.quote(quote)).toBeInstanceOf(CustomerDeleted);
        expect(await world.quote({ ...quote, immediatelyExecute: source !== deposit.source })).toBeInstanceOf(
          CustomerDeleted,
        );
      }
    }
    const move = { amount: 100n, description: undefined };
    const outcomes: readonly unknown[] = [
      await world.quote(between(bank.id, funded.id)),
      resultOf(await transferIn(world.ports, caller, { ...move, source: bank.id, destination: internal.id })),
      resultOf(
        await transferOut(world.ports, caller, { ...move, source: internal.id, destination: bank.id }),
      ),
      resultOf(
        await fundAccount(world.ports, caller as unknown as PlatformPrincipal, {
          accountId: internal.id,
          amount: 1n,
        }),
      ),
      await sandboxReceiveUma(world.ports, caller, receipt(customer)),
      await sandboxReceiveUma(world.ports, caller, {
        ...receipt(customer),
        customerId: undefined,
        receiverUmaAddress: customer.umaAddress as never,
      }),
      await lookUpReceiver(
        world.ports,
        caller,
        LookUpReceiverInput.parse({ externalAccount: { accountId: bank.id } }),
      ),
      await lookUpReceiver(
        world.ports,
        caller,
        LookUpReceiverInput.parse({
          uma: { receiverUmaAddress: customer.umaAddress, senderCustomerId: payer.id },
        }),
      ),
    ];
    expect(outcomes.map((outcome) => outcome instanceof DomainError && outcome.code)).toEqual([
      'CUSTOMER_DELETED',
      'CUSTOMER_DELETED',
      'CUSTOMER_DELETED',
      'CUSTOMER_DELETED',
      'USER_NOT_FOUND',
      'UMA_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'UMA_NOT_FOUND',
    ]);
    expect(await wrongChecks(db)).toEqual([]);
  });
});

// Races need a PostgreSQL server: the embedded database runs transactions one after another.
const server = await postgresDatabase(20);

describe.skipIf(!server)('on PostgreSQL, with a concurrent deletion', () => {
  const db = server as Database;
  let world: PaymentWorld;
  beforeAll(async () => {
    world = await paymentWorld(db, new Date());
  });
  afterAll(() => server?.close());

  /** Starts the deletion and the other operation with other delays in each round. Returns the number of deletions. */
  async function rounds(
    play: (
      customer: Customer,
    ) => Promise<{ race: () => Promise<unknown>; after: (deleted: boolean) => Promise<void> }>,
  ): Promise<number> {
    let deletions = 0;
    for (let round = 0; round < 24; round += 1) {
      const customer = await world.aCustomer();
      const { race, after } = await play(customer);
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const [deleted] = await Promise.all([
        wait((round % 6) * 2).then(() => remove(world, customer)),
        wait(((round * 5) % 6) * 2).then(race),
      ]);
      const isDeleted = !(deleted instanceof DomainError);
      if (isDeleted) {
        deletions += 1;
        const accounts = await rawRows<{ posted: string; held: string }>(
          db.orm,
          sql`select l.posted::text, l.held::text from ledger_accounts l join internal_accounts i on i.id = l.id
              where i.customer_id = ${uuidOf(customer.id)}`,
        );
        expect(accounts.filter(({ posted, held }) => posted !== '0' || held !== '0')).toEqual([]);
      } else expect(deleted).toBeInstanceOf(CustomerHoldsMoney);
      await after(isDeleted);
    }
    expect(await wrongChecks(db)).toEqual([]);
    return deletions;
  }

  test('either the execution of a payment to the customer or the deletion succeeds', async () => {
    const bank = await world.toUsd(undefined, '111');
    await rounds(async (customer) => {
      const account = await world.accountOf(customer, 'EUR');
      let made: unknown;
      return {
        race: async () => {
          made = await world.quote({ ...between(bank.id, account.id), immediatelyExecute: true });
        },
        after: async (deleted) => {
          if (deleted) expect(made).toBeInstanceOf(CustomerDeleted);
          else granted(made);
        },
      };
    });
  });

  test('either an incoming payment or the deletion succeeds', async () => {
    await rounds(async (customer) => {
      let made: unknown;
      return {
        race: async () => {
          made = await sandboxReceiveUma(world.ports, await world.caller(), receipt(customer));
        },
        after: async (deleted) => {
          expect(made instanceof DomainError && made.code).toBe(deleted && 'USER_NOT_FOUND');
        },
      };
    });
  });

  test('the money of a bank return is on the account of the customer or in suspense', async () => {
    let returned = 0n;
    const deletions = await rounds(async (customer) => {
      const source = await world.accountOf(customer, 'USD');
      await world.fund(source, 10_000n);
      const input = { source: source.id, destination: (await world.toUsd(customer, '900')).id };
      const transfer = { ...input, amount: 10_000n, description: undefined };
      const { id } = granted(await transferOut(world.ports, await world.caller(), transfer));
      await world.advance(1);
      expect((await world.transaction(id)).status).toBe('COMPLETED');
      await setMode(world);
      return {
        race: async () => granted(await reportSettlement(world.ports, { id, outcome: 'FAILED' })),
        after: async (deleted) => {
          await setMode(world, 'SANDBOX');
          if (deleted) returned += 10_000n;
          expect(await world.balance(source.id)).toBe(deleted ? 0n : 10_000n);
          expect((await inSuspense(world))['USD'] ?? 0n).toBe(returned);
        },
      };
    });
    expect(deletions).toBeGreaterThan(0);
  });
});
