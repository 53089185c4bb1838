/**
 * Removes files of documents, imports and banks without a row. They remain when an upload does not commit, or when a process dies after it
 * replaced or deleted a document and before it removed the file.
 *
 * Decision: files younger than 7 days and files of platforms that the database does not have are not removed. An upload
 * takes seconds; the days protect an operator who started with the wrong database next to these files.
 */

import { importStorageKeys } from '../../customers/imports/import-store.ts';
import { storageKeysAfter } from '../../customers/verifications/document-store.ts';
import type { Database } from '../../infrastructure/database/client.ts';
import { earliestUuidAt } from '../../kernel/ids.ts';
import { platformUuids } from '../../platforms/store.ts';
import { bankStorageKeysAfter } from '../../rails/bank-payments/file-store.ts';
import type { Ports } from '../../sandbox/ports.ts';

const minAgeMs = 7 * 24 * 60 * 60_000;
const rowsAtOnce = 2_000;

/** The files of a platform that were stored before an instant of real time and that no document, import or bank file refers to. */
async function unreferenced(
  db: Database,
  files: Ports['files'],
  platformUuid: string,
  before: Date,
): Promise<ReadonlySet<string>> {
  // The file name contains the real time of the upload. A row refers to the file soon after the upload, or never.
  const youngest = `${platformUuid}/${earliestUuidAt(before)}`;
  const unused = new Set((await files.keysOf(platformUuid)).filter((key) => key < youngest));
  for (const storageKey of await importStorageKeys(db.orm, platformUuid)) unused.delete(storageKey);
  for (const keysAfter of [storageKeysAfter, bankStorageKeysAfter]) {
    let after: string | undefined;
    let hasMore = unused.size > 0;
    while (hasMore) {
      const rows = await keysAfter(db.orm, platformUuid, after, rowsAtOnce);
      for (const { storageKey } of rows) if (storageKey) unused.delete(storageKey);
      after = rows.at(-1)?.id;
      hasMore = rows.length === rowsAtOnce && unused.size > 0;
    }
  }
  return unused;
}

/** Returns the number of removed files. */
export async function sweepFiles(
  { db, files }: Pick<Ports, 'db' | 'files'>,
  realNow: Date,
  { canContinue = async () => true }: { canContinue?: () => Promise<boolean> } = {},
): Promise<number> {
  const before = new Date(realNow.getTime() - minAgeMs);
  let removed = 0;
  for (const platformUuid of await platformUuids(db.orm)) {
    if (!(await canContinue())) return removed;
    for (const key of await unreferenced(db, files, platformUuid, before)) {
      await files.remove(key);
      removed += 1;
    }
  }
  return removed;
}
