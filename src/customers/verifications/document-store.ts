/** SQL of documents. Their contents are in the file store: see `file-store.ts`. */
import { and, count, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { type Id, idOf, typeOfId, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { documents } from '../tables.ts';
import type { Document, DocumentHolder } from './document.ts';

const toDocument = (row: typeof documents.$inferSelect): Document => ({
  id: idOf('Document', row.id),
  platformId: idOf('Platform', row.platformId),
  documentHolder: row.beneficialOwnerId
    ? idOf('BeneficialOwner', row.beneficialOwnerId)
    : idOf('Customer', row.customerId),
  documentType: row.documentType,
  side: row.side ?? undefined,
  country: row.country,
  documentNumber: row.documentNumber ?? undefined,
  issuingAuthority: row.issuingAuthority ?? undefined,
  fileName: row.fileName,
  mediaType: row.mediaType,
  submittedAt: row.submittedAt ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const visible = (scope: Scope): SQL | undefined =>
  and(
    eq(documents.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(documents.customerId, uuidOf(scope.customerId)) : undefined,
  );

/** The key, length and digest of the contents of a document. */
export interface StoredFile {
  readonly storageKey: string;
  readonly byteLength: number;
  /** SHA-256, hex. */
  readonly digest: string;
}

export async function findDocuments(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Document'>[],
): Promise<Document[]> {
  const rows = await db
    .select()
    .from(documents)
    .where(and(visible(scope), inArray(documents.id, ids.map(uuidOf))));
  return rows.map(toDocument);
}

/** A document, and where its file is stored. */
export interface StoredDocument {
  readonly document: Document;
  readonly storageKey: string;
}

export async function findStoredDocument(
  db: Executor,
  scope: Scope,
  id: Id<'Document'>,
): Promise<StoredDocument | undefined> {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(visible(scope), eq(documents.id, uuidOf(id))));
  return row && { document: toDocument(row), storageKey: row.storageKey };
}

/** A document whose row is locked, with its customer. */
export interface LockedDocument extends StoredDocument {
  readonly customerId: Id<'Customer'>;
}

export async function lockDocument(
  tx: Executor,
  scope: Scope,
  id: Id<'Document'>,
): Promise<LockedDocument | undefined> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(visible(scope), eq(documents.id, uuidOf(id))))
    .for('update');
  return (
    row && {
      document: toDocument(row),
      customerId: idOf('Customer', row.customerId),
      storageKey: row.storageKey,
    }
  );
}

/** The documents of a customer and of its beneficial owners, oldest first. */
export async function documentsOfCustomer(
  db: Executor,
  scope: Scope,
  customerId: Id<'Customer'>,
): Promise<Document[]> {
  const rows = await db
    .select()
    .from(documents)
    .where(and(visible(scope), eq(documents.customerId, uuidOf(customerId))))
    .orderBy(documents.id);
  return rows.map(toDocument);
}

/** Marks all documents of a customer as submitted. They cannot be changed or deleted afterwards. */
export async function markSubmitted(tx: Executor, customerId: Id<'Customer'>, at: Date): Promise<void> {
  await tx
    .update(documents)
    .set({ submittedAt: at })
    .where(and(eq(documents.customerId, uuidOf(customerId)), isNull(documents.submittedAt)));
}

/** Inserts or updates the document. */
export async function saveDocument(
  tx: Executor,
  document: Document,
  customerId: Id<'Customer'>,
  file: StoredFile,
): Promise<void> {
  const row: typeof documents.$inferInsert = {
    id: uuidOf(document.id),
    platformId: uuidOf(document.platformId),
    customerId: uuidOf(customerId),
    beneficialOwnerId:
      typeOfId(document.documentHolder) === 'BeneficialOwner' ? uuidOf(document.documentHolder) : null,
    documentType: document.documentType,
    side: document.side ?? null,
    country: document.country,
    documentNumber: document.documentNumber ?? null,
    issuingAuthority: document.issuingAuthority ?? null,
    fileName: document.fileName,
    mediaType: document.mediaType,
    ...file,
    submittedAt: document.submittedAt ?? null,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
  };
  await tx.insert(documents).values(row).onConflictDoUpdate({ target: documents.id, set: row });
}

export async function deleteDocumentRow(tx: Executor, id: Id<'Document'>): Promise<void> {
  await tx.delete(documents).where(eq(documents.id, uuidOf(id)));
}

/** Deletes the documents of a customer that no verification used. Returns the keys of their files. */
export async function deleteUnsubmitted(
  tx: Executor,
  scope: Scope,
  customerId: Id<'Customer'>,
): Promise<readonly string[]> {
  const rows = await tx
    .delete(documents)
    .where(and(visible(scope), eq(documents.customerId, uuidOf(customerId)), isNull(documents.submittedAt)))
    .returning({ storageKey: documents.storageKey });
  return rows.map(({ storageKey }) => storageKey);
}

/** The storage keys of a platform's documents after an id, in the order of ids. */
export async function storageKeysAfter(
  db: Executor,
  platformUuid: string,
  after: string | undefined,
  limit: number,
): Promise<{ readonly id: string; readonly storageKey: string }[]> {
  return db
    .select({ id: documents.id, storageKey: documents.storageKey })
    .from(documents)
    .where(and(eq(documents.platformId, platformUuid), after ? gt(documents.id, after) : undefined))
    .orderBy(documents.id)
    .limit(limit);
}

interface DocumentFilter {
  readonly documentHolder?: DocumentHolder | undefined;
  /** Also documents whose holders are beneficial owners of the customer. */
  readonly customerId?: Id<'Customer'> | undefined;
}

const heldBy = (holder: DocumentHolder | undefined): SQL | undefined => {
  if (!holder) return undefined;
  return typeOfId(holder) === 'BeneficialOwner'
    ? eq(documents.beneficialOwnerId, uuidOf(holder))
    : and(eq(documents.customerId, uuidOf(holder)), isNull(documents.beneficialOwnerId));
};

const matching = (scope: Scope, { documentHolder, customerId }: DocumentFilter): SQL | undefined =>
  and(
    visible(scope),
    heldBy(documentHolder),
    customerId ? eq(documents.customerId, uuidOf(customerId)) : undefined,
  );

/** Newest first. */
export async function listDocuments(
  db: Executor,
  scope: Scope,
  filter: DocumentFilter,
  page: PageRequest,
): Promise<Page<Document>> {
  const { within, order, limit } = pageSql(documents.id, page);
  const rows = await db
    .select()
    .from(documents)
    .where(and(matching(scope, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toDocument));
}

export async function countDocuments(db: Executor, scope: Scope, filter: DocumentFilter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(documents).where(matching(scope, filter));
  return row?.total ?? 0;
}
