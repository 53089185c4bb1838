/** Subscriptions of the client: each update exactly once and in order, over every end of a connection. */

import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { anAccessToken } from '../../../test/support/access-tokens.ts';
import { TransactionUpdatedDocument, TransferOutDocument } from '../../src/operations/index.ts';
import { clientWorld } from '../support/client-world.ts';

const world = clientWorld({ webSocket: WebSocket, retry: { baseDelayMs: 1, maxDelayMs: 20 } });
const { clientOf } = world;

async function pay(): Promise<string> {
  const { payer, destination } = world;
  const input = { source: payer.accountId, destination, amount: 1 };
  const { transferOut } = await clientOf().execute(TransferOutDocument, { input });
  if (transferOut.__typename !== 'Transaction') throw new Error(transferOut.__typename);
  return transferOut.id;
}

async function payTimes(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await pay());
  return ids;
}

const now = async (): Promise<string> =>
  (await clientOf().execute<{ eventCursor: string }, object>('{ eventCursor }')).eventCursor;

/** More updates than a client stores. Made once, because payments take longer than their updates. */
let history: Promise<{ after: string; ids: string[] }> | undefined;
const longHistory = () => {
  history ??= (async () => ({ after: await now(), ids: await payTimes(220) }))();
  return history;
};

type Updates = AsyncIterable<{ transactionUpdated: { transaction: { id: string } } }>;

/** The ids of the next updates, one for each payment: no job runs here, so that a payment has one update. */
async function take(updates: Updates, count: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const { transactionUpdated } of updates) {
    ids.push(transactionUpdated.transaction.id);
    if (ids.length === count) break;
  }
  return ids;
}

describe.each(['websocket', 'sse'] as const)('over %s', (transport) => {
  test('updates come in order, from the start of the subscription', async () => {
    const updates = clientOf().subscribe(TransactionUpdatedDocument, { after: await now() }, { transport });
    const ids = await payTimes(5);
    expect(await take(updates, 5)).toEqual(ids);
  });

  test('updates before the first read are not lost without a cursor either', async () => {
    const execute = vi.fn(globalThis.fetch);
    const updates = clientOf({ fetch: execute }).subscribe(TransactionUpdatedDocument, {}, { transport });
    await vi.waitFor(() => expect(execute).toHaveResolved());
    const ids = await payTimes(2);
    expect(await take(updates, 2)).toEqual(ids);
  });

  test('updates continue after each break of the connection and a restart of the server', async () => {
    const onRetry = vi.fn();
    const client = clientOf({ onRetry });
    const updates = client.subscribe(TransactionUpdatedDocument, { after: await now() }, { transport });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { transactionUpdated } of updates) {
        seen.push(transactionUpdated.transaction.id);
        if (seen.length === 12) break;
      }
    })();
    const ids: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      ids.push(...(await payTimes(3)));
      if (round === 1) await world.service.restartServer();
      else world.proxy.cut();
    }
    await reading;
    expect(seen).toEqual(ids);
    expect(onRetry).toHaveBeenCalled();
  });

  test('updates continue with a new token after the token has expired', async () => {
    const getToken = vi.fn(async ({ renew }: { renew: boolean }) => {
      const { authorization } = await anAccessToken(world.service, ['READ'], {
        expiresInMs: renew ? 60_000 : 2000,
      });
      return authorization.replace('Bearer ', '');
    });
    const updates = clientOf({ getToken }).subscribe(
      TransactionUpdatedDocument,
      { after: await now() },
      { transport },
    );
    const first = await pay();
    expect((await updates.next()).value?.transactionUpdated.transaction.id).toBe(first);
    const next = updates.next();
    world.service.clock.advance(3);
    await vi.waitFor(() => expect(getToken).toHaveBeenCalledWith({ renew: true }), 20_000);
    const second = await pay();
    expect((await next).value?.transactionUpdated.transaction.id).toBe(second);
  });

  test('a subscription with an invalid credential is an error', async () => {
    const updates = clientOf({ token: 'unknown:secret' }).subscribe(
      TransactionUpdatedDocument,
      { after: await now() },
      { transport },
    );
    await expect(updates.next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('a subscription with a cursor that is none of the log is an error', async () => {
    const updates = clientOf().subscribe(TransactionUpdatedDocument, { after: 'none' }, { transport });
    await expect(updates.next()).rejects.toMatchObject({ code: 'INVALID_INPUT', retryable: false });
  });

  test('the store has the cursor of the last finished update', async () => {
    let stored: string | undefined = await now();
    const cursorStore = {
      load: () => stored,
      save: (cursor: string) => {
        stored = cursor;
      },
    };
    const ids = await payTimes(3);
    const read = (count: number) =>
      take(clientOf().subscribe(TransactionUpdatedDocument, {}, { transport, cursorStore }), count);
    // The loop ends within the second update, which is not finished.
    expect(await read(2)).toEqual(ids.slice(0, 2));
    expect(await read(2)).toEqual(ids.slice(1));
  });

  test('a signal ends it at once', async () => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const updates = clientOf().subscribe(
      TransactionUpdatedDocument,
      { after: await now() },
      { transport, signal },
    );
    const next = updates.next();
    setTimeout(() => stopped.abort(new Error('enough')), 50);
    await expect(next).rejects.toThrow('enough');
    expect(await updates.next()).toEqual({ done: true, value: undefined });
  });

  test('a slow reader gets every update', async () => {
    const { after, ids } = await longHistory();
    const updates = clientOf().subscribe(TransactionUpdatedDocument, { after }, { transport });
    const iterator = updates[Symbol.asyncIterator]();
    const first = await iterator.next();
    // In this time the server sends what it can.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const rest = await take(updates, ids.length - 1);
    expect([first.value?.transactionUpdated.transaction.id, ...rest]).toEqual(ids);
  });
});

