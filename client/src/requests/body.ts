/** The body of a request: JSON, or multipart if a variable is a file. */
import type { GraphQLRequest } from './http.ts';

interface Body {
  readonly body: string | FormData;
  readonly headers: Readonly<Record<string, string>>;
}

/** Source: the GraphQL multipart request specification. Only variables themselves can be files, not fields of inputs. */
export function requestBody({ query, variables }: GraphQLRequest): Body {
  const files = Object.entries(variables).filter(([, value]) => value instanceof Blob) as [string, Blob][];
  if (files.length === 0) {
    return { body: JSON.stringify({ query, variables }), headers: { 'content-type': 'application/json' } };
  }
  const withoutFiles = { ...variables, ...Object.fromEntries(files.map(([name]) => [name, null])) };
  const body = new FormData();
  body.set('operations', JSON.stringify({ query, variables: withoutFiles }));
  body.set('map', JSON.stringify(Object.fromEntries(files.map(([name], n) => [n, [`variables.${name}`]]))));
  for (const [n, [, file]] of files.entries()) body.set(String(n), file);
  // Without this header a form of another page could send the request, so the server rejects it.
  return { body, headers: { 'apollo-require-preflight': 'true' } };
}
