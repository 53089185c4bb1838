/** The REST body of an entry of the audit log. */
import { instantView, type JsonBody } from '../../kernel/view.ts';
import { type AuditEntry, maxChangedFields } from './audit-entry.ts';

/** A value as text: a string is unchanged, another value is JSON. Null stays null. */
export const auditedText = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

export const auditEntryView = (entry: AuditEntry): JsonBody => ({
  id: entry.id,
  position: entry.position,
  createdAt: instantView(entry.createdAt),
  actor: { kind: entry.actor.kind, id: entry.actor.id, name: entry.actor.name },
  operation: entry.operation,
  recordType: entry.recordType,
  recordId: entry.recordId,
  changes: entry.changes.slice(0, maxChangedFields).map(({ field, before, after }) => ({
    field,
    before: auditedText(before),
    after: auditedText(after),
  })),
  requestId: entry.requestId,
  address: entry.address,
  previousHash: entry.previousHash,
  hash: entry.hash,
});
