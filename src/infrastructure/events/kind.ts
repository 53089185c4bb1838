/** What a kind of event is. Each context declares its own kinds in `events.ts`. */
export interface EventKind {
  /** The type of record in the event's `data`; TEST has none. */
  readonly resource: string | undefined;
  /** A second published spelling of the kind. The webhook payload has it next to `type`. */
  readonly alias?: string;
}

/** A kind whose events have a record of this type. */
export const kindOf = (resource: string) => ({ resource });
