/**
 * Documents come in here, from both faces: a new one, another file for one that is there, and its deletion. What a
 * file is, its content says.
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
import type { PlatformPrincipal, Scope } from '../../platforms/access/principal.ts';
import { BeneficialOwnerNotFound } from '../beneficial-owners/beneficial-owner.ts';
import { findOwner } from '../beneficial-owners/owner-store.ts';
import { CustomerDeleted, CustomerNotFound } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { lockCustomerForShare } from '../store.ts';
import {
  type AcceptedFile,
  acceptUpload,
  type Document,
  type DocumentFields,
  type DocumentHolder,
  deletable,
  type ReplacedDocumentFields,
} from './document.ts';
import { deleteDocumentRow, lockDocument, type StoredFile, saveDocument } from './document-store.ts';
import { DocumentAlreadySubmitted, DocumentNotFound } from './errors.ts';

/** A file as it came, its name as the sender gave it. */
export interface Upload {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

type DocumentPorts = Pick<Ports, 'db' | 'clock' | 'files'>;

async function keep(
  { files }: Pick<Ports, 'files'>,
  scope: Scope,
  { bytes }: AcceptedFile,
): Promise<StoredFile> {
  const storageKey = newStorageKey(scope.platformId);
  await files.put(storageKey, bytes);
  return {
    storageKey,
    byteLength: bytes.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** The customer whose papers these are: the holder, or the business whose owner the holder is. */
async function customerOf(
  tx: Executor,
  scope: Scope,
  holder: DocumentHolder,
): Promise<Id<'Customer'> | CustomerNotFound | CustomerDeleted | BeneficialOwnerNotFound> {
  const ownerId = typeOfId(holder) === 'BeneficialOwner' ? (holder as Id<'BeneficialOwner'>) : undefined;
  const owner = ownerId && (await findOwner(tx, scope, ownerId));
  if (ownerId && !owner) return new BeneficialOwnerNotFound(ownerId);
  const customerId = owner ? owner.customerId : (holder as Id<'Customer'>);
  const customer = await lockCustomerForShare(tx, scope, customerId);
  if (!customer) return new CustomerNotFound(customerId);
  return customer.isDeleted ? new CustomerDeleted() : customerId;
}

export async function uploadDocument(
  ports: DocumentPorts,
  { platform }: PlatformPrincipal,
  fields: z.output<typeof DocumentFields>,
  upload: Upload,
): Promise<Document | InvalidInput | CustomerNotFound | CustomerDeleted | BeneficialOwnerNotFound> {
  const { db, clock, files } = ports;
  const scope = { platformId: platform.id };
  const accepted = acceptUpload(upload);
  if (accepted instanceof InvalidInput) return accepted;
  // Nothing outside the database happens in a transaction: who may not upload is told before the file is kept.
  const holder = await transact(db, (tx) => customerOf(tx, scope, fields.documentHolder));
  if (holder instanceof DomainError) return holder;
  const file = await keep(ports, scope, accepted);
  const answer = await transact(db, async (tx) => {
    const customerId = await customerOf(tx, scope, fields.documentHolder);
    if (customerId instanceof DomainError) return customerId;
    const now = clock.now(platform);
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
    await saveDocument(tx, document, customerId, file);
    return document;
  });
  if (answer instanceof DomainError) await files.remove(file.storageKey);
  return answer;
}

/** Another file, or other facts, for a document that no verification has taken up. */
export async function replaceDocument(
  ports: DocumentPorts,
  { platform }: PlatformPrincipal,
  id: Id<'Document'>,
  fields: z.output<typeof ReplacedDocumentFields>,
  upload: Upload,
): Promise<Document | InvalidInput | DocumentNotFound | DocumentAlreadySubmitted> {
  const { db, clock, files } = ports;
  const scope = { platformId: platform.id };
  const accepted = acceptUpload(upload);
  if (accepted instanceof InvalidInput) return accepted;
  const file = await keep(ports, scope, accepted);
  let former: string | undefined;
  const answer = await transact(db, async (tx) => {
    const found = await lockDocument(tx, scope, id);
    if (!found) return new DocumentNotFound(id);
    const open = deletable(found.document);
    if (open instanceof DocumentAlreadySubmitted) return open;
    const { fileName, mediaType } = accepted;
    const document = { ...open, ...fields, fileName, mediaType, updatedAt: clock.now(platform) };
    await saveDocument(tx, document, found.customerId, file);
    former = found.storageKey;
    return document;
  });
  if (answer instanceof DomainError) await files.remove(file.storageKey);
  else if (former) await files.remove(former);
  return answer;
}

export async function deleteDocument(
  { db, files }: Pick<Ports, 'db' | 'files'>,
  { platform }: PlatformPrincipal,
  id: Id<'Document'>,
): Promise<{ deletedId: Id<'Document'> } | DocumentNotFound | DocumentAlreadySubmitted> {
  let storageKey: string | undefined;
  const answer = await transact(db, async (tx) => {
    const found = await lockDocument(tx, { platformId: platform.id }, id);
    if (!found) return new DocumentNotFound(id);
    const open = deletable(found.document);
    if (open instanceof DocumentAlreadySubmitted) return open;
    await deleteDocumentRow(tx, id);
    storageKey = found.storageKey;
    return { deletedId: id };
  });
  if (storageKey && !(answer instanceof DomainError)) await files.remove(storageKey);
  return answer;
}
