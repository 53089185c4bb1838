/**
 * Creates a document, replaces its file or deletes it, for every transport. The content of a file decides its format.
 *
 * Decision: an operation is checked before its file is stored, and again in the transaction that writes the row. A file
 * whose row is not written is removed. An exception leaves it, because the commit may have succeeded; the retention job
 * removes files without a row.
 *
 * Source: docs/behaviour/customers.md#documents.
 */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { newStorageKey } from '../../infrastructure/object-storage/file-store.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';
import { type Id, newId, typeOfId } from '../../kernel/ids.ts';
import type { PlatformCaller, Scope } from '../../platforms/access/principal.ts';
import { BeneficialOwnerNotFound } from '../beneficial-owners/beneficial-owner.ts';
import { findOwner } from '../beneficial-owners/owner-store.ts';
import { type Customer, CustomerDeleted, CustomerNotFound } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { lockCustomerForShare } from '../store.ts';
import {
  type AcceptedFile,
  acceptUpload,
  changeable,
  type Document,
  type DocumentFields,
  type DocumentHolder,
  type ReplacedDocumentFields,
} from './document.ts';
import {
  deleteDocumentRow,
  type LockedDocument,
  lockDocument,
  type StoredFile,
  saveDocument,
} from './document-store.ts';
import { type DocumentAlreadySubmitted, DocumentNotFound } from './errors.ts';

/** An uploaded file, with the name that the client gave. */
export interface Upload {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

type DocumentPorts = Pick<Ports, 'db' | 'clock' | 'files'>;
type HolderError = CustomerNotFound | CustomerDeleted | BeneficialOwnerNotFound;
type ChangeError = DocumentNotFound | DocumentAlreadySubmitted;

/**
 * Stores a file and writes the row that refers to it.
 *
 * @param check the errors of the operation. Called in a transaction before the file is stored, and by `write` again.
 * @param write writes the row in its own transaction.
 */
async function storeWithRow<E extends DomainError>(
  { db, files }: Pick<Ports, 'db' | 'files'>,
  scope: Scope,
  { bytes }: AcceptedFile,
  check: (tx: Executor) => Promise<object | E>,
  write: (tx: Executor, file: StoredFile) => Promise<Document | E>,
): Promise<Document | E> {
  const checked = await transact(db, check);
  if (checked instanceof DomainError) return checked;
  const file: StoredFile = {
    storageKey: newStorageKey(scope.platformId),
    byteLength: bytes.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
  };
  await files.put(file.storageKey, bytes);
  const result = await transact(db, (tx) => write(tx, file));
  if (result instanceof DomainError) await files.remove(file.storageKey);
  return result;
}

/** The customer of the document: its holder, or the business of the beneficial owner that is its holder. */
async function customerOf(
  tx: Executor,
  scope: Scope,
  holder: DocumentHolder,
): Promise<Customer | HolderError> {
  const ownerId = typeOfId(holder) === 'BeneficialOwner' ? (holder as Id<'BeneficialOwner'>) : undefined;
  const owner = ownerId && (await findOwner(tx, scope, ownerId));
  if (ownerId && !owner) return new BeneficialOwnerNotFound(ownerId);
  const customerId = owner ? owner.customerId : (holder as Id<'Customer'>);
  const customer = await lockCustomerForShare(tx, scope, customerId);
  if (!customer) return new CustomerNotFound(customerId);
  return customer.isDeleted ? new CustomerDeleted() : customer;
}

export async function uploadDocument(
  ports: DocumentPorts,
  { platform }: PlatformCaller,
  fields: z.output<typeof DocumentFields>,
  upload: Upload,
): Promise<Document | InvalidInput | HolderError> {
  const scope = { platformId: platform.id };
  const accepted = acceptUpload(upload);
  if (accepted instanceof InvalidInput) return accepted;
  const findHolder = (tx: Executor) => customerOf(tx, scope, fields.documentHolder);
  return storeWithRow<HolderError>(ports, scope, accepted, findHolder, async (tx, file) => {
    const customer = await findHolder(tx);
    if (customer instanceof DomainError) return customer;
    const now = ports.clock.now(platform);
    const document: Document = {
      ...fields,
      id: newId('Document'),
      platformId: platform.id,
      fileName: accepted.fileName,
      mediaType: accepted.mediaType,
      submittedAt: undefined,
      createdAt: now,
      updatedAt: now,
    };
    await saveDocument(tx, document, customer.id, file);
    return document;
  });
}

/** The document, locked, if no verification has used it. */
async function lockChangeable(
  tx: Executor,
  scope: Scope,
  id: Id<'Document'>,
): Promise<LockedDocument | ChangeError> {
  const found = await lockDocument(tx, scope, id);
  if (!found) return new DocumentNotFound(id);
  const document = changeable(found.document);
  return document instanceof DomainError ? document : found;
}

/** Replaces the file and the fields of a document that no verification has used. Its holder stays. */
export async function replaceDocument(
  ports: DocumentPorts,
  { platform }: PlatformCaller,
  id: Id<'Document'>,
  fields: z.output<typeof ReplacedDocumentFields>,
  upload: Upload,
): Promise<Document | InvalidInput | ChangeError> {
  const scope = { platformId: platform.id };
  const accepted = acceptUpload(upload);
  if (accepted instanceof InvalidInput) return accepted;
  const find = (tx: Executor) => lockChangeable(tx, scope, id);
  let replacedKey: string | undefined;
  const result = await storeWithRow<ChangeError>(ports, scope, accepted, find, async (tx, file) => {
    const found = await find(tx);
    if (found instanceof DomainError) return found;
    const { fileName, mediaType } = accepted;
    const updatedAt = ports.clock.now(platform);
    const document: Document = { ...found.document, ...fields, fileName, mediaType, updatedAt };
    await saveDocument(tx, document, found.customerId, file);
    replacedKey = found.storageKey;
    return document;
  });
  if (replacedKey && !(result instanceof DomainError)) await ports.files.remove(replacedKey);
  return result;
}

export async function deleteDocument(
  { db, files }: Pick<Ports, 'db' | 'files'>,
  { platform }: PlatformCaller,
  id: Id<'Document'>,
): Promise<{ deletedId: Id<'Document'> } | ChangeError> {
  let storageKey: string | undefined;
  const result = await transact(db, async (tx) => {
    const found = await lockChangeable(tx, { platformId: platform.id }, id);
    if (found instanceof DomainError) return found;
    await deleteDocumentRow(tx, id);
    storageKey = found.storageKey;
    return { deletedId: id };
  });
  if (storageKey && !(result instanceof DomainError)) await files.remove(storageKey);
  return result;
}
