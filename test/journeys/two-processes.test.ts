import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit, soundLedger } from '../support/audit.ts';
import { onPostgres, type TestDatabase, testDatabase } from '../support/database.ts';
import { AdvanceClock, TransactionTimeline, TransferOut } from '../support/documents.ts';
import { aBankAccount, aPayer, type Payer } from '../support/parties.ts';
import { processToken, type ServerProcess, startProcess } from '../support/server-process.ts';
import {
  EventCursor,
  socketTo,
  subscribeOverSocket,
  type UpdateSubscription,
} from '../support/transaction-updates.ts';

describe.runIf(onPostgres)('two server processes on one PostgreSQL, one of them without a worker', () => {
  let database: TestDatabase;
  let working: ServerProcess;
  let serving: ServerProcess;
  let payer: Payer;
  let destination: string;
  const env = () => ({ DATABASE_URL: database.url ?? '' });

  beforeAll(async () => {
    database = await testDatabase();
    [working, serving] = await Promise.all([startProcess(env()), startProcess({ ...env(), WORKER: 'off' })]);
    payer = await aPayer(serving);
    destination = await aBankAccount(working, payer.customerId);
  });
  afterAll(async () => {
    await Promise.all([working.stop(), serving.stop()]);
    await database.drop();
  });

  const pay = async ({ send }: ServerProcess, to = destination): Promise<string> => {
    const input = { source: payer.accountId, destination: to, amount: 1 };
    const { transferOut } = (await send(TransferOut, { input })).data;
    if (transferOut.__typename !== 'Transaction') throw new Error(transferOut.__typename);
    return transferOut.id;
  };
  const timeline = async (id: string) =>
    (await serving.send(TransactionTimeline, { id })).data.transaction?.timeline.map(({ status }) => status);

  const following = async ({ url, send }: ServerProcess): Promise<UpdateSubscription> => {
    const after = (await send(EventCursor, {})).data.eventCursor;
    return subscribeOverSocket(socketTo(url, processToken), { after });
  };

  test('a subscriber on one process receives the updates of the other', async () => {
    for (const [here, there] of [
      [working, serving],
      [serving, working],
    ] as const) {
      const subscription = await following(here);
      await pay(here);
      await subscription.reached(3);
      const id = await pay(there);
      const steps = () =>
        subscription.updates.flatMap(({ status, transaction }) => (transaction.id === id ? [status] : []));
      await expect.poll(steps, { interval: 10 }).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
      subscription.stop();
    }
  });

  test('after one process advances the clock, the other performs the jobs that become due', async () => {
    const slow = await aBankAccount(serving, payer.customerId, '005');
    const subscription = await following(working);
    const id = await pay(serving, slow);
    const { sandboxAdvanceClock } = (await serving.send(AdvanceClock, { seconds: 31 })).data;
    expect(sandboxAdvanceClock.__typename).toBe('SandboxClock');
    expect(await timeline(id)).toEqual(['PENDING', 'PROCESSING', 'FAILED', 'FAILED', 'FAILED']);
    await subscription.reached(5);
    expect(subscription.updates.map(({ refundStatus }) => refundStatus)).toEqual([
      null,
      null,
      null,
      'PENDING',
      'COMPLETED',
    ]);
    subscription.stop();
  });

  test('a transfer without a worker stays PENDING until a worker starts, which processes it once', async () => {
    expect(await working.stop()).toBe(0);
    const id = await pay(serving);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await timeline(id)).toEqual(['PENDING']);
    const more = await Promise.all([startProcess(env()), startProcess(env())]);
    [working] = more;
    const waiting = await Promise.all(
      Array.from({ length: 60 }, (_, nth) => pay(more[nth % 2] as ServerProcess)),
    );
    for (const one of [id, ...waiting]) {
      await expect.poll(() => timeline(one)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
    }
    expect(await audit(database.db)).toEqual(soundLedger);
    expect(await more[1].stop()).toBe(0);
  });
});
