/** A subscriber that comes back: whenever its connection ends, it goes on from its last cursor, wherever it is let in. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Following, Update } from './following.ts';

export interface FollowingOn {
  readonly updates: readonly Update[];
  /** What ended each of its connections. */
  readonly ends: readonly unknown[];
  stop(): Promise<void>;
}

/** @param open connects and subscribes after the cursor; it may fail, and is then asked again. */
export function followOn(open: (after: string) => Promise<Following>, from: string): FollowingOn {
  const updates: Update[] = [];
  const ends: unknown[] = [];
  let stopped = false;

  const run = async () => {
    while (!stopped) {
      const following = await open(updates.at(-1)?.cursor ?? from).catch(() => undefined);
      if (!following) {
        await pause(20);
        continue;
      }
      let over = false;
      void following.over.then((why) => {
        over = true;
        ends.push(why);
      });
      while (!over && !stopped) {
        updates.push(...following.updates.splice(0));
        await pause(5);
      }
      updates.push(...following.updates.splice(0));
      following.stop();
    }
  };
  const running = run();
  return {
    updates,
    ends,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
