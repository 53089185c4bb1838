/** Transfers per second through the API, accepted and settled, relative to the limit of a ledger in the database. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { basic } from '../support/service.ts';
import { withDatabase } from './databases.ts';
import { type LedgerLimit, measureLimits } from './ledger-limit.ts';
import { latenciesAt, measure, type Target } from './load.ts';
import { populate } from './populate.ts';
import { benchToken, type Running, startBuilt } from './processes.ts';
import type { Line } from './report.ts';
import { middle, quantile } from './statistics.ts';

export interface Payer {
  readonly internal: string;
  readonly external: string;
}

/** Funded accounts, each with a bank account of the same customer. */
export async function preparePayers(url: string): Promise<Payer[]> {
  const db = await openPostgres(url);
  await db.orm.execute(sql`
    update ledger_accounts set posted = 1000000000 where owner = 'CUSTOMER' and currency = 'USD'`);
  await db.orm.execute(sql`
    insert into external_accounts (id, platform_id, customer_id, status, currency, account_type, account_info, fingerprint,
      created_at, updated_at)
    select gen_random_uuid(), c.platform_id, c.id, 'ACTIVE', 'USD', 'USD_ACCOUNT',
      '{"accountType":"USD_ACCOUNT","accountNumber":"123456789","routingNumber":"021000021","paymentRails":["ACH"],"beneficiary":{"beneficiaryType":"INDIVIDUAL","fullName":"Bench"}}'::jsonb,
      'bench-' || c.id, now(), now()
    from customers c`);
  const payers = await rawRows<Payer>(
    db.orm,
    sql`select 'InternalAccount:' || i.id as internal, 'ExternalAccount:' || e.id as external
        from internal_accounts i join external_accounts e on e.customer_id = i.customer_id
        where i.type = 'INTERNAL_FIAT' and i.currency = 'USD'`,
  );
  await db.close();
  return payers;
}

const mutation = `mutation Out($input: TransferInput!) {
  transferOut(input: $input) { __typename ... on Transaction { id status } }
}`;

