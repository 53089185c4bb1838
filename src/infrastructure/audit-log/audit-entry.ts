/** An entry of the audit log. Source: docs/behaviour/audit.md. */
import type { Id } from '../../kernel/ids.ts';
import type { Actor } from '../database/attribution.ts';

/** The fields of an entry that both APIs show: more than the settings of all currencies together. The export has all. */
export const maxChangedFields = 250;

/** A field of a record. Values are JSON. */
export interface AuditedChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface AuditEntry {
  readonly id: Id<'AuditEntry'>;
  readonly platformId: Id<'Platform'>;
  readonly position: number;
  readonly createdAt: Date;
  readonly actor: Actor;
  readonly operation: string;
  readonly recordType: string;
  readonly recordId: string;
  readonly changes: readonly AuditedChange[];
  readonly requestId: string | undefined;
  readonly address: string | undefined;
  /** Hex. */
  readonly previousHash: string;
  /** Hex. */
  readonly hash: string;
}

/** The hash before the first entry of each chain. */
export const firstPreviousHash = Buffer.alloc(32);
