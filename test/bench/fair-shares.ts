/**
 * Fairness of database connections and of the work for subscriptions: the latency of one tenant while all requests of
 * another count or search large tables, and while many expensive subscriptions of another receive updates of transfers.
 */
import { WebSocket } from 'ws';
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

const payment = 'id status type sentAmount { amount currency { code } } receivedAmount { amount } createdAt';
/** Subscriptions of the maximum cost, with different texts, so that they do not share results. */
const heavy = (nth: number): string => `subscription Heavy${nth} { transactionUpdated {
  cursor transaction { ${payment} customer { id fullName ${[0, 1, 2]
    .map(
      (page) => `p${page}: transactions(first: ${80 + (nth % 20) - page}) { nodes { ${payment}
      customer { id email kycStatus } } }`,
    )
    .join(' ')} } } } }`;

/** Sixty subscriptions on one socket, and a loop of transfers. */
const subscribing =
  ({ server, a }: TwoTenants): Saturation =>
  async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    let updates = 0;
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () =>
        socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: a.authorization } })),
      );
      socket.on('message', (data) => {
        // Parsing whole results would delay the probes, which this process sends too.
        const start = (data as Buffer).toString('latin1', 0, 200);
        if (start.includes('"type":"next"')) updates += 1;
        else if (start.includes('"type":"connection_ack"')) resolve();
        else if (start.includes('"type":"error"')) reject(new Error(String(data)));
      });
    });
    for (let nth = 0; nth < subscriptions; nth += 1) {
      socket.send(JSON.stringify({ type: 'subscribe', id: String(nth), payload: { query: heavy(nth) } }));
    }
    let stopped = false;
    const paying = (async () => {
      while (!stopped) {
        await sendDocument(
          server,
          a,
          'mutation ($input: TransferInput!) { transferOut(input: $input) { ... on Transaction { id } } }',
          { input: { source: a.internal, destination: a.external, amount: 1 } },
        );
      }
    })();
    return async () => {
      stopped = true;
      await paying;
      socket.terminate();
      if (updates === 0) throw new Error('the subscriptions received no updates');
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
