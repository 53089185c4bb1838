import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import type { TransferOutMutation } from '../graphql/graphql.ts';
import { audit, soundLedger } from '../support/audit.ts';
import { onPostgres, type TestDatabase, testDatabase } from '../support/database.ts';
import { AccountBalance, TransferOut } from '../support/documents.ts';
import { aBankAccount, aPayer, type Payer } from '../support/parties.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';

type TransferOutResult = TransferOutMutation['transferOut'];

describe.runIf(onPostgres)('two server processes on one PostgreSQL, 50 clients at once', () => {
  let database: TestDatabase;
  let processes: ServerProcess[];
  let payer: Payer;
  let destination: string;
  const amount = 250;

  beforeAll(async () => {
    database = await testDatabase();
    const env = { DATABASE_URL: database.url ?? '' };
    processes = await Promise.all([startProcess(env), startProcess(env)]);
    const [first] = processes as [ServerProcess];
    payer = await aPayer(first, 400 * amount);
    destination = await aBankAccount(first, payer.customerId);
  });
  afterAll(async () => {
    const codes = await Promise.all(processes.map((one) => one.stop()));
    await database.drop();
    expect({ codes, errors: processes.map((one) => one.errors()) }).toEqual({
      codes: [0, 0],
      errors: ['', ''],
    });
  });

  /** Retries while the first request with the same key is running, as clients do. */
  const pay = async (nth: number, key?: string, sum = amount): Promise<TransferOutResult> => {
    const { send } = processes[nth % 2] as ServerProcess;
    const input = { source: payer.accountId, destination, amount: sum };
    for (;;) {
      const result = await send(TransferOut, { input, ...(key !== undefined && { key }) });
      const made = result.data?.transferOut;
      if (!made) throw new Error(JSON.stringify(result));
      if (!('reason' in made && made.reason === 'Idempotency-Key in use')) return made;
    }
  };

  /** Each client makes its part of the calls, one after another. */
  const clients = async (count: number, calls: number, call: (nth: number) => Promise<TransferOutResult>) => {
    const results: TransferOutResult[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: count }, async () => {
        while (next < calls) {
          const nth = next;
          next += 1;
          results.push(await call(nth));
        }
      }),
    );
    return results;
  };

  const named = (results: readonly TransferOutResult[], name: TransferOutResult['__typename']) =>
    results.filter(({ __typename }) => __typename === name);

  const settled = async () => {
    const open = async () => {
      const [row] = await rawRows<{ n: string }>(
        database.db.orm,
        sql`select count(*) as n from transactions where status in ('PENDING', 'PROCESSING')`,
      );
      return Number(row?.n);
    };
    await expect.poll(open, { interval: 200 }).toBe(0);
  };

  /** The number of transactions with exactly these steps in the event log. */
  const histories = () =>
    rawRows<{ steps: string; n: number }>(
      database.db.orm,
      sql`select steps, count(*)::int as n from (
            select string_agg(data->>'status', ' ' order by position) as steps
            from events where topic = 'transaction' group by resource_id) h
          group by steps order by steps`,
    );

  test('400 of 1,000 transfers succeed from an account whose balance covers 400', async () => {
    const results = await clients(50, 1_000, (nth) => pay(nth));
    expect(named(results, 'Transaction')).toHaveLength(400);
    expect(named(results, 'InsufficientBalanceError')).toHaveLength(600);
    await settled();
    expect(await audit(database.db)).toEqual(soundLedger);
    const { internalAccount } =
      (await processes[1]?.send(AccountBalance, { id: payer.accountId }))?.data ?? {};
    expect(internalAccount?.balance.amount).toBe(0);
    expect(internalAccount?.availableBalance.amount).toBe(0);
  });

  test('every job ran once: each transfer has each step once', async () => {
    const recorded = await histories();
    expect(recorded.filter(({ steps }) => steps.startsWith('PENDING PROCESSING'))).toEqual([
      { steps: 'PENDING PROCESSING COMPLETED', n: 400 },
    ]);
  });

  test('50 clients with one idempotency key get one effect and one result', async () => {
    payer = await aPayer(processes[0] as ServerProcess, 1_000 * amount);
    destination = await aBankAccount(processes[0] as ServerProcess, payer.customerId);
    const key = randomUUID();
    const results = await clients(50, 200, (nth) => pay(nth, key));
    expect(named(results, 'Transaction')).toHaveLength(200);
    const ids = new Set(results.map((result) => result.__typename === 'Transaction' && result.id));
    expect(ids.size).toBe(1);
    await settled();
    const { internalAccount } =
      (await processes[0]?.send(AccountBalance, { id: payer.accountId }))?.data ?? {};
    expect(internalAccount?.balance.amount).toBe(999 * amount);
    expect(await audit(database.db)).toEqual(soundLedger);
  });

  test('of two requests with the same idempotency key from 50 clients, one succeeds and the other is a conflict', async () => {
    const key = randomUUID();
    const results = await clients(50, 100, (nth) => pay(nth, key, 1 + (nth % 4 < 2 ? 0 : 1)));
    expect(named(results, 'Transaction')).toHaveLength(50);
    expect(named(results, 'ConflictError')).toHaveLength(50);
    const later = await pay(0, key, 3);
    expect(later.__typename).toBe('ConflictError');
  });

  test('each idempotency key has one effect, also if two requests with the key are sent at the same time', async () => {
    const keys = Array.from({ length: 40 }, () => randomUUID());
    const results = await Promise.all(keys.flatMap((key) => [pay(0, key), pay(1, key)]));
    const ids = results.map((result) =>
      result.__typename === 'Transaction' ? result.id : result.__typename,
    );
    expect(new Set(ids).size).toBe(40);
    await settled();
    expect(await audit(database.db)).toEqual(soundLedger);
  });
});
