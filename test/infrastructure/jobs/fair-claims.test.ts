/** A platform with a long backlog of jobs does not delay jobs of other platforms. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { platformPartition } from '../../../src/infrastructure/database/fair-queue.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { platformsWithDueJobs } from '../../../src/infrastructure/jobs/job-store.ts';
import { enqueue, type JobHandlers } from '../../../src/infrastructure/jobs/jobs.ts';
import { idOf, uuidOf } from '../../../src/kernel/ids.ts';
import { setClockOffset } from '../../../src/platforms/store.ts';
import { startWorker } from '../../../src/worker.ts';
import { onPostgres } from '../../support/database.ts';
import { performDueJob } from '../../support/jobs.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let busy: string;
let quiet: string;
beforeEach(async () => {
  service = await startService();
  busy = uuidOf(service.platform.principal.platform.id);
  quiet = uuidOf((await service.addPlatform()).principal.platform.id);
});
afterEach(() => service.stop());

const real = () => service.clock.real();

/** Due long ago, so that an order by due time alone would run all of them first. */
const putBacklog = (platformUuid: string, count: number) =>
  service.db.orm.execute(
    sql`insert into jobs (id, platform_id, kind, payload, due_at)
        select gen_random_uuid(), ${platformUuid}, 'work', '{}', ${real().toISOString()}::timestamptz - interval '1 day'
        from generate_series(1, ${count}::int)`,
  );
const putJob = (platformUuid: string, afterSeconds = 0) =>
  transact(service.db, (tx) =>
    enqueue(tx, {
      kind: 'work',
      platformId: idOf('Platform', platformUuid),
      payload: {},
      dueAt: new Date(real().getTime() + afterSeconds * 1_000),
    }),
  );
const failed = (error: unknown) => {
  throw error;
};

describe('with ten thousand due jobs of another platform', () => {
  test('the only job of a platform is among the first that a worker runs', async () => {
    await putBacklog(busy, 10_000);
    await putJob(quiet);
    const done: string[] = [];
    let isDone: () => void = () => undefined;
    const quietIsDone = new Promise<void>((resolve) => {
      isDone = resolve;
    });
    const handlers: JobHandlers = new Map([
      [
        'work',
        async (_tx, job) => {
          done.push(uuidOf(job.platformId));
          if (uuidOf(job.platformId) === quiet) isDone();
        },
      ],
    ]);
    const worker = await startWorker(service.db, handlers, real, failed);
    await quietIsDone;
    await worker.stop();
    // At most the jobs that the workers had already started.
    expect(done.indexOf(quiet)).toBeLessThanOrEqual(4);
  });

  test('neither finding platforms nor claiming a job reads the backlog', async () => {
    await putBacklog(busy, 10_000);
    // No job is due on the other side. A poll for such jobs must not read the jobs that are due here.
    await putJob(quiet, 60);
    await service.db.orm.execute(sql`analyze jobs`);
    const handlers: JobHandlers = new Map([['work', async () => undefined]]);
    const sent: string[] = [];
    service.db.onStatement((text) => sent.push(text));
    expect(await performDueJob(service.db, handlers, real, failed)).toBe('done');
    const reads = sent.filter((text) => /(?<!delete )\bfrom jobs\b|\bjoin jobs\b/.test(text));
    expect(reads).toHaveLength(2);
    for (const text of reads) {
      // The sent statements with their parameters.
      const [form, ...parts] = text.split(/\$\d+/);
      const values =
        parts.length === 1 ? [real().toISOString()] : [quiet, quiet, real().toISOString(), quiet];
      const filled = parts.map((part, nth) => `'${values[nth]}'${part}`).join('');
      const rows = await rawRows<Record<string, string>>(
        service.db.orm,
        sql.raw(`explain (analyze, costs off, timing off, summary off) ${form}${filled}`),
      );
      const plan = rows.map((row) => Object.values(row)[0]).join('\n');
      expect(plan).toContain('jobs_of_platform');
      expect(plan).not.toMatch(/Seq Scan on jobs/);
      const touched = [...plan.matchAll(/actual rows=([\d.]+)/g)].map(([, rows]) => Number(rows));
      expect(Math.max(...touched)).toBeLessThan(10);
      expect(plan).not.toMatch(/Rows Removed by (Filter|Join Filter): \d{2}/);
    }
  });
});

