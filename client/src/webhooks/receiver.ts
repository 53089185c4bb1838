/**
 * Receives deliveries, whatever the framework: verifies, drops duplicates, calls the handler, and selects the response.
 *
 * | Status | When |
 * |---|---|
 * | 200 | handled, or handled before |
 * | 400 | the body is not an event, or outside of the tolerance |
 * | 401 | the signature is missing, malformed or wrong |
 * | 405, 413, 415 | not POST; more than `maxBytes`; not `application/json` |
 * | 409 | INCOMING_PAYMENT.PENDING without `decidePayment`, or decided before: no decision |
 * | 500 | the handler or the store failed: the event is delivered again |
 * | 503 | another delivery of the event is being handled, or the event waits for an earlier one of its object: it is delivered again |
 */
import { positionOf } from './event.ts';
import { type Claim, type EventStore, memoryEventStore } from './event-store.ts';
import type { IncomingPaymentPendingEvent, WebhookEvent } from './generated/events.ts';
import { eventOrder } from './ordering.ts';
import { type PaymentDecision, responseOf } from './payment-decision.ts';
import { pointsOf, type WebhookKeys } from './signature.ts';
import { checkTolerance, type VerificationProblem, type VerifyOptions, verifyWebhook } from './verify.ts';

/** The events of `onEvent`. */
export type NotifiedEvent = Exclude<WebhookEvent, { type: 'INCOMING_PAYMENT.PENDING' }>;

export interface EventContext {
  /**
   * An event of the same object with a higher sequence was handled before: `data` is older than what the handler has seen.
   * This happens when an event is delivered again on request, and when it comes late: see `orderTimeoutMs`.
   */
  readonly isStale: boolean;
}

export interface ReceiverOptions extends VerifyOptions {
  /** `webhookPublicKeys` of the platform, or a function that returns them, so that a rotation needs no restart. */
  readonly keys: WebhookKeys | (() => WebhookKeys | Promise<WebhookKeys>);
  /** Handles an event. An error makes the response 500, so that the event is delivered again. The server waits 10 seconds. */
  readonly onEvent: (event: NotifiedEvent, context: EventContext) => unknown;
  /** Decides an incoming payment within 5 seconds. Without it the response is 409, which is no decision. */
  readonly decidePayment?:
    | ((event: IncomingPaymentPendingEvent) => PaymentDecision | Promise<PaymentDecision>)
    | undefined;
  /** Which events were handled. Default: `memoryEventStore()`, which a restart empties. */
  readonly store?: EventStore | undefined;
  /** The maximum size of a body. Default 1 MiB. */
  readonly maxBytes?: number | undefined;
  /** After this time a claim of a process that ended is void. Default 60,000. */
  readonly leaseMs?: number | undefined;
  /**
   * An event that comes before an earlier event of its object is rejected for this time, so that it is delivered again after
   * the earlier one. Then it is handled in spite of the gap, and the earlier one is stale. For endpoints that subscribe to all
   * kinds of an object, because `sequence` counts every kind. Default 0: events are handled in the order of their delivery.
   */
  readonly orderTimeoutMs?: number | undefined;
  /** Reports errors of the handler, the store and the settings, for a log. They are not in the response. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface Delivery {
  readonly method: string | undefined;
  readonly contentType: string | null | undefined;
  /** The value of `X-Service-Signature`. */
  readonly signature: string | null | undefined;
  /** Reads the body as it was received. undefined: it has more than `maxBytes`. */
  readonly body: (maxBytes: number) => Promise<Uint8Array | undefined>;
}

export interface DeliveryResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const respond = (status: number, body: unknown, headers: Record<string, string> = {}): DeliveryResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const problem = (status: number, code: string, headers?: Record<string, string>): DeliveryResponse =>
  respond(status, { code }, headers);

const rejectedStatus = (reason: VerificationProblem): number =>
  reason === 'BODY_MALFORMED' || reason === 'OUTSIDE_TOLERANCE' ? 400 : 401;

