/**
 * Fair shares of the connections and of the work for subscriptions: what one tenant waits while another has all of its
 * requests count large tables, and while another's many heavy subscriptions hear of transfer after transfer.
 */
import { WebSocket } from 'ws';
import type { Line } from './report.ts';
import {
  ask,
  fairLine,
  interferenceOf,
  probesOf,
  type Saturation,
  type TwoTenants,
  withTwoTenants,
} from './tenants.ts';

/** As many as a document may have. */
const aliases = 30;
const countingRequests = 8;
const subscriptions = 60;

const counts = `{ ${Array.from(
  { length: aliases },
  (_, nth) =>
    `c${nth}: transactions(filter: { startDate: "20${10 + (nth % 10)}-01-01T00:00:00Z" }) { totalCount }`,
).join(' ')} }`;

/** Requests that count 300,000 rows thirty times each, several at once, one after the other. */
const counting =
  ({ server, a }: TwoTenants): Saturation =>
  async () => {
    let stopped = false;
    const working = Array.from({ length: countingRequests }, async () => {
      // That tenant's own requests may well run out of time.
      while (!stopped) await ask(server, a, counts).catch(() => undefined);
    });
    return async () => {
      stopped = true;
      await Promise.all(working);
    };
  };

const payment = 'id status type sentAmount { amount currency { code } } receivedAmount { amount } createdAt';
/** As much as one subscription may ask about each event; each in other words, so that no two share a result. */
const heavy = (nth: number): string => `subscription Heavy${nth} { transactionUpdated {
  cursor transaction { ${payment} customer { id fullName ${[0, 1, 2]
    .map(
      (page) => `p${page}: transactions(first: ${80 + (nth % 20) - page}) { nodes { ${payment}
      customer { id email kycStatus } } }`,
    )
    .join(' ')} } } } }`;

/** Sixty subscriptions on one socket, and transfers one after the other. */
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
        const { type, payload } = JSON.parse(String(data));
        if (type === 'connection_ack') resolve();
        else if (type === 'error') reject(new Error(JSON.stringify(payload)));
        else if (type === 'next') updates += 1;
      });
    });
    for (let nth = 0; nth < subscriptions; nth += 1) {
      socket.send(JSON.stringify({ type: 'subscribe', id: String(nth), payload: { query: heavy(nth) } }));
    }
    let stopped = false;
    const paying = (async () => {
      while (!stopped) {
        await ask(
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
      if (updates === 0) throw new Error('the subscriptions were told nothing');
    };
  };

export const measureFairShares = (): Promise<Line[]> =>
  withTwoTenants(async (tenants) => {
    const lines: Line[] = [];
    for (const [what, saturate] of [
      [`sends documents with ${aliases} counts of 300,000 transactions`, counting(tenants)],
      [`follows every transfer with ${subscriptions} heavy subscriptions`, subscribing(tenants)],
    ] as const) {
      for (const probe of probesOf(tenants)) {
        lines.push(fairLine(probe, what, await interferenceOf(probe, saturate)));
      }
    }
    return lines;
  });
