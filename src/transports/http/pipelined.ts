/**
 * Requests sent before the answer to the one before them came. Node gives a response its connection only when its turn has
 * come, and tells one that still waits nothing when the connection closes: whoever listens for its end would never hear.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const waiting = new WeakMap<Socket, Set<ServerResponse>>();

function behindOthersOn(socket: Socket): Set<ServerResponse> {
  const behind = new Set<ServerResponse>();
  waiting.set(socket, behind);
  socket.once('close', () => {
    for (const res of behind) {
      if (res.socket) continue;
      res.destroy();
      res.emit('close');
    }
  });
  return behind;
}

/** Has the response close with its connection, also where it never came to have it. */
export function closeWithConnection({ socket }: IncomingMessage, res: ServerResponse): void {
  if (res.socket) return;
  const behind = waiting.get(socket) ?? behindOthersOn(socket);
  behind.add(res);
  res.once('close', () => behind.delete(res));
}
