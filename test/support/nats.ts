/** A NATS broker for tests, and a way to it that can be cut. What needs one is skipped, by name, where none responds. */
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

/** `describe.runIf(onNats)`: what only a broker can show. */
export const onNats = await responses();

/** Of a describe: says why it is skipped. */
export const natsTitle = onNats ? 'NATS' : `NATS, skipped: no broker responds at ${brokerUrl}`;

export interface Relay {
  readonly url: string;
  /** Ends every connection and takes none. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** A port that leads to the broker while it is not cut. */
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
