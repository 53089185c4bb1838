/**
 * A proxy between the service and its database, so that a test can take the database away from one service alone: the
 * server itself is everybody's.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The given address with the proxy's host and port in place of the target's. */
  readonly url: string;
  /** How many connections are open. */
  readonly connections: number;
  /** Breaks every open connection, without a farewell. */
  cut(): void;
  /** From now on nobody listens: who connects is rejected. Connections that are open stay. */
  reject(): Promise<void>;
  /** Listens again, on the same port. */
  allow(): Promise<void>;
  /** From now on nothing is passed on either way, as where a network swallows packets; who connects is left waiting. */
  hold(): void;
  /** The connections that are open pass nothing on any more, for good; new ones do. */
  strand(): void;
  /**
   * From now on breaks each connection over which the text is sent: before it is passed on, or when the response comes.
   * Returns how often it did so, and is undone with `undefined`.
   */
  cutAt(text: string | undefined, place?: 'before' | 'response'): { readonly times: number };
  /** Passes on again, what was held back first. */
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
    // Either side's end is the other's.
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
    // `close` waits for the connections that are open; that it does not listen any more is true at once.
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
