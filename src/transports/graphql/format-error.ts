/**
 * Formats top-level errors for callers: domain errors with their code, invalid documents and variables without the values
 * that the caller sent, and defects masked.
 */
import {
  type ASTNode,
  coerceInputValue,
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
  visit,
} from 'graphql';
import { isBadData } from '../../infrastructure/database/transact.ts';
import {
  type DatabaseUnavailable,
  retryAfterSeconds,
  unavailability,
  unavailableMessage,
} from '../../infrastructure/database/unavailable.ts';
import { DomainError, InvalidInput, maxFieldErrors, RateLimited, Unauthorized } from '../../kernel/errors.ts';
import { addLocations, errorAt } from './locations.ts';
import { ownValue, type Variables } from './variables.ts';

/** A domain error as a top-level error. Its extensions have the fields of the error's union member. */
export function formatDomainError(domainError: DomainError, at?: GraphQLError): GraphQLError {
  return errorAt(domainError.message, {
    ...(at?.nodes && { nodes: at.nodes }),
    ...(at?.path && { path: at.path }),
    extensions: {
      code: domainError.code,
      httpStatus: domainError.httpStatus,
      ...(domainError.reason !== undefined && { reason: domainError.reason }),
      ...(domainError instanceof InvalidInput && { fields: domainError.fields }),
      ...(domainError instanceof RateLimited && { retryAfterSeconds: domainError.retryAfterSeconds }),
      ...(domainError instanceof Unauthorized && {
        http: { status: 401, headers: { 'WWW-Authenticate': authenticateHeader } },
      }),
    },
  });
}

export const authenticateHeader = 'Basic realm="payments", charset="UTF-8"';

/** The status of a request that is rejected before execution, for application/graphql-response+json only. */
export const rejectedDocument = { status: 400, spec: true };

/** Removes quoted values from a message of graphql-js. Names of fields and types stay. */
function withoutValues(message: string): string {
  const found = message.indexOf(', found ');
  const text = found < 0 ? message : `${message.slice(0, found)}.`;
  const named = text.indexOf('cannot represent ');
  const colon = named < 0 ? -1 : text.indexOf(':', named);
  const short = colon < 0 ? text : `${text.slice(0, colon)}.`;
  return short.replace(/(Unexpected (?:String|BlockString|Int|Float)) [\s\S]*$/, '$1.');
}

/** The paths of nodes within argument values, for example `input.accountId` or `ids.3`. Other nodes have no path. */
function pathsInArguments(document: DocumentNode, nodes: ReadonlySet<ASTNode>): Map<ASTNode, string> {
  const paths = new Map<ASTNode, string>();
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      if (!nodes.has(node)) return;
      const line = [...ancestors, parent, node] as (ASTNode | readonly ASTNode[])[];
      const path: string[] = [];
      for (const [index, at] of line.entries()) {
        if ('kind' in at && (at.kind === Kind.ARGUMENT || at.kind === Kind.OBJECT_FIELD)) {
          path.push(at.name.value);
        } else if ('kind' in at && at.kind === Kind.LIST) {
          const item = at.values.indexOf(line[index + 2] as ValueNode);
          if (item >= 0) path.push(String(item));
        }
      }
      if (path.length > 0) paths.set(node, path.join('.'));
    },
  });
  return paths;
}

/** Formats the validation errors of a document. The document is walked once for all errors. */
export function formatDocumentErrors(
  errors: readonly GraphQLError[],
  document: DocumentNode,
): GraphQLError[] {
  const nodes = new Set(errors.flatMap(({ nodes }) => nodes?.at(-1) ?? []));
  const paths = nodes.size > 0 ? pathsInArguments(document, nodes) : new Map<ASTNode, string>();
  return errors.map((error) => {
    const node = error.nodes?.at(-1);
    return formatDocumentError(error, node && paths.get(node));
  });
}

/**
 * Formats one error of a document.
 *
 * @param path the path of the invalid argument; absent when no argument is invalid or the document has a syntax error.
 */
export function formatDocumentError(error: GraphQLError, path?: string): GraphQLError {
  if (typeof error.extensions['code'] === 'string') return error;
  const message = withoutValues(error.message);
  return errorAt(message, {
    ...(error.nodes && { nodes: error.nodes }),
    source: error.source,
    positions: error.positions,
    extensions: {
      code: 'INVALID_INPUT',
      httpStatus: 400,
      ...(path !== undefined && { fields: [{ path, message }] }),
      http: rejectedDocument,
    },
  });
}