const isJson = (contentType: string | null | undefined): boolean =>
  /^application\/json\s*(;|$)/i.test(contentType ?? '');

/** @throws TypeError for invalid options. The returned function never rejects. */
export function webhookReceiver(options: ReceiverOptions): (delivery: Delivery) => Promise<DeliveryResponse> {
  const { keys, maxBytes = 1_048_576, leaseMs = 60_000, orderTimeoutMs = 0, onError } = options;
  const { store = memoryEventStore() } = options;
  checkTolerance(options.toleranceSeconds);
  if (typeof keys !== 'function') pointsOf(keys);
  for (const [name, value] of Object.entries({ maxBytes, leaseMs })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`${name} must be a positive integer.`);
  }
  if (!Number.isSafeInteger(orderTimeoutMs) || orderTimeoutMs < 0) {
    throw new TypeError('orderTimeoutMs must be a non-negative integer.');
  }
  const mustWait = eventOrder(orderTimeoutMs);

  async function receive({ method, contentType, signature, body }: Delivery): Promise<DeliveryResponse> {
    if (method !== 'POST') return problem(405, 'METHOD_NOT_ALLOWED', { allow: 'POST' });
    if (!isJson(contentType)) return problem(415, 'CONTENT_TYPE_UNSUPPORTED');
    const raw = await body(maxBytes);
    // The rest of the body is not read, so the connection cannot be used again.
    if (!raw) return problem(413, 'BODY_TOO_LARGE', { connection: 'close' });
    const accepted = typeof keys === 'function' ? await keys() : keys;
    const result = await verifyWebhook(raw, signature, accepted, options);
    if (!result.verified) return problem(rejectedStatus(result.reason), result.reason);
    return handleOnce(result.event);
  }

  async function handleOnce(event: WebhookEvent): Promise<DeliveryResponse> {
    const position = positionOf(event);
    const claim = await store.claim(position, leaseMs);
    if (claim.state !== 'CLAIMED') {
      return claim.state === 'BUSY' ? problem(503, 'DELIVERY_IN_PROGRESS') : repeated(event);
    }
    // A decision is made while the payer waits, so it does not wait for other events.
    if (event.type !== 'INCOMING_PAYMENT.PENDING' && mustWait(position, claim.latestSequence)) {
      await claim.release();
      return problem(503, 'EARLIER_EVENT_MISSING');
    }
    try {
      const isStale = (position.sequence ?? 0) < (claim.latestSequence ?? 0);
      const response = await handle(event, { isStale });
      await claim.complete();
      return response;
    } catch (error) {
      await release(claim);
      throw error;
    }
  }

  async function handle(event: WebhookEvent, context: EventContext): Promise<DeliveryResponse> {
    if (event.type !== 'INCOMING_PAYMENT.PENDING') {
      await options.onEvent(event, context);
      return respond(200, {});
    }
    if (!options.decidePayment) return problem(409, 'NO_DECISION');
    const { status, body } = responseOf(await options.decidePayment(event));
    return respond(status, body);
  }

  /** The error of the handler is the one that is reported as the cause of the response. */
  async function release(claim: Extract<Claim, { state: 'CLAIMED' }>): Promise<void> {
    try {
      await claim.release();
    } catch (error) {
      report(error);
    }
  }

  function report(error: unknown): void {
    try {
      onError?.(error);
    } catch {
      // An error of the log must not change the response.
    }
  }

  return async (delivery) => {
    try {
      return await receive(delivery);
    } catch (error) {
      report(error);
      return problem(500, 'HANDLER_FAILED');
    }
  };
}

/** A repeated request for a decision must not approve the payment, which 200 does. */
const repeated = (event: WebhookEvent): DeliveryResponse =>
  event.type === 'INCOMING_PAYMENT.PENDING' ? problem(409, 'NO_DECISION') : respond(200, {});
