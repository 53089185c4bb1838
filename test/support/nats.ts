/** A NATS broker for tests, and a proxy to it that can disconnect. Tests that need a broker are skipped without one. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const broker = { host: '127.0.0.1', port: 4222 };
export const brokerUrl = `nats://${broker.host}:${broker.port}`;

async function responses(): Promise<boolean> {
  const socket = connect(broker);
  try {
    const [greeting] = await once(socket, 'data', { signal: AbortSignal.timeout(5_000) });
    return String(greeting).startsWith('INFO ');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** `describe.runIf(onNats)` is for tests that need a broker. */
export const onNats = await responses();

/** The title of a `describe`, with the reason why it is skipped. */
export const natsTitle = onNats ? 'NATS' : `NATS, skipped: no broker responds at ${brokerUrl}`;

export interface Relay {
  readonly url: string;
  /** Closes every connection and rejects new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** A TCP proxy of the broker that can disconnect. */
export async function startRelay(): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(broker);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, broker.host);
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `nats://${broker.host}:${port}`,
    mend: () => listen(port),
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
