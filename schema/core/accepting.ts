/**
 * Validates the arguments of a field with a zod schema before its resolver runs, through plugin-zod. Invalid arguments
 * become InvalidInput with all invalid fields. Permissions are checked first.
 */
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { parseEventCursor, readLogHead } from '../../src/infrastructure/events/log.ts';
import { DomainError, InvalidInput } from '../../src/kernel/errors.ts';
import type { Context } from './context.ts';

/** An operation reports invalid fields relative to its input. The caller sent that input as the argument `input`. */
function withArgumentPaths<T>(schema: z.ZodObject, result: T): T {
  return result instanceof InvalidInput && 'input' in schema.shape ? (result.under('input') as T) : result;
}

/** Records a domain error for the request log: the response contains it as ordinary data. */
function recorded<T>(result: T, { record }: Context): T {
  if (result instanceof DomainError) record?.rejected(result.code);
  return result;
}

/**
 * Spread into a field's options: `...accepting({ input: TransferOutInput }, (args, context) => ...)`.
 *
 * @param shape the schema of each argument, by argument name.
 */
export function accepting<S extends z.ZodRawShape, R>(
  shape: S,
  resolve: (args: z.output<z.ZodObject<S>>, context: Context) => R,
) {
  const schema = z.object(shape);
  return {
    validate: { schema: schema as never },
    resolve: async (_parent: unknown, args: unknown, context: Context): Promise<Awaited<R>> =>
      withArgumentPaths(schema, recorded(await resolve(args as z.output<z.ZodObject<S>>, context), context)),
  };
}

/** `accepting` for a field of a record: the resolver gets the record as its first argument. */
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
 * The log position after which a subscription starts: the later of the argument `after` and the header Last-Event-ID. A
 * browser that reconnects with its first document so continues where it stopped. Throws for a position that the log
 * does not have.
 */
async function startPosition(context: Context, after: number | undefined): Promise<number | undefined> {
  const { tail, ports, lastEventId } = context;
  const lastReceived = lastEventId === undefined ? undefined : parseEventCursor(lastEventId);
  if (lastEventId !== undefined && lastReceived === undefined) throw notInLog('Last-Event-ID');
  const position = Math.max(after ?? -1, lastReceived ?? -1);
  if (position < 0) return undefined;
  // The tail of this process can be behind the process that issued the cursor.
  if (position > tail.position && position > (await readLogHead(ports.db.orm)).head) throw notInLog('after');
  return position;
}

const notInLog = (path: string) => new InvalidInput([{ path, message: 'is not a cursor of the event log' }]);

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
