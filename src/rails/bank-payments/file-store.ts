/** SQL of bank files. */
import { and, asc, count, desc, eq, gt, gte, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { BankFile, FileStatus } from './bank-payment.ts';
import { bankFiles } from './tables.ts';

type Row = typeof bankFiles.$inferSelect;

const toFile = (row: Row): BankFile => ({
  ...row,
  id: idOf('BankFile', row.id),
  platformId: idOf('Platform', row.platformId),
  connectionId: idOf('BankConnection', row.connectionId),
  kind: row.kind ?? undefined,
  messageId: row.messageId ?? undefined,
  serviceLevel: row.serviceLevel ?? undefined,
  paymentDirection: row.paymentDirection ?? undefined,
  executionDate: row.executionDate ?? undefined,
  fileIdModifier: row.fileIdModifier ?? undefined,
  stagedHostKey: row.stagedHostKey ?? undefined,
  digest: row.digest ?? undefined,
  byteLength: row.byteLength ?? undefined,
  storageKey: row.storageKey ?? undefined,
  reason: row.reason ?? undefined,
  line: row.line ?? undefined,
});

const toRow = (file: BankFile): typeof bankFiles.$inferInsert => ({
  ...file,
  id: uuidOf(file.id),
  platformId: uuidOf(file.platformId),
  connectionId: uuidOf(file.connectionId),
});

const ofPlatform = (platformId: Id<'Platform'>) => eq(bankFiles.platformId, uuidOf(platformId));

export async function insertFile(tx: Executor, file: BankFile): Promise<void> {
  await tx.insert(bankFiles).values(toRow(file));
}

/**
 * Inserts an incoming file. Returns false when a file with the same content was received before. One that a person has dismissed is
 * then read again, because what was wrong with it may be right now.
 */
export async function insertReceivedFile(tx: Executor, file: BankFile): Promise<boolean> {
  const row = toRow(file);
  const { connectionId, digest, direction, status, round } = bankFiles;
  const rows = await tx
    .insert(bankFiles)
    .values(row)
    .onConflictDoUpdate({
      target: [connectionId, digest],
      targetWhere: sql`${direction} = 'IN'`,
      set: {
        status: row.status,
        reason: row.reason ?? null,
        line: null,
        // Decisions are of a round.
        round: sql`${round} + 1`,
        updatedAt: row.updatedAt,
      },
      setWhere: sql`${status} = 'DISMISSED'`,
    })
    .returning({ id: bankFiles.id });
  return rows.some(({ id }) => id === row.id);
}

type FileChange = Partial<
  Pick<
    BankFile,
    | 'status'
    | 'kind'
    | 'name'
    | 'messageId'
    | 'executionDate'
    | 'stagedHostKey'
    | 'count'
    | 'total'
    | 'releases'
    | 'round'
    | 'line'
  >
> & {
  /** Null removes the content, so that it is written again. */
  readonly storageKey?: string | null | undefined;
  readonly byteLength?: number | null | undefined;
  /** Null removes it. */
  readonly reason?: string | null | undefined;
};

/** Removes a file without payments. */
export async function deleteFile(tx: Executor, id: Id<'BankFile'>): Promise<void> {
  await tx.delete(bankFiles).where(eq(bankFiles.id, uuidOf(id)));
}

/** The state that a file must still have. In each round people have decided about other payments. */
type FileState = Pick<BankFile, 'status' | 'round' | 'storageKey'>;

/** Changes a file. Returns false when its state is not `from`. */
export async function saveFile(
  tx: Executor,
  id: Id<'BankFile'>,
  change: FileChange,
  now: Date,
  from?: FileState,
): Promise<boolean> {
  const { status, round, storageKey } = bankFiles;
  const isFrom =
    from &&
    and(
      eq(status, from.status),
      eq(round, from.round),
      from.storageKey === undefined ? isNull(storageKey) : eq(storageKey, from.storageKey),
    );
  const rows = await tx
    .update(bankFiles)
    .set({ ...change, updatedAt: now })
    .where(and(eq(bankFiles.id, uuidOf(id)), isFrom))
    .returning({ id: bankFiles.id });
  return rows.length > 0;
}

export async function findFiles(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'BankFile'>[],
): Promise<BankFile[]> {
  const rows = await db
    .select()
    .from(bankFiles)
    .where(and(ofPlatform(platformId), inArray(bankFiles.id, ids.map(uuidOf))));
  return rows.map(toFile);
}

export async function lockFile(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'BankFile'>,
): Promise<BankFile | undefined> {
  const [row] = await tx
    .select()
    .from(bankFiles)
    .where(and(ofPlatform(platformId), eq(bankFiles.id, uuidOf(id))))
    .for('update');
  return row && toFile(row);
}

/** The number of NACHA files that a connection made since an instant. */
export async function nachaFilesMadeSince(
  db: Executor,
  connectionId: Id<'BankConnection'>,
  since: Date,
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(bankFiles)
    .where(
      and(
        eq(bankFiles.connectionId, uuidOf(connectionId)),
        eq(bankFiles.kind, 'NACHA'),
        gte(bankFiles.createdAt, since),
      ),
    );
  return row?.total ?? 0;
}

/** Files of a connection in one of the states, oldest first. */
export async function filesIn(
  db: Executor,
  connectionId: Id<'BankConnection'>,
  statuses: readonly FileStatus[],
  limit: number,
): Promise<BankFile[]> {
  const rows = await db
    .select()
    .from(bankFiles)
    .where(and(eq(bankFiles.connectionId, uuidOf(connectionId)), inArray(bankFiles.status, [...statuses])))
    .orderBy(asc(bankFiles.id))
    .limit(limit);
  return rows.map(toFile);
}

/** Outgoing files of a connection by their message ids. */
export async function findFilesByMessage(
  db: Executor,
  connectionId: Id<'BankConnection'>,
  messageIds: readonly string[],
): Promise<BankFile[]> {
  if (messageIds.length === 0) return [];
  const rows = await db
    .select()
    .from(bankFiles)
    .where(
      and(
        eq(bankFiles.connectionId, uuidOf(connectionId)),
        eq(bankFiles.direction, 'OUT'),
        inArray(bankFiles.messageId, [...messageIds]),
      ),
    );
  return rows.map(toFile);
}

/** Outgoing files whose payments the bank may book as one entry, newest first. */
export async function recentOutgoingFiles(
  db: Executor,
  connectionId: Id<'BankConnection'>,
  limit: number,
): Promise<BankFile[]> {
  const rows = await db
    .select()
    .from(bankFiles)
    .where(
      and(
        eq(bankFiles.connectionId, uuidOf(connectionId)),
        eq(bankFiles.direction, 'OUT'),
        ne(bankFiles.status, 'CANCELLED'),
      ),
    )
    .orderBy(desc(bankFiles.id))
    .limit(limit);
  return rows.map(toFile);
}

export interface BankFileFilter {
  readonly connectionId?: Id<'BankConnection'> | undefined;
  readonly status?: FileStatus | undefined;
  readonly direction?: 'OUT' | 'IN' | undefined;
}

const matching = (platformId: Id<'Platform'>, { connectionId, status, direction }: BankFileFilter) =>
  and(
    ofPlatform(platformId),
    connectionId ? eq(bankFiles.connectionId, uuidOf(connectionId)) : undefined,
    status ? eq(bankFiles.status, status) : undefined,
    direction ? eq(bankFiles.direction, direction) : undefined,
  );

/** Whether no index has the files of the filter in the order of the list. */
export const isWideFileFilter = ({ status, direction }: BankFileFilter): boolean =>
  status !== undefined || direction !== undefined;

/** Newest first. */
export async function listFiles(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: BankFileFilter,
  page: PageRequest,
): Promise<Page<BankFile>> {
  const { within, order, limit } = pageSql(bankFiles.id, page);
  const rows = await db
    .select()
    .from(bankFiles)
    .where(and(matching(platformId, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toFile));
}

export async function countFiles(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: BankFileFilter,
): Promise<number> {
  const [row] = await db.select({ total: count() }).from(bankFiles).where(matching(platformId, filter));
  return row?.total ?? 0;
}

/** The storage keys of files of a platform, a page at a time in the order of their ids. */
export async function bankStorageKeysAfter(
  db: Executor,
  platformUuid: string,
  after: string | undefined,
  limit: number,
): Promise<{ readonly id: string; readonly storageKey: string | null }[]> {
  return db
    .select({ id: bankFiles.id, storageKey: bankFiles.storageKey })
    .from(bankFiles)
    .where(and(eq(bankFiles.platformId, platformUuid), after ? gt(bankFiles.id, after) : undefined))
    .orderBy(asc(bankFiles.id))
    .limit(limit);
}