const target = (
  path: string,
  server: Running,
  payers: readonly Payer[],
  bodyOf: (payer: Payer) => unknown,
): Target => {
  let next = 0;
  return {
    url: `${server.url}${path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: basic(benchToken) },
    body: () => {
      const payer = payers[next % payers.length] as Payer;
      next += 1;
      return JSON.stringify(bodyOf(payer));
    },
  };
};

const graphqlTarget = (server: Running, payers: readonly Payer[]): Target =>
  target('/graphql', server, payers, ({ internal, external }) => ({
    query: mutation,
    variables: { input: { source: internal, destination: external, amount: 100 } },
  }));

const restTarget = (server: Running, payers: readonly Payer[]): Target =>
  target('/2025-10-13/transfer-out', server, payers, ({ internal, external }) => ({
    source: { accountId: internal },
    destination: { accountId: external },
    amount: 100,
  }));

const connections = 10;
const seconds = 4;
const rounds = 3;
/** The rate of a new process rises until its code is optimized. */
const warmUpSeconds = 8;
/** The counts that end a round take time from what they wait for. */
const pollMs = 50;

/** The median rate of accepted payments. No worker settles them meanwhile. */
async function accepted(target: Target): Promise<number> {
  await measure(target, connections, warmUpSeconds);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { perSecond } = await measure(target, connections, seconds);
    rates.push(perSecond);
  }
  return middle(rates);
}

interface Settled {
  /** Payments per second from the first request until the last one is COMPLETED and its webhooks are queued. */
  readonly perSecond: number;
  /** Of the responses while payments arrive at `steadyLoad` of that rate, in milliseconds. */
  readonly p99: number;
}

/** A load that the service can settle at once, as a part of the rate of settled payments. */
const steadyLoad = 0.8;
const steadySeconds = 10;

async function settled(url: string, target: Target): Promise<Settled> {
  const db = await openPostgres(url, { connections: 2 });
  // Deliveries to a paused endpoint are queued and not sent.
  await db.orm.execute(sql`
    insert into webhook_endpoints (id, platform_id, url, is_paused, place, created_at, updated_at)
    select gen_random_uuid(), id, 'https://receiver.example/webhooks', true, 0, now(), now() from platforms`);
  const left = async (): Promise<number> => {
    const [row] = await rawRows<{ n: string }>(
      db.orm,
      sql`select (select count(*) from transactions where status in ('PENDING', 'PROCESSING'))
        + (select count(*) from events where type is not null and position is null)
        + (select count(*) from events where type is not null
           and position > coalesce((select position from webhook_cursor where id = 'deliveries'), 0)) as n`,
    );
    return Number(row?.n);
  };
  await measure(target, connections, warmUpSeconds);
  while ((await left()) > 0) await delay(pollMs);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const { perSecond } = await measure(target, connections, seconds);
    const made = perSecond * seconds;
    while ((await left()) > 0) await delay(pollMs);
    rates.push(made / ((performance.now() - startedAt) / 1000));
  }
  const perSecond = middle(rates);
  const latencies = await latenciesAt(target, steadyLoad * perSecond, steadySeconds);
  await db.close();
  return { perSecond, p99: quantile(latencies, 0.99) };
}

const withService = <T>(
  env: Record<string, string>,
  accounts: number,
  work: (url: string, server: Running, payers: readonly Payer[]) => Promise<T>,
): Promise<T> =>
  withDatabase(async (url) => {
    const server = await startBuilt(url, env);
    try {
      const db = await openPostgres(url);
      await populate(db, Math.max(accounts, 10), 20);
      await db.close();
      return await work(url, server, (await preparePayers(url)).slice(0, accounts));
    } finally {
      await server.stop();
    }
  });

const line = (what: string, atLeast: number, rate: number, { reference, minimal }: Limits): Line => ({
  budget: `${what}, as a part of the transfers of ${reference.name} under pgbench`,
  target: ['at least', atLeast],
  measured: rate / reference.perSecond,
  detail: `${rate.toFixed(0)}/s of ${reference.perSecond.toFixed(0)}/s (${minimal.name}: ${minimal.perSecond.toFixed(0)}/s)`,
});

interface Limits {
  readonly reference: LedgerLimit;
  readonly minimal: LedgerLimit;
}

/** All lines, for many accounts and for two hot ones. */
export async function measureTransfers(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const accounts of [1_000, 2]) {
    const limits = await measureLimits(accounts);
    const of = accounts === 2 ? 'of 2 accounts' : `of ${accounts.toLocaleString('en')} accounts`;
    // The limit of due jobs would slow the acceptance down, because nothing settles.
    await withService(
      { WORKER: 'off', LIMITS: 'dueJobs=999999999' },
      accounts,
      async (_url, server, payers) => {
        const overGraphql = await accepted(graphqlTarget(server, payers));
        lines.push(line(`payments ${of} accepted over GraphQL`, 0.3, overGraphql, limits));
        const overRest = await accepted(restTarget(server, payers));
        lines.push(line(`payments ${of} accepted over REST`, 0.35, overRest, limits));
      },
    );
    await withService({}, accounts, async (url, server, payers) => {
      const { perSecond, p99 } = await settled(url, graphqlTarget(server, payers));
      lines.push(line(`payments ${of} accepted over GraphQL and settled, sustained`, 0.2, perSecond, limits));
      lines.push({
        budget: `p99 of a payment ${of} over GraphQL at ${steadyLoad * 100} % of that rate`,
        target: ['at most', 50],
        measured: p99,
        unit: 'ms',
        decimals: 0,
        detail: `${(steadyLoad * perSecond).toFixed(0)}/s at a constant rate for ${steadySeconds} s, settled meanwhile`,
      });
    });
  }
  return lines;
}
