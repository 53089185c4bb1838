/**
 * Executes operations as graphql-js does, and works out once for all requests what the document alone determines: the fields
 * that each object type gives, their definitions, and their arguments where no variable is in them.
 *
 * Decision: each step is one of graphql-js's `execute` (16.15), in the same order and with the same promises, so that
 * values, errors, their order and the order in which resolvers run are the same. Coercion, the collection of fields and
 * the context of an execution are graphql-js's own functions. One difference is meant: where an item of a list fails at
 * once, graphql-js leaves the promises of the items before it unhandled, and one that is rejected ends the process.
 *
 * Source: GraphQL specification, October 2021, section 6.
 */
import {
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getArgumentValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
} from 'graphql';
import { buildExecutionContext, type ExecutionContext } from 'graphql/execution/execute.js';
import { inspect } from 'graphql/jsutils/inspect.js';
import { createPlans, type FieldPlan, type Plan } from './field-plans.ts';

type Path = GraphQLResolveInfo['path'];

/** One execution: graphql-js's context of it, and the plan that it shares with others. */
interface Execution {
  readonly context: ExecutionContext;
  readonly plan: Plan;
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

/** The objects of a response. They inherit nothing, as those of graphql-js, and are faster to fill. */
class ResponseObject {
  [name: string]: unknown;
}
Object.setPrototypeOf(ResponseObject.prototype, null);
Reflect.deleteProperty(ResponseObject.prototype, 'constructor');

/** The object once every promise in it is kept. */
function settled(object: Record<string, unknown>): Promise<Record<string, unknown>> {
  return Promise.all(Object.values(object)).then((values) => {
    const result = new ResponseObject();
    for (const [index, name] of Object.keys(object).entries()) result[name] = values[index];
    return result;
  });
}

const pathOf = (path: Path): (string | number)[] => {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at; at = at.prev) keys.push(at.key);
  return keys.reverse();
};

