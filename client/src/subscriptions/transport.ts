import type { ExecutionResult, GraphQLRequest } from '../requests/http.ts';

/**
 * Opens one stream of results. It ends when the server completes the subscription, and throws a `RequestError` when the
 * connection ends before that.
 */
export type OpenStream = (request: GraphQLRequest, signal: AbortSignal) => AsyncGenerator<ExecutionResult>;
