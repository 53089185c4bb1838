/**
 * Removes the files of documents that no row refers to: of an upload that did not come to its commit, and of a document
 * that was replaced or deleted by a process that died before it removed the file.
 *
 * Decision: a file is left alone for 7 days, and so is every file of a platform that the database does not know. An
 * upload takes seconds; the days are for an operator who put another database beside these files and notices it.
 */

import { storageKeysAfter } from '../../customers/verifications/document-store.ts';
import type { Database } from '../../infrastructure/database/client.ts';
import { earliestUuidAt } from '../../kernel/ids.ts';
import { platformUuids } from '../../platforms/store.ts';
import type { Ports } from '../../sandbox/ports.ts';

const leftAloneMs = 7 * 24 * 60 * 60_000;
const rowsAtOnce = 2_000;

/** Of a platform's files that were put before an instant of real time, those that no document has. */
async function unreferenced(
  db: Database,
  files: Ports['files'],
  platformUuid: string,
  before: Date,
): Promise<ReadonlySet<string>> {
  // A file's name tells when it was put, by real time; a row that comes to refer to it does so at once or never.
  const youngest = `${platformUuid}/${earliestUuidAt(before)}`;
  const left = new Set((await files.keysOf(platformUuid)).filter((key) => key < youngest));
  let after: string | undefined;
  while (left.size > 0) {
    const rows = await storageKeysAfter(db.orm, platformUuid, after, rowsAtOnce);
    for (const { storageKey } of rows) left.delete(storageKey);
    after = rows.at(-1)?.id;
    if (rows.length < rowsAtOnce) return left;
  }
  return left;
}

/** Answers how many files went. */
export async function sweepFiles(
  { db, files }: Pick<Ports, 'db' | 'files'>,
  realNow: Date,
  { goesOn = async () => true }: { goesOn?: () => Promise<boolean> } = {},
): Promise<number> {
  const before = new Date(realNow.getTime() - leftAloneMs);
  let removed = 0;
  for (const platformUuid of await platformUuids(db.orm)) {
    if (!(await goesOn())) return removed;
    for (const key of await unreferenced(db, files, platformUuid, before)) {
      await files.remove(key);
      removed += 1;
    }
  }
  return removed;
}
