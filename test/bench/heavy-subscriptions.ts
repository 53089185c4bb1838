/**
 * The load of heavy subscriptions, as a process: subscriptions on one socket, and a loop of transfers. Its first message says
 * what to load, the second one ends it.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { sendDocument, type Tenant } from './tenants.ts';

export interface HeavyLoad {
  readonly url: string;
  readonly tenant: Tenant;
  readonly subscriptions: number;
}

const payment = 'id status type sentAmount { amount currency { code } } receivedAmount { amount } createdAt';
/** Subscriptions of the maximum cost, with different texts, so that they do not share results. */
const heavy = (nth: number): string => `subscription Heavy${nth} { transactionUpdated {
  cursor transaction { ${payment} customer { id fullName ${[0, 1, 2]
    .map(
      (page) => `p${page}: transactions(first: ${80 + (nth % 20) - page}) { nodes { ${payment}
      customer { id email kycStatus } } }`,
    )
    .join(' ')} } } } }`;

async function run({ url, tenant, subscriptions }: HeavyLoad): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  let updates = 0;
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () =>
      socket.send(
        JSON.stringify({ type: 'connection_init', payload: { authorization: tenant.authorization } }),
      ),
    );
    socket.on('message', (data) => {
      const start = (data as Buffer).toString('latin1', 0, 200);
      if (start.includes('"type":"next"')) updates += 1;
      else if (start.includes('"type":"connection_ack"')) resolve();
      else if (start.includes('"type":"error"')) throw new Error(String(data));
    });
  });
  for (let nth = 0; nth < subscriptions; nth += 1)
    socket.send(JSON.stringify({ type: 'subscribe', id: String(nth), payload: { query: heavy(nth) } }));
  let stopped = false;
  void once(process, 'message').then(() => {
    stopped = true;
  });
  process.send?.('started');
  while (!stopped) {
    await sendDocument(
      { url },
      tenant,
      'mutation ($input: TransferInput!) { transferOut(input: $input) { ... on Transaction { id } } }',
      { input: { source: tenant.internal, destination: tenant.external, amount: 1 } },
    );
  }
  socket.terminate();
  if (updates === 0) throw new Error('the subscriptions received no updates');
}

const [load] = (await once(process, 'message')) as [HeavyLoad];
await run(load);
// The channel to the parent would keep the process.
process.disconnect();
