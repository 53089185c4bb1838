/**
 * One event on its way to one endpoint: the record, its attempts, and what an answer makes of it.
 *
 * Source: gaps 6.1 (records), 6.3 (answers); contract, `WebhookDelivery`.
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

/** Of each body that the delivery log shows. */
export const loggedBodyBytes = 16 * 1024;

/** A body as the delivery log shows it: cut to 16 KiB, with nothing that a database or a JSON text cannot hold. */
export function loggedBody(body: string): string {
  const bytes = Buffer.from(body.replaceAll('\u0000', ''));
  if (bytes.length <= loggedBodyBytes) return bytes.toString('utf8');
  // A character that the cut goes through is left out whole.
  return trimEnd(bytes.subarray(0, loggedBodyBytes).toString('utf8'), '\ufffd');
}

const defaultTimeoutMs = 10_000;
const approvalTimeoutMs = 5_000;

/** How long a receiver may take to answer, in milliseconds of real time. */
export const requestTimeoutMs = (type: EventType): number =>
  type === approvalEventType ? approvalTimeoutMs : defaultTimeoutMs;

/**
 * Whether the receiver took the event. A 409 says that it has the event already. To the event that asks for a
 * decision, 403 and 422 are answers as good as 200.
 */
export function isAccepted(type: EventType, answer: WebhookResponse): boolean {
  switch (answer.kind) {
    case 'response': {
      const { status } = answer;
      if ((status >= 200 && status < 300) || status === 409) return true;
      return type === approvalEventType && (status === 403 || status === 422);
    }
    case 'timeout':
    case 'unreachable':
      return false;
    default:
      return unreachable(answer);
  }
}

export type DeliveryState =
  | { readonly status: 'DELIVERED' | 'FAILED'; readonly nextAttemptAt: undefined }
  | { readonly status: 'PENDING'; readonly nextAttemptAt: Date };

/**
 * The delivery's state after an attempt.
 *
 * @param attemptsMade This one included, counted since the delivery, or its being asked for again, began.
 * @param begunAt When the first of these attempts became due.
 * @param random From 0 up to 1, drawn for this attempt.
 */
export function afterAttempt(
  type: EventType,
  answer: WebhookResponse,
  { attemptsMade, begunAt, now, random }: { attemptsMade: number; begunAt: Date; now: Date; random: number },
): DeliveryState {
  if (isAccepted(type, answer)) return { status: 'DELIVERED', nextAttemptAt: undefined };
  const next = nextAttemptAt(type, { attemptsMade, begunAt, now, random });
  return next ? { status: 'PENDING', nextAttemptAt: next } : { status: 'FAILED', nextAttemptAt: undefined };
}
