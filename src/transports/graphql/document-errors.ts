/** Formats the errors of invalid documents, without the values that the caller sent. */
import { type ASTNode, type DocumentNode, type GraphQLError, Kind, type ValueNode, visit } from 'graphql';
import { errorAt } from './locations.ts';

/** The status of a request that is rejected before execution, for application/graphql-response+json only. */
export const rejectedDocument = { status: 400, spec: true };

/** Removes quoted values from a message of graphql-js. Names of fields and types stay. */
export function withoutValues(message: string): string {
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
