/**
 * Kills the service with SIGKILL: at each step, before and after its commit, and at random moments.
 *
 * Decision: after a kill the run ends the lease of the dead process by SQL, which otherwise lasts ten minutes, and makes the next
 * exchange due.
 */
import postgres from 'postgres';
import { pause, type Random } from '../../faults/random.ts';
import type { RunRecord } from '../../faults/record.ts';
import type { FaultyServer } from '../../faults/servers.ts';
import { holdStep, type Step, steps } from './held-commits.ts';

/**
 * `before the commit`: the connection of the process breaks while its commit waits, so nothing of it is recorded. `after the commit`:
 * the commit succeeds, but the process is dead. `around the commit`: the commit goes on, and the process is killed within milliseconds.
 */
const moments = ['before the commit', 'after the commit', 'around the commit'] as const;
type Moment = (typeof moments)[number];

const reachMs = 15_000;
const restMs = 500;
const serviceName = 'payments-platform';

export interface Killer {
  stop(): Promise<void>;
  readonly kills: number;
  /** The steps at which the service was not killed yet, and how many of their moments are left in all. */
  left(): { readonly steps: readonly string[]; readonly moments: number };
}

interface KillerOptions {
  readonly url: string;
  readonly server: FaultyServer;
  readonly record: RunRecord;
  readonly random: Random;
}

/** Ends the lease of a dead process. */
export const endLease = (sql: postgres.Sql): Promise<unknown> =>
  sql`update bank_connections set leased_until = null, next_exchange_at = now()`;

export function startKiller({ url, server, record, random }: KillerOptions): Killer {
  const [owner, observer] = [0, 1].map(() =>
    postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined }),
  ) as [postgres.Sql, postgres.Sql];
  let stopping = false;
  let kills = 0;
  const done = new Map<string, Set<Moment>>();

  const breakConnections = () =>
    observer`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${serviceName}`;

  /** The connections of the dead process are closed when what they were doing has ended. */
  async function untilDisconnected(): Promise<void> {
    for (let attempt = 0; attempt < 1_000; attempt += 1) {
      const [row] = await observer<{ open: number }[]>`select count(*)::int as open from pg_stat_activity
        where datname = current_database() and application_name = ${serviceName}`;
      if (row?.open === 0) return;
      await pause(5);
    }
    await breakConnections();
  }

  async function restart(what: string): Promise<void> {
    kills += 1;
    record.count(`kills: ${what}`);
    await untilDisconnected();
    await endLease(observer);
    await server.start();
  }

  async function killAt(step: Step, moment: Moment): Promise<void> {
    const hold = await holdStep(owner, observer, step);
    const isReached = await hold.untilReached(reachMs);
    if (!isReached || stopping) {
      await hold.release();
      return;
    }
    if (moment === 'around the commit') {
      await hold.release();
      await pause(random.between(0, 8));
      await server.kill();
    } else {
      await server.kill();
      if (moment === 'before the commit') await breakConnections();
      await hold.release();
    }
    done.set(step.name, (done.get(step.name) ?? new Set()).add(moment));
    await restart(`${step.name}, ${moment}`);
  }

  const loop = (async () => {
    // Each step at each moment, again and again, in a new order every time. What was not reached is tried again before the others.
    while (!stopping) {
      const all = steps.flatMap((step) => moments.map((moment) => ({ step, moment, order: random.next() })));
      const missed = all.filter(({ step, moment }) => !done.get(step.name)?.has(moment));
      const round = missed.length > 0 ? missed : all;
      for (const { step, moment } of round.sort((a, b) => a.order - b.order)) {
        if (stopping) return;
        await killAt(step, moment);
        await pause(restMs);
        if (!random.chance(0.25) || stopping) continue;
        await pause(random.between(0, 3_000));
        await server.kill();
        await restart('at random');
      }
    }
  })().catch((error: Error) => record.finding(`the service was not killed any more: ${error.message}`));

  return {
    get kills() {
      return kills;
    },
    left() {
      const names = steps.map(({ name }) => name);
      const doneMoments = [...done.values()].reduce((all, { size }) => all + size, 0);
      return {
        steps: names.filter((name) => !done.has(name)),
        moments: steps.length * moments.length - doneMoments,
      };
    },
    async stop() {
      stopping = true;
      await loop;
      await Promise.all([owner.end(), observer.end()]);
    },
  };
}
