/**
 * Pipelined requests: a client sends the next one before it has the response to the one before.
 *
 * Node assigns the connection to a response only when all earlier responses are sent. When the connection closes, Node
 * does not emit `close` on responses that still wait, so their listeners would never run. This module emits it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const pipelined = new WeakMap<Socket, Set<ServerResponse>>();

function trackPipelined(socket: Socket): Set<ServerResponse> {
  const responses = new Set<ServerResponse>();
  pipelined.set(socket, responses);
  socket.once('close', () => {
    for (const res of responses) {
      if (res.socket) continue;
      res.destroy();
      res.emit('close');
    }
  });
  return responses;
}

/** Closes the response with its connection, also when the response was never assigned to it. */
export function closeWithConnection({ socket }: IncomingMessage, res: ServerResponse): void {
  if (res.socket) return;
  const responses = pipelined.get(socket) ?? trackPipelined(socket);
  responses.add(res);
  res.once('close', () => responses.delete(res));
}