describe('one socket', () => {
  test('has all subscriptions of a client, and closes with the last', async () => {
    let opened = 0;
    let closed = 0;
    class CountedSocket extends WebSocket {
      constructor(url: string, protocol: string) {
        super(url, protocol);
        opened += 1;
        this.on('close', () => {
          closed += 1;
        });
      }
    }
    const client = clientOf({ webSocket: CountedSocket });
    const after = await now();
    const both = [1, 2].map(() => client.subscribe(TransactionUpdatedDocument, { after }));
    const [id] = await payTimes(1);
    const firsts = await Promise.all(both.map((updates) => updates.next()));
    expect(firsts.map(({ value }) => value?.transactionUpdated.transaction.id)).toEqual([id, id]);
    expect([opened, closed]).toEqual([1, 0]);
    for (const updates of both) await updates.return?.();
    await vi.waitFor(() => expect(closed).toBe(1));
    expect(opened).toBe(1);
  });
});

test('a socket stops a subscription whose messages are not read, and continues it when they are', async () => {
  const sent: string[] = [];
  class RecordedSocket extends WebSocket {
    override send(message: never): void {
      sent.push(JSON.parse(message).type);
      super.send(message);
    }
  }
  const { after, ids } = await longHistory();
  const updates = clientOf({ webSocket: RecordedSocket }).subscribe(TransactionUpdatedDocument, { after });
  const first = await updates.next();
  await vi.waitFor(() => expect(sent).toEqual(['connection_init', 'subscribe', 'complete']), 10_000);
  const rest = await take(updates, ids.length - 1);
  expect([first.value?.transactionUpdated.transaction.id, ...rest]).toEqual(ids);
  expect(sent.filter((type) => type === 'subscribe').length).toBeGreaterThanOrEqual(2);
});

describe('a document', () => {
  test.each([
    ['without cursor', 'subscription ($after: String) { transactionUpdated(after: $after) { status } }'],
    ['without $after', 'subscription { transactionUpdated { cursor } }'],
  ])('%s is an error', (_, document) => {
    expect(() => clientOf().subscribe(document)).toThrow('declare $after: String');
  });

  test('that is a query is an error', () => {
    expect(() => clientOf().subscribe('{ eventCursor }')).toThrow('not a subscription');
  });
});
