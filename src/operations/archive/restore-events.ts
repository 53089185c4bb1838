/**
 * Restores an archived partition from its file: the reverse of `archiveEvents`, newest first. The rows are loaded into a table
 * that nothing reads, and become a partition in one commit once the file has proved complete.
 */
import { sql } from 'drizzle-orm';
import { ConfigError } from '../../infrastructure/config-error.ts';
import { lockUntilCommit } from '../../infrastructure/database/advisory-locks.ts';
import { type Database, rawRows } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { deploymentUid } from '../../infrastructure/deployment.ts';
import { invariant } from '../../kernel/errors.ts';
import { attachClosed, createClosed } from '../partitions/partition-store.ts';
import { type ArchiveHeader, readArchive } from './archive-file.ts';
import {
  type ClosedPartition,
  closedPartitionsOfEvents,
  markRestored,
  removeSteps,
} from './archive-store.ts';

/** The archived partition that the file belongs to, if it is the next to be restored. */
async function partitionOf(
  db: Database,
  file: string,
  { deployment, partition }: ArchiveHeader,
): Promise<ClosedPartition> {
  if (deployment !== (await deploymentUid(db))) throw new ConfigError(`${file} is of another deployment`);
  const archived = (await closedPartitionsOfEvents(db.orm)).filter(({ isArchived }) => isArchived);
  const last = archived.at(-1);
  if (!archived.some(({ name }) => name === partition)) throw new ConfigError(`${partition} is not archived`);
  if (last?.name !== partition) {
    throw new ConfigError(`Partitions are restored from the newest one: restore ${last?.name} first`);
  }
  return last;
}

/** Restores a partition. The file remains. */
export async function restoreEvents(
  db: Database,
  file: string,
): Promise<{ partition: string; events: number }> {
  let found: ClosedPartition | undefined;
  const table = () => {
    invariant(found, 'the header comes first');
    return sql.identifier(found.name);
  };
  try {
    const { rows, sha256 } = await readArchive(
      file,
      async (header) => {
        const partition = await partitionOf(db, file, header);
        // An interrupted restore leaves the table.
        await db.orm.execute(sql`drop table if exists ${sql.identifier(partition.name)}`);
        await createClosed(db.orm, 'events', partition.name);
        found = partition;
      },
      async (page) => {
        await db.orm.execute(
          sql`insert into ${table()} select * from json_populate_recordset(null::events, ${`[${page.join(',')}]`}::json)`,
        );
      },
    );
    const partition = found as unknown as ClosedPartition;
    if (sha256 !== partition.digest || rows !== partition.rowCount) {
      throw new ConfigError(`${file} is not the file to which ${partition.name} was archived`);
    }
    await transact(db, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await lockUntilCommit(tx, 'partitions');
      await removeSteps(tx, partition.name);
      await markRestored(tx, partition.name);
      await attachClosed(tx, 'events', partition);
    });
    return { partition: partition.name, events: rows };
  } catch (error) {
    if (found) await dropUnattached(db, found.name);
    throw error;
  }
}

/** Removes the table of a failed restore. */
async function dropUnattached(db: Database, name: string): Promise<void> {
  const [attached] = await rawRows(
    db.orm,
    sql`select 1 from pg_inherits where inhrelid = to_regclass(${name})`,
  );
  if (!attached) await db.orm.execute(sql`drop table if exists ${sql.identifier(name)}`);
}
