/**
 * Reads the content of a document, for a person who reviews it.
 *
 * Decision: callers with MANAGE can read contents, because people who review a verification must see its documents. Each read
 * leaves an entry in the audit log, before the content is sent.
 *
 * Source: docs/behaviour/customers.md#documents.
 */
import { recordChange } from '../../infrastructure/audit-log/change-store.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import type { FileStore } from '../../infrastructure/object-storage/file-store.ts';
import type { Id } from '../../kernel/ids.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import type { Ports } from '../ports.ts';
import type { Document } from './document.ts';
import { findStoredDocument, type StoredDocument } from './document-store.ts';
import { DocumentNotFound } from './errors.ts';

interface DocumentContent {
  readonly document: Document;
  readonly bytes: Uint8Array;
}

/**
 * The content, of the version of the document that has it.
 *
 * @param readAgain the document now. A replacement removes the file before.
 */
async function contentOf(
  files: Pick<FileStore, 'get'>,
  { document, storageKey }: StoredDocument,
  readAgain: () => Promise<StoredDocument | undefined>,
): Promise<DocumentContent | undefined> {
  try {
    return { document, bytes: await files.get(storageKey) };
  } catch (error) {
    const current = await readAgain();
    if (!current) return undefined;
    if (current.storageKey === storageKey) throw error;
    return { document: current.document, bytes: await files.get(current.storageKey) };
  }
}

export async function readDocumentContent(
  { db, files }: Pick<Ports, 'db' | 'files'>,
  { platform }: PlatformCaller,
  id: Id<'Document'>,
): Promise<DocumentContent | DocumentNotFound> {
  const scope = { platformId: platform.id };
  const stored = await transact(db, async (tx) => {
    const found = await findStoredDocument(tx, scope, id);
    if (found) await recordChange(tx, platform.id, id);
    return found;
  });
  const readAgain = () => findStoredDocument(db.orm, scope, id);
  const content = stored && (await contentOf(files, stored, readAgain));
  return content ?? new DocumentNotFound(id);
}
