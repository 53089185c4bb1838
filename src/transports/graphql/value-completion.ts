/**
 * Completes the values that resolvers return: nulls, lists, leaves, objects and errors.
 *
 * Source: GraphQL specification, October 2021, section 6.4.3; `completeValue` of graphql-js.
 */
import {
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  locatedError,
} from 'graphql';
import type { ExecutionContext } from 'graphql/execution/execute.js';
import { inspect } from 'graphql/jsutils/inspect.js';
import type { FieldPlan, Plan } from './field-plans.ts';
import { isPromise } from './response-object.ts';
import { resolveObjectType } from './runtime-type.ts';

export type Path = GraphQLResolveInfo['path'];

/** One execution: its graphql-js context, and the plan that it shares with other executions. */
export interface Execution {
  readonly context: ExecutionContext;
  readonly plan: Plan;
  /** The fields of an object, as values or promises. */
  readonly executeFields: (
    execution: Execution,
    fields: readonly FieldPlan[],
    source: unknown,
    path: Path | undefined,
  ) => unknown;
}

const pathOf = (path: Path): (string | number)[] => {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at; at = at.prev) keys.push(at.key);
  return keys.reverse();
};

/** Collects the error of a nullable value and returns null. For a non-null type it throws, so that the parent becomes null. */
export function fieldError(
  { context }: Execution,
  rawError: unknown,
  { nodes }: FieldPlan,
  type: GraphQLOutputType,
  path: Path,
): null {
  const error = locatedError(rawError, nodes, pathOf(path));
  if (isNonNullType(type)) throw error;
  context.collectedErrors.add(error, path);
  return null;
}

/** Completes the value of a field, or an item of its list. */
type Completer = (
  execution: Execution,
  field: FieldPlan,
  info: GraphQLResolveInfo,
  path: Path,
  value: unknown,
) => unknown;

const completers = new WeakMap<GraphQLOutputType, Completer>();

/** The completer of a type, created once per type, because graphql-js's type predicates are slow. */
export function completerOf(type: GraphQLOutputType): Completer {
  const existing = completers.get(type);
  if (existing) return existing;
  const completer = isNonNullType(type)
    ? nonNullCompleter(completerOf(type.ofType as GraphQLOutputType))
    : nullableCompleter(type);
  completers.set(type, completer);
  return completer;
}

function nonNullCompleter(completeNullable: Completer): Completer {
  return (execution, field, info, path, value) => {
    const completed = completeNullable(execution, field, info, path, value);
    if (completed !== null) return completed;
    throw new Error(`Cannot return null for non-nullable field ${info.parentType.name}.${info.fieldName}.`);
  };
}

function nullableCompleter(type: GraphQLOutputType): Completer {
  const completePresent = isListType(type)
    ? listCompleter(type.ofType as GraphQLOutputType)
    : isLeafType(type)
      ? leafCompleter(type)
      : isAbstractType(type)
        ? abstractCompleter(type)
        : objectCompleter(type as GraphQLObjectType);
  return (execution, field, info, path, value) => {
    if (value instanceof Error) throw value;
    if (value === null || value === undefined) return null;
    return completePresent(execution, field, info, path, value);
  };
}

function listCompleter(itemType: GraphQLOutputType): Completer {
  const completeItem = completerOf(itemType);
  return (execution, field, info, path, list) => {
    if (
      typeof list !== 'object' ||
      typeof (list as Partial<Iterable<unknown>>)[Symbol.iterator] !== 'function'
    ) {
      throw new GraphQLError(
        `Expected Iterable, but did not find one for field "${info.parentType.name}.${info.fieldName}".`,
      );
    }
    const promises: Promise<unknown>[] = [];
    const completeAt = (item: unknown, index: number): unknown => {
      const at = { prev: path, key: index, typename: undefined };
      try {
        const completed = isPromise(item)
          ? item.then((value) => completeItem(execution, field, info, at, value))
          : completeItem(execution, field, info, at, item);
        if (!isPromise(completed)) return completed;
        const caught = completed.then(undefined, (error: unknown) =>
          fieldError(execution, error, field, itemType, at),
        );
        promises.push(caught);
        return caught;
      } catch (error) {
        return fieldError(execution, error, field, itemType, at);
      }
    };
    try {
      const items = Array.from(list as Iterable<unknown>, completeAt);
      return promises.length > 0 ? Promise.all(items) : items;
    } catch (error) {
      const unread = Array.isArray(list) ? list.filter(isPromise) : [];
      for (const promise of [...promises, ...unread]) promise.then(undefined, () => undefined);
      throw error;
    }
  };
}

function leafCompleter(type: GraphQLLeafType): Completer {
  return (_execution, _field, _info, _path, value) => {
    const serialized = type.serialize(value);
    if (serialized !== null && serialized !== undefined) return serialized;
    throw new Error(
      `Expected \`${inspect(type)}.serialize(${inspect(value)})\` to return non-nullable value, returned: ${inspect(serialized)}`,
    );
  };
}

function abstractCompleter(type: GraphQLAbstractType): Completer {
  return (execution, field, info, path, value) => {
    const { contextValue, typeResolver } = execution.context;
    const resolveType = type.resolveType ?? typeResolver;
    const completeAs = (name: unknown) =>
      completeObject(execution, resolveObjectType(name, type, field, info, value), field, info, path, value);
    const name: unknown = resolveType(value, contextValue, info, type);
    return isPromise(name) ? name.then(completeAs) : completeAs(name);
  };
}

function objectCompleter(type: GraphQLObjectType): Completer {
  return (execution, field, info, path, value) => completeObject(execution, type, field, info, path, value);
}

function completeObject(
  execution: Execution,
  type: GraphQLObjectType,
  field: FieldPlan,
  info: GraphQLResolveInfo,
  path: Path,
  value: unknown,
): unknown {
  const { context, plan } = execution;
  const fields = plan.fieldsBelow(context, field, type);
  if (!type.isTypeOf) return execution.executeFields(execution, fields, value, path);
  const executeIf = (is: boolean) => {
    if (is) return execution.executeFields(execution, fields, value, path);
    throw new GraphQLError(`Expected value of type "${type.name}" but got: ${inspect(value)}.`, {
      nodes: field.nodes,
    });
  };
  const is = type.isTypeOf(value, context.contextValue, info);
  return isPromise(is) ? is.then(executeIf) : executeIf(is);
}
