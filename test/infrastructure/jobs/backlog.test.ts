/** Payments of a platform are accepted more slowly while many of its jobs are due. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { agentCreateQuote } from '../../../src/agents/requests/agent-create-quote.ts';
import { agentExecuteQuote } from '../../../src/agents/requests/agent-execute-quote.ts';
import { agentTransferIn, agentTransferOut } from '../../../src/agents/requests/agent-transfers.ts';
import { platformPartition } from '../../../src/infrastructure/database/fair-queue.ts';
import { admitPayment, intervalFor } from '../../../src/infrastructure/jobs/backlog.ts';
import { enqueueAll } from '../../../src/infrastructure/jobs/jobs.ts';
import { RateLimited } from '../../../src/kernel/errors.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import { CreateQuoteInput, createQuote } from '../../../src/payments/quotes/create-quote.ts';
import { ExecuteQuoteInput, executeQuote } from '../../../src/payments/quotes/execute-quote.ts';
import { TransferInInput, TransferOutInput } from '../../../src/payments/transfers/transfer.ts';
import { transferIn } from '../../../src/payments/transfers/transfer-in.ts';
import { transferOut } from '../../../src/payments/transfers/transfer-out.ts';
import { paymentCallerOf } from '../../../src/platforms/access/payment-caller.ts';
import type { AgentPrincipal } from '../../../src/platforms/access/principal.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
/** The statements on the database, without those of the event log. */
const sent: string[] = [];
let platformId: Id<'Platform'>;
beforeAll(async () => {
  service = await startService();
  // The service also reads its event log in the background.
  service.db.onStatement((text) => !/\bevents\b/.test(text) && sent.push(text));
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
  for (let nth = 0; nth < number; nth += 1) expect(await admitPayment(ports, platformId)).toBe(true);
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
    const count = sent.length;
    await admitMany(newPorts(), 100);
    expect(sent.length).toBe(count);
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
    const admitted = await Promise.all(Array.from({ length: 20 }, () => admitPayment(ports, platformId)));
    expect(new Set(admitted)).toEqual(new Set([true]));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(190);
  });

  test('of one credential do not delay those of another', async () => {
    await addJobs(limit * 6);
    const ports = newPorts();
    const by = (member: string): BacklogPorts => ({
      ...ports,
      db: { ...ports.db, partitionOf: () => platformPartition(platformId, member) },
    });
    await admitMany(by('flood'), 101);
    const flood = Array.from({ length: 600 }, () => admitPayment(by('flood'), platformId));
    await setImmediate();
    const startedAt = performance.now();
    expect(await admitPayment(by('other'), platformId)).toBe(true);
    // The interval is 10 ms. Without turns it would be after all that wait, in 5 seconds.
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await service.db.orm.execute(sql`delete from jobs`);
    const results = await Promise.all(flood);
    expect(results.filter((one) => one === true).length).toBeGreaterThan(400);
    expect(results.filter((one) => one !== true).length).toBeGreaterThan(80);
  });

  test('that wait are at most a thousand, however short the interval is', async () => {
    await addJobs(limit + 1);
    const ports = newPorts();
    await admitMany(ports, 101);
    const results = await Promise.all(Array.from({ length: 1_500 }, () => admitPayment(ports, platformId)));
    const rejected = results.filter((one) => one !== true);
    expect(rejected.length).toBeGreaterThan(300);
    expect(rejected.length).toBeLessThanOrEqual(500);
  });

  test('are without pause again after the jobs are done', async () => {
    await addJobs(limit * 6);
    const ports = newPorts();
    await admitMany(ports, 101);
    await service.db.orm.execute(sql`delete from jobs`);
    await vi.waitFor(async () => {
      const count = sent.length;
      await admitPayment(ports, platformId);
      expect(sent.length).toBe(count + 1);
    });
    const count = sent.length;
    await admitMany(ports, 50);
    expect(sent.length).toBe(count);
  });

  test('do not count jobs that are due later', async () => {
    await addJobs(limit * 6, 3_600_000);
    const ports = newPorts();
    await admitMany(ports, 101);
    const count = sent.length;
    await admitMany(ports, 50);
    expect(sent.length).toBe(count);
  });

  test('are rejected above twenty times the limit, and when the pause would be too long', async () => {
    await addJobs(limit * 20);
    const ports = newPorts();
    await admitMany(ports, 100);
    expect(await admitPayment(ports, platformId)).toEqual(new RateLimited(5));
    await service.db.orm.execute(sql`delete from jobs`);
    await addJobs(limit * 19);
    const waiting = newPorts();
    await admitMany(waiting, 100);
    // The interval is 36 ms: 139 callers get a place within five seconds, and one more for each 36 ms that passes meanwhile.
    const rejected: unknown[] = [];
    const startedAt = performance.now();
    for (let nth = 0; nth < 200; nth += 1) {
      void admitPayment(waiting, platformId).then((result) => result !== true && rejected.push(result));
    }
    await vi.waitFor(() => expect(rejected.length).toBeGreaterThan(0));
    const later = Math.ceil((performance.now() - startedAt) / 36);
    expect(rejected.length).toBeLessThanOrEqual(61);
    expect(rejected.length).toBeGreaterThanOrEqual(61 - later);
  });
});

