/**
 * Puts a schema before a resolver, through plugin-zod: arguments are parsed, transformed and refused as InvalidInput
 * with every wrong field, after the caller's scopes were checked and before anything is done.
 */
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { parseEventCursor, readLogHead } from '../../src/infrastructure/events/log.ts';
import { DomainError, InvalidInput } from '../../src/kernel/errors.ts';
import type { Context } from './context.ts';

/** A refusal of an operation names fields of its own input; a caller sent that as the argument `input`. */
function asSent<T>(schema: z.ZodObject, answer: T): T {
  return answer instanceof InvalidInput && 'input' in schema.shape ? (answer.under('input') as T) : answer;
}

/** Has a refusal recorded: in the answer it is data like any other. */
function noted<T>(answer: T, { record }: Context): T {
  if (answer instanceof DomainError) record?.rejected(answer.code);
  return answer;
}

/**
 * Spread into a field's options: `...accepting({ input: TransferOutInput }, (args, context) => ...)`.
 *
 * @param shape the schema of each argument, by its name.
 */
export function accepting<S extends z.ZodRawShape, R>(
  shape: S,
  resolve: (args: z.output<z.ZodObject<S>>, context: Context) => R,
) {
  const schema = z.object(shape);
  return {
    validate: { schema: schema as never },
    resolve: async (_parent: unknown, args: unknown, context: Context): Promise<Awaited<R>> =>
      asSent(schema, noted(await resolve(args as z.output<z.ZodObject<S>>, context), context)),
  };
}

/** The same for a field of a record, whose resolver is given the record first. */
export function acceptingOn<P, S extends z.ZodRawShape, R>(
  shape: S,
  resolve: (parent: P, args: z.output<z.ZodObject<S>>, context: Context, info: GraphQLResolveInfo) => R,
) {
  return {
    validate: { schema: z.object(shape) as never },
    resolve: (parent: P, args: unknown, context: Context, info: GraphQLResolveInfo): R =>
      resolve(parent, args as z.output<z.ZodObject<S>>, context, info),
  };
}

/**
 * Where a stream begins: after the later of its argument and what the client says it has seen, so that a browser that
 * reconnects with the document of its first connection goes on where it was. Refuses a place that the log has not.
 */
async function beginning(context: Context, after: number | undefined): Promise<number | undefined> {
  const { tail, ports, lastEventId } = context;
  const seen = lastEventId === undefined ? undefined : parseEventCursor(lastEventId);
  if (lastEventId !== undefined && seen === undefined) throw notInLog('Last-Event-ID');
  const position = Math.max(after ?? -1, seen ?? -1);
  if (position < 0) return undefined;
  // The tail of this process may be a moment behind the one that gave the cursor.
  if (position > tail.position && position > (await readLogHead(ports.db.orm)).head) throw notInLog('after');
  return position;
}

const notInLog = (path: string) => new InvalidInput([{ path, message: 'is not a cursor of the event log' }]);

/** The same for a subscription's source. Its `after` is a position of the log. */
export function acceptingSubscription<S extends z.ZodRawShape, R>(
  shape: S,
  subscribe: (args: z.output<z.ZodObject<S>>, context: Context) => R,
) {
  return {
    validate: { schema: z.object(shape) as never },
    subscribe: async (_parent: unknown, args: unknown, context: Context): Promise<Awaited<R>> => {
      const given = args as z.output<z.ZodObject<S>> & { after?: number };
      const after = await beginning(context, given.after);
      return subscribe({ ...given, after }, context) as Awaited<R>;
    },
  };
}
