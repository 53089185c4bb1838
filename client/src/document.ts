/** Documents as callers give them, and what the client has to know about a document: found without a parser of GraphQL. */

/**
 * A document with the types of its result and variables. `TypedDocumentNode` and the `TypedDocumentString` of the client
 * preset of GraphQL Code Generator have this property too.
 */
export interface Typed<Result, Variables> {
  __apiType?: (variables: Variables) => Result;
}

/** The text of a document with its types. At runtime it is a string. */
export type DocumentString<Result, Variables> = string & Typed<Result, Variables>;

/** A parsed document. Its text is read from the source that the parser recorded, so `noLocation` must not be set. */
interface ParsedDocument {
  readonly kind: string;
  readonly loc?: { readonly source: { readonly body: string } };
}

/** A text, a `TypedDocumentString`, or a document that `gql` parsed. */
export type Document<Result, Variables> =
  | DocumentString<Result, Variables>
  | ((string | { toString(): string } | ParsedDocument) & Typed<Result, Variables>);

/** Joins an operation with the fragments that it spreads. */
export const typedDocument = <Result, Variables>(
  ...parts: readonly string[]
): DocumentString<Result, Variables> => parts.join('\n') as DocumentString<Result, Variables>;

/**
 * The result of a document that does not send `dryRun`: without the preview, which the schema has among the results of every
 * operation that moves money.
 */
export type Executed<Result> = {
  readonly [Field in keyof Result]: Exclude<Result[Field], { readonly __typename: 'PaymentPreview' }>;
};

/** @throws TypeError for a parsed document without its source. */
export function textOf(document: unknown): string {
  if (typeof document === 'string') return document;
  if (typeof document !== 'object' || document === null) throw new TypeError('The document is not a text.');
  if (!('kind' in document)) return String(document);
  const body = (document as ParsedDocument).loc?.source.body;
  if (body === undefined)
    throw new TypeError('The parsed document has no source: give its text to the client.');
  return body;
}

export interface Operation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** The names of its variables. */
  readonly variables: ReadonlySet<string>;
}

/** Strings and comments, which may contain any character, then what matters outside of them. */
const tokens = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|\$?[A-Za-z_]\w*|[(){}]/g;
const kinds: ReadonlySet<string> = new Set(['query', 'mutation', 'subscription']);

/** Describes the first operation of a document. */
export function operationIn(text: string): Operation {
  let kind: string | undefined;
  let parentheses = 0;
  let braces = 0;
  const variables = new Set<string>();
  for (const [token] of text.matchAll(tokens)) {
    if (token === '(') parentheses += 1;
    else if (token === ')') parentheses -= 1;
    else if (parentheses === 0 && token === '{') {
      kind ??= 'query';
      braces += 1;
    } else if (parentheses === 0 && token === '}') {
      braces -= 1;
      if (braces === 0 && kind !== 'fragment') break;
      if (braces === 0) kind = undefined;
    } else if (braces === 0 && parentheses === 0 && (kinds.has(token) || token === 'fragment'))
      kind ??= token;
    else if (braces === 0 && token.startsWith('$')) variables.add(token.slice(1));
  }
  if (!kind || !kinds.has(kind)) throw new TypeError('The document has no operation.');
  return { kind: kind as Operation['kind'], variables };
}
