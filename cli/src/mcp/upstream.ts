/**
 * The session with the server. It is started again when the server has ended it: after a long idle time, or when the agent was
 * paused in between. The assistant does not notice, except that the list of tools may have changed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Profile } from '../profiles.ts';

/** Only for the messages that the bridge itself sends. Assistants count from 0, or use texts of their own. */
const ownIdPrefix = 'payments-bridge-';

interface Upstream {
  send(message: JSONRPCMessage): Promise<void>;
  close(): Promise<void>;
}

const isResponse = (
  message: JSONRPCMessage,
): message is JSONRPCMessage & { id: string | number; result: object } =>
  'result' in message && 'id' in message;

/** The stream of notifications is opened again for as long as the assistant runs. */
const reconnectionOptions = {
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 1_000_000,
};

const maxAttempts = 4;
const maxPauseSeconds = 10;

/** A request that was rejected unread, because of the rate limit or of an outage, is sent again when the server says. */
async function retryingFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, init);
    const pause = Number(response.headers.get('retry-after'));
    const isRetried = (response.status === 429 || response.status === 503) && attempt < maxAttempts;
    if (!isRetried || !(pause > 0 && pause <= maxPauseSeconds)) return response;
    await response.body?.cancel();
    await delay(pause * 1_000, undefined, { ...(init?.signal && { signal: init.signal }) });
  }
}

/** @param deliver takes what the server sends, except the responses to messages of the bridge. */
export function connectUpstream(
  { url, token }: Profile,
  deliver: (message: JSONRPCMessage) => void,
  note: (text: string) => void,
): Upstream {
  let transport: StreamableHTTPClientTransport | undefined;
  let initialize: JSONRPCMessage | undefined;
  let initializeId: string | number | undefined;
  let restarting: Promise<void> | undefined;
  let restarts = 0;
  const followed = new Set<string>();
  const own = new Map<string | number, (message: JSONRPCMessage) => void>();

  function receive(message: JSONRPCMessage): void {
    if (isResponse(message) && message.id === initializeId) {
      const { protocolVersion } = message.result as { protocolVersion?: unknown };
      if (typeof protocolVersion === 'string') transport?.setProtocolVersion(protocolVersion);
    }
    const waiting = 'id' in message && message.id !== undefined ? own.get(message.id) : undefined;
    if (waiting) waiting(message);
    else deliver(message);
  }

  async function open(): Promise<StreamableHTTPClientTransport> {
    const opened = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
      reconnectionOptions,
      fetch: retryingFetch,
    });
    opened.onmessage = receive;
    opened.onerror = (error) => {
      if (opened === transport && !(error instanceof StreamableHTTPError)) note(error.message);
    };
    await opened.start();
    transport = opened;
    return opened;
  }

  /** Sends a request of the bridge, and waits for its response. */
  async function ask(method: string, params: object): Promise<void> {
    restarts += 1;
    const id = `${ownIdPrefix}${restarts}`;
    const responded = new Promise<void>((resolve, reject) => {
      own.set(id, (message) => ('error' in message ? reject(new Error(message.error.message)) : resolve()));
    });
    if (method === 'initialize') initializeId = id;
    try {
      await Promise.all([
        transport?.send({ jsonrpc: '2.0', id, method, params } as JSONRPCMessage),
        responded,
      ]);
    } finally {
      own.delete(id);
    }
  }

  /** Starts a new session with what the assistant said at its start. */
  async function restart(): Promise<void> {
    const params = initialize && 'params' in initialize ? (initialize.params ?? {}) : {};
    await transport?.close();
    await open();
    await ask('initialize', params);
    await transport?.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    for (const uri of followed) await ask('resources/subscribe', { uri });
    deliver({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  }

  function remember(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    const uri = (message.params as { uri?: unknown } | undefined)?.uri;
    if (message.method === 'initialize' && 'id' in message) {
      initialize = message;
      initializeId = message.id;
    }
    if (typeof uri !== 'string') return;
    if (message.method === 'resources/subscribe') followed.add(uri);
    if (message.method === 'resources/unsubscribe') followed.delete(uri);
  }

  return {
    async send(message) {
      remember(message);
      const current = transport ?? (await open());
      try {
        await current.send(message);
      } catch (error) {
        const hasEnded = error instanceof StreamableHTTPError && error.code === 404;
        if (!hasEnded || message === initialize || !initialize) throw error;
        // Another message may have started the new session already.
        if (transport === current) {
          restarting ??= restart().finally(() => {
            restarting = undefined;
          });
        }
        await restarting;
        await transport?.send(message);
      }
    },
    async close() {
      await transport?.terminateSession().catch(() => undefined);
      await transport?.close();
    },
  };
}