/** Removes "Did you mean" suggestions, which reveal the schema to callers who may not read it. */
export function withoutSuggestions({
  message,
  nodes,
  source,
  positions,
  extensions,
}: GraphQLError): GraphQLError {
  const withoutSuggestion = (text: string) => text.replace(/ Did you mean [\s\S]*$/, '');
  const fields = extensions['fields'] as readonly { path: string; message: string }[] | undefined;
  return errorAt(withoutSuggestion(message), {
    ...(nodes && { nodes }),
    source,
    positions,
    extensions: {
      ...extensions,
      ...(fields && {
        fields: fields.map((field) => ({ ...field, message: withoutSuggestion(field.message) })),
      }),
    },
  });
}

/** Codes of Yoga, which are not part of the published contract. */
const protocolCodes = new Set<unknown>(['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE']);

/** An error in the body of a response or a message, without the extensions that set the HTTP status. */
export function streamedError(error: GraphQLError): GraphQLFormattedError {
  const { extensions, ...rest } = error.toJSON();
  const { http: _http, unexpected: _unexpected, ...published } = extensions ?? {};
  return { ...rest, extensions: published };
}

/** A GraphQLError that a resolver threw, with the nodes and path of the field. */
const locatedAt = ({ message, extensions }: GraphQLError, { nodes, path }: GraphQLError): GraphQLError =>
  new GraphQLError(message, { ...(nodes && { nodes }), ...(path && { path }), extensions });

/**
 * Formats one error of a result.
 *
 * @param report logs a defect. The caller gets INTERNAL_ERROR.
 */
export function formatError(error: unknown, report: (defect: unknown) => void): GraphQLError {
  if (error instanceof DomainError) return formatDomainError(error);
  if (!(error instanceof GraphQLError)) return maskDefect(error, undefined, report);
  const cause = error.originalError;
  if (cause instanceof DomainError) return formatDomainError(cause, error);
  if (cause instanceof GraphQLError) return formatError(cause.path ? cause : locatedAt(cause, error), report);
  if (cause) return maskDefect(cause, error, report);
  if (protocolCodes.has(error.extensions['code'])) {
    // Other extensions are dropped, because they quote a part of an invalid body.
    const { http } = error.extensions as { http?: { status?: number; headers?: Record<string, string> } };
    const status = http?.status ?? 400;
    return new GraphQLError(error.message, {
      extensions: {
        code: 'INVALID_INPUT',
        httpStatus: status,
        http: { status, ...(http?.headers && { headers: http.headers }) },
      },
    });
  }
  if (typeof error.extensions['code'] === 'string') return addLocations(error);
  return errorAt(withoutValues(error.message), {
    ...(error.nodes && { nodes: error.nodes }),
    source: error.source,
    positions: error.positions,
    ...(error.path && { path: error.path }),
    extensions: { code: 'INVALID_INPUT', httpStatus: 400, ...(!error.path && { http: rejectedDocument }) },
  });
}

function maskDefect(
  defect: unknown,
  at: GraphQLError | undefined,
  report: (defect: unknown) => void,
): GraphQLError {
  const where = { ...(at?.nodes && { nodes: at.nodes }), ...(at?.path && { path: at.path }) };
  if (isBadData(defect)) {
    return errorAt('The input contains a value that cannot be stored.', {
      ...where,
      extensions: { code: 'INVALID_INPUT', httpStatus: 400, fields: [] },
    });
  }
  const unavailable = unavailability(defect);
  if (unavailable) return formatUnavailable(unavailable, where);
  report(defect);
  return errorAt('An unexpected error happened. It was logged.', {
    ...where,
    extensions: { code: 'INTERNAL_ERROR', httpStatus: 500 },
  });
}

/** The error code when the database is unavailable. */
export const unavailableCode = 'SERVICE_UNAVAILABLE';

/** For a field below the root the message says that the operation took effect, because it may be a mutation. */
function formatUnavailable(
  unavailable: DatabaseUnavailable,
  where: { nodes?: readonly ASTNode[]; path?: readonly (string | number)[] },
): GraphQLError {
  const message =
    (where.path?.length ?? 0) > 1
      ? 'The database became unavailable during the request: this part of the response could not be read. The operation took effect.'
      : unavailableMessage(unavailable);
  return errorAt(message, {
    ...where,
    extensions: {
      code: unavailableCode,
      httpStatus: 503,
      retryAfterSeconds,
      http: { status: 503, headers: { 'Retry-After': String(retryAfterSeconds) } },
    },
  });
}

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

/** Thrown to stop the coercion of variables after the maximum number of errors. */
const tooManyErrors = Symbol('enough');

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
        const problem = required ? 'is required' : unknown ? 'is not a known field' : 'has the wrong type';
        const member = required ?? unknown;
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

/** The result with its errors formatted. */
export const formatResult = (result: ExecutionResult, report: (defect: unknown) => void) => ({
  ...result,
  ...(result.errors && {
    errors: result.errors.map((error) => streamedError(formatError(error, report))),
  }),
});
