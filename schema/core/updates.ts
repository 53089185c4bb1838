/** Live updates of records, resumable by cursor: what all subscriptions have in common. */
import { z } from 'zod';
import { readLogHead } from '../../src/infrastructure/events/event-store.ts';
import {
  CursorExpired,
  eventCursor,
  isArchivedAfter,
  type LoggedEvent,
  parseEventCursor,
} from '../../src/infrastructure/events/log.ts';
import { EventStream } from '../../src/infrastructure/events/stream.ts';
import { InvalidInput } from '../../src/kernel/errors.ts';
import { optional, text } from '../../src/kernel/parse.ts';
import { agentPaused, PolicyViolation } from '../../src/platforms/access/policy-violation.ts';
import type { Scope } from '../../src/platforms/access/principal.ts';
import type { BuilderTypes } from './builder.ts';
import { type Context, principalOf, visibleTo } from './context.ts';

/** One message of a subscription. SSE sends the cursor as the `id:` of the message. */
export interface Update {
  readonly cursor: string;
  readonly occurredAt: Date;
  /** The event that caused the update. Equal subscriptions share one result per event. */
  readonly event: LoggedEvent;
}

const notACursor = 'is not a cursor of the event log';

/** The argument `after`: parsed from a cursor to a position of the event log. */
export const positionAfter = optional(
  text(100).transform((cursor, context) => {
    const position = parseEventCursor(cursor);
    if (position !== undefined) return position;
    context.addIssue({ code: 'custom', message: notACursor });
    return z.NEVER;
  }),
);

/** The description of the argument `after`. */
export const afterArgument =
  'Cursor of the last update that the client received. Updates after it are sent first, in order. Omitted: the stream starts with new updates. CURSOR_EXPIRED when updates after it were archived.';

const notInLog = (path: string) => new InvalidInput([{ path, message: notACursor }]);

/**
 * The log position after which a subscription starts: the later of the argument `after` and the header Last-Event-ID. A
 * browser that reconnects with its first document therefore continues where it stopped. Throws for a position that the
 * log does not have, or after which events were archived.
 */
async function startPosition(context: Context, after: number | undefined): Promise<number | undefined> {
  const { tail, ports, lastEventId } = context;
  const lastReceived = lastEventId === undefined ? undefined : parseEventCursor(lastEventId);
  if (lastEventId !== undefined && lastReceived === undefined) throw notInLog('Last-Event-ID');
  const position = Math.max(after ?? -1, lastReceived ?? -1);
  if (position < 0) return undefined;
  // The tail of this process can be behind the process that issued the cursor.
  if (position > tail.position && position > (await readLogHead(ports.db.orm)).head) throw notInLog('after');
  if (await isArchivedAfter(ports.db.orm, position, tail)) {
    throw new CursorExpired(position === after ? 'after' : 'Last-Event-ID');
  }
  return position;
}

/** `accepting` for the source of a subscription. The argument `after` is a position of the event log. */
export function acceptingSubscription<S extends z.ZodRawShape, R>(
  shape: S,
  subscribe: (args: z.output<z.ZodObject<S>>, context: Context) => R,
) {
  return {
    validate: { schema: z.object(shape) as never },
    subscribe: async (_parent: unknown, args: unknown, context: Context): Promise<Awaited<R>> => {
      const given = args as z.output<z.ZodObject<S>> & { after?: number };
      const after = await startPosition(context, given.after);
      return subscribe({ ...given, after }, context) as Awaited<R>;
    },
  };
}

/** The scope of a subscriber. Throws for a paused agent: it may read records, but its subscriptions are closed. */
function subscriberScope(context: Context): Scope {
  const principal = principalOf(context);
  if (principal.kind === 'agent' && principal.agent.isPaused) throw new PolicyViolation(agentPaused);
  return visibleTo(context);
}

/**
 * Returns a function that reads the updates of one topic; `undefined` for an event of another topic. It reads each event
 * once: all subscriptions of the process share the update.
 *
 * @param read the fields of the update, from the record in the payload of the event.
 */
export function createUpdateReader<T extends Update>(
  topic: LoggedEvent['topic'],
  read: (record: Record<string, unknown>, event: LoggedEvent) => Omit<T, keyof Update>,
): (event: LoggedEvent) => T | undefined {
  const updates = new WeakMap<LoggedEvent, T>();
  return (event) => {
    if (event.topic !== topic) return undefined;
    let update = updates.get(event);
    if (!update) {
      const fields = read(event.data['record'] as Record<string, unknown>, event);
      update = { ...fields, cursor: eventCursor(event.position), occurredAt: event.occurredAt, event } as T;
      updates.set(event, update);
    }
    return update;
  };
}

/**
 * The updates of one topic, for the platform of the caller.
 *
 * @param readUpdate a function of `createUpdateReader`.
 * @param after the position after which the updates start; the position at the start of the request if omitted.
 * @param matches whether the update is for this subscriber.
 */
export function streamUpdates<T extends Update>(
  context: Context,
  readUpdate: (event: LoggedEvent) => T | undefined,
  after: number | undefined,
  matches: (update: T, scope: Scope) => boolean,
): EventStream<T> {
  const scope = subscriberScope(context);
  return new EventStream(context.ports.db, context.tail, {
    platformId: scope.platformId,
    after: after ?? context.startPosition,
    toMessage: (event) => {
      const update = readUpdate(event);
      return update && matches(update, scope) ? update : undefined;
    },
  });
}

/** The fields of every update. */
export const updateFields = <T extends Update>(t: PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, T>) => ({
  cursor: t.string({
    description: 'Cursor of the update. Pass it as `after` to continue after this update.',
    resolve: (update) => update.cursor,
  }),
  occurredAt: t.field({
    type: 'DateTime',
    description: 'Time of the change.',
    resolve: (update) => update.occurredAt,
  }),
});
