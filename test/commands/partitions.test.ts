/** `partitions:create`, `events:archive` and `events:restore` as commands, on a data folder. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveEventsCommand } from '../../src/commands/archive-events.ts';
import { type Command, runCommand } from '../../src/commands/command.ts';
import { createPartitionsCommand } from '../../src/commands/create-partitions.ts';
import { restoreEventsCommand } from '../../src/commands/restore-events.ts';
import type { Database } from '../../src/infrastructure/database/client.ts';
import { openEmbedded } from '../../src/infrastructure/database/embedded.ts';
import { readLogHead } from '../../src/infrastructure/events/event-store.ts';
import { createPartitions } from '../../src/operations/partitions/create-partitions.ts';
import { startOfPeriod } from '../../src/operations/partitions/period.ts';
import { createPaymentsInAllStates } from '../support/all-payment-states.ts';
import { closeAtOnce, moveEventsBack } from '../support/past-events.ts';

const scratch = mkdtempSync(join(tmpdir(), 'payments-partitions-'));
const DATA_DIR = join(scratch, 'data');
const folder = join(scratch, 'archives');
const now = new Date();
const thisMonth = startOfPeriod('events', now).toISOString().slice(0, 7);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

// biome-ignore lint/suspicious/noExplicitAny: commands have different inputs.
const run = async (command: Command<any>, ...args: string[]) =>
  JSON.parse((await runCommand(command, args, { DATA_DIR })).text);

async function onFolder(work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = await openEmbedded(join(DATA_DIR, 'database'));
  await work(db);
  await db.close();
}

beforeAll(async () => {
  mkdirSync(folder);
  await onFolder(async (db) => {
    await db.migrate();
    await createPaymentsInAllStates(db);
    await db.orm.execute(
      sql`insert into deployment (id, master_key_fingerprint) values ('one', '') on conflict do nothing`,
    );
    const { head } = await readLogHead(db.orm);
    await moveEventsBack(db, 70, head);
    await createPartitions(db, startOfPeriod('events', now, -2));
    await createPartitions(db, startOfPeriod('events', now, -1));
  });
});

test('missing partitions are made, and their names are printed', async () => {
  const { created, skipped } = await run(createPartitionsCommand);
  expect(created).toContain(
    `events_${startOfPeriod('events', now, 1).toISOString().slice(0, 7).replace('-', '_')}`,
  );
  expect(skipped).toEqual({});
  expect(await run(createPartitionsCommand)).toEqual({ created: [], skipped: {} });
});

test('events of open payments are not archived: one line says why', async () => {
  const archive = () => run(archiveEventsCommand, '--before', thisMonth, '--folder', folder);
  await expect(archive()).rejects.toThrow(
    /^events_\d{4}_\d\d cannot be archived: it was closed a few minutes ago$/,
  );
  await onFolder((db) => closeAtOnce(db, now));
  await expect(archive()).rejects.toThrow(
    /cannot be archived: it has events of payments that are not final$/,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('events of final payments are archived and restored', async () => {
  await onFolder(async ({ orm }) => {
    await orm.execute(
      sql`update transactions set status = 'FAILED' where status in ('CREATED', 'PENDING', 'PROCESSING')`,
    );
    await orm.execute(sql`update transactions set refund_status = 'FAILED' where refund_status = 'PENDING'`);
    await orm.execute(sql`update holds set status = 'RELEASED' where status = 'PLACED'`);
  });
  const { archived } = await run(archiveEventsCommand, '--before', thisMonth, '--folder', folder);
  expect(archived.length).toBeGreaterThan(0);
  expect(archived[0].events).toBeGreaterThan(20);
  for (const { partition, file, events } of archived.reverse()) {
    expect(await run(restoreEventsCommand, file)).toEqual({ partition, events });
  }
});

test.each([
  [
    'a month that does not exist',
    ['--before', '2026-13', '--folder', 'x'],
    '--before must be a month: YYYY-MM',
  ],
  ['no folder', ['--before', '2026-01'], '--folder'],
])('%s is rejected', async (_, args, message) => {
  await expect(runCommand(archiveEventsCommand, args, { DATA_DIR })).rejects.toThrow(message);
});
