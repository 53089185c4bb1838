/**
 * The server is killed repeatedly while it processes requests. Clients repeat requests without a response, with the same
 * idempotency key, and resume subscriptions from their last cursor.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, rawRows } from '../../src/infrastructure/database/client.ts';
import { openEmbedded } from '../../src/infrastructure/database/embedded.ts';
import { eventCursor } from '../../src/infrastructure/events/log.ts';
import { verifyLedger } from '../../src/operations/audit/verify-ledger.ts';
import { audit, soundLedger } from '../support/audit.ts';
import { onPostgres, testDatabase } from '../support/database.ts';
import { TransferOut } from '../support/documents.ts';
import { aBankAccount, aPayer, type Payer } from '../support/parties.ts';
import { processToken, type ServerProcess, startProcess } from '../support/server-process.ts';
import { EventCursor, socketTo, subscribeOverSocket, type Update } from '../support/transaction-updates.ts';

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Scenario {
  readonly env: Readonly<Record<string, string>>;
  readonly clients: number;
  readonly kills: number;
  /** Transfers that get a response before each kill; others are in progress at that time. */
  readonly transfers: number;
}

interface Observed {
  /** The transaction ids in the responses, by idempotency key. */
  readonly responses: ReadonlyMap<string, readonly string[]>;
  readonly updates: readonly Update[];
  readonly after: string;
  readonly payer: Payer;
}

/** Runs the scenario, waits until everything settled, and stops the server gracefully. */
async function run({ env, clients, kills, transfers }: Scenario): Promise<Observed> {
  let server: ServerProcess = await startProcess(env);
  const payer = await aPayer(server, 10_000_000);
  const destination = await aBankAccount(server, payer.customerId);
  const after = (await server.send(EventCursor, {})).data.eventCursor;
  let over = false;
  let acknowledged = 0;

  const responses = new Map<string, string[]>();
  const transferOnce = async (key: string): Promise<void> => {
    const input = { source: payer.accountId, destination, amount: 1 };
    const response = await server.send(TransferOut, { input, key }).catch(() => undefined);
    const made = response?.data?.transferOut;
    if (made?.__typename !== 'Transaction') return;
    responses.get(key)?.push(made.id);
    acknowledged += 1;
  };
  const client = async (): Promise<void> => {
    while (!over) {
      const key = randomUUID();
      responses.set(key, []);
      await transferOnce(key);
      while (responses.get(key)?.length === 0) {
        await delay(20);
        await transferOnce(key);
      }
    }
  };

  const updates: Update[] = [];
  const subscriber = async (): Promise<void> => {
    for (;;) {
      const subscription = subscribeOverSocket(socketTo(server.url, processToken), {
        after: updates.at(-1)?.cursor ?? after,
      });
      let stop = false;
      void subscription.over.then(() => {
        stop = true;
      });
      while (!stop) {
        updates.push(...subscription.updates.splice(0));
        if (over && updates.length >= responses.size * 3) return subscription.stop();
        await delay(5);
      }
      updates.push(...subscription.updates.splice(0));
      await delay(20);
    }
  };

  const load = Array.from({ length: clients }, client);
  const following = subscriber();
  const untilResponses = async (more: number) => {
    const target = acknowledged + more;
    while (acknowledged < target) await delay(1);
  };
  for (let nth = 0; nth < kills; nth += 1) {
    await untilResponses(transfers);
    await server.kill();
    server = await startProcess(env);
  }
  await untilResponses(transfers);
  over = true;
  await Promise.all(load);
  // Repeats every key: a replay returns what the first call created.
  const keys = [...responses.keys()];
  for (let from = 0; from < keys.length; from += clients) {
    await Promise.all(keys.slice(from, from + clients).map(transferOnce));
  }
  await following;
  expect(server.errors()).toBe('');
  expect(await server.stop()).toBe(0);
  return { responses, updates, after, payer };
}

async function expectNoLossNoDuplicate(db: Database, { responses, updates, after, payer }: Observed) {
  const made = await rawRows<{ id: string; status: string }>(
    db.orm,
    sql`select id, status from transactions where type = 'OUTGOING'`,
  );
  const ids = [...responses.values()].map((given) => new Set(given));
  expect(ids.filter((given) => given.size !== 1)).toEqual([]);
  expect(new Set(ids.flatMap((given) => [...given]))).toEqual(
    new Set(made.map(({ id }) => `Transaction:${id}`)),
  );
  expect(made).toHaveLength(responses.size);
  expect(made.filter(({ status }) => status !== 'COMPLETED')).toEqual([]);
  expect(await audit(db)).toEqual(soundLedger);
  expect((await verifyLedger(db)).checks.filter(({ wrong }) => wrong > 0)).toEqual([]);
  const [account] = await rawRows<{ balance: string }>(
    db.orm,
    sql`select balance from audit_balances where account_id = ${payer.accountId.split(':')[1]}`,
  );
  expect(Number(account?.balance)).toBe(10_000_000 - responses.size);

  const log = await rawRows<{ position: string; status: string; resource_id: string }>(
    db.orm,
    sql`select position, data->>'status' as status, resource_id from events where topic = 'transaction' order by position`,
  );
  const expected = log
    .map(({ position, status, resource_id: id }) => ({
      cursor: eventCursor(Number(position)),
      status,
      id,
      position: Number(position),
    }))
    .filter(({ position }) => position > Number(Buffer.from(after, 'base64url').toString().slice(2)))
    .map(({ position: _, ...update }) => update);
  expect(updates.map(({ cursor, status, transaction }) => ({ cursor, status, id: transaction.id }))).toEqual(
    expected,
  );
  expect(updates).toHaveLength(responses.size * 3);
}

describe.runIf(onPostgres)('kill -9 on PostgreSQL', () => {
  test('loses and duplicates no transaction, and a subscriber receives each update once, in order', async () => {
    const { db, url, drop } = await testDatabase();
    const observed = await run({ env: { DATABASE_URL: url ?? '' }, clients: 20, kills: 3, transfers: 60 });
    await expectNoLossNoDuplicate(db, observed);
    await drop();
  });
});

describe.skipIf(onPostgres)('kill -9 on the embedded database', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'payments-crash-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('leaves the folder usable, with every acknowledged transaction', async () => {
    const observed = await run({ env: { DATA_DIR: folder }, clients: 4, kills: 2, transfers: 25 });
    const db = await openEmbedded(join(folder, 'database'));
    await expectNoLossNoDuplicate(db, observed);
    await db.close();
  });
});
