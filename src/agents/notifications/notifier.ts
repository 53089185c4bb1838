/**
 * Sends messages to approvers. Any number of processes may run a notifier: each message is leased by one of them. A message
 * whose process dies is sent again when its lease ends, so it may arrive twice.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { platformPartition } from '../../infrastructure/database/fair-queue.ts';
import {
  ignoreWork,
  observeWork,
  type WorkObserver,
} from '../../infrastructure/observability/work-record.ts';
import type { Ports } from '../ports.ts';
import { type ApprovalMessage, retryDelayMs } from './message.ts';
import { deleteMessage, leaseMessages, postponeMessage } from './message-store.ts';
import { type SendPorts, sendMessage } from './send-message.ts';

/** It does not listen for commits: each payment would wake it, and a second more is no loss to a person. */
const pollMs = 1_000;
const maxCalls = 16;
/** Longer than an attempt: a mail server has three limits of ten seconds. */
const leaseMs = 90_000;
const gracePeriodMs = 5_000;

type NotifierPorts = SendPorts & Pick<Ports, 'clock'>;

interface NotifierOptions {
  readonly observe?: WorkObserver;
}

interface Notifier {
  /** Starts no new calls and waits for running ones. */
  stop(): Promise<void>;
}

/** Sends a leased message, and deletes or postpones it. An attempt that is repeated or given up counts as failed. */
async function attempt(
  { observe = ignoreWork, ...ports }: NotifierPorts & NotifierOptions,
  message: ApprovalMessage,
): Promise<void> {
  const partition = platformPartition(message.platformId);
  const { db, end } = observeWork(ports.db, 'notification', observe, partition);
  let isRetried = true;
  try {
    const result = await sendMessage({ ...ports, db }, message);
    isRetried = result.outcome === 'retry';
    const delayMs = result.outcome === 'retry' ? retryDelayMs(message.attempts) : undefined;
    if (result.outcome !== 'retry' || delayMs === undefined) return await deleteMessage(db.orm, message);
    const pauseMs = Math.max(delayMs, result.afterMs ?? 0);
    await postponeMessage(db.orm, message, new Date(ports.clock.real().getTime() + pauseMs));
  } finally {
    end(message.channel, isRetried);
  }
}

/** Leases due messages and sends them. Returns how many there were. */
export async function sendDueMessages(
  ports: NotifierPorts & NotifierOptions,
  limit = maxCalls,
): Promise<number> {
  const leased = await leaseMessages(ports.db.orm, ports.clock.real(), { limit, leaseMs });
  await Promise.all(leased.map((message) => attempt(ports, message)));
  return leased.length;
}

export function startNotifier(
  ports: NotifierPorts,
  onError: (error: unknown) => void,
  options: NotifierOptions = {},
): Notifier {
  const { db, clock } = ports;
  const calls = new Set<Promise<void>>();
  let stopped = false;
  let polling: Promise<void> | undefined;

  const leaseAndCall = async () => {
    const free = maxCalls - calls.size;
    if (free <= 0) return;
    for (const message of await leaseMessages(db.orm, clock.real(), { limit: free, leaseMs })) {
      const call: Promise<void> = attempt({ ...ports, ...options }, message)
        .catch(onError)
        .finally(() => {
          calls.delete(call);
          // A platform has few calls at once, so its next message may be due.
          poll();
        });
      calls.add(call);
    }
  };
  const poll = () => {
    if (stopped) return;
    polling ??= leaseAndCall()
      .catch(onError)
      .finally(() => {
        polling = undefined;
      });
  };

  const timer = setInterval(poll, pollMs);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await polling;
      await Promise.race([Promise.all(calls), delay(gracePeriodMs, undefined, { ref: false })]);
    },
  };
}
