/**
 * How long a list may be, said once where the field is declared: the cost counts it so long, the response holds no more,
 * and where the length is an argument, its range, its default and what is read from the database come from here too.
 *
 * A list field without a bound stops the start.
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

/** A list that is as long as an argument says: a number, or a list with one item for each. */
export interface ArgumentBound {
  readonly argument: 'first' | 'last' | 'ids';
  /** Its length where the argument is absent. */
  readonly default: number;
  readonly max: number;
}

/** A number of items; an argument; or `page`: the records of a connection, as many as its field's `first` says. */
export type Bound = number | ArgumentBound | 'page';

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
      /** How long the list may be; required of every list. */
      bound?: Bound;
    }
  }
}

/** The bound that a field of the schema states. */
export const boundOf = ({ extensions }: { readonly extensions: object }): Bound | undefined =>
  (extensions as { readonly bound?: Bound }).bound;

/** How long a list with this bound may be for these arguments. What is out of range is rejected by the field itself. */
export function lengthWithin(bound: number | ArgumentBound, args: Readonly<Record<string, unknown>>): number {
  if (typeof bound === 'number') return bound;
  const given = args[bound.argument];
  const asked = Array.isArray(given) ? given.length : typeof given === 'number' ? given : bound.default;
  return Math.min(Math.max(asked, 0), bound.max);
}

/** The schema of the argument, for `accepting`. Absent is the default. */
export const lengthArgument = ({ default: length, max }: ArgumentBound) => {
  const error = `must be an integer from 1 to ${max}`;
  return optional(z.int({ error }).min(1, { error }).max(max, { error })).transform(
    (given) => given ?? length,
  );
};

/** What its description says. */
export const lengthDescription = ({ default: length, max }: ArgumentBound): string =>
  length === max ? `1 to ${max}. Default: ${max}.` : `1 to ${max}. Default: ${length}.`;

const pluginName = 'bounds';
export default pluginName;

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

const within = <T>(list: T, length: number): T =>
  Array.isArray(list) && list.length > length ? (list.slice(0, length) as T) : list;

export class BoundsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>) {
    if (config.type.kind !== 'List') return config;
    const { bound } = config.pothosOptions;
    if (bound === undefined) throw new Error(`${config.parentType}.${config.name} is a list without a bound`);
    return { ...config, extensions: { ...config.extensions, bound } };
  }

  /** Keeps the list within its bound, whatever its source gives. Pages are cut where they are read. */
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
