/** The client through each kind of fault of a sandbox: each payment once, each update once and in order. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { aFault, endFaults, faultsOf } from '../../test/support/faults.ts';
import { aBankAccount, aPayer, type Payer } from '../../test/support/parties.ts';
import { type Service, startService } from '../../test/support/service.ts';
import { type Client, createClient } from '../src/index.ts';
import {
  TransactionsDocument,
  TransactionUpdatedDocument,
  TransferOutDocument,
} from '../src/operations/index.ts';

let service: Service;
let client: Client;
let payer: Payer;
let destination: string;

beforeAll(async () => {
  service = await startService({ server: true, standing: true, env: { RATE_LIMITS: 'off' } });
  client = createClient({
    url: service.url,
    token: service.platform.token,
    webSocket: WebSocket,
    retry: { baseDelayMs: 1, maxDelayMs: 20 },
  });
  payer = await aPayer(service, 1_000_000);
  destination = await aBankAccount(service, payer.customerId);
});
afterEach(() => endFaults(service));
afterAll(async () => {
  client.close();
  await service.stop();
});

async function pay(amount: number): Promise<string> {
  const input = { source: payer.accountId, destination, amount };
  const { transferOut } = await client.execute(TransferOutDocument, { input });
  if (transferOut.__typename !== 'Transaction') throw new Error(transferOut.__typename);
  return transferOut.id;
}

async function paymentsOf(amount: number): Promise<string[]> {
  const ids: string[] = [];
  const filter = { minAmount: amount, maxAmount: amount };
  for await (const { id } of client.paginate(TransactionsDocument, { filter })) ids.push(id);
  return ids;
}

/** How often the faults of the test applied. */
const appliedCount = async (): Promise<number> =>
  (await faultsOf(service)).reduce((sum, fault) => sum + fault.appliedCount, 0);

describe('payments are made once through', () => {
  let amount = 100;
  test.each([
    ['LOSE_RESPONSE', {}],
    ['SLOW', { delayMs: 50 }],
    ['RATE_LIMITED', { retryAfterSeconds: 1 }],
    ['UNAVAILABLE', {}],
  ])('%s', async (kind, options) => {
    amount += 1;
    await aFault(service, { kind, operation: 'transferOut', count: 3, ...options });

    const ids = [await pay(amount), await pay(amount), await pay(amount)];

    expect(await appliedCount()).toBe(3);
    expect((await paymentsOf(amount)).sort()).toEqual(ids.sort());
  });
});

describe.each(['websocket', 'sse'] as const)(
  'over %s updates arrive once and in order through',
  (transport) => {
    test.each([
      ['DUPLICATE', {}],
      ['REORDER', {}],
      ['DELAY', { delayMs: 50 }],
      ['DROP', {}],
    ])('%s', async (kind, options) => {
      const after = (await client.execute<{ eventCursor: string }, object>('{ eventCursor }')).eventCursor;
      await aFault(service, {
        kind,
        target: 'SUBSCRIPTIONS',
        operation: 'transactionUpdated',
        count: 3,
        ...options,
      });
      const received: string[] = [];
      const paid: string[] = [];
      const total = 8;
      const following = (async () => {
        const updates = client.subscribe(TransactionUpdatedDocument, { after }, { transport });
        for await (const { transactionUpdated } of updates) {
          received.push(transactionUpdated.transaction.id);
          if (received.length === total) break;
        }
      })();

      // No job runs here, so that a payment has one update.
      for (let n = 0; n < total; n += 1) paid.push(await pay(1));
      await following;

      expect(await appliedCount()).toBe(3);
      expect(received).toEqual(paid);
    });
  },
);
