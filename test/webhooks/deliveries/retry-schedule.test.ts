import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WebhookResponse } from '../../../src/payments/approvals/payment-approval.ts';
import { afterAttempt, isAccepted, requestTimeoutMs } from '../../../src/webhooks/deliveries/delivery.ts';
import {
  isRetried,
  maxRetryDelayMs,
  nextAttemptAt,
  retryDelayMs,
  retryLifetimeMs,
} from '../../../src/webhooks/deliveries/retry-schedule.ts';
import { eventTypes } from '../../../src/webhooks/event-kinds.ts';

const almostOne = 1 - Number.EPSILON;
const draw = fc.double({ min: 0, max: almostOne, noNaN: true });
const startedAt = new Date('2025-10-13T12:00:00Z');
const response = (status: number): WebhookResponse => ({ kind: 'response', status, body: '' });

describe('the wait before a retry', () => {
  test.each([
    [1, 0, 4_000],
    [1, 0.5, 5_000],
    [1, almostOne, 6_000],
    [2, 0.5, 10_000],
    [3, 0.5, 20_000],
    [9, 0.5, 1_280_000],
    [9, almostOne, 1_536_000],
    ['10, the first at the cap', 0, 1_440_000],
    ['10, the first at the cap', almostOne, 1_800_000],
    [2_000, almostOne, 1_800_000],
  ])('after attempt %s with a draw of %f is %i ms', (attempts, random, delay) => {
    expect(retryDelayMs(Number.parseInt(String(attempts), 10), random)).toBe(delay);
  });

  test('is never above 30 minutes nor below 4 seconds, and within a fifth of the doubled wait below the cap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), draw, (attempts, random) => {
        const delay = retryDelayMs(attempts, random);
        expect(delay).toBeGreaterThanOrEqual(4_000);
        expect(delay).toBeLessThanOrEqual(maxRetryDelayMs);
        const doubled = Math.min(5_000 * 2 ** (attempts - 1), maxRetryDelayMs);
        expect(Math.abs(delay - doubled)).toBeLessThanOrEqual(doubled / 5);
      }),
    );
  });
});

describe('retries go on for 7 days', () => {
  test('the last retry is due within the last half hour of this period, for any random numbers', () => {
    fc.assert(
      fc.property(fc.array(draw, { minLength: 1, maxLength: 20 }), (draws) => {
        let now = startedAt;
        for (let attemptsMade = 1; ; attemptsMade++) {
          const random = draws[attemptsMade % draws.length] ?? 0;
          const next = nextAttemptAt('CUSTOMER.KYC_PENDING', { attemptsMade, startedAt, now, random });
          if (!next) break;
          expect(next.getTime()).toBeGreaterThan(now.getTime());
          now = next;
        }
        const age = now.getTime() - startedAt.getTime();
        expect(age).toBeLessThan(retryLifetimeMs);
        expect(age).toBeGreaterThanOrEqual(retryLifetimeMs - maxRetryDelayMs);
      }),
      { numRuns: 25 },
    );
  });

  test.each([
    ['a millisecond before they end', -1, 'PENDING'],
    ['not at the instant they end', 0, 'FAILED'],
    ['not a millisecond later', 1, 'FAILED'],
  ])('%s', (_, offsetMs, status) => {
    const now = new Date(startedAt.getTime() + retryLifetimeMs - 5_000 + offsetMs);
    const state = afterAttempt('CUSTOMER.KYC_PENDING', response(500), {
      attemptsMade: 1,
      startedAt,
      now,
      random: 0.5,
    });
    expect(state.status).toBe(status);
  });

  test('for every kind but TEST and INCOMING_PAYMENT.PENDING', () => {
    expect(eventTypes.filter((type) => !isRetried(type))).toEqual(['INCOMING_PAYMENT.PENDING', 'TEST']);
  });
});

describe('a response', () => {
  test.each<[string, WebhookResponse, 'DELIVERED' | 'PENDING']>([
    ['200 ends the delivery', response(200), 'DELIVERED'],
    ['202 ends it', response(202), 'DELIVERED'],
    ['204 ends it', response(204), 'DELIVERED'],
    ['299 ends it', response(299), 'DELIVERED'],
    ['409, a duplicate id, ends it', response(409), 'DELIVERED'],
    ['199 is tried again', response(199), 'PENDING'],
    ['301 is tried again, never followed', response(301), 'PENDING'],
    ['400 is tried again', response(400), 'PENDING'],
    ['401 is tried again', response(401), 'PENDING'],
    ['403 is tried again', response(403), 'PENDING'],
    ['422 is tried again', response(422), 'PENDING'],
    ['500 is tried again', response(500), 'PENDING'],
    ['none in time is tried again', { kind: 'timeout' }, 'PENDING'],
    ['none at all is tried again', { kind: 'unreachable', error: 'connection rejected' }, 'PENDING'],
  ])('%s', (_, response, status) => {
    const state = afterAttempt('OUTGOING_PAYMENT.COMPLETED', response, {
      attemptsMade: 1,
      startedAt,
      now: startedAt,
      random: 0.5,
    });
    expect(state).toEqual({
      status,
      nextAttemptAt: status === 'PENDING' ? new Date('2025-10-13T12:00:05Z') : undefined,
    });
  });

  test.each(['TEST', 'INCOMING_PAYMENT.PENDING'] as const)('500 to %s fails it at once', (type) => {
    const state = afterAttempt(type, response(500), {
      attemptsMade: 1,
      startedAt,
      now: startedAt,
      random: 0.5,
    });
    expect(state).toEqual({ status: 'FAILED', nextAttemptAt: undefined });
  });

  test.each([403, 422])(
    '%i to INCOMING_PAYMENT.PENDING is a decision, so the event is accepted',
    (status) => {
      expect(isAccepted('INCOMING_PAYMENT.PENDING', response(status))).toBe(true);
    },
  );

  test('times out after 10 s, to INCOMING_PAYMENT.PENDING after 5 s', () => {
    expect(requestTimeoutMs('INCOMING_PAYMENT.COMPLETED')).toBe(10_000);
    expect(requestTimeoutMs('INCOMING_PAYMENT.PENDING')).toBe(5_000);
  });
});
