/**
 * Queries that each page needs, sent by the entry as soon as the session is known, and taken by the client when it is there.
 * Over a slow network this saves a round trip.
 */
import type { DocumentString } from '@payments-platform/client';

const responses = new Map<string, Promise<Response>>();

/** The client may print a document in another way, so its operation is compared by its name. */
const keyOf = (query: string, variables: unknown): string =>
  `${/\bquery (\w+)/.exec(query)?.[1]} ${JSON.stringify(variables)}`;

export function sendEarly<Data, Variables>(
  document: DocumentString<Data, Variables>,
  variables: Variables,
): void {
  const response = fetch('/graphql', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: document, variables }),
  });
  // The error is handled where the response is taken.
  response.catch(() => undefined);
  responses.set(keyOf(document, variables), response);
}

/** The response to a request that was sent early; its first reader gets it. */
export function takeEarly(body: unknown): Promise<Response> | undefined {
  if (responses.size === 0 || typeof body !== 'string') return undefined;
  const { query, variables } = JSON.parse(body) as { query: string; variables: unknown };
  const key = keyOf(query, variables);
  const response = responses.get(key);
  responses.delete(key);
  return response;
}
