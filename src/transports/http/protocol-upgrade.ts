/**
 * Requests to upgrade a connection to another protocol.
 *
 * Some clients send `Upgrade: h2c` with every request over plain HTTP. The server ignores it and responds in HTTP/1.1.
 * Node emits `upgrade` for such a request as well, because the server has a listener for WebSocket upgrades.
 *
 * Source: RFC 9110, section 7.8 (a server may ignore Upgrade); RFC 7540, section 3.2.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Whether the request is for a WebSocket. */
export const wantsWebSocket = ({ headers }: IncomingMessage): boolean =>
  /(^|[\s,])websocket([\s,]|$)/i.test(headers.upgrade ?? '');

/** Rejects an upgrade. The connection is destroyed at once: no parser reads it, so its end would go unnoticed. */
export function rejectUpgrade(connection: Duplex, status: string): void {
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => connection.destroy());
}

/** The request's head as received, without the Upgrade header. Node decodes header values as Latin-1. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = rawHeaders.slice(index, index + 2);
    if (name?.toLowerCase() !== 'upgrade') lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/**
 * Returns the connection to the server, which parses the request again from its start.
 *
 * @param rest the bytes received after the head.
 */
export function serveWithoutUpgrade(
  server: Server,
  req: IncomingMessage,
  connection: Duplex,
  rest: Buffer,
): void {
  connection.unshift(Buffer.concat([headWithoutUpgrade(req), rest]));
  server.emit('connection', connection);
}
