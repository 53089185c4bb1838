/**
 * Errors as they leave the service at the top level: refusals with their code, the caller's mistakes without what the
 * caller sent, and defects masked.
 */
import {
  type ASTNode,
  BREAK,
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
import { isBadData } from '../../src/database/transact.ts';
import {
  type DatabaseUnavailable,
  retryAfterSeconds,
  unavailability,
  unavailableMessage,
} from '../../src/database/unavailable.ts';
import {
  DomainError,
  InvalidInput,
  maxFieldErrors,
  RateLimited,
  Unauthorized,
} from '../../src/kernel/errors.ts';

/** A refusal as a top-level error: its extensions say what a union member would. */
export function presentRefusal(refusal: DomainError, at?: GraphQLError): GraphQLError {
  return new GraphQLError(refusal.message, {
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
export const refusedDocument = { status: 400, spec: true };

/** What graphql-js says of a literal may quote it; what it says of names may stay. */
function withoutValues(message: string): string {
  const found = message.indexOf(', found ');
  const text = found < 0 ? message : `${message.slice(0, found)}.`;
  const named = text.indexOf('cannot represent ');
  const colon = named < 0 ? -1 : text.indexOf(':', named);
  const short = colon < 0 ? text : `${text.slice(0, colon)}.`;
  return short.replace(/(Unexpected (?:String|BlockString|Int|Float)) [\s\S]*$/, '$1.');
}

/** Where in an argument's value a node of a document lies, `input.accountId` or `ids.3`; undefined outside of arguments. */
function pathInArgument(document: DocumentNode, wanted: ASTNode): string | undefined {
  let found: string | undefined;
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      if (node !== wanted) return undefined;
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
      if (path.length > 0) found = path.join('.');
      return BREAK;
    },
  });
  return found;
}

/**
 * What is wrong with a document's text, before anything of it runs.
 *
 * @param document absent where it could not be parsed.
 */
export function presentDocumentError(error: GraphQLError, document?: DocumentNode): GraphQLError {
  if (typeof error.extensions['code'] === 'string') return error;
  const message = withoutValues(error.message);
  const node = error.nodes?.at(-1);
  const path = document && node && pathInArgument(document, node);
  return new GraphQLError(message, {
    ...(error.nodes && { nodes: error.nodes }),
    source: error.source,
    positions: error.positions,
    extensions: {
      code: 'INVALID_INPUT',
      httpStatus: 400,
      ...(path !== undefined && { fields: [{ path, message }] }),
      http: refusedDocument,
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
  return new GraphQLError(said(message), {
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
  const { http: _http, ...facts } = extensions ?? {};
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
export function presentError(error: unknown, report: (defect: unknown) => void): GraphQLError {
  if (error instanceof DomainError) return presentRefusal(error);
  if (!(error instanceof GraphQLError)) return maskDefect(error, undefined, report);
  const cause = error.originalError;
  if (cause instanceof DomainError) return presentRefusal(cause, error);
  if (cause instanceof GraphQLError)
    return presentError(cause.path ? cause : locatedAt(cause, error), report);
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
  if (typeof error.extensions['code'] === 'string') return error;
  return new GraphQLError(withoutValues(error.message), {
    ...(error.nodes && { nodes: error.nodes }),
    source: error.source,
    positions: error.positions,
    ...(error.path && { path: error.path }),
    extensions: { code: 'INVALID_INPUT', httpStatus: 400, ...(!error.path && { http: refusedDocument }) },
  });
}

function maskDefect(
  defect: unknown,
  at: GraphQLError | undefined,
  report: (defect: unknown) => void,
): GraphQLError {
  const where = { ...(at?.nodes && { nodes: at.nodes }), ...(at?.path && { path: at.path }) };
  if (isBadData(defect)) {
    return new GraphQLError('The input holds a value that cannot be stored.', {
      ...where,
      extensions: { code: 'INVALID_INPUT', httpStatus: 400, fields: [] },
    });
  }
  const away = unavailability(defect);
  if (away) return presentUnavailable(away, where);
  report(defect);
  return new GraphQLError('An unexpected error happened. It was logged.', {
    ...where,
    extensions: { code: 'INTERNAL_ERROR', httpStatus: 500 },
  });
}

/** The code of an answer that could not be given because the database is away. */
export const unavailableCode = 'SERVICE_UNAVAILABLE';

/** Of a field below the root, what it is a part of was done, and may have been a change. */
function presentUnavailable(
  away: DatabaseUnavailable,
  where: { path?: readonly (string | number)[] },
): GraphQLError {
  const message =
    (where.path?.length ?? 0) > 1
      ? 'The service lost its database while it answered: this part of the answer could not be read. What was done stands.'
      : unavailableMessage(away);
  return new GraphQLError(message, {
    ...where,
    extensions: {
      code: unavailableCode,
      httpStatus: 503,
      retryAfterSeconds,
      http: { status: 503, headers: { 'Retry-After': String(retryAfterSeconds) } },
    },
  });
}

/** The argument that a variable is given to: what a caller knows the path by. */
function argumentOf(operation: OperationDefinitionNode | undefined, variable: string): string | undefined {
  let name: string | undefined;
  if (operation) {
    visit(operation, {
      Argument(node) {
        if (node.value.kind !== Kind.VARIABLE || node.value.name.value !== variable) return undefined;
        name = node.name.value;
        return BREAK;
      },
    });
  }
  return name;
}

/** Wrong variables by their paths, in our own words: graphql-js would repeat the value. */
export function variableErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError {
  const operation = document.definitions.find(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      (!operationName || definition.name?.value === operationName),
  );
  const fields: { path: string; message: string }[] = [];
  for (const definition of operation?.variableDefinitions ?? []) {
    const variable = definition.variable.name.value;
    const name = argumentOf(operation, variable) ?? variable;
    const type = typeFromAST(schema, definition.type);
    if (!isInputType(type)) continue;
    const value = variables[variable];
    if (value === undefined) {
      if (definition.type.kind === Kind.NON_NULL_TYPE && !definition.defaultValue) {
        fields.push({ path: name, message: 'is required' });
      }
      continue;
    }
    coerceInputValue(value, type, (path, _value, error) => {
      if (fields.length >= maxFieldErrors) return;
      const required = /^Field "(\w+)" of required type/.exec(error.message)?.[1];
      const unknown = /^Field "(\w+)" is not defined by type/.exec(error.message)?.[1];
      const wanted = required ? 'is required' : unknown ? 'is not a known field' : `must be of another type`;
      const at = [name, ...path, ...((required ?? unknown) ? [required ?? unknown] : [])].join('.');
      fields.push({ path: at, message: wanted });
    });
  }
  const refused = presentRefusal(
    new InvalidInput(fields.length > 0 ? fields : [{ path: 'variables', message: 'are not valid' }]),
  );
  refused.extensions['http'] = refusedDocument;
  return refused;
}

/** The result with its errors as callers see them. */
export const presentResult = (result: ExecutionResult, report: (defect: unknown) => void) => ({
  ...result,
  ...(result.errors && {
    errors: result.errors.map((error) => streamedError(presentError(error, report))),
  }),
});
