/** Validates the variables of a request. The errors have paths and do not quote values. */
import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  visit,
} from 'graphql';
import { InvalidInput, maxFieldErrors } from '../../kernel/errors.ts';
import { rejectedDocument } from './document-errors.ts';
import { formatDomainError } from './format-error.ts';
import { ownValue, type Variables } from './variables.ts';

/** The name of the first argument that uses each variable. Error paths start with it. */
function argumentsOfVariables(operation: OperationDefinitionNode): Map<string, string> {
  const names = new Map<string, string>();
  visit(operation, {
    Argument({ name, value }) {
      if (value.kind === Kind.VARIABLE && !names.has(value.name.value))
        names.set(value.name.value, name.value);
    },
  });
  return names;
}

/** What a value at the path in a variable of the type has to be. */
function typeProblem(type: GraphQLInputType, path: readonly (string | number)[]): string {
  let found = getNamedType(type);
  for (const step of path) {
    const field = isInputObjectType(found) ? found.getFields()[step] : undefined;
    if (field) found = getNamedType(field.type);
  }
  if (!isEnumType(found)) return 'has the wrong type';
  const names = found.getValues().map(({ name }) => name);
  return `must be one of ${names.join(', ')}`;
}

/** Thrown to stop the coercion of variables after the maximum number of errors. */
const tooManyErrors = Symbol('too many errors');

/** The error with the paths of invalid variables; undefined when all are valid. Messages do not quote values. */
export function variableErrors(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
): GraphQLError | undefined {
  const { variableDefinitions = [] } = operation;
  if (variableDefinitions.length === 0) return undefined;
  let names: Map<string, string> | undefined;
  const fields: { path: string; message: string }[] = [];
  const add = (variable: string, path: readonly (string | number)[], message: string): void => {
    names ??= argumentsOfVariables(operation);
    fields.push({ path: [names.get(variable) ?? variable, ...path].join('.'), message });
    if (fields.length >= maxFieldErrors) throw tooManyErrors;
  };
  try {
    for (const { variable, type: typeNode, defaultValue } of variableDefinitions) {
      const type = typeFromAST(schema, typeNode);
      if (!isInputType(type)) continue;
      const value = ownValue(variables, variable.name.value);
      if (value === undefined) {
        if (typeNode.kind === Kind.NON_NULL_TYPE && !defaultValue)
          add(variable.name.value, [], 'is required');
        continue;
      }
      coerceInputValue(value, type, (path, _value, error) => {
        const required = /^Field "(\w+)" of required type/.exec(error.message)?.[1];
        const unknown = /^Field "(\w+)" is not defined by type/.exec(error.message)?.[1];
        const member = required ?? unknown;
        const problem = required ? 'is required' : unknown ? 'is not a known field' : typeProblem(type, path);
        add(variable.name.value, [...path, ...(member ? [member] : [])], problem);
      });
    }
  } catch (stop) {
    if (stop !== tooManyErrors) throw stop;
  }
  if (fields.length === 0) return undefined;
  const error = formatDomainError(new InvalidInput(fields));
  error.extensions['http'] = rejectedDocument;
  return error;
}
