/** Closes all sockets when the process stops. */
import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket, WebSocketServer } from 'ws';

const serviceRestart = 1012;
/** A client that does not complete the closing handshake within this time is disconnected. */
const closingHandshakeMs = 1_000;
const pollMs = 10;

/**
 * Closes every socket with 1012; resolves when all are closed.
 *
 * @param hasRunningOperation whether a query or mutation on the socket has no response yet. Subscriptions do not count.
 * @param timeoutMs how long a socket with such an operation stays open.
 */
export async function closeSockets(
  server: WebSocketServer,
  hasRunningOperation: (socket: WebSocket) => boolean,
  timeoutMs: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const deadline = performance.now() + timeoutMs;
  const close = async (socket: WebSocket): Promise<void> => {
    while (hasRunningOperation(socket) && performance.now() < deadline) await delay(pollMs);
    socket.close(serviceRestart, 'Shutting down');
    await delay(closingHandshakeMs, undefined, { ref: false });
    socket.terminate();
  };
  for (const socket of server.clients) void close(socket);
  await closed;
}
