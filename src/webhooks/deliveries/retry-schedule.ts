/**
 * The retry schedule of a failed attempt: exponential backoff from 5 s, doubled each time, with 20 % jitter, at most 30
 * minutes, for 7 days.
 *
 * Decision: at the cap the delay is drawn from 24 to 30 minutes and not cut to 30. Receivers that were down together
 * are then not all retried at the same instant.
 * Decision: the 7 days exclude their last instant. An attempt that would be due then or later is not made.
 *
 * Source: docs/behaviour/webhooks.md#responses-and-retries.
 */

import { invariant } from '../../kernel/errors.ts';
import { approvalEventType } from '../../payments/events.ts';
import type { EventType } from '../event-kinds.ts';

export const firstRetryDelayMs = 5_000;
export const maxRetryDelayMs = 30 * 60_000;
export const retryLifetimeMs = 7 * 24 * 60 * 60_000;
const jitter = 0.2;

/** TEST checks the endpoint as it is now. The approval window of a payment ends before a retry would be due. */
export const isRetried = (type: EventType): boolean => type !== 'TEST' && type !== approvalEventType;

/**
 * The delay before the next attempt, in whole milliseconds.
 *
 * @param attemptsMade At least 1.
 * @param random From 0 up to 1.
 */
export function retryDelayMs(attemptsMade: number, random: number): number {
  invariant(
    attemptsMade >= 1 && random >= 0 && random < 1,
    'a retry follows an attempt and random is below 1',
  );
  const base = Math.min(firstRetryDelayMs * 2 ** (attemptsMade - 1), maxRetryDelayMs);
  const minDelay = base * (1 - jitter);
  const maxDelay = Math.min(base * (1 + jitter), maxRetryDelayMs);
  return Math.round(minDelay + random * (maxDelay - minDelay));
}

/** When the next attempt is due, or `undefined` if this was the last one. */
export function nextAttemptAt(
  type: EventType,
  {
    attemptsMade,
    startedAt,
    now,
    random,
  }: { attemptsMade: number; startedAt: Date; now: Date; random: number },
): Date | undefined {
  if (!isRetried(type)) return undefined;
  const due = now.getTime() + retryDelayMs(attemptsMade, random);
  return due < startedAt.getTime() + retryLifetimeMs ? new Date(due) : undefined;
}
