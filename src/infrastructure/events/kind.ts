/** Declares event kinds. Each context lists its own kinds in `events.ts`. */
import type { IdType } from '../../kernel/ids.ts';

/** The type of an event's `data`. An invitation has a code instead of an id. TEST has no data. */
type EventResource =
  | Extract<IdType, 'Transaction' | 'Customer' | 'Verification' | 'InternalAccount' | 'AgentAction'>
  | 'Invitation'
  | 'BulkUpload';

export interface EventKind {
  readonly resource: EventResource | undefined;
  /** A second published name, which the envelope has in addition to `type`. */
  readonly alias?: string;
  /** Not of the published interface: only for endpoints that name the kind, or set `extensions`. */
  readonly isExtension?: true;
}

/** A kind whose events contain a record of this type. */
export const kindOf = <R extends EventResource>(resource: R) => ({ resource });

/** A kind that the published interface does not have. */
export const extensionOf = <R extends EventResource>(resource: R) =>
  ({ resource, isExtension: true }) as const;
