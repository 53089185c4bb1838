/** Fault injection by a seed, often several faults at once. */
import type { Harness } from './client.ts';
import type { Cluster } from './cluster.ts';
import { pause, type Random } from './random.ts';
import type { FaultyServer } from './servers.ts';

export interface Faults {
  /** Stops new faults; resolves when all faults have ended and every server serves requests. */
  stop(): Promise<void>;
}

type Fault = () => Promise<void>;

/** The delay between two faults, in milliseconds. */
const rest = { least: 1_000, most: 5_000 };

/** @param only names of kinds; all of them when empty. */
export function startFaults(
  { servers, record, disturbed }: Harness,
  cluster: Cluster,
  random: Random,
  only: readonly string[],
): Faults {
  const everywhere = servers.map(({ name }) => name);
  /** The process or database that is being restarted. */
  const busy = new Set<string>();

  const duringOutage = async (from: readonly string[], work: Fault): Promise<void> => {
    const over = disturbed.start(from);
    try {
      await work();
    } finally {
      over();
    }
  };

  /** Restarts a process or the database, unless another restart of it is running. */
  const alone = async (what: string, kind: string, work: Fault): Promise<void> => {
    if (busy.has(what)) return;
    busy.add(what);
    record.count(`fault: ${kind}`);
    await work().finally(() => busy.delete(what));
  };

  const between = (kind: string, work: (server: FaultyServer) => Promise<void>) => (): Promise<void> => {
    const server = random.pick(servers);
    record.count(`fault: ${kind}`);
    return duringOutage([server.name], () => work(server));
  };

  const kinds: Readonly<Record<string, Fault>> = {
    kill: () => {
      const server = random.pick(servers);
      return alone(server.name, 'server killed (SIGKILL)', async () => {
        await server.kill();
        await pause(random.between(0, 1_000));
        await server.start();
      });
    },
    stop: () => {
      const server = random.pick(servers);
      return alone(server.name, 'server stopped (SIGTERM)', async () => {
        await server.stop();
        await server.start();
      });
    },
    cut: between('connections cut', async ({ proxy }) => proxy.cut()),
    reject: between('database rejects for a while', async ({ proxy }) => {
      await proxy.reject();
      proxy.cut();
      await pause(random.between(300, 2_500));
      await proxy.allow();
    }),
    hold: between('network holds bytes back', async ({ proxy }) => {
      proxy.hold();
      await pause(random.between(300, 2_000));
      proxy.release();
    }),
    swallow: between('network drops bytes, then resets the connections', async ({ proxy }) => {
      proxy.hold();
      await pause(random.between(1_000, 2_000));
      proxy.cut();
      proxy.release();
    }),
    terminate: () => {
      record.count('fault: database ends connections');
      return duringOutage(everywhere, cluster.terminateConnections);
    },
  };
  const restarts: Readonly<Record<string, Fault>> = cluster.restart
    ? {
        crash: () =>
          alone('database', 'database crashed (immediate)', () =>
            duringOutage(everywhere, async () => cluster.restart?.('immediate')),
          ),
        restart: () =>
          alone('database', 'database restarted (fast)', () =>
            duringOutage(everywhere, async () => cluster.restart?.('fast')),
          ),
      }
    : {};

  const known = { ...kinds, ...restarts };
  const unknown = only.find((name) => !(name in known));
  if (unknown) throw new Error(`--only takes some of ${Object.keys(known).join(',')}`);
  const all = Object.entries(known).flatMap(([name, fault]) =>
    only.length === 0 || only.includes(name) ? [fault] : [],
  );
  const running = new Set<Promise<void>>();
  let stopping = false;

  /** Every kind once before any is repeated, so that a short run has all kinds. */
  let bag: Fault[] = [];
  const draw = (): Fault => {
    if (bag.length === 0) bag = [...all];
    const [fault] = bag.splice(random.between(0, bag.length - 1), 1);
    return fault ?? draw();
  };
  const startFault = () => {
    const fault: Promise<void> = draw()()
      .catch((error: Error) => record.finding(`a fault could not be made: ${error.message}`))
      .finally(() => running.delete(fault));
    running.add(fault);
  };

  const loop = (async () => {
    while (!stopping) {
      await pause(random.between(rest.least, rest.most));
      if (stopping) return;
      const atOnce = random.weighted({ 1: 6, 2: 3, 3: 1 });
      for (let nth = 0; nth < Number(atOnce); nth += 1) startFault();
      // Faults sometimes overlap and sometimes wait for recovery, because constant faults would not test recovery.
      if (random.chance(0.6)) await Promise.all(running);
    }
  })();

  return {
    async stop() {
      stopping = true;
      await loop;
      await Promise.all(running);
      for (const { proxy } of servers) {
        await proxy.allow();
        proxy.release();
      }
    },
  };
}
