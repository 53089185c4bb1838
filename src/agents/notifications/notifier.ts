/**
 * Sends messages to approvers. Any number of processes may run a notifier: each message is leased by one of them. A message
 * whose process dies is sent again when its lease ends, so it may arrive twice.
 */
import { setTimeout as delay } from 'node:timers/promises';
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

interface Notifier {
  /** Starts no new calls and waits for running ones. */
  stop(): Promise<void>;
}

/** Sends a leased message, and deletes or postpones it. */
async function attempt(ports: NotifierPorts, message: ApprovalMessage): Promise<void> {
  const { db, clock } = ports;
  const result = await sendMessage(ports, message);
  const delayMs = result.outcome === 'retry' ? retryDelayMs(message.attempts) : undefined;
  if (result.outcome !== 'retry' || delayMs === undefined) return deleteMessage(db.orm, message);
  const pauseMs = Math.max(delayMs, result.afterMs ?? 0);
  await postponeMessage(db.orm, message, new Date(clock.real().getTime() + pauseMs));
}

/** Leases due messages and sends them. Returns how many there were. */
export async function sendDueMessages(ports: NotifierPorts, limit = maxCalls): Promise<number> {
  const leased = await leaseMessages(ports.db.orm, ports.clock.real(), { limit, leaseMs });
  await Promise.all(leased.map((message) => attempt(ports, message)));
  return leased.length;
}

export function startNotifier(ports: NotifierPorts, onError: (error: unknown) => void): Notifier {
  const { db, clock } = ports;
  const calls = new Set<Promise<void>>();
  let stopped = false;
  let polling: Promise<void> | undefined;

  const leaseAndCall = async () => {
    const free = maxCalls - calls.size;
    if (free <= 0) return;
    for (const message of await leaseMessages(db.orm, clock.real(), { limit: free, leaseMs })) {
      const call: Promise<void> = attempt(ports, message)
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
