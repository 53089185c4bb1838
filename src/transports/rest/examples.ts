/** Examples of requests and responses, by operation id. `npm run openapi:examples` writes them from the requests of tests. */
import recorded from './examples.json' with { type: 'json' };

export interface OperationExample {
  /** Values of parameters in the path and in the query. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly request?: unknown;
  /** The body of the success status. */
  readonly response?: unknown;
  /** The body of 202, for operations that need a signature. */
  readonly challenge?: unknown;
}

export const examples: Readonly<Record<string, OperationExample | undefined>> = recorded;
