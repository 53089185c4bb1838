/** Jobs that run in batches. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import {
  type BatchHandler,
  enqueueAll,
  type JobHandler,
  type JobHandlers,
  performDueJobsOf,
} from '../../../src/infrastructure/jobs/jobs.ts';
import { uuidOf } from '../../../src/kernel/ids.ts';
import { performDueJob } from '../../support/jobs.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** The payloads of each call of the handler. */
let batches: number[][] = [];
let broken = new Set<number>();
const nthOf = ({ payload }: { payload: Readonly<Record<string, unknown>> }) => payload['nth'] as number;

const batched: BatchHandler = {
  maxJobs: 4,
  async performAll(tx, jobs) {
    batches.push(jobs.map(nthOf));
    await tx.execute(sql`update platforms set name = name || '.'`);
    if (jobs.some((job) => broken.has(nthOf(job)))) throw new Error('broken');
  },
};
const handlers: JobHandlers = new Map<string, JobHandler | BatchHandler>([
  ['batched', batched],
  ['single', async (_tx, job) => void batches.push([nthOf(job)])],
]);

beforeEach(async () => {
  batches = [];
  broken = new Set();
  await service.db.orm.execute(sql`delete from jobs`);
  await service.db.orm.execute(sql`update platforms set name = 'P'`);
});

const put = (kinds: readonly string[]) =>
  enqueueAll(
    service.db.orm,
    kinds.map((kind, nth) => ({
      kind,
      platformId: service.platform.principal.platform.id,
      payload: { nth },
      dueAt: new Date(service.clock.real().getTime() - 60_000 + nth),
    })),
  );

const failed: number[] = [];
const perform = () =>
  performDueJob(
    service.db,
    handlers,
    () => service.clock.real(),
    (_error, job) => failed.push(nthOf(job)),
  );

const left = async () =>
  (
    await rawRows<{ nth: number; attempts: number }>(
      service.db.orm,
      sql`select (payload->>'nth')::int as nth, attempts from jobs order by due_at`,
    )
  ).map(({ nth, attempts }) => [nth, attempts]);

const name = async () =>
  (await rawRows<{ name: string }>(service.db.orm, sql`select name from platforms`))[0]?.name;

test('a batch has up to the maximum of the handler, the earliest jobs first', async () => {
  await put(['batched', 'batched', 'batched', 'batched', 'batched', 'batched']);
  expect(await perform()).toBe('done');
  expect(batches).toEqual([[0, 1, 2, 3]]);
  expect(await left()).toEqual([
    [4, 0],
    [5, 0],
  ]);
});

test('a batch has one kind, that of the earliest due job', async () => {
  await put(['batched', 'single', 'batched']);
  expect([await perform(), await perform(), await perform()]).toEqual(['done', 'done', 'nothing-due']);
  expect(batches).toEqual([[0, 2], [1]]);
});

test('a job of a batch that fails is postponed alone, and only its changes are rolled back', async () => {
  await put(['batched', 'batched', 'batched']);
  broken.add(1);
  expect(await perform()).toBe('failed');
  expect(batches).toEqual([[0, 1, 2], [0], [1], [2]]);
  expect(await left()).toEqual([[1, 1]]);
  expect(failed).toEqual([1]);
  // Two of the four calls committed.
  expect(await name()).toBe('P..');
});

test('a job of a kind without a handler is postponed, and the jobs after it run', async () => {
  await put(['unknown', 'single']);
  expect([await perform(), await perform()]).toEqual(['failed', 'done']);
  expect(batches).toEqual([[1]]);
  expect(await left()).toEqual([[0, 1]]);
});

test('before a full batch or a job of a kind without batches is done, another worker may claim', async () => {
  const claims: (number | 'more')[] = [];
  const claimed = new Map<string, JobHandler | BatchHandler>([
    ['batched', { maxJobs: 2, performAll: async (_tx, jobs) => void claims.push(...jobs.map(nthOf)) }],
    ['single', async (_tx, job) => void claims.push(nthOf(job))],
  ]);
  await put(['batched', 'batched', 'batched', 'single']);
  const claim = () =>
    performDueJobsOf(uuidOf(service.platform.principal.platform.id), {
      db: service.db,
      handlers: claimed,
      realNow: () => service.clock.real(),
      onError: (error) => {
        throw error;
      },
      onMore: () => void claims.push('more'),
    });
  expect([await claim(), await claim(), await claim(), await claim()]).toEqual([
    'done',
    'done',
    'done',
    'nothing-due',
  ]);
  expect(claims).toEqual(['more', 0, 1, 2, 'more', 3]);
});
