/** Payments of a platform are accepted more slowly while many of its jobs are due. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { admit, intervalFor } from '../../../src/infrastructure/jobs/backlog.ts';
import { enqueueAll } from '../../../src/infrastructure/jobs/jobs.ts';
import { RateLimited } from '../../../src/kernel/errors.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import { TransferOutInput } from '../../../src/payments/transfers/transfer.ts';
import { transferOut } from '../../../src/payments/transfers/transfer-out.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let platformId: Id<'Platform'>;
beforeAll(async () => {
  service = await startService();
  platformId = service.platform.principal.platform.id;
});
afterAll(() => service.stop());
beforeEach(() => service.db.orm.execute(sql`delete from jobs`));

const limit = 10;
/** Ports with a new state: the state of a backlog is kept for each database. */
const newPorts = () => {
  const { db } = service;
  const { clock } = service.ports;
  const fresh = { ...db, origin: { ...db } };
  return { db: fresh, clock, maxDueJobs: limit };
};

const addJobs = (number: number, dueInMs = -60_000) =>
  enqueueAll(
    service.db.orm,
    Array.from({ length: number }, (_, nth) => ({
      kind: 'none',
      platformId,
      payload: { nth },
      dueAt: new Date(service.clock.real().getTime() + dueInMs),
    })),
  );

type BacklogPorts = ReturnType<typeof newPorts>;
const admitMany = async (ports: BacklogPorts, number: number) => {
  const startedAt = performance.now();
  for (let nth = 0; nth < number; nth += 1) expect(await admit(ports, platformId)).toBe(true);
  return performance.now() - startedAt;
};

describe('the interval between admissions', () => {
  test('is 0 up to the limit, and grows with the backlog', () => {
    expect([0, 10, 20, 30, 110].map((due) => intervalFor(due, 10))).toEqual([0, 0, 2, 4, 20]);
  });
});

describe('admissions', () => {
  test('of a platform with few payments do not read the backlog', async () => {
    await addJobs(150);
    const { count } = service.db.statements;
    await admitMany(newPorts(), 100);
    expect(service.db.statements.count).toBe(count);
  });

  test('have an interval while more jobs than the limit are due', async () => {
    await addJobs(limit * 6);
    const ports = newPorts();
    await admitMany(ports, 100);
    // The hundred-and-first reads the backlog. The interval is 10 ms.
    expect(await admitMany(ports, 20)).toBeGreaterThanOrEqual(190);
  });

  test('that are concurrent have the interval between them as well', async () => {
    await addJobs(limit * 6);
    const ports = newPorts();
    await admitMany(ports, 100);
    const startedAt = performance.now();
    const admitted = await Promise.all(Array.from({ length: 20 }, () => admit(ports, platformId)));
    expect(new Set(admitted)).toEqual(new Set([true]));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(190);
  });

  test('are without pause again after the jobs are done', async () => {
    await addJobs(limit * 6);
    const ports = newPorts();
    await admitMany(ports, 101);
    await service.db.orm.execute(sql`delete from jobs`);
    await vi.waitFor(async () => {
      const { count } = service.db.statements;
      await admit(ports, platformId);
      expect(service.db.statements.count).toBe(count + 1);
    });
    const { count } = service.db.statements;
    await admitMany(ports, 50);
    expect(service.db.statements.count).toBe(count);
  });

  test('do not count jobs that are due later', async () => {
    await addJobs(limit * 6, 3_600_000);
    const ports = newPorts();
    await admitMany(ports, 101);
    const { count } = service.db.statements;
    await admitMany(ports, 50);
    expect(service.db.statements.count).toBe(count);
  });

  test('are rejected above twenty times the limit, and when the pause would be too long', async () => {
    await addJobs(limit * 20);
    const ports = newPorts();
    await admitMany(ports, 100);
    expect(await admit(ports, platformId)).toEqual(new RateLimited(5));
    await service.db.orm.execute(sql`delete from jobs`);
    await addJobs(limit * 19);
    const waiting = newPorts();
    await admitMany(waiting, 100);
    // The interval is 36 ms: 139 callers get a place within five seconds, and one more for each 36 ms that passes meanwhile.
    const rejected: unknown[] = [];
    const startedAt = performance.now();
    for (let nth = 0; nth < 200; nth += 1) {
      void admit(waiting, platformId).then((result) => result !== true && rejected.push(result));
    }
    await vi.waitFor(() => expect(rejected.length).toBeGreaterThan(0));
    const later = Math.ceil((performance.now() - startedAt) / 36);
    expect(rejected.length).toBeLessThanOrEqual(61);
    expect(rejected.length).toBeGreaterThanOrEqual(61 - later);
  });
});

test('a transfer of a platform with too many due jobs is rejected with RATE_LIMITED and changes nothing', async () => {
  await addJobs(limit * 20);
  const ports = { ...service.ports, ...newPorts() };
  await admitMany(ports, 100);
  const input = TransferOutInput.parse({
    source: 'InternalAccount:019a0000-0000-7000-8000-000000000001',
    destination: 'ExternalAccount:019a0000-0000-7000-8000-000000000001',
    amount: 1,
  });
  const { count } = service.db.statements;
  const { result } = await transferOut(ports, service.platform.principal, input, 'key');
  expect(result).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 5 });
  expect(service.db.statements.count).toBeLessThanOrEqual(count + 1);
});
