import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { transact } from '../../src/infrastructure/database/transact.ts';
import { enqueue, type JobHandlers } from '../../src/infrastructure/jobs/jobs.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import { advanceClock } from '../../src/sandbox/advance-clock.ts';
import { type Service, startService } from '../support/service.ts';

describe('moving the clock', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test('ends although every job that runs creates another due job', async () => {
    const { db, clock, ports } = service;
    const { platform } = await service.refresh();
    const from = clock.now(platform);
    const job = { kind: 'again', platformId: platform.id, payload: {} };
    const handlers: JobHandlers = new Map([
      [
        'again',
        async (tx) => {
          // Each job takes a second, and creates the next job before the clock moves.
          clock.advance(1);
          await enqueue(tx, { ...job, dueAt: from });
        },
      ],
    ]);
    await transact(db, (tx) => enqueue(tx, { ...job, dueAt: from }));
    const moved = await advanceClock(ports, handlers, { platform }, { seconds: 600 });
    if (moved instanceof DomainError) throw moved;
    expect(moved.now.getTime() - from.getTime()).toBeGreaterThanOrEqual(600_000);
    const waiting = await rawRows<{ kind: string }>(db.orm, sql`select kind from jobs where kind = 'again'`);
    expect(waiting).toHaveLength(1);
  });
});
