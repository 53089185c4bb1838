/**
 * A proxy between a service and its database, so that a test can make the database unavailable to this service only.
 * All tests share the database server itself.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The given address with the proxy's host and port in place of the target's. */
  readonly url: string;
  /** The number of open connections. */
  readonly connections: number;
  /** Resets every open connection. */
  cut(): void;
  /** Stops listening, so that new connections are rejected. Open connections stay open. */
  reject(): Promise<void>;
  /** Listens again, on the same port. */
  allow(): Promise<void>;
  /** Stops forwarding in both directions, like a network that drops packets. New connections are accepted and wait. */
  hold(): void;
  /** Stops forwarding on open connections for good. New connections work. */
  strand(): void;
  /**
   * Resets each connection over which the text is sent: before it is forwarded, or when the response comes. Returns the
   * number of resets as `times`. `undefined` stops this.
   */
  cutAt(text: string | undefined, place?: 'before' | 'response'): { readonly times: number };
  /** Resumes forwarding, with the held-back data first. */
  release(): void;
  close(): Promise<void>;
}

/** @param target a URL with host and port, for example of a PostgreSQL database. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  const stranded = new Set<Socket>();
  let held = false;
  let trap: { readonly text: string; readonly place: 'before' | 'response'; times: number } | undefined;

  const pass = (from: Socket, into: Socket, sprung: { is: boolean }, isDownstream: boolean) => {
    sockets.add(from);
    if (held) from.pause();
    from.on('data', (chunk) => {
      if (isDownstream && trap && chunk.includes(trap.text)) {
        trap.times += 1;
        sprung.is = true;
        if (trap.place === 'before') into.destroy();
      }
      if (sprung.is && !isDownstream) into.resetAndDestroy();
      else into.write(chunk);
    });
    from.on('end', () => into.end());
    // When one side ends, the other side ends too.
    from.on('error', () => into.destroy());
    from.on('close', () => {
      sockets.delete(from);
      stranded.delete(from);
      into.destroy();
    });
  };
  const server = createServer((downstream) => {
    const upstream = connect(Number(to.port || 5432), to.hostname);
    downstream.setNoDelay(true);
    upstream.setNoDelay(true);
    const sprung = { is: false };
    pass(downstream, upstream, sprung, true);
    pass(upstream, downstream, sprung, false);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);

  const cut = () => {
    for (const socket of [...sockets, ...stranded]) socket.resetAndDestroy();
  };
  const reject = async () => {
    if (!server.listening) return;
    // `close` waits for open connections, but it stops listening immediately.
    server.close();
  };
  return {
    url: url.href,
    get connections() {
      return sockets.size / 2;
    },
    cut,
    reject,
    async allow() {
      if (!server.listening) await listen(port);
    },
    hold() {
      held = true;
      for (const socket of sockets) socket.pause();
    },
    release() {
      held = false;
      for (const socket of sockets) socket.resume();
    },
    strand() {
      for (const socket of sockets) {
        socket.pause();
        stranded.add(socket);
      }
      sockets.clear();
    },
    cutAt(text, place = 'before') {
      trap = text === undefined ? undefined : { text, place, times: 0 };
      return trap ?? { times: 0 };
    },
    async close() {
      cut();
      await reject();
    },
  };
}
