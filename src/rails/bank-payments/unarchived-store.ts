/** SQL of received files that could not be archived at the exchange. */
import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import type { IncomingFile } from '../file-exchange/file-exchange.ts';
import { unarchivedFiles } from './tables.ts';

/** By their names. */
export async function unarchivedFilesOf(
  db: Executor,
  connectionId: Id<'BankConnection'>,
): Promise<ReadonlyMap<string, IncomingFile>> {
  const rows = await db
    .select()
    .from(unarchivedFiles)
    .where(eq(unarchivedFiles.connectionId, uuidOf(connectionId)));
  return new Map(rows.map(({ name, size, modifiedAt }) => [name, { name, size, modifiedAt }]));
}

export async function saveUnarchivedFile(
  db: Executor,
  connectionId: Id<'BankConnection'>,
  { name, size, modifiedAt }: IncomingFile,
): Promise<void> {
  await db
    .insert(unarchivedFiles)
    .values({ connectionId: uuidOf(connectionId), name, size, modifiedAt })
    .onConflictDoUpdate({
      target: [unarchivedFiles.connectionId, unarchivedFiles.name],
      set: { size, modifiedAt },
    });
}

export async function deleteUnarchivedFile(
  db: Executor,
  connectionId: Id<'BankConnection'>,
  name: string,
): Promise<void> {
  await db
    .delete(unarchivedFiles)
    .where(and(eq(unarchivedFiles.connectionId, uuidOf(connectionId)), eq(unarchivedFiles.name, name)));
}
