/** Subscriptions over one WebSocket for all of a client: opened with the first, closed with the last. */
import type { RequestError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { openSocket, type Socket } from './socket.ts';
import type { OpenStream } from './transport.ts';
import type { WebSocketConstructor } from './web-socket.ts';

interface WebSocketTransport {
  readonly open: OpenStream;
  close(): void;
}

export function webSocketTransport(
  { endpoint, credentials }: Settings,
  WebSocket: WebSocketConstructor,
): WebSocketTransport {
  let shared: Promise<Socket> | undefined;

  const connect = async (): Promise<Socket> => {
    const authorization = await credentials.current();
    const forget = (error: RequestError) => {
      if (error.status === 401) credentials.reject(authorization);
      shared = undefined;
    };
    return openSocket(WebSocket, endpoint.replace(/^http/, 'ws'), authorization, forget);
  };
  const socket = (): Promise<Socket> => {
    shared ??= connect().catch((error: unknown) => {
      shared = undefined;
      throw error;
    });
    return shared;
  };

  return {
    async *open(request, signal) {
      let open = await socket();
      // It may have closed with its last subscription in the meantime.
      while (!open.isOpen) open = await socket();
      yield* open.subscribe(request, signal);
    },
    close: () => void shared?.then((open) => open.close()).catch(() => undefined),
  };
}
