/**
 * Starts an import of customers: stores its file while it arrives, and enqueues the job.
 *
 * Decision: the file is checked as a whole before the import is accepted, so an import fails for its rows only.
 *
 * Source: docs/behaviour/customers.md#bulk-import.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { violatedConstraint } from '../../infrastructure/database/transact.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  OnceResult,
  once,
} from '../../infrastructure/idempotency/once.ts';
import { newStorageKey } from '../../infrastructure/object-storage/file-store.ts';
import { DomainError, InvalidInput, invariant } from '../../kernel/errors.ts';
import { type Id, newId } from '../../kernel/ids.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import type { Ports } from '../ports.ts';
import { type CustomerImport, type ImportFormat, ImportRunning } from './customer-import.ts';
import { enqueueImport } from './import-job.ts';
import { findImports, insertImport } from './import-store.ts';
import { FileInspection, type InspectedFile } from './inspect-file.ts';

/** A file that arrives. */
interface ImportFile {
  readonly format: ImportFormat;
  /** Read once, from the start to the end. What it throws ends the operation. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

interface ImportSettings {
  readonly dryRun: boolean;
}

/** Stores the file. The key is that of a file only if the result is no error. */
async function storeFile(
  { files }: Pick<Ports, 'files'>,
  key: string,
  { format, pieces }: ImportFile,
): Promise<InspectedFile | InvalidInput> {
  const inspection = new FileInspection(format);
  try {
    await files.putStream(key, inspection.through(pieces));
  } catch (error) {
    if (inspection.problem) return inspection.problem;
    throw error;
  }
  return inspection.result();
}

/** @param settings is called when the file has arrived: a form can have its other fields after the file. */
export async function startImport(
  ports: Pick<Ports, 'db' | 'clock' | 'files'>,
  { platform }: PlatformCaller,
  file: ImportFile,
  settings: () => ImportSettings | InvalidInput,
  idempotencyKey?: string,
): Promise<
  OnceResult<CustomerImport | InvalidInput | ImportRunning | IdempotencyKeyReused | IdempotencyKeyInUse>
> {
  const { db, clock, files } = ports;
  const { format } = file;
  const storageKey = newStorageKey(platform.id);
  const inspected = await storeFile(ports, storageKey, file);
  if (inspected instanceof InvalidInput) return new OnceResult(inspected);

  const insert = async (tx: Executor, dryRun: boolean): Promise<CustomerImport> => {
    const now = clock.now(platform);
    const { total, columns, start } = inspected;
    const started: CustomerImport = {
      id: newId('Job'),
      platformId: platform.id,
      status: 'PENDING',
      format,
      dryRun,
      progress: { total, processed: 0, successful: 0, failed: 0 },
      createdAt: now,
      updatedAt: now,
      completedAt: undefined,
    };
    const attribution = db.attribution();
    await insertImport(tx, { ...started, columns, storageKey, position: start, attribution });
    await enqueueImport(tx, started, now);
    return started;
  };

  const given = settings();
  if (given instanceof InvalidInput) {
    await files.remove(storageKey);
    return new OnceResult(given);
  }
  try {
    const outcome = await once<CustomerImport>(
      db,
      {
        scope: { platformId: platform.id, caller: 'platform', operation: 'importCustomers' },
        key: idempotencyKey,
        input: { ...given, format, digest: inspected.digest },
        idOf: ({ id }) => id,
        replay: async (tx, id) => {
          const [found] = await findImports(tx, platform.id, [id as Id<'Job'>]);
          invariant(found, 'the import of a key exists');
          return found;
        },
      },
      (tx) => insert(tx, given.dryRun),
    );
    if (outcome.replayed || outcome.result instanceof DomainError) await files.remove(storageKey);
    return outcome;
  } catch (error) {
    // Only a violation says that nothing was committed. Otherwise `sweep-files.ts` removes a file without a row.
    if (violatedConstraint(error) !== 'one_running_import_per_platform') throw error;
    await files.remove(storageKey);
    return new OnceResult(new ImportRunning());
  }
}
