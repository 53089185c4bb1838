/** The envelope of an event. Source: docs/behaviour/webhooks.md#delivery. */
import type { WebhookEvent } from './generated/events.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSequence = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

/**
 * Checks the envelope. `data` is not checked against its type: it is signed, and a later server may add fields and kinds.
 *
 * @returns undefined unless the bytes are an event.
 */
export function parseEvent(body: Uint8Array): WebhookEvent | undefined {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
  if (!isObject(event)) return undefined;
  const { id, type, timestamp, sequence, data } = event;
  const isEvent =
    typeof id === 'string' &&
    id.length > 0 &&
    typeof type === 'string' &&
    typeof timestamp === 'string' &&
    !Number.isNaN(Date.parse(timestamp)) &&
    (sequence === undefined || isSequence(sequence)) &&
    isObject(data);
  return isEvent ? (event as unknown as WebhookEvent) : undefined;
}

export interface EventPosition {
  /** The same at every attempt. */
  readonly id: string;
  /** The object of the event. Absent for TEST. */
  readonly resourceId?: string | undefined;
  /** The number of the event among those of its object. Absent for TEST. */
  readonly sequence?: number | undefined;
}

export function positionOf(event: WebhookEvent): EventPosition {
  const { id, sequence, data } = event as { id: string; sequence?: number; data: { id?: unknown } };
  return { id, sequence, resourceId: typeof data.id === 'string' ? data.id : undefined };
}
