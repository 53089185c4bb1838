/** Sockets for connections to a Postgres server that may have several hosts. */
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { startWatchdog } from '../../kernel/watchdog.ts';

export interface Address {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
}

function connected(to: NetConnectOpts, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...to, noDelay: true });
    const failed = (error: Error) => reject(error);
    const arrived = startWatchdog(timeoutMs, () => {
      socket.destroy(Object.assign(new Error('no connection in time'), { code: 'CONNECT_TIMEOUT' }));
    });
    socket.once('close', arrived);
    socket.once('error', failed);
    socket.once('connect', () => {
      arrived();
      socket.removeListener('error', failed);
      resolve(socket);
    });
  });
}

/**
 * The first of the hosts that takes a connection.
 *
 * @param timeoutMs for all of them together: each has its part.
 * @param isWanted whether the next is to be tried.
 */
export async function socketTo(
  { host, port, path }: Address,
  timeoutMs: number,
  isWanted: () => boolean,
): Promise<Socket> {
  if (path) return connected({ path }, timeoutMs);
  let failure: unknown;
  for (const [index, name] of host.entries()) {
    if (!isWanted()) break;
    try {
      const socket = await connected({ host: name, port: port[index] ?? 5432 }, timeoutMs / host.length);
      // What TLS is to find in the certificate.
      return Object.assign(socket, { host: name, port: port[index] });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
