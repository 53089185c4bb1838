/**
 * Programs of the client pay and follow payments while the server is killed, connections are reset, responses are lost, tokens
 * are revoked, and PostgreSQL ends all connections, restarts and crashes: every payment is made once, and every update comes
 * once and in order.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Cluster, privateCluster, sharedCluster, withClient } from '../../test/faults/cluster.ts';
import { onPostgres } from '../../test/support/database.ts';
import { freePort } from '../../test/support/free-port.ts';
import { aBankAccount, aPayer } from '../../test/support/parties.ts';
import { processToken, type ServerProcess, startProcess } from '../../test/support/server-process.ts';
import { startTcpProxy } from '../../test/support/tcp-proxy.ts';
import { type Client, createClient } from '../src/index.ts';
import {
  CreateAccessTokenDocument,
  RevokeAccessTokenDocument,
  TransactionsDocument,
  TransactionUpdatedDocument,
  TransferOutDocument,
} from '../src/operations/index.ts';

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Scenario {
  readonly env: Readonly<Record<string, string>>;
  readonly payers: number;
  readonly rounds: number;
  /** Payments that have a result before each fault. */
  readonly payments: number;
  /** The faults of the database in each round, one after another. */
  readonly databaseFaults?: readonly (() => Promise<unknown>)[];
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Gets access tokens for a subscriber, and revokes the current one on request. */
function accessTokens(client: Client) {
  let current: string | undefined;
  let created = 0;
  return {
    get created() {
      return created;
    },
    async get(): Promise<string> {
      const input = { scopes: ['READ' as const] };
      const { createAccessToken } = await client.execute(CreateAccessTokenDocument, { input });
      if (createAccessToken.__typename !== 'AccessTokenCreated')
        throw new Error(createAccessToken.__typename);
      current = createAccessToken.id;
      created += 1;
      return createAccessToken.accessToken;
    },
    async revoke(): Promise<void> {
      if (current) await client.execute(RevokeAccessTokenDocument, { id: current });
    },
  };
}

/** The lines of a log except for those that a restart of the database explains. */
const defectsIn = (log: string): string[] =>
  log.split('\n').filter((line) => line !== '' && !line.includes('"msg":"the database is unavailable"'));

async function run({ env, payers, rounds, payments, databaseFaults }: Scenario): Promise<void> {
  const serverEnv = { ...env, PORT: await freePort() };
  let server = await startProcess(serverEnv);
  const servers: ServerProcess[] = [server];
  ends.push(() => server.stop());
  const payer = await aPayer(server, 1_000_000);
  const destination = await aBankAccount(server, payer.customerId);
  const proxy = await startTcpProxy(server.url);
  ends.push(() => proxy.close());
  const retry = { maxAttempts: 1_000, baseDelayMs: 20, maxDelayMs: 200 };
  const client = createClient({ url: proxy.url, token: processToken, retry });
  ends.push(() => client.close());

  const { eventCursor } = await client.execute<{ eventCursor: string }, object>('{ eventCursor }');
  const followers = (['websocket', 'sse'] as const).map((transport) => {
    const tokens = accessTokens(client);
    const subscriber = createClient({
      url: proxy.url,
      getToken: () => tokens.get(),
      retry,
      webSocket: WebSocket,
    });
    ends.push(() => subscriber.close());
    const seen: { cursor: string; update: string }[] = [];
    const updates = subscriber.subscribe(TransactionUpdatedDocument, { after: eventCursor }, { transport });
    const reading = (async () => {
      for await (const { transactionUpdated } of updates) {
        const { cursor, status, transaction } = transactionUpdated;
        seen.push({ cursor, update: `${transaction.id} ${status}` });
      }
    })();
    reading.catch(() => undefined);
    return { tokens, seen, reading };
  });

  const paid: string[] = [];
  let isOver = false;
  const pay = async () => {
    while (!isOver) {
      const input = { source: payer.accountId, destination, amount: 1 };
      const { transferOut } = await client.execute(TransferOutDocument, { input });
      if (transferOut.__typename !== 'Transaction') throw new Error(JSON.stringify(transferOut));
      paid.push(transferOut.id);
    }
  };
  const paying = Promise.all(Array.from({ length: payers }, pay));
  const untilPaid = async (more: number) => {
    const target = paid.length + more;
    await Promise.race([
      paying,
      (async () => {
        while (paid.length < target) await delay(5);
      })(),
    ]);
  };

  for (let round = 0; round < rounds; round += 1) {
    await untilPaid(payments);
    const lost = proxy.cutAt('TransferOut', 'response');
    while (lost.times < 3) await delay(5);
    proxy.cutAt(undefined);
    await untilPaid(payments);
    await Promise.all(followers.map(({ tokens }) => tokens.revoke()));
    await untilPaid(payments);
    for (const fault of databaseFaults ?? []) {
      await fault();
      await untilPaid(payments);
    }
    await server.kill();
    await delay(200);
    server = await startProcess(serverEnv);
    servers.push(server);
    await untilPaid(payments);
    proxy.cut();
  }
  isOver = true;
  await paying;

  // Of each payment PENDING, PROCESSING and COMPLETED.
  const expected = paid.flatMap((id) =>
    ['PENDING', 'PROCESSING', 'COMPLETED'].map((status) => `${id} ${status}`),
  );
  for (const { seen, reading } of followers) {
    while (seen.length < expected.length) await Promise.race([reading, delay(20)]);
  }
  // An update that comes twice would come now.
  await delay(300);

  const made: string[] = [];
  for await (const { id } of client.paginate(TransactionsDocument, {
    filter: { type: 'OUTGOING' },
    first: 100,
  })) {
    made.push(id);
  }
  expect(new Set(paid).size).toBe(paid.length);
  expect(made.sort()).toEqual([...paid].sort());
  for (const { seen, tokens } of followers) {
    expect(seen.map(({ update }) => update).sort()).toEqual([...expected].sort());
    expect(tokens.created).toBeGreaterThan(1);
  }
  const [overSocket, overEvents] = followers.map(({ seen }) => seen);
  expect(overSocket).toEqual(overEvents);
  const positions = overSocket?.map(({ cursor }) => Number(atob(cursor).slice(2))) ?? [];
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  expect(servers.flatMap(({ errors }) => defectsIn(errors()))).toEqual([]);
}

/** A restart as for an update, and a crash, after which PostgreSQL recovers from its write-ahead log. */
const restartModes = ['fast', 'immediate'] as const;

describe.runIf(onPostgres)('on PostgreSQL', () => {
  test('payments and updates are exactly once through every fault', async () => {
    const own = await privateCluster();
    if (!own) {
      console.log('PostgreSQL is not restarted under the client: initdb and pg_ctl are not installed.');
    }
    const cluster: Cluster = own ?? (await sharedCluster());
    ends.push(() => cluster.close());
    const { url, restart } = cluster;
    const disconnect = () =>
      withClient(
        url,
        (sql) =>
          sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
    await run({
      env: { DATABASE_URL: url },
      payers: 10,
      rounds: 2,
      payments: 30,
      databaseFaults: [disconnect, ...(restart ? restartModes.map((mode) => () => restart(mode)) : [])],
    });
  });
});

describe.skipIf(onPostgres)('on the embedded database', () => {
  test('payments and updates are exactly once through every fault', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-client-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    await run({ env: { DATA_DIR: folder }, payers: 4, rounds: 2, payments: 10 });
  });
});
