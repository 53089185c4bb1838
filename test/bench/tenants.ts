/**
 * The latency of one tenant while another saturates a shared resource.
 *
 * To add a part: write a `Saturation` (it starts the load of tenant A and returns how to stop it), measure it with
 * `interferenceOf` with a `Probe` of tenant B, and turn the result into a line with `fairLine`. `withTwoTenants` gives
 * the server, both tenants and A's large tables. See `fair-shares.ts` for connections and subscriptions.
 */
import pino from 'pino';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { createPlatform } from '../../src/operations/platforms/create-platform.ts';
import { aBankAccount, aPayer } from '../support/parties.ts';
import { senderTo } from '../support/server-process.ts';
import { basic } from '../support/service.ts';
import { withDatabase } from './databases.ts';
import { populate } from './populate.ts';
import { benchMasterKey, benchToken, type Running, startBuilt } from './processes.ts';
import type { Line } from './report.ts';
import { quantile } from './statistics.ts';
import { preparePayers } from './transfers.ts';

/** A tenant for the load and the probes: its credential, and accounts for payments. */
export interface Tenant {
  readonly authorization: string;
  readonly internal: string;
  readonly external: string;
}

export interface TwoTenants {
  readonly url: string;
  readonly server: Running;
  /** The tenant with large tables. */
  readonly a: Tenant;
  readonly b: Tenant;
}

const customers = 500;
const transactionsEach = 600;

/** @returns the credential of a new platform. */
async function addPlatform(url: string): Promise<string> {
  const config = readConfig({ DATABASE_URL: url, MASTER_KEY: benchMasterKey });
  const db = await openPostgres(url, { connections: 2 });
  const app = await createApp(config, db, pino({ level: 'silent' }));
  const { token, clientSecret } = await createPlatform(app.ports, {
    name: 'tenant B',
    mode: 'SANDBOX',
    sandboxUmaDomain: config.sandboxUmaDomain,
  });
  await app.close();
  return basic(`${token.clientId}:${clientSecret}`);
}

/** A server with its worker, and two tenants on it. */
export const withTwoTenants = <T>(
  work: (tenants: TwoTenants) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> =>
  withDatabase(async (url) => {
    const server = await startBuilt(url, env);
    try {
      const db = await openPostgres(url);
      await populate(db, customers, transactionsEach);
      await db.close();
      const [payer] = await preparePayers(url);
      if (!payer) throw new Error('tenant A has payers');
      const authorization = await addPlatform(url);
      const send = senderTo(server.url);
      const { customerId, accountId } = await aPayer({ send }, 100_000_000, authorization);
      const external = await aBankAccount({ send }, customerId, '900', authorization);
      const a = { authorization: basic(benchToken), ...payer };
      return await work({ url, server, a, b: { authorization, internal: accountId, external } });
    } finally {
      await server.stop();
    }
  });

/** Sends one document; throws if the response has errors. */
export async function sendDocument<T>(
  server: Pick<Running, 'url'>,
  { authorization }: Pick<Tenant, 'authorization'>,
  query: string,
  variables: object = {},
): Promise<T> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', authorization },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  if (!response.ok || text.includes('"errors"')) throw new Error(`${response.status} ${text.slice(0, 500)}`);
  return (JSON.parse(text) as { data: T }).data;
}

/** Timed requests of tenant B. */
export interface Probe {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** A query of one account, and a transfer. */
export const probesOf = ({ server, b }: TwoTenants): Probe[] => [
  {
    name: 'query',
    run: () =>
      sendDocument<void>(
        server,
        b,
        'query One($id: ID!) { internalAccount(id: $id) { id balance { amount } } }',
        {
          id: b.internal,
        },
      ),
  },
  {
    name: 'transfer',
    run: () =>
      sendDocument<void>(
        server,
        b,
        'mutation One($input: TransferInput!) { transferOut(input: $input) { ... on Transaction { id } } }',
        { input: { source: b.internal, destination: b.external, amount: 1 } },
      ),
  },
];

/** Starts the load of tenant A; the returned function ends it. */
export type Saturation = () => Promise<() => Promise<void>>;

const samplesEach = 200;
/** The maximum duration of a round. A slower round ends early with its measurements. */
const roundMs = 15_000;
const rounds = 2;
/** The pause between two requests of the probe, so that the probe is no load. */
const pauseMs = 10;
/** The warm-up time of the load. */
const warmUpMs = 1_000;

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

async function timesOf({ run }: Probe): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + roundMs;
  while (times.length < samplesEach && performance.now() < until) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
    await pause(pauseMs);
  }
  return times;
}

export interface Interference {
  /** Milliseconds. */
  readonly idleP99: number;
  readonly loadedP99: number;
  readonly loadedMedian: number;
}

/** Idle and loaded in turn, so that a slower machine affects both. */
export async function interferenceOf(probe: Probe, saturate: Saturation): Promise<Interference> {
  const idle: number[] = [];
  const loaded: number[] = [];
  await timesOf(probe);
  for (let round = 0; round < rounds; round += 1) {
    idle.push(...(await timesOf(probe)));
    const stop = await saturate();
    await pause(warmUpMs);
    loaded.push(...(await timesOf(probe)));
    await stop();
  }
  return {
    idleP99: quantile(idle, 0.99),
    loadedP99: quantile(loaded, 0.99),
    loadedMedian: quantile(loaded, 0.5),
  };
}

/** @param what `while another …` */
export const fairLine = (
  { name }: Probe,
  what: string,
  { idleP99, loadedP99, loadedMedian }: Interference,
): Line => ({
  budget: `one tenant's p99 of a ${name} while another ${what}, as a multiple of its idle p99`,
  target: ['at most', 3],
  measured: loadedP99 / idleP99,
  detail: `${loadedP99.toFixed(1)} ms of ${idleP99.toFixed(1)} ms; the loaded median ${loadedMedian.toFixed(1)} ms`,
});
