/** Queries and mutations: attempts with timeouts, until one has a result or no further one is safe. */
import { operationIn } from '../document.ts';
import { RequestError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { delayAfter, isWaitTooLong, pause } from './backoff.ts';
import { dataOf, type GraphQLRequest, post } from './http.ts';
import { isKeyInUse, type KeyOptions, keyFor } from './idempotency.ts';
import { linked, throwIfAborted, unlessAborted } from './linked.ts';

export interface ExecuteOptions extends KeyOptions {
  /** Ends the call at once, also while it waits for the next attempt. */
  readonly signal?: AbortSignal | undefined;
  /** Time for each attempt, in milliseconds. Default: that of the client. */
  readonly timeoutMs?: number | undefined;
}

type Data = Readonly<Record<string, unknown>>;

/** The header of GraphQL over HTTP, with which errors have their HTTP status. */
const accept = 'application/graphql-response+json, application/json;q=0.9';

export async function execute(
  settings: Settings,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  options: ExecuteOptions,
): Promise<Data> {
  const operation = operationIn(query);
  if (operation.kind === 'subscription') throw new TypeError('Use subscribe for a subscription.');
  const key = await keyFor(operation, variables['idempotencyKey'], options, settings.idempotencyStore);
  const request = { query, variables: key === undefined ? variables : { ...variables, idempotencyKey: key } };
  const isRepeatable = operation.kind === 'query' || key !== undefined;
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  return linked([options.signal, settings.closed], ({ signal }) =>
    repeat(settings, isRepeatable, signal, () => attempt(settings, request, signal, timeoutMs)),
  );
}

/** @param isRepeatable whether the request has the same effect when it is executed twice. */
async function repeat(
  { retry, credentials, onRetry }: Settings,
  isRepeatable: boolean,
  signal: AbortSignal,
  send: () => Promise<Data>,
): Promise<Data> {
  const { maxAttempts = 6 } = retry;
  let isRenewed = false;
  for (let count = 1; ; count += 1) {
    throwIfAborted(signal);
    try {
      return await send();
    } catch (error) {
      throwIfAborted(signal);
      if (!(error instanceof RequestError)) throw error;
      const isSafe = isRepeatable || isUnexecuted(error);
      if (error.status === 401 && credentials.isRenewable && !isRenewed && isSafe) {
        isRenewed = true;
        continue;
      }
      if (!error.retryable || !isSafe || count >= maxAttempts) throw error;
      if (isWaitTooLong(error.retryAfterMs, retry)) throw error;
      const delayMs = delayAfter(count, retry, error.retryAfterMs);
      onRetry?.({ error, delayMs });
      await pause(delayMs, signal);
    }
  }
}

/**
 * Whether no part of the request was executed: its credential is rejected, or it exceeds a rate. An error with a path is that
 * of a field, and other fields of the request may have been executed.
 */
function isUnexecuted({ status, code, errors }: RequestError): boolean {
  const isRejected = status === 401 || status === 429 || code === 'TOKEN_UNAVAILABLE';
  return isRejected && errors.every(({ path = [] }) => path.length === 0);
}

async function attempt(
  { endpoint, fetch, credentials }: Settings,
  request: GraphQLRequest,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Data> {
  return linked([signal], async (controller) => {
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    let authorization: string | undefined;
    try {
      authorization = await unlessAborted(credentials.current(), controller.signal);
      const one = { ...request, url: endpoint, authorization, accept, fetch, signal: controller.signal };
      return resultIn(await dataOf(await post(one)));
    } catch (error) {
      if (controller.signal.aborted && !signal.aborted) {
        throw new RequestError('TIMEOUT', `No response in ${timeoutMs} ms.`, {
          retryable: true,
          cause: error,
        });
      }
      if (error instanceof RequestError && error.status === 401) credentials.reject(authorization);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  });
}

function resultIn(data: Data): Data {
  if (!isKeyInUse(data)) return data;
  throw new RequestError('CONFLICT', 'Another request with the idempotency key is being processed.', {
    retryable: true,
    retryAfterMs: 1000,
    data,
  });
}
