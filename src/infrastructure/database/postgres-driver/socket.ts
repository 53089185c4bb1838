/** Sockets to a PostgreSQL server that may have several hosts. */
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { startWatchdog } from '../../../kernel/watchdog.ts';

export interface Address {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
}

function connectSocket(to: NetConnectOpts, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...to, noDelay: true });
    const onError = (error: Error) => reject(error);
    const stopWatchdog = startWatchdog(timeoutMs, () => {
      socket.destroy(Object.assign(new Error('no connection in time'), { code: 'CONNECT_TIMEOUT' }));
    });
    socket.once('close', stopWatchdog);
    socket.once('error', onError);
    socket.once('connect', () => {
      stopWatchdog();
      socket.removeListener('error', onError);
      resolve(coalesceWrites(socket));
    });
  });
}

/**
 * Sends what is written in one turn of the event loop with one system call. The driver writes every statement of more than
 * 1 KiB by itself, and system calls were a quarter of the CPU time of a payment.
 */
function coalesceWrites(socket: Socket): Socket {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let corked = false;
  const uncork = () => {
    corked = false;
    socket.uncork();
  };
  socket.write = ((...args: unknown[]) => {
    if (!corked) {
      corked = true;
      socket.cork();
      process.nextTick(uncork);
    }
    return write(...args);
  }) as Socket['write'];
  return socket;
}

/**
 * Connects to the first host that accepts.
 *
 * @param timeoutMs for all hosts together, divided equally between them.
 * @param shouldContinue is called before each attempt; `false` stops.
 */
export async function connectToFirstHost(
  { host, port, path }: Address,
  timeoutMs: number,
  shouldContinue: () => boolean,
): Promise<Socket> {
  if (path) return connectSocket({ path }, timeoutMs);
  let failure: unknown;
  for (const [index, name] of host.entries()) {
    if (!shouldContinue()) break;
    try {
      const socket = await connectSocket({ host: name, port: port[index] ?? 5432 }, timeoutMs / host.length);
      // The driver passes this host name to TLS, which compares it with the certificate.
      return Object.assign(socket, { host: name, port: port[index] });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
