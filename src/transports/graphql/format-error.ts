/**
 * Errors as they leave the service at the top level: refusals with their code, the caller's mistakes without what the
 * caller sent, and defects masked.
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
import { errorAt, located } from './locations.ts';
import { ownValue, type Variables } from './variables.ts';

/** A refusal as a top-level error: its extensions say what a union member would. */
export function formatDomainError(refusal: DomainError, at?: GraphQLError): GraphQLError {
  return errorAt(refusal.message, {
    ...(at?.nodes && { nodes: at.nodes }),
    ...(at?.path && { path: at.path }),
    extensions: {
      code: refusal.code,
      httpStatus: refusal.httpStatus,
      ...(refusal.reason !== undefined && { reason: refusal.reason }),
      ...(refusal instanceof InvalidInput && { fields: refusal.fields }),
      ...(refusal instanceof RateLimited && { retryAfterSeconds: refusal.retryAfterSeconds }),
      ...(refusal instanceof Unauthorized && {
        http: { status: 401, headers: { 'WWW-Authenticate': authenticateHeader } },
      }),
    },
  });
}

export const authenticateHeader = 'Basic realm="payments", charset="UTF-8"';

/** The status of what was refused before anything ran, where the media type has statuses of its own. */
export const rejectedDocument = { status: 400, spec: true };

/** What graphql-js says of a literal may quote it; what it says of names may stay. */
function withoutValues(message: string): string {
  const found = message.indexOf(', found ');
  const text = found < 0 ? message : `${message.slice(0, found)}.`;
  const named = text.indexOf('cannot represent ');
  const colon = named < 0 ? -1 : text.indexOf(':', named);
  const short = colon < 0 ? text : `${text.slice(0, colon)}.`;
  return short.replace(/(Unexpected (?:String|BlockString|Int|Float)) [\s\S]*$/, '$1.');
}

/**
 * Where in the values of arguments nodes of a document stand, `input.accountId` or `ids.3`. Those outside of arguments are
 * left out.
 */
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

/** What is wrong with a document, before anything of it runs. The document is walked once for all of its errors. */
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
 * One error of a document.
 *
 * @param path the argument that it is about; absent where it is about none, or where the document could not be parsed.
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

/** Without the names that might have been meant: from them, who may not read the schema could put it together. */
export function withoutSuggestions({
  message,
  nodes,
  source,
  positions,
  extensions,
}: GraphQLError): GraphQLError {
  const said = (text: string) => text.replace(/ Did you mean [\s\S]*$/, '');
  const fields = extensions['fields'] as readonly { path: string; message: string }[] | undefined;
  return errorAt(said(message), {
    ...(nodes && { nodes }),
    source,
    positions,
    extensions: {
      ...extensions,
      ...(fields && { fields: fields.map((field) => ({ ...field, message: said(field.message) })) }),
    },
  });
}

/** Codes of the library that speaks the protocol: callers know ours only. */
const protocolCodes = new Set<unknown>(['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE']);

/** An error within a message of a stream: what is meant for a response's status line says nothing there. */
export function streamedError(error: GraphQLError): GraphQLFormattedError {
  const { extensions, ...rest } = error.toJSON();
  const { http: _http, unexpected: _unexpected, ...facts } = extensions ?? {};
  return { ...rest, extensions: facts };
}

/** An error that a resolver threw, at the field that it was thrown by. */
const locatedAt = ({ message, extensions }: GraphQLError, { nodes, path }: GraphQLError): GraphQLError =>
  new GraphQLError(message, { ...(nodes && { nodes }), ...(path && { path }), extensions });

/**
 * One error of a result.
 *
 * @param report called with defects, for the log; callers see INTERNAL_ERROR.
 */
export function formatError(error: unknown, report: (defect: unknown) => void): GraphQLError {
  if (error instanceof DomainError) return formatDomainError(error);
  if (!(error instanceof GraphQLError)) return maskDefect(error, undefined, report);
  const cause = error.originalError;
  if (cause instanceof DomainError) return formatDomainError(cause, error);
  if (cause instanceof GraphQLError) return formatError(cause.path ? cause : locatedAt(cause, error), report);
  if (cause) return maskDefect(cause, error, report);
  if (protocolCodes.has(error.extensions['code'])) {
    // Without its other facts: of a body that is no JSON they quote a piece.
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
  if (typeof error.extensions['code'] === 'string') return located(error);
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
    return errorAt('The input holds a value that cannot be stored.', {
      ...where,
      extensions: { code: 'INVALID_INPUT', httpStatus: 400, fields: [] },
    });
  }
  const away = unavailability(defect);
  if (away) return presentUnavailable(away, where);
  report(defect);
  return errorAt('An unexpected error happened. It was logged.', {
    ...where,
    extensions: { code: 'INTERNAL_ERROR', httpStatus: 500 },
  });
}

/** The code of an answer that could not be given because the database is away. */
export const unavailableCode = 'SERVICE_UNAVAILABLE';

/** Of a field below the root, what it is a part of was done, and may have been a change. */
function presentUnavailable(
  away: DatabaseUnavailable,
  where: { nodes?: readonly ASTNode[]; path?: readonly (string | number)[] },
): GraphQLError {
  const message =
    (where.path?.length ?? 0) > 1
      ? 'The service lost its database while it answered: this part of the answer could not be read. What was done stands.'
      : unavailableMessage(away);
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

/** The argument that each variable is given to: what a caller knows the path by. */
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

/** Ends the coercion of a value when enough is wrong with it. */
const enough = Symbol('enough');

/** Wrong variables by their paths, in our own words; undefined where none is. */
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
    if (fields.length >= maxFieldErrors) throw enough;
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
        const wanted = required
          ? 'is required'
          : unknown
            ? 'is not a known field'
            : `must be of another type`;
        const member = required ?? unknown;
        add(variable.name.value, [...path, ...(member ? [member] : [])], wanted);
      });
    }
  } catch (stop) {
    if (stop !== enough) throw stop;
  }
  if (fields.length === 0) return undefined;
  const refused = formatDomainError(new InvalidInput(fields));
  refused.extensions['http'] = rejectedDocument;
  return refused;
}

/** The result with its errors as callers see them. */
export const formatResult = (result: ExecutionResult, report: (defect: unknown) => void) => ({
  ...result,
  ...(result.errors && {
    errors: result.errors.map((error) => streamedError(formatError(error, report))),
  }),
});