/** Records the error of a value that may be null; throws the error of one that may not, for its parent. */
function fieldError(
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

function executeFields(
  execution: Execution,
  fields: readonly FieldPlan[],
  source: unknown,
  path: Path | undefined,
): unknown {
  const results = new ResponseObject();
  let hasPromise = false;
  try {
    for (const field of fields) {
      const at = { prev: path, key: field.name, typename: field.parentType.name };
      const result = executeField(execution, field, source, at);
      results[field.name] = result;
      if (isPromise(result)) hasPromise = true;
    }
  } catch (error) {
    if (!hasPromise) throw error;
    // What the other fields promised is awaited, since it may be rejected as well.
    return settled(results).finally(() => {
      throw error;
    });
  }
  return hasPromise ? settled(results) : results;
}

/** The fields of a mutation: each begins when the one before it is done. */
function executeSerially(execution: Execution, fields: readonly FieldPlan[], source: unknown): unknown {
  const execute = (results: Record<string, unknown>, field: FieldPlan) => {
    const at = { prev: undefined, key: field.name, typename: field.parentType.name };
    const result = executeField(execution, field, source, at);
    const add = (value: unknown) => {
      results[field.name] = value;
      return results;
    };
    return isPromise(result) ? result.then(add) : add(result);
  };
  return fields.reduce<Record<string, unknown> | Promise<Record<string, unknown>>>(
    (before, field) =>
      isPromise(before)
        ? before.then((results) => execute(results as Record<string, unknown>, field))
        : execute(before, field),
    new ResponseObject(),
  );
}

function executeField(execution: Execution, field: FieldPlan, source: unknown, path: Path): unknown {
  const { definition, nodes, parentType } = field;
  const { context } = execution;
  const info: GraphQLResolveInfo = {
    fieldName: definition.name,
    fieldNodes: nodes,
    returnType: definition.type,
    parentType,
    path,
    schema: context.schema,
    fragments: context.fragments,
    rootValue: context.rootValue,
    operation: context.operation,
    variableValues: context.variableValues,
  };
  try {
    const args = field.constantArguments
      ? { ...field.constantArguments }
      : getArgumentValues(definition, field.node, context.variableValues);
    const resolve = definition.resolve ?? context.fieldResolver;
    const complete = completerOf(definition.type);
    const result: unknown = resolve(source, args, context.contextValue, info);
    const completed = isPromise(result)
      ? result.then((value) => complete(execution, field, info, path, value))
      : complete(execution, field, info, path, result);
    return isPromise(completed)
      ? completed.then(undefined, (error: unknown) =>
          fieldError(execution, error, field, definition.type, path),
        )
      : completed;
  } catch (error) {
    return fieldError(execution, error, field, definition.type, path);
  }
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

/** How values of a type are completed: found once for each type, since the kind of a type is dear to find out. */
function completerOf(type: GraphQLOutputType): Completer {
  const known = completers.get(type);
  if (known) return known;
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
      for (const promise of promises) promise.catch(() => undefined);
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
      completeObject(execution, objectTypeOf(name, type, field, info, value), field, info, path, value);
    const name: unknown = resolveType(value, contextValue, info, type);
    return isPromise(name) ? name.then(completeAs) : completeAs(name);
  };
}

function objectCompleter(type: GraphQLObjectType): Completer {
  return (execution, field, info, path, value) => completeObject(execution, type, field, info, path, value);
}

/** The object type of a value of an abstract type; throws graphql-js's errors where its name is not that of one. */
function objectTypeOf(
  name: unknown,
  abstract: GraphQLAbstractType,
  { nodes }: FieldPlan,
  { parentType, fieldName, schema }: GraphQLResolveInfo,
  value: unknown,
): GraphQLObjectType {
  const at = `for field "${parentType.name}.${fieldName}"`;
  if (name === null || name === undefined) {
    throw new GraphQLError(
      `Abstract type "${abstract.name}" must resolve to an Object type at runtime ${at}. Either the "${abstract.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
      { nodes },
    );
  }
  if (isObjectType(name)) {
    throw new GraphQLError(
      'Support for returning GraphQLObjectType from resolveType was removed in graphql-js@16.0.0 please return type name instead.',
    );
  }
  if (typeof name !== 'string') {
    throw new GraphQLError(
      `Abstract type "${abstract.name}" must resolve to an Object type at runtime ${at} with value ${inspect(value)}, received "${inspect(name)}".`,
    );
  }
  const type = schema.getType(name);
  if (!type) {
    throw new GraphQLError(
      `Abstract type "${abstract.name}" was resolved to a type "${name}" that does not exist inside the schema.`,
      { nodes },
    );
  }
  if (!isObjectType(type)) {
    throw new GraphQLError(`Abstract type "${abstract.name}" was resolved to a non-object type "${name}".`, {
      nodes,
    });
  }
  if (schema.isSubType(abstract, type)) return type;
  throw new GraphQLError(
    `Runtime Object type "${type.name}" is not a possible type for "${abstract.name}".`,
    {
      nodes,
    },
  );
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
  if (!type.isTypeOf) return executeFields(execution, fields, value, path);
  const executeIf = (is: boolean) => {
    if (is) return executeFields(execution, fields, value, path);
    throw new GraphQLError(`Expected value of type "${type.name}" but got: ${inspect(value)}.`, {
      nodes: field.nodes,
    });
  };
  const is = type.isTypeOf(value, context.contextValue, info);
  return isPromise(is) ? is.then(executeIf) : executeIf(is);
}

export interface PlannedExecution {
  /** The result of a query or a mutation, or of one event of a subscription. */
  execute(args: ExecutionArgs): ExecutionResult | Promise<ExecutionResult>;
  /** How many fields are planned, of all documents. */
  readonly plannedFields: number;
}

/** @param fields how many fields are kept planned, of all documents together. */
export function createPlannedExecution(bounds: { readonly fields: number }): PlannedExecution {
  const plans = createPlans(bounds);

  return {
    execute(args) {
      const context = buildExecutionContext(args);
      if (!('schema' in context)) return { errors: context };
      const { collectedErrors, rootValue } = context;
      const response = (data: unknown): ExecutionResult => {
        const { errors } = collectedErrors;
        return (errors.length > 0 ? { errors, data } : { data }) as ExecutionResult;
      };
      const failed = (error: unknown) => {
        collectedErrors.add(error as GraphQLError, undefined);
        return response(null);
      };
      try {
        const plan = plans.of(context);
        const fields = plan.rootFields(context);
        const data =
          context.operation.operation === 'mutation'
            ? executeSerially({ context, plan }, fields, rootValue)
            : executeFields({ context, plan }, fields, rootValue, undefined);
        return isPromise(data) ? data.then(response, failed) : response(data);
      } catch (error) {
        return failed(error);
      }
    },
    get plannedFields() {
      return plans.fields;
    },
  };
}
