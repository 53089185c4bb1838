/** Memory of the servers during the run. */
import { pause } from './random.ts';
import type { FaultyServer, MemoryUse } from './servers.ts';

const everyMs = 5_000;
/** The median over this number of seconds is compared, because garbage collection makes single values jump. */
const windowSeconds = 30;

interface Sample extends MemoryUse {
  readonly atSeconds: number;
}

export interface Memory {
  /** The median of the values around a second of the run. */
  around(server: FaultyServer, atSeconds: number): MemoryUse | undefined;
  highest(server: FaultyServer): number;
  stop(): Promise<void>;
}

export function watchMemory(servers: readonly FaultyServer[]): Memory {
  const startMs = Date.now();
  const samples = new Map<FaultyServer, Sample[]>(servers.map((server) => [server, []]));
  let stopping = false;
  const loop = (async () => {
    while (!stopping) {
      for (const [server, list] of samples) {
        const use = await server.memory();
        if (use) list.push({ atSeconds: (Date.now() - startMs) / 1000, ...use });
      }
      await pause(everyMs);
    }
  })();
  return {
    around(server, atSeconds) {
      const near = (samples.get(server) ?? []).filter(
        (sample) => Math.abs(sample.atSeconds - atSeconds) <= windowSeconds / 2,
      );
      const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
      const resident = middle(near.map((sample) => sample.resident));
      return resident === undefined
        ? undefined
        : { resident, held: middle(near.flatMap(({ held }) => held ?? [])) };
    },
    highest: (server) => Math.max(0, ...(samples.get(server) ?? []).map(({ resident }) => resident)),
    async stop() {
      stopping = true;
      await loop;
    },
  };
}
