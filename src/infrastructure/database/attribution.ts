/**
 * The actor to which the audit log attributes the changes of a transaction. Triggers of the audited tables read it from a setting
 * of the transaction (`migrations/0027_audit_and_request_log.sql`), so an operation cannot change a record without an entry, and does not
 * mention the audit log.
 *
 * Decision: a view of the database has the attribution of its request, as it has its statements. AsyncLocalStorage would slow
 * down every promise of the process (`observability/request-record.ts`).
 *
 * Source: docs/behaviour/audit.md.
 */
import { sql } from 'drizzle-orm';
import type { Database, Executor } from './client.ts';
import { type Query, statement } from './statements.ts';

export const actorKinds = [
  'MEMBER',
  'API_TOKEN',
  'ACCESS_TOKEN',
  'AGENT',
  'OPERATOR',
  'SYSTEM',
  'ANONYMOUS',
] as const;

/** Who changes records: a stable identity. */
export interface Actor {
  readonly kind: (typeof actorKinds)[number];
  /** `undefined` for operators, the service itself and callers without a credential. */
  readonly id: string | undefined;
  readonly name: string | undefined;
}

export interface Attribution {
  readonly actor: Actor;
  /** The GraphQL root field, the REST endpoint without one, or the command. */
  readonly operation: string;
  readonly requestId?: string | undefined;
  /** The source address of the request. */
  readonly address?: string | undefined;
}

/** The attribution of one record; of all records without an attribution of their own when `recordId` is absent. */
export interface RecordAttribution extends Attribution {
  readonly recordId?: string | undefined;
}

const set = statement<'value'>(
  sql`select set_config('payments.attribution', ${sql.placeholder('value')}, true)`,
);

/** The statement that attributes the changes that follow in its transaction. */
export const attributionQuery = (attributions: readonly RecordAttribution[]): Query =>
  set({
    value: JSON.stringify(
      attributions.map(({ recordId, actor, operation, requestId, address }) => ({
        record: recordId,
        kind: actor.kind,
        id: actor.id,
        name: actor.name,
        operation,
        requestId,
        address,
      })),
    ),
  });

const attributed = new WeakMap<Executor, readonly RecordAttribution[]>();

export const setAttributions = (tx: Executor, attributions: readonly RecordAttribution[]): void =>
  void attributed.set(tx, attributions);

/** Whether changes of the transaction are attributed. */
export const isAttributed = (tx: Executor): boolean => attributed.has(tx);

/** The id of the request to which changes of the record are attributed. */
export const requestIdOf = (tx: Executor, recordId: string): string | undefined =>
  attributed.get(tx)?.find((one) => one.recordId === undefined || one.recordId === recordId)?.requestId;

/** The same database. Its changes are attributed to the given actor and operation. */
export const attributedTo = (db: Database, attribution: Attribution): Database => ({
  ...db,
  attribution: () => attribution,
});

/** The same database for work that the audit log does not record: see docs/behaviour/audit.md#what-is-recorded. */
export const withoutAttribution = (db: Database): Database => ({ ...db, attribution: () => undefined });

const listeners = new WeakMap<Database, Set<() => void>>();

/** Calls `listener` after each commit of this process with attributed changes, until the returned function is called. */
export function onAttributedCommit(db: Database, listener: () => void): () => void {
  const ofDatabase = listeners.get(db.origin) ?? new Set();
  listeners.set(db.origin, ofDatabase.add(listener));
  return () => void ofDatabase.delete(listener);
}

export function notifyAttributedCommit(db: Database): void {
  for (const listener of listeners.get(db.origin) ?? []) listener();
}
