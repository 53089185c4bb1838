/**
 * Validates the arguments of a field with a zod schema before its resolver runs, through plugin-zod. Invalid arguments
 * become InvalidInput with all invalid fields. Permissions are checked first.
 */
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { DomainError, InvalidInput } from '../../src/kernel/errors.ts';
import type { Context } from './context.ts';

/** An operation reports invalid fields relative to its input. The caller sent that input as the argument `input`. */
function withArgumentPaths<T>(schema: z.ZodObject, result: T): T {
  return result instanceof InvalidInput && 'input' in schema.shape ? (result.under('input') as T) : result;
}

/** Records a domain error for the request log: the response contains it as ordinary data. */
function recorded<T>(result: T, { record }: Context): T {
  if (result instanceof DomainError) record?.setErrorCode(result.code);
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
