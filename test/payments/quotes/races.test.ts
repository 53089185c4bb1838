import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, rawRows } from '../../../src/infrastructure/database/client.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import { executeQuote } from '../../../src/payments/quotes/execute-quote.ts';
import { startWorker } from '../../../src/worker.ts';
import { postgresDatabase } from '../../support/database.ts';
import { performDueJob } from '../../support/jobs.ts';
import { granted, type PaymentWorld, paymentWorld, unbalanced } from '../../support/payments.ts';

// Races need a PostgreSQL server: the embedded database runs transactions one after another.
const db = await postgresDatabase(20);

describe.skipIf(!db)('on PostgreSQL', () => {
  let world: PaymentWorld;
  beforeAll(async () => {
    world = await paymentWorld(db as Database, new Date());
  });
  afterAll(() => db?.close());

  const aFundedQuote = async (amount: bigint) => {
    const customer = await world.aCustomer();
    const source = await world.accountOf(customer, 'USD');
    await world.fund(source, amount);
    const destination = await world.toEur(customer, '111');
    const quote = granted(
      await world.quote({
        source: { account: { accountId: source.id } },
        destination: { account: { accountId: destination.id } },
      }),
    );
    return { source, quote };
  };

  test.each([
    ['without an idempotency key', () => undefined, 1],
    ['with different keys', (nth: number) => `own-${nth}`, 1],
    ['with the same key', () => 'shared', 200],
  ])(
    '200 concurrent executions of one quote %s start one transaction and debit once',
    async (_, key, executions) => {
      const { source, quote } = await aFundedQuote(20_000_000n);
      const results = await Promise.all(
        Array.from({ length: 200 }, (__, nth) => world.execute(quote, undefined, key(nth))),
      );
      const executed = results.filter((result) => !(result instanceof DomainError));
      expect(executed).toHaveLength(executions);
      expect(new Set(executed.map((result) => ('id' in result ? result.id : '')))).toEqual(
        new Set([quote.transactionId]),
      );
      const rejected = results.filter((result) => result instanceof DomainError);
      expect(new Set(rejected.map(({ code }) => code))).toEqual(
        new Set(executions === 1 ? ['QUOTE_ALREADY_EXECUTED'] : []),
      );
      expect(await world.balance(source.id)).toBe(19_900_000n);
      expect(unbalanced(await world.ledgerSums())).toEqual([]);
    },
  );

  test('concurrent executions of several quotes never debit more than the balance of the account', async () => {
    const customer = await world.aCustomer();
    const source = await world.accountOf(customer, 'USD');
    await world.fund(source, 550_000n);
    const destination = await world.toEur(customer, '111');
    const quotes = [];
    for (let nth = 0; nth < 20; nth += 1) {
      quotes.push(
        granted(
          await world.quote({
            source: { account: { accountId: source.id } },
            destination: { account: { accountId: destination.id } },
          }),
        ),
      );
    }
    const results = await Promise.all(quotes.map((quote) => world.execute(quote)));
    expect(results.filter((result) => !(result instanceof DomainError))).toHaveLength(5);
    expect(await world.balance(source.id)).toBe(50_000n);
  });

  test('of a concurrent expiry and execution, exactly one succeeds', async () => {
    for (let round = 0; round < 30; round += 1) {
      const { source, quote } = await aFundedQuote(100_000n);
      // A caller reads the clock before it gets the lock, so its execution may use an instant before the expiry.
      const caller = await world.caller();
      const [, result] = await Promise.all([
        world.advance(300),
        (async () => {
          await new Promise((resolve) => setTimeout(resolve, (round % 10) * 2));
          return (await executeQuote(world.ports, caller, { quoteId: quote.id, signature: undefined }))
            .result;
        })(),
      ]);
      await world.advance(1);
      const steps = await world.steps(quote.transactionId);
      const executed = !(result instanceof DomainError);
      expect(steps).toEqual(executed ? ['PENDING', 'PROCESSING', 'COMPLETED'] : ['PENDING', 'EXPIRED']);
      expect((await world.quoteNow(quote.id)).status).toBe(executed ? 'COMPLETED' : 'EXPIRED');
      expect(await world.balance(source.id)).toBe(executed ? 0n : 100_000n);
    }
    expect(unbalanced(await world.ledgerSums())).toEqual([]);
  });

  test('a quote expires within a second of its expiry time without any request', async () => {
    const { quote } = await aFundedQuote(1n);
    // The clock advances like real time from one second before the expiry, but stops while this process or the database
    // is blocked.
    const beforeEnd = quote.expiresAt.getTime() - 1_000 - (await world.now()).getTime();
    const clock = { at: world.ports.clock.real().getTime() + beforeEnd, isTicking: true };
    const tick = async () => {
      for (; clock.isTicking; clock.at += 20) {
        world.setReal(new Date(clock.at));
        await Promise.all([pause(20), rawRows(world.ports.db.orm, sql`select 1`)]);
      }
    };
    const ticking = tick();
    const worker = await startWorker(
      db as Database,
      world.handlers,
      () => world.ports.clock.real(),
      (error) => {
        throw error;
      },
    );
    try {
      await expect.poll(async () => (await world.quoteNow(quote.id)).status).toBe('EXPIRED');
      const { updatedAt } = await world.quoteNow(quote.id);
      const delayMs = updatedAt.getTime() - quote.expiresAt.getTime();
      expect(delayMs).toBeGreaterThanOrEqual(0);
      expect(delayMs).toBeLessThan(1_000);
    } finally {
      clock.isTicking = false;
      await ticking;
      await worker.stop();
    }
  });

  test('no failed job remains', async () => {
    while (
      (await performDueJob(
        world.ports.db,
        world.handlers,
        () => world.ports.clock.real(),
        () => undefined,
      )) === 'done'
    );
    const [row] = await rawRows<{ failed: string }>(
      world.ports.db.orm,
      sql`select count(*)::text as failed from jobs where attempts > 0`,
    );
    expect(row?.failed).toBe('0');
  });
});
