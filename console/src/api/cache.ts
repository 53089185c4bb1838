/**
 * urql with its document cache: pages that show the same query share its result, and a mutation loads the lists of its types
 * again. Requests go through the client package, which repeats those that are safe to repeat.
 */
import { RequestError } from '@payments-platform/client';
import {
  Client,
  CombinedError,
  cacheExchange,
  type Exchange,
  makeErrorResult,
  makeResult,
  type Operation,
  type OperationResult,
  stringifyDocument,
} from 'urql';
import { filter, fromPromise, merge, mergeMap, pipe, takeUntil } from 'wonka';
import { client } from './client.ts';

async function resultOf(operation: Operation, signal: AbortSignal): Promise<OperationResult> {
  try {
    const variables = { ...operation.variables };
    const data = await client.execute<Record<string, unknown>, Record<string, unknown>>(
      stringifyDocument(operation.query),
      variables,
      { signal },
    );
    return makeResult(operation, { data, hasNext: false });
  } catch (error) {
    const cause = error instanceof RequestError ? error : new Error('The request failed.', { cause: error });
    const result = makeErrorResult(operation, cause);
    return { ...result, error: new CombinedError({ networkError: cause }) };
  }
}

const clientExchange: Exchange =
  ({ forward }) =>
  (operations) => {
    const isRequest = ({ kind }: Operation) => kind === 'query' || kind === 'mutation';
    const results = pipe(
      operations,
      filter(isRequest),
      mergeMap((operation) => {
        const abort = new AbortController();
        const teardown = pipe(
          operations,
          filter(({ kind, key }) => {
            const isEnd = kind === 'teardown' && key === operation.key;
            // A mutation that was sent is not cancelled: it may have been executed.
            if (isEnd && operation.kind === 'query') abort.abort();
            return isEnd && operation.kind === 'query';
          }),
        );
        return pipe(fromPromise(resultOf(operation, abort.signal)), takeUntil(teardown));
      }),
    );
    const others = pipe(
      operations,
      filter((operation) => !isRequest(operation)),
      forward,
    );
    return merge([results, others]);
  };

export const createCache = (): Client =>
  new Client({
    url: '/graphql',
    exchanges: [cacheExchange, clientExchange],
    // Shows what is known at once, and the current state as soon as it has arrived.
    requestPolicy: 'cache-and-network',
  });
