/** What a kind of event is. Each context declares its own kinds in `events.ts`. */
import type { IdType } from '../../kernel/ids.ts';

/** What an event carries as its `data`. An invitation has a code and no id; TEST carries nothing. */
export type EventResource =
  | Extract<IdType, 'Transaction' | 'Customer' | 'Verification' | 'InternalAccount' | 'AgentAction'>
  | 'Invitation'
  | 'BulkUpload';

export interface EventKind {
  readonly resource: EventResource | undefined;
  /** Another published spelling, which the envelope carries beside `type`. */
  readonly alias?: string;
}

/** A kind whose events carry a record of this type. */
export const kindOf = <R extends EventResource>(resource: R) => ({ resource });
