/** The settings of a client, with their defaults applied. */
import type { RequestError } from './errors.ts';
import type { RetryOptions } from './requests/backoff.ts';
import { type Credentials, credentialsOf, type GetToken } from './requests/credentials.ts';
import type { Fetch } from './requests/http.ts';
import type { IdempotencyStore } from './requests/idempotency.ts';
import type { WebSocketConstructor } from './subscriptions/web-socket.ts';

export interface RetryEvent {
  readonly error: RequestError;
  readonly delayMs: number;
}

export interface ClientOptions {
  /** The address of the server, with or without `/graphql`. In a page it may be relative. */
  readonly url: string;
  /** An API token `<id>:<secret>`, an access token or an agent token. */
  readonly token?: string | undefined;
  /** In place of `token`: called for the first request, and again when the server rejects the token. */
  readonly getToken?: GetToken | undefined;
  readonly fetch?: Fetch | undefined;
  /** Default: the global `WebSocket`. Node 20 has none: give it that of the package `ws`, or use SSE. */
  readonly webSocket?: WebSocketConstructor | undefined;
  /** Time for each attempt of a request, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number | undefined;
  readonly retry?: RetryOptions | undefined;
  readonly idempotencyStore?: IdempotencyStore | undefined;
  /** Called before each wait for another attempt or connection, for a log or a line "reconnecting". */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

export interface Settings {
  readonly endpoint: string;
  readonly credentials: Credentials;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly retry: RetryOptions;
  readonly idempotencyStore: IdempotencyStore | undefined;
  readonly onRetry: ((event: RetryEvent) => void) | undefined;
  /** Aborted when the client is closed. */
  readonly closed: AbortSignal;
}

export function settingsOf(options: ClientOptions, closed: AbortSignal): Settings {
  if (options.token !== undefined && options.getToken)
    throw new TypeError('Give token or getToken, not both.');
  return {
    endpoint: endpointOf(options.url),
    credentials: credentialsOf(options.token, options.getToken),
    // Read at each call, so that a program may replace it. A browser requires that it is called on its global object.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeoutMs: options.timeoutMs ?? 15_000,
    retry: options.retry ?? {},
    idempotencyStore: options.idempotencyStore,
    onRetry: options.onRetry,
    closed,
  };
}

/** @throws TypeError unless the text is an address with http or https. */
function endpointOf(url: string): string {
  // An environment variable that is not set is a frequent mistake of JavaScript programs.
  const base = String(url).replace(/\/+$/, '');
  // `fetch` would reject it with an error whose message contains the password.
  if (/^[^/]*\/\/[^/]*@/.test(base)) throw new TypeError('The url must not contain a password.');
  try {
    const path = base.endsWith('/graphql') ? base : `${base}/graphql`;
    const { protocol, href } = new URL(path, globalThis.location?.href);
    if (url !== undefined && /^https?:$/.test(protocol)) return href;
  } catch {
    // Not an address: the same error.
  }
  throw new TypeError(`The option url is not the address of a server, such as https://pay.example: ${url}`);
}
