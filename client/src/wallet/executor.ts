import type { Document } from '../document.ts';

/**
 * What the wallet kit needs of a client: it sends a document and returns the root fields by name. `createClient` makes one;
 * a function around another GraphQL client is one too.
 */
export interface Executor {
  execute(document: never, variables: never, options?: never): Promise<unknown>;
}

/** Executes a document with its types. */
export const run = <Result, Variables>(
  executor: Executor,
  document: Document<Result, Variables>,
  variables: Variables,
): Promise<Result> => executor.execute(document as never, variables as never) as Promise<Result>;
