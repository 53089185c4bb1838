/**
 * Puts a schema before a resolver, through plugin-zod: arguments are parsed, transformed and refused as InvalidInput
 * with every wrong field, after the caller's scopes were checked and before anything is done.
 */
import { z } from 'zod';
import { InvalidInput } from '../src/kernel/errors.ts';
import type { Context } from './context.ts';

/** A refusal of an operation names fields of its own input; a caller sent that as the argument `input`. */
function asSent<T>(schema: z.ZodObject, answer: T): T {
  return answer instanceof InvalidInput && 'input' in schema.shape ? (answer.under('input') as T) : answer;
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
      asSent(schema, await resolve(args as z.output<z.ZodObject<S>>, context)),
  };
}

/** The same for a field of a record, whose resolver is given the record first. */
export function acceptingOn<P, S extends z.ZodRawShape, R>(
  shape: S,
  resolve: (parent: P, args: z.output<z.ZodObject<S>>, context: Context) => R,
) {
  return {
    validate: { schema: z.object(shape) as never },
    resolve: (parent: P, args: unknown, context: Context): R =>
      resolve(parent, args as z.output<z.ZodObject<S>>, context),
  };
}

/** The same for a subscription's source. */
export function acceptingSubscription<S extends z.ZodRawShape, R>(
  shape: S,
  subscribe: (args: z.output<z.ZodObject<S>>, context: Context) => R,
) {
  return {
    validate: { schema: z.object(shape) as never },
    subscribe: (_parent: unknown, args: unknown, context: Context): R =>
      subscribe(args as z.output<z.ZodObject<S>>, context),
  };
}