/** The maximum number of jobs that ran at once while `meanwhile` runs. */
async function maxConcurrentJobs(meanwhile: () => Promise<unknown>): Promise<number> {
  let running = 0;
  let max = 0;
  const handlers: JobHandlers = new Map([
    [
      'work',
      async () => {
        running += 1;
        max = Math.max(max, running);
        // Longer than a claim, so that the workers overlap on a busy machine too.
        await delay(30);
        running -= 1;
      },
    ],
  ]);
  const worker = await startWorker(service.db, handlers, real, failed);
  await meanwhile();
  await worker.stop();
  return max;
}

describe.runIf(onPostgres)('a platform with a backlog', () => {
  test('has several workers while it is alone', async () => {
    await putBacklog(busy, 100);
    const max = await maxConcurrentJobs(() =>
      expect
        .poll(async () => (await rawRows(service.db.orm, sql`select 1 from jobs limit 1`)).length)
        .toBe(0),
    );
    expect(max).toBe(4);
  });

  test('has one worker while another platform uses the database', async () => {
    await putBacklog(busy, 2_000);
    const otherPlatform = service.db.observed(
      () => undefined,
      () => platformPartition(idOf('Platform', quiet)),
    );
    await otherPlatform.orm.execute(sql`select 1`);
    const max = await maxConcurrentJobs(async () => {
      for (let nth = 0; nth < 20; nth += 1) {
        await otherPlatform.orm.execute(sql`select 1`);
        await delay(20);
      }
    });
    expect(max).toBe(1);
  });
});

describe('a worker that never polls', () => {
  test('runs every enqueued job, however soon after its last read', async () => {
    let isDone: () => void = () => undefined;
    const handlers: JobHandlers = new Map([['work', async () => isDone()]]);
    const worker = await startWorker(service.db, handlers, real, failed, { pollMs: 3_600_000 });
    for (let nth = 0; nth < 50; nth += 1) {
      const done = new Promise<void>((resolve) => {
        isDone = resolve;
      });
      await putJob(nth % 2 === 0 ? busy : quiet);
      await done;
    }
    await worker.stop();
  });
});

describe('platforms that have due jobs', () => {
  test('are found by their own clocks, the most overdue one first', async () => {
    const ahead = uuidOf((await service.addPlatform()).principal.platform.id);
    const idle = uuidOf((await service.addPlatform()).principal.platform.id);
    await putJob(busy, -1);
    await putJob(busy, -3);
    await putJob(quiet, -2);
    await putJob(idle, 1);
    await putJob(ahead, 3_600);
    expect(await platformsWithDueJobs(service.db.orm, real())).toEqual([busy, quiet]);
    await transact(service.db, (tx) => setClockOffset(tx, idOf('Platform', ahead), 3_610_000));
    expect(await platformsWithDueJobs(service.db.orm, real())).toEqual([ahead, busy, quiet]);
    expect(await platformsWithDueJobs(service.db.orm, new Date(real().getTime() + 1_000))).toContain(idle);
  });

  test('are skipped while other workers have all of their due jobs', async () => {
    await putJob(busy);
    await putJob(quiet);
    const done: string[] = [];
    const handlers: JobHandlers = new Map([
      ['work', async (_tx, job) => void done.push(uuidOf(job.platformId))],
    ]);
    while ((await performDueJob(service.db, handlers, real, failed)) === 'done');
    expect(done.sort()).toEqual([busy, quiet].sort());
    expect(await platformsWithDueJobs(service.db.orm, real())).toEqual([]);
  });
});

describe.runIf(onPostgres)('a platform with slow jobs', () => {
  test('leaves workers to other platforms', async () => {
    await putBacklog(busy, 20);
    let running = 0;
    let most = 0;
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const quietDone: string[] = [];
    const handlers: JobHandlers = new Map([
      [
        'work',
        async (_tx, job) => {
          if (uuidOf(job.platformId) === quiet) return void quietDone.push(job.uuid);
          running += 1;
          most = Math.max(most, running);
          await held;
          running -= 1;
        },
      ],
    ]);
    const worker = await startWorker(service.db, handlers, real, failed);
    await expect.poll(() => running).toBeGreaterThan(0);
    for (let nth = 0; nth < 5; nth += 1) await putJob(quiet);
    await expect.poll(() => quietDone.length).toBe(5);
    expect(most).toBe(4);
    end();
    await worker.stop();
  });
});
