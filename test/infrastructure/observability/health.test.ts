/** The conditions under which a process is not ready, each with a reason in the response. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createHealth } from '../../../src/infrastructure/observability/health.ts';
import { type Service, startService } from '../../support/service.ts';

describe('a process is ready', () => {
  let service: Service;
  let realNow: Date;
  beforeAll(async () => {
    service = await startService();
    realNow = new Date();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => service.stop());

  const healthOf = (over: { db?: Service['db']; position?: number; lastRoundAt?: number } = {}) => {
    const health = createHealth({
      db: over.db ?? service.db,
      tail: over.position === undefined ? service.app.tail : { position: over.position },
      realNow: () => realNow,
    });
    health.watch({ lastRoundAt: over.lastRoundAt ?? performance.now() });
    health.close();
    return health;
  };
  const jobDue = async (dueAt: Date) => {
    const platform = service.platform.principal.platform.id.split(':')[1];
    await service.db.orm.execute(sql`delete from jobs`);
    await service.db.orm.execute(sql`insert into jobs (id, platform_id, kind, payload, due_at)
      values (gen_random_uuid(), ${platform}, 'test', '{}'::jsonb, ${dueAt.toISOString()}::timestamptz)`);
  };
  const secondsAgo = (seconds: number) => new Date(realNow.getTime() - seconds * 1_000);

  test('if all checks pass', async () => {
    await service.db.orm.execute(sql`delete from jobs`);
    expect(await healthOf().readiness()).toBe('ready');
  });

  test('not while migrations are missing', async () => {
    const db = { ...service.db, isCurrent: async () => false };
    expect(await healthOf({ db }).readiness()).toBe('migrations missing');
  });

  test('not while the database cannot be reached', async () => {
    const db = { ...service.db, isCurrent: () => Promise.reject(new Error('unavailable')) };
    expect(await healthOf({ db }).readiness()).toBe('database unreachable');
  });

  test.each([
    [4_999, 'ready'],
    [5_000, 'event log behind'],
  ])('until its tail of the event log has been behind for five seconds: %i ms', async (after, readiness) => {
    const health = healthOf({ position: -1 });
    const startMs = performance.now();
    const now = vi.spyOn(performance, 'now');
    now.mockReturnValue(startMs);
    expect(await health.readiness()).toBe('ready');
    now.mockReturnValue(startMs + after);
    expect(await health.readiness()).toBe(readiness);
  });

  test('with a result that is cached for a second', async () => {
    let examined = 0;
    const isCurrent = async () => {
      examined += 1;
      return examined === 1;
    };
    const health = healthOf({ db: { ...service.db, isCurrent } });
    const startMs = performance.now();
    const now = vi.spyOn(performance, 'now');
    now.mockReturnValue(startMs);
    const first = await Promise.all(Array.from({ length: 20 }, () => health.readiness()));
    now.mockReturnValue(startMs + 999);
    expect(new Set([...first, await health.readiness()])).toEqual(new Set(['ready']));
    expect(examined).toBe(1);
    now.mockReturnValue(startMs + 1_000);
    expect(await health.readiness()).toBe('migrations missing');
    expect(examined).toBe(2);
  });

  test('not if its worker has not polled for thirty seconds', async () => {
    await service.db.orm.execute(sql`delete from jobs`);
    expect(await healthOf({ lastRoundAt: performance.now() - 29_000 }).readiness()).toBe('ready');
    expect(await healthOf({ lastRoundAt: performance.now() - 31_000 }).readiness()).toBe('worker stuck');
  });

  test('not if a job has been due for a minute', async () => {
    await jobDue(secondsAgo(59));
    expect(await healthOf().readiness()).toBe('ready');
    await jobDue(secondsAgo(60));
    expect(await healthOf().readiness()).toBe('jobs overdue');
  });

  test('also if a moved sandbox clock made a job overdue', async () => {
    await service.db.orm.execute(sql`update platforms set clock_offset_ms = 86400000`);
    await jobDue(new Date(realNow.getTime() + 3_600_000));
    expect(await healthOf().readiness()).toBe('ready');
    await service.db.orm.execute(sql`update platforms set clock_offset_ms = 0`);
  });
});
