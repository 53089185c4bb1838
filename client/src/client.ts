/** The client: requests, lists and subscriptions with one credential and one WebSocket. */
import { type Document, operationIn, textOf } from './document.ts';
import { RequestError } from './errors.ts';
import { type Connection, type NodeOf, paginate } from './paginate.ts';
import { type ExecuteOptions, execute } from './requests/execute.ts';
import { type ClientOptions, settingsOf } from './settings.ts';
import { sseTransport } from './subscriptions/sse.ts';
import { type SubscribeOptions, subscribe } from './subscriptions/subscribe.ts';
import type { WebSocketConstructor } from './subscriptions/web-socket.ts';
import { webSocketTransport } from './subscriptions/websocket-transport.ts';

/** The variables may be left out when none is required. */
type WithOptions<Variables, Options> =
  Record<never, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options];

export interface PaginateOptions<Result, Page extends Connection> extends ExecuteOptions {
  /** Finds the list in the data of a page. Default: the only root field that is a list. */
  readonly select?: ((data: Result) => Page | null | undefined) | undefined;
}

export interface Client {
  /**
   * Sends a query or mutation and returns its data: the root fields by name.
   *
   * A mutation that declares `$idempotencyKey` gets a key, and all of its attempts have the same one.
   *
   * @throws RequestError if the response has errors, or there is none. Expected errors are members of the result's union.
   */
  execute<Result, Variables>(
    document: Document<Result, Variables>,
    ...args: WithOptions<Variables, ExecuteOptions>
  ): Promise<Result>;
  /**
   * The records of a list, over all of its pages. `first` is the size of a page. With `last` it starts at the end of the
   * list and goes backwards.
   */
  paginate<Result, Variables, Page extends Connection = Extract<Result[keyof Result], Connection>>(
    document: Document<Result, Variables>,
    ...args: WithOptions<Variables, PaginateOptions<Result, Page>>
  ): AsyncIterableIterator<NodeOf<Page>>;
  /**
   * The updates of a subscription, each exactly once and in order, over every reconnection and restart of the server. The
   * document declares `$after` and selects `cursor`.
   *
   * @throws RequestError from `next` if no further connection can succeed.
   */
  subscribe<Result, Variables>(
    document: Document<Result, Variables>,
    ...args: WithOptions<Variables, SubscribeOptions>
  ): AsyncIterableIterator<Result>;
  /** Ends all requests and subscriptions, and the WebSocket. */
  close(): void;
}

type Values = Readonly<Record<string, unknown>>;

export function createClient(options: ClientOptions): Client {
  const closing = new AbortController();
  const settings = settingsOf(options, closing.signal);
  const WebSocket = options.webSocket ?? (globalThis.WebSocket as WebSocketConstructor | undefined);
  const overSse = sseTransport(settings);
  const overWebSocket = WebSocket && webSocketTransport(settings, WebSocket);

  const transportOf = ({ transport }: SubscribeOptions) => {
    if (transport === 'sse') return overSse;
    if (overWebSocket) return overWebSocket.open;
    if (transport === undefined) return overSse;
    throw new TypeError(
      'No WebSocket is built in here: give the client the option webSocket, or subscribe over sse.',
    );
  };

  const client = {
    execute: async (document: unknown, variables: Values = {}, given: ExecuteOptions = {}) =>
      execute(settings, textOf(document), variables, given),
    paginate(
      document: unknown,
      variables: Values = {},
      { select, ...given }: PaginateOptions<never, Connection> = {},
    ) {
      const text = textOf(document);
      const load = (page: Values) => execute(settings, text, page, given);
      return paginate(operationIn(text), variables, load, select);
    },
    subscribe: (document: unknown, variables: Values = {}, given: SubscribeOptions = {}) =>
      subscribe(settings, transportOf(given), textOf(document), variables, given),
    close() {
      closing.abort(new RequestError('CLIENT_CLOSED', 'The client was closed.', { retryable: false }));
      overWebSocket?.close();
    },
  };
  // The types of the data are those that the document declares.
  return client as unknown as Client;
}
