/**
 * A request that would like to go on in a protocol that this service does not speak: `Upgrade: h2c`, which some
 * clients send with every request over plain HTTP. It is answered in HTTP/1.1 as if it had not asked; Node takes it
 * for the beginning of something else, because there is a listener for sockets.
 *
 * Source: RFC 9110, section 7.8 (a server may ignore Upgrade); RFC 7540, section 3.2.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Whether a WebSocket is wanted. */
export const wantsWebSocket = ({ headers }: IncomingMessage): boolean =>
  /(^|[\s,])websocket([\s,]|$)/i.test(headers.upgrade ?? '');

/** The request's head as it came, without the wish. Node read header values as Latin-1, and so they are written. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = rawHeaders.slice(at, at + 2);
    if (name?.toLowerCase() !== 'upgrade') lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/**
 * Gives the connection back to the server, to be read once more from the beginning of the request.
 *
 * @param rest what came after the head.
 */
export function serveWithoutUpgrade(
  server: Server,
  req: IncomingMessage,
  socket: Duplex,
  rest: Buffer,
): void {
  socket.unshift(Buffer.concat([headWithoutUpgrade(req), rest]));
  server.emit('connection', socket);
}
