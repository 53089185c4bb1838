/**
 * Pipelined requests: a client sends the next one before it has the response to the one before.
 *
 * Node reads all that arrive together, and emits each at once. Served at once, a thousand of them would hold up every other connection.
 * Each is served when the connection is free for its response, in a turn of the event loop of its own. If the connection closes
 * before, it is not served. Node emits no `close` on a response that never had the connection, so this module does, for those who count
 * responses.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection. Browsers send none before they have the response; a client that sends more is disconnected. */
const maxWaiting = 100;

const waiting = new WeakMap<Socket, Set<ServerResponse>>();

function waitingOf(socket: Socket): Set<ServerResponse> {
  const existing = waiting.get(socket);
  if (existing) return existing;
  const responses = new Set<ServerResponse>();
  waiting.set(socket, responses);
  socket.once('close', () => {
    for (const res of responses) {
      res.destroy();
      res.emit('close');
    }
    responses.clear();
  });
  return responses;
}

export function serveInTurn({ socket }: IncomingMessage, res: ServerResponse, serve: () => void): void {
  if (res.socket) {
    serve();
    return;
  }
  const responses = waitingOf(socket);
  responses.add(res);
  if (responses.size > maxWaiting) {
    socket.destroy();
    return;
  }
  // Node emits it when the responses to all earlier requests are sent.
  res.once('socket', () => {
    responses.delete(res);
    setImmediate(() => {
      if (!socket.destroyed) serve();
    });
  });
}
