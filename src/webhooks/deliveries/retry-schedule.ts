/**
 * When a delivery that was not taken is tried again: after 5 s, then twice as long each time, 20 % more or less, never
 * after more than 30 minutes, for 7 days.
 *
 * Decision: at the cap the wait is drawn from 24 to 30 minutes instead of being cut to 30, so that receivers that were
 * down together are not all tried at the same instant when they come back.
 * Decision: the 7 days exclude their last instant: what would fall due then or later is given up.
 *
 * Source: gaps 6.3.
 */

import { invariant } from '../../kernel/errors.ts';
import { approvalEventType } from '../../payments/events.ts';
import type { EventType } from '../event-kinds.ts';

export const firstRetryDelayMs = 5_000;
export const maxRetryDelayMs = 30 * 60_000;
export const retryLifetimeMs = 7 * 24 * 60 * 60_000;
const jitter = 0.2;

/** TEST is a question about now; the time to decide on a payment is over before a retry would come. */
export const isRetried = (type: EventType): boolean => type !== 'TEST' && type !== approvalEventType;

/**
 * The wait before the next attempt, in whole milliseconds.
 *
 * @param attemptsMade At least 1.
 * @param random From 0 up to 1.
 */
export function retryDelayMs(attemptsMade: number, random: number): number {
  invariant(
    attemptsMade >= 1 && random >= 0 && random < 1,
    'a retry follows an attempt, by a draw below one',
  );
  const base = Math.min(firstRetryDelayMs * 2 ** (attemptsMade - 1), maxRetryDelayMs);
  const least = base * (1 - jitter);
  const most = Math.min(base * (1 + jitter), maxRetryDelayMs);
  return Math.round(least + random * (most - least));
}

/** When to try again, or `undefined` where this was the last attempt. */
export function nextAttemptAt(
  type: EventType,
  { attemptsMade, begunAt, now, random }: { attemptsMade: number; begunAt: Date; now: Date; random: number },
): Date | undefined {
  if (!isRetried(type)) return undefined;
  const due = now.getTime() + retryDelayMs(attemptsMade, random);
  return due < begunAt.getTime() + retryLifetimeMs ? new Date(due) : undefined;
}
