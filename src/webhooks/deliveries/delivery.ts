/**
 * The delivery of one event to one endpoint: the record, its attempts, and its state after a response.
 *
 * Source: docs/behaviour/webhooks.md#delivery (records), docs/behaviour/webhooks.md#responses-and-retries (responses); schema.graphql, `WebhookDelivery`.
 */

import { unreachable } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { trimEnd } from '../../kernel/trim-end.ts';
import type { WebhookResponse } from '../../payments/approvals/payment-approval.ts';
import { approvalEventType } from '../../payments/events.ts';
import type { EventType } from '../event-kinds.ts';
import { nextAttemptAt } from './retry-schedule.ts';

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface WebhookAttempt {
  readonly uuid: string;
  readonly deliveryId: Id<'Delivery'>;
  readonly at: Date;
  readonly responseStatus: number | undefined;
  readonly durationMs: number;
  readonly error: string | undefined;
}

export interface WebhookDelivery {
  readonly id: Id<'Delivery'>;
  readonly platformId: Id<'Platform'>;
  readonly eventId: Id<'Webhook'>;
  readonly endpointId: Id<'WebhookEndpoint'>;
  readonly type: EventType;
  readonly resourceId: string | undefined;
  readonly sequence: number | undefined;
  readonly status: DeliveryStatus;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | undefined;
}

/** The max length of a body in the delivery log. */
export const loggedBodyBytes = 16 * 1024;

/** Prepares a body for the delivery log: cuts it to 16 KiB and removes NUL, which PostgreSQL cannot store. */
export function loggedBody(body: string): string {
  const bytes = Buffer.from(body.replaceAll('\u0000', ''));
  if (bytes.length <= loggedBodyBytes) return bytes.toString('utf8');
  // A character that the cut splits is removed.
  return trimEnd(bytes.subarray(0, loggedBodyBytes).toString('utf8'), '\ufffd');
}

const defaultTimeoutMs = 10_000;
const approvalTimeoutMs = 5_000;

/** The request timeout in milliseconds of real time. */
export const requestTimeoutMs = (type: EventType): number =>
  type === approvalEventType ? approvalTimeoutMs : defaultTimeoutMs;

/**
 * Whether the receiver accepted the event. A 409 means that it has the event already. For the event that requests an
 * approval, 403 and 422 are accepted responses too.
 */
export function isAccepted(type: EventType, response: WebhookResponse): boolean {
  switch (response.kind) {
    case 'response': {
      const { status } = response;
      if ((status >= 200 && status < 300) || status === 409) return true;
      return type === approvalEventType && (status === 403 || status === 422);
    }
    case 'timeout':
    case 'unreachable':
      return false;
    default:
      return unreachable(response);
  }
}

type DeliveryState =
  | { readonly status: 'DELIVERED' | 'FAILED'; readonly nextAttemptAt: undefined }
  | { readonly status: 'PENDING'; readonly nextAttemptAt: Date };

/**
 * The delivery's state after an attempt.
 *
 * @param attemptsMade Attempts since the delivery started or was restarted, including this one.
 * @param startedAt When the first of these attempts became due.
 * @param random From 0 up to 1, drawn for this attempt.
 */
export function afterAttempt(
  type: EventType,
  response: WebhookResponse,
  {
    attemptsMade,
    startedAt,
    now,
    random,
  }: { attemptsMade: number; startedAt: Date; now: Date; random: number },
): DeliveryState {
  if (isAccepted(type, response)) return { status: 'DELIVERED', nextAttemptAt: undefined };
  const next = nextAttemptAt(type, { attemptsMade, startedAt, now, random });
  return next ? { status: 'PENDING', nextAttemptAt: next } : { status: 'FAILED', nextAttemptAt: undefined };
}
