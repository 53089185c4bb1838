/**
 * Imports the rows of a file, one page for each job. The transaction of a page moves the position of the import, so a process that
 * dies loses nothing and imports nothing twice. When no row is left, further jobs remove the file and the digests of a dry run.
 *
 * Decision: the audit log attributes imported customers to who started the import.
 * Decision: an import whose file cannot be read ends after 10 attempts, about 20 minutes. Otherwise it would wait forever, and no
 * other import of its platform could start.
 * Decision: a dry run has no event, because integrations take the event as news of customers.
 *
 * Source: docs/behaviour/customers.md#bulk-import.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { attribute } from '../../infrastructure/database/transact.ts';
import { appendEvents } from '../../infrastructure/events/log.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { InvalidInput, invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { findPlatform } from '../../platforms/store.ts';
import type { Ports } from '../ports.ts';
import {
  finalStatus,
  type ImportProgress,
  isFinished,
  maxErrorsInEvent,
  maxStoredErrors,
  type RowError,
} from './customer-import.ts';
import { importRows } from './import-page.ts';
import {
  deleteKeys,
  errorsOfImport,
  type ImportWork,
  insertRowErrors,
  lockImport,
  updateImport,
} from './import-store.ts';
import { importView } from './import-view.ts';
import { type ParsedRow, parseRow } from './parse-row.ts';
import { type FileRow, RowSplitter } from './rows-of-file.ts';

export const importJobKind = 'import-customers';

/** About half a second of statements, during which the embedded database does nothing else. */
const rowsAtOnce = 25;
const keysAtOnce = 5_000;
const maxAttempts = 10;

/** The next rows of the file. The pieces of the store are read until there are enough. */
async function nextRows(
  { files }: Pick<Ports, 'files'>,
  { format, position, storageKey }: ImportWork,
): Promise<readonly FileRow[]> {
  invariant(storageKey, 'an import that is not finished has a file');
  const splitter = new RowSplitter(format, position);
  const rows: FileRow[] = [];
  for await (const piece of files.getStream(storageKey, position)) {
    for (const row of splitter.push(piece)) {
      rows.push(row);
      if (rows.length === rowsAtOnce) return rows;
    }
  }
  return [...rows, ...splitter.end()];
}

/** Stores the progress. At the last row it ends the import and publishes its event. */
async function recordProgress(
  tx: Executor,
  work: ImportWork,
  { position, progress, isEnd }: { position: number; progress: ImportProgress; isEnd: boolean },
  now: Date,
): Promise<void> {
  const changed: ImportWork = {
    ...work,
    status: isEnd ? finalStatus(progress) : 'PROCESSING',
    progress,
    position,
    updatedAt: now,
    completedAt: isEnd ? now : undefined,
  };
  await updateImport(tx, changed);
  if (!isEnd || work.dryRun) return;
  const errors = await errorsOfImport(tx, work.id, maxErrorsInEvent);
  await appendEvents(tx, [
    {
      platformId: work.platformId,
      topic: 'customer-import',
      type: `BULK_UPLOAD.${finalStatus(progress)}`,
      resourceId: work.id,
      data: { body: importView(changed, errors) },
      occurredAt: now,
    },
  ]);
}

async function importPage(
  tx: Executor,
  ports: Pick<Ports, 'clock' | 'files' | 'identityChecks' | 'customerHooks' | 'screening'>,
  work: ImportWork,
  now: Date,
): Promise<void> {
  const platform = await findPlatform(tx, work.platformId);
  invariant(platform, 'the platform of a job exists');
  const { progress } = work;
  const rows = await nextRows(ports, work);
  const last = rows.at(-1);
  invariant(last, 'the file has as many rows as were counted');
  if (work.attribution) await attribute(tx, [work.attribution]);
  const parsed: ParsedRow[] = rows.map(({ bytes }, index) =>
    parseRow(work.columns, bytes, progress.processed + index + 1),
  );
  const errors = await importRows(tx, ports, platform, work, parsed);
  await insertRowErrors(tx, work.id, errors.slice(0, Math.max(0, maxStoredErrors - progress.failed)));
  const processed = progress.processed + rows.length;
  const failed = progress.failed + errors.length;
  await recordProgress(
    tx,
    work,
    {
      position: last.end,
      progress: { ...progress, processed, failed, successful: processed - failed },
      isEnd: processed === progress.total,
    },
    now,
  );
}

/** Ends an import whose next page failed at every attempt. */
async function interrupt(tx: Executor, work: ImportWork, now: Date): Promise<void> {
  const row = work.progress.processed + 1;
  const problem = InvalidInput.at('file', 'cannot be read from this row on');
  const error: RowError = {
    row,
    correlationId: `row_${row}`,
    code: 'INTERNAL_ERROR',
    message: problem.message,
    details: problem.details,
  };
  if (work.progress.failed < maxStoredErrors) await insertRowErrors(tx, work.id, [error]);
  const { position, progress } = work;
  await recordProgress(tx, work, { position, progress, isEnd: true }, now);
}

/** Removes what a finished import does not need. Returns whether nothing is left. */
async function cleanUp(tx: Executor, { files }: Pick<Ports, 'files'>, work: ImportWork): Promise<boolean> {
  // Again after a rollback: removing a missing file is no error.
  if (work.storageKey) await files.remove(work.storageKey);
  await updateImport(tx, { ...work, storageKey: undefined });
  return !work.dryRun || (await deleteKeys(tx, work.id, keysAtOnce)) < keysAtOnce;
}

export const importHandler =
  (ports: Pick<Ports, 'clock' | 'files' | 'identityChecks' | 'customerHooks' | 'screening'>): JobHandler =>
  async (tx, job, now) => {
    const { importId } = job.payload as { importId: Id<'Job'> };
    const work = await lockImport(tx, job.platformId, importId);
    if (!work) return;
    if (isFinished(work)) {
      if (await cleanUp(tx, ports, work)) return;
    } else if (job.attempts >= maxAttempts) {
      await interrupt(tx, work, now);
    } else {
      await importPage(tx, ports, work, now);
    }
    await enqueueImport(tx, work, now);
  };

/** Enqueues the job for the next page. */
export const enqueueImport = (
  tx: Executor,
  { id, platformId }: Pick<ImportWork, 'id' | 'platformId'>,
  dueAt: Date,
): Promise<void> => enqueue(tx, { kind: importJobKind, platformId, payload: { importId: id }, dueAt });
