/** The rows of the audit log, and the ids of its entries. */
import { invariant } from '../../kernel/errors.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { Actor } from '../database/attribution.ts';
import { asDate } from '../database/client.ts';
import type { AuditEntry } from './audit-entry.ts';

/**
 * The id of an entry is its position and its platform, so no column stores it: 48 bits of position, and the last 72 bits of
 * the platform's uuid, in the layout of UUIDv8. Ids of a platform are in the order of positions, as lists require.
 *
 * Source: RFC 9562, section 5.8.
 */
export function auditEntryId(platformId: Id<'Platform'>, position: number): Id<'AuditEntry'> {
  invariant(position >= 0 && position < 2 ** 48, 'a position of the audit log has 48 bits');
  const hex = position.toString(16).padStart(12, '0');
  const platform = uuidOf(platformId).replaceAll('-', '').slice(-18);
  return idOf(
    'AuditEntry',
    `${hex.slice(0, 8)}-${hex.slice(8)}-8${platform.slice(0, 3)}-8${platform.slice(3, 6)}-${platform.slice(6)}`,
  );
}

/** The position in the uuid of an entry, also of another platform's. */
export const auditPositionOf = (uuid: string): number =>
  Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);

export interface EntryRow {
  readonly platform_id: string;
  readonly position: string | number;
  readonly created_at: string | Date;
  readonly actor_kind: Actor['kind'];
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly operation: string;
  readonly record_type: string;
  readonly record_id: string;
  readonly changes: string;
  readonly request_id: string | null;
  readonly address: string | null;
  readonly previous_hash: string;
  readonly hash: string;
}

export function fromRow(row: EntryRow): AuditEntry {
  const platformId = idOf('Platform', row.platform_id);
  const position = Number(row.position);
  return {
    id: auditEntryId(platformId, position),
    platformId,
    position,
    createdAt: asDate(row.created_at),
    actor: { kind: row.actor_kind, id: row.actor_id ?? undefined, name: row.actor_name ?? undefined },
    operation: row.operation,
    recordType: row.record_type,
    recordId: row.record_id,
    changes: JSON.parse(row.changes),
    requestId: row.request_id ?? undefined,
    address: row.address ?? undefined,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}
