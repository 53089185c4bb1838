/** Workers and the clock: failed jobs are retried, and the clock can be moved while workers and clients run. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import {
  enqueue,
  type Job,
  type JobHandler,
  type JobHandlers,
} from '../../../src/infrastructure/jobs/jobs.ts';
import { advanceClock } from '../../../src/sandbox/advance-clock.ts';
import { pauseAfter, startWorker, type Worker } from '../../../src/worker.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { AdvanceClock, TransactionTimeline, TransferOut } from '../../support/documents.ts';
import { performDueJob } from '../../support/jobs.ts';
import { aBankAccount, aPayer } from '../../support/parties.ts';
import { type Service, startService } from '../../support/service.ts';

describe('a job', () => {
  let service: Service;
  const done: number[] = [];
  let failures = 0;
  const broken: JobHandler = async (tx) => {
    await tx.execute(sql`update platforms set name = 'half done'`);
    if (failures > 0) {
      failures -= 1;
      throw new Error('The rail is unavailable.');
    }
  };
  const handlers: JobHandlers = new Map([
    ['broken', broken],
    ['fine', async (_tx, job) => void done.push(job.payload['nth'] as number)],
  ]);
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  afterEach(() => done.splice(0));

  const platformId = () => service.platform.principal.platform.id;
  const put = (kind: string, afterSeconds: number, nth = 0) =>
    enqueue(service.db.orm, {
      kind,
      platformId: platformId(),
      payload: { nth },
      dueAt: new Date(service.clock.real().getTime() + afterSeconds * 1_000),
    });
  const perform = () => {
    const failed: Job[] = [];
    return performDueJob(
      service.db,
      handlers,
      () => service.clock.real(),
      (_error, job) => failed.push(job),
    );
  };
  const left = () =>
    rawRows<{ attempts: number; last_error: string | null; due_at: string }>(
      service.db.orm,
      sql`select attempts, last_error, due_at from jobs order by due_at`,
    );
  const realNow = () => service.clock.real().getTime();

  test('that fails is rolled back, is postponed twice as long each time, and succeeds in the end', async () => {
    await put('broken', 0);
    failures = 3;
    for (const [attempts, delaySeconds] of [
      [1, 1],
      [2, 2],
      [3, 4],
    ] as const) {
      expect(await perform()).toBe('failed');
      const [job] = await left();
      expect({ attempts: job?.attempts, error: job?.last_error }).toEqual({ attempts, error: 'Error' });
      expect(new Date(job?.due_at ?? 0).getTime() - realNow()).toBe(delaySeconds * 1_000);
      expect((await service.refresh()).platform.name).not.toBe('half done');
      expect(await perform()).toBe('nothing-due');
      service.clock.advance(delaySeconds);
    }
    expect(await perform()).toBe('done');
    expect(await left()).toEqual([]);
    expect((await service.refresh()).platform.name).toBe('half done');
  });

  test('that fails while the clock moves is postponed after the move, and does not stop other jobs', async () => {
    await put('fine', 5, 1);
    await put('broken', 10);
    await put('fine', 20, 2);
    failures = 1;
    const before = service.ports.clock.now((await service.refresh()).platform);
    const moved = await advanceClock(service.ports, handlers, await service.refresh(), { seconds: 60 });
    expect(done).toEqual([1, 2]);
    const target = new Date(before.getTime() + 60_000);
    expect(moved).toEqual({ now: target, isSettled: false });
    const [job] = await left();
    expect(job?.attempts).toBe(1);
    expect(new Date(job?.due_at ?? 0)).toEqual(new Date(target.getTime() + 1_000));
    await advanceClock(service.ports, handlers, await service.refresh(), { seconds: 1 });
    expect(await left()).toEqual([]);
  });

  test('runs once if two calls move its clock, and the clock moves to the later time', async () => {
    for (let nth = 0; nth < 10; nth += 1) await put('fine', 100 + nth, nth);
    const caller = await service.refresh();
    const before = service.ports.clock.now(caller.platform);
    await Promise.all(
      [2_000, 60, 600].map((seconds) => advanceClock(service.ports, handlers, caller, { seconds })),
    );
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const after = service.ports.clock.now((await service.refresh()).platform);
    expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(2_000_000);
  });
});

describe('moving the clock while workers run and transfers are made', () => {
  let service: Service;
  let second: Worker;
  const failures: unknown[] = [];
  beforeAll(async () => {
    service = await startService({ server: true });
    second = await startWorker(service.db, service.app.jobs, service.ports.clock.real, (error) =>
      failures.push(error),
    );
  });
  afterAll(async () => {
    await second.stop();
    await service.stop();
  });

  test('each transfer has all steps once and in order, and the clock never moves back', async () => {
    const payer = await aPayer(service);
    const slow = await aBankAccount(service, payer.customerId, '005');
    const made: string[] = [];
    const instants: string[] = [];
    const caller = async () => {
      for (let nth = 0; nth < 12; nth += 1) {
        const input = { source: payer.accountId, destination: slow, amount: 10 };
        const { transferOut } = (await service.send(TransferOut, { input })).data;
        if (transferOut.__typename === 'Transaction') made.push(transferOut.id);
      }
    };
    const callers = [caller(), caller(), caller()];
    for (let nth = 0; nth < 8; nth += 1) {
      const { sandboxAdvanceClock } = (await service.send(AdvanceClock, { seconds: 15 })).data;
      if (sandboxAdvanceClock.__typename === 'SandboxClock') instants.push(sandboxAdvanceClock.now);
    }
    await Promise.all(callers);
    await service.send(AdvanceClock, { seconds: 31 });
    expect(instants).toHaveLength(8);
    expect(instants).toEqual([...instants].sort());
    for (const id of made) {
      const found = async () => (await service.send(TransactionTimeline, { id })).data.transaction;
      // On a busy machine the clock may move the remaining time at once, and workers run the due jobs.
      await expect
        .poll(async () => (await found())?.timeline.map(({ status, refundStatus }) => refundStatus ?? status))
        .toEqual(['PENDING', 'PROCESSING', 'FAILED', 'PENDING', 'COMPLETED']);
      const transaction = await found();
      const at = transaction?.timeline.map(({ occurredAt }) => occurredAt) ?? [];
      expect(at).toEqual([...at].sort());
      expect(Date.parse(at[1] ?? '') - Date.parse(at[0] ?? '')).toBeGreaterThanOrEqual(30_000);
    }
    expect(failures).toEqual([]);
    expect(await audit(service.db)).toEqual(soundLedger);
  });

  test('a transfer of 30 seconds has ended when the call that moves the clock returns', async () => {
    const payer = await aPayer(service);
    const slow = await aBankAccount(service, payer.customerId, '005');
    const input = { source: payer.accountId, destination: slow, amount: 10 };
    const { transferOut } = (await service.send(TransferOut, { input })).data;
    if (transferOut.__typename !== 'Transaction') throw new Error(transferOut.__typename);
    await service.send(AdvanceClock, { seconds: 31 });
    const { transaction } = (await service.send(TransactionTimeline, { id: transferOut.id })).data;
    expect(transaction?.refund?.status).toBe('COMPLETED');
  });
});

test.each([
  ['an instant', 0, 20],
  ['10 ms', 10, 40],
  ['a minute, in which the database did not respond', 60_000, 200],
])('the next poll after a poll of %s is soon', (_, pollMs, pauseMs) => {
  expect(pauseAfter(pollMs)).toBe(pauseMs);
});
