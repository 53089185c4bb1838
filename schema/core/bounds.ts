/**
 * Maximum lengths of lists. Each list field declares its bound once. The bound determines the cost of the field and the
 * maximum length of the response. If an argument sets the length, the bound also determines the range and the default
 * of the argument and the number of rows to read.
 *
 * The schema cannot be built if a list field has no bound.
 */
import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { z } from 'zod';
import { optional } from '../../src/kernel/parse.ts';

/** The length is set by an argument: a number, or a list with one value for each item. */
export interface ArgumentBound {
  readonly argument: 'first' | 'last' | 'ids';
  /** The length if the argument is absent. */
  readonly default: number;
  readonly max: number;
}

/** A number of items, an argument, or `page`: the records of a connection, whose field has the argument `first`. */
type Bound = number | ArgumentBound | 'page';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      bounds: BoundsPlugin<Types>;
    }

    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** Maximum length of the list. Required for each list field. */
      bound?: Bound;
    }
  }
}

/** The bound that a field of the schema declares. */
export const boundOf = ({ extensions }: { readonly extensions: object }): Bound | undefined =>
  (extensions as { readonly bound?: Bound }).bound;

/** The maximum length of a list for these arguments. The field itself rejects values that are out of range. */
export function lengthWithin(bound: number | ArgumentBound, args: Readonly<Record<string, unknown>>): number {
  if (typeof bound === 'number') return bound;
  const given = args[bound.argument];
  const requested = Array.isArray(given) ? given.length : typeof given === 'number' ? given : bound.default;
  return Math.min(Math.max(requested, 0), bound.max);
}

/** The zod schema of the argument, for `accepting`. */
export const lengthArgument = ({ default: length, max }: ArgumentBound) => {
  const error = `must be an integer from 1 to ${max}`;
  return optional(z.int({ error }).min(1, { error }).max(max, { error })).transform(
    (given) => given ?? length,
  );
};

/** Range and default, for the description of the argument. */
export const lengthDescription = ({ default: length, max }: ArgumentBound): string =>
  length === max ? `1 to ${max}. Default: ${max}.` : `1 to ${max}. Default: ${length}.`;

const pluginName = 'bounds';
export default pluginName;

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

const within = <T>(list: T, length: number): T =>
  Array.isArray(list) && list.length > length ? (list.slice(0, length) as T) : list;

class BoundsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>) {
    if (config.type.kind !== 'List') return config;
    const { bound } = config.pothosOptions;
    if (bound === undefined) throw new Error(`${config.parentType}.${config.name} is a list without a bound`);
    return { ...config, extensions: { ...config.extensions, bound } };
  }

  /** Truncates a list that is longer than its bound. Pages are truncated when they are read. */
  override wrapResolve(
    resolve: Resolver<Types>,
    { type, pothosOptions }: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> {
    const { bound } = pothosOptions;
    if (type.kind !== 'List' || bound === undefined || bound === 'page') return resolve;
    return (parent, args, context, info) => {
      const list: unknown = resolve(parent, args, context, info);
      const length = lengthWithin(bound, args as Record<string, unknown>);
      return list instanceof Promise ? list.then((found) => within(found, length)) : within(list, length);
    };
  }
}

SchemaBuilder.registerPlugin(pluginName, BoundsPlugin);
