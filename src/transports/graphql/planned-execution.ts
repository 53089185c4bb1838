/**
 * Executes operations like graphql-js, with a plan that all requests with the same document share: the selected fields of
 * each object type, their definitions, and their arguments when those contain no variables.
 *
 * Decision: the steps are those of graphql-js's `execute` (16.15), in the same order and with the same promises, so that
 * values, errors, error order and resolver order are identical. Coercion, field collection and the execution context are
 * graphql-js's own functions. There is one intended difference: when a list item fails synchronously, graphql-js leaves
 * the promises of earlier items unhandled, and a rejected one ends the process. Introspection reads the part of the schema that the
 * caller can reach (`visible-schema.ts`).
 *
 * Source: GraphQL specification, October 2021, section 6.
 */
import {
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLResolveInfo,
  getArgumentValues,
} from 'graphql';
import { buildExecutionContext } from 'graphql/execution/execute.js';
import type { Context } from '../../../schema/core/context.ts';
import { createPlans, type FieldPlan } from './field-plans.ts';
import { isPromise, ResponseObject, settled } from './response-object.ts';
import { completerOf, type Execution, fieldError, type Path } from './value-completion.ts';
import { visibleSchema } from './visible-schema.ts';

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
    // Await the promises of the other fields, because they may reject as well.
    return settled(results).finally(() => {
      throw error;
    });
  }
  return hasPromise ? settled(results) : results;
}

/** Executes the root fields of a mutation one after the other. */
function executeSerially(execution: Execution, fields: readonly FieldPlan[], source: unknown): unknown {
  const execute = (results: Record<string, unknown>, field: FieldPlan) => {
    const at = { prev: undefined, key: field.name, typename: field.parentType.name };
    const { record } = execution.context.contextValue as Partial<Context>;
    // The audit log attributes changes to the field that runs now.
    if (record) record.writeOperation = field.definition.name;
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
    schema: field.isIntrospection
      ? visibleSchema(context.contextValue as Context | undefined)
      : context.schema,
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

interface PlannedExecution {
  /** Executes a query or a mutation, or a subscription for one event. */
  execute(args: ExecutionArgs): ExecutionResult | Promise<ExecutionResult>;
  /** The number of fields in all cached plans. */
  readonly plannedFields: number;
}

/** @param limits the maximum number of cached plans and their fields together. */
export function createPlannedExecution(limits: { readonly maxFields: number }): PlannedExecution {
  const plans = createPlans(limits);

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
        const execution: Execution = { context, plan, executeFields };
        const fields = plan.rootFields(context);
        const data =
          context.operation.operation === 'mutation'
            ? executeSerially(execution, fields, rootValue)
            : executeFields(execution, fields, rootValue, undefined);
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
