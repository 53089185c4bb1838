/** A subscriber that reconnects whenever its connection ends, and resumes after its last cursor. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Update, UpdateSubscription } from './transaction-updates.ts';

export interface ResumingSubscriber {
  readonly updates: readonly Update[];
  /** The reason for the end of each connection. */
  readonly connectionEnds: readonly unknown[];
  stop(): Promise<void>;
}

/** @param open connects and subscribes after the cursor; it is called again if it fails. */
export function subscribeAndResume(
  open: (after: string) => Promise<UpdateSubscription>,
  from: string,
): ResumingSubscriber {
  const updates: Update[] = [];
  const ends: unknown[] = [];
  let stopped = false;

  const run = async () => {
    while (!stopped) {
      const subscription = await open(updates.at(-1)?.cursor ?? from).catch(() => undefined);
      if (!subscription) {
        await pause(20);
        continue;
      }
      let over = false;
      void subscription.over.then((why) => {
        over = true;
        ends.push(why);
      });
      while (!over && !stopped) {
        updates.push(...subscription.updates.splice(0));
        await pause(5);
      }
      updates.push(...subscription.updates.splice(0));
      subscription.stop();
    }
  };
  const running = run();
  return {
    updates,
    connectionEnds: ends,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
