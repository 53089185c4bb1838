/**
 * Fairness of database connections and of the work for subscriptions: the latency of one tenant while all requests of
 * another count or search large tables, and while many expensive subscriptions of another receive updates of transfers.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { HeavyLoad } from './heavy-subscriptions.ts';
import type { Line } from './report.ts';
import {
  fairLine,
  interferenceOf,
  probesOf,
  type Saturation,
  sendDocument,
  type TwoTenants,
  withTwoTenants,
} from './tenants.ts';

/** The maximum number in a document. */
const aliases = 30;
const readingRequests = 8;
const subscriptions = 60;

const counts = `{ ${Array.from(
  { length: aliases },
  (_, nth) =>
    `c${nth}: transactions(filter: { startDate: "20${10 + (nth % 10)}-01-01T00:00:00Z" }) { totalCount }`,
).join(' ')} }`;

/** Searches that find nothing: many payments have the word, many have the amount, and none has both. */
const searches = `{ ${Array.from(
  { length: aliases },
  (_, nth) =>
    `s${nth}: transactions(first: 5, filter: { query: "bn-1", currency: "USD", minAmount: ${300 + nth}, maxAmount: ${320 + nth} }) { nodes { id } }`,
).join(' ')} }`;

/** Concurrent loops of requests. Each request reads 300,000 rows thirty times. */
const reading =
  ({ server, a }: TwoTenants, document: string): Saturation =>
  async () => {
    let stopped = false;
    const working = Array.from({ length: readingRequests }, async () => {
      // The requests of this tenant may time out.
      while (!stopped) await sendDocument(server, a, document).catch(() => undefined);
    });
    return async () => {
      stopped = true;
      await Promise.all(working);
    };
  };

/**
 * Sixty subscriptions and a loop of transfers, in a process of their own: receiving the updates would delay the probes of this
 * process.
 */
const subscribing =
  ({ server, a }: TwoTenants): Saturation =>
  async () => {
    const load: HeavyLoad = { url: server.url, tenant: a, subscriptions };
    const child = fork(fileURLToPath(new URL('./heavy-subscriptions.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx'],
    });
    const ended = once(child, 'exit');
    child.send(load);
    const outcome = await Promise.race([once(child, 'message'), ended]);
    if (child.exitCode !== null) throw new Error(`the process of the load ended with ${outcome[0]}`);
    return async () => {
      child.send('stop');
      const [code] = await ended;
      if (code !== 0) throw new Error(`the process of the load ended with ${code}`);
    };
  };

export const measureFairShares = (): Promise<Line[]> =>
  withTwoTenants(async (tenants) => {
    const lines: Line[] = [];
    for (const [what, saturate] of [
      [`sends documents with ${aliases} counts of 300,000 transactions`, reading(tenants, counts)],
      [`sends documents with ${aliases} searches of 300,000 transactions`, reading(tenants, searches)],
      [`follows every transfer with ${subscriptions} heavy subscriptions`, subscribing(tenants)],
    ] as const) {
      for (const probe of probesOf(tenants)) {
        lines.push(fairLine(probe, what, await interferenceOf(probe, saturate)));
      }
    }
    return lines;
  });