describe('with too many due jobs', () => {
  const source = 'InternalAccount:019a0000-0000-7000-8000-000000000001';
  const destination = 'ExternalAccount:019a0000-0000-7000-8000-000000000001';
  const transfer = TransferOutInput.parse({ source, destination, amount: 1 });
  const deposit = TransferInInput.parse({ source: destination, destination: source, amount: 1 });
  const quote = (immediatelyExecute: boolean) =>
    CreateQuoteInput.parse({
      source: { account: { accountId: source } },
      destination: { account: { accountId: destination } },
      lockedCurrencyAmount: 1,
      lockedCurrencySide: 'SENDING',
      immediatelyExecute,
    });
  const execution = ExecuteQuoteInput.parse({ quoteId: 'Quote:019a0000-0000-7000-8000-000000000001' });
  const agent = () =>
    ({
      kind: 'agent',
      platform: service.platform.principal.platform,
      agent: { id: 'Agent:019a0000-0000-7000-8000-000000000001', policy: { permissions: [] } },
    }) as unknown as AgentPrincipal;
  const caller = () => paymentCallerOf(service.platform.principal);

  const withBacklog = async () => {
    await addJobs(limit * 20);
    const ports = { ...service.ports, ...newPorts() };
    await admitMany(ports, 100);
    return ports;
  };

  test.each<[string, (ports: Service['ports']) => Promise<{ readonly result: unknown }>]>([
    ['transferOut', (ports) => transferOut(ports, service.platform.principal, transfer, 'key')],
    ['transferIn', (ports) => transferIn(ports, service.platform.principal, deposit, 'key')],
    ['executeQuote', (ports) => executeQuote(ports, caller(), execution, 'key')],
    ['createQuote with immediatelyExecute', (ports) => createQuote(ports, caller(), quote(true), 'key')],
    ['agentTransferOut', (ports) => agentTransferOut(ports, agent(), transfer, 'key')],
    ['agentTransferIn', (ports) => agentTransferIn(ports, agent(), deposit, 'key')],
    ['agentExecuteQuote', (ports) => agentExecuteQuote(ports, agent(), execution, 'key')],
    [
      'agentCreateQuote with immediatelyExecute',
      (ports) => agentCreateQuote(ports, agent(), quote(true), 'key'),
    ],
  ])('%s is rejected with RATE_LIMITED and changes nothing', async (_, call) => {
    const ports = await withBacklog();
    const count = sent.length;
    const { result } = await call(ports);
    expect(result).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 5 });
    expect(sent.length).toBeLessThanOrEqual(count + 1);
  });

  test('a quote that is only created is accepted: it makes no job that is due', async () => {
    const { result } = await createQuote(await withBacklog(), caller(), quote(false), 'key');
    expect(result).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  });
});
