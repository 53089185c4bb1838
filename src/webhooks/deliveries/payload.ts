/**
 * The payload of a webhook: `{id, type, alias?, timestamp, sequence?, data}`. It is built once per event and stored. Each
 * attempt sends the same bytes.
 *
 * Source: docs/behaviour/webhooks.md#delivery.
 */

import { idOf } from '../../kernel/ids.ts';
import type { JsonBody } from '../../kernel/view.ts';
import { type EventType, eventKindOf } from '../event-kinds.ts';

interface WebhookPayload {
  readonly eventUuid: string;
  readonly type: EventType;
  /** When the event occurred, on the platform's clock. */
  readonly at: Date;
  /** Counts the events of one resource from 1; TEST has none. */
  readonly sequence: number | undefined;
  /** The REST body of the resource. */
  readonly data: JsonBody;
}

export function payloadText({ eventUuid, type, at, sequence, data }: WebhookPayload): string {
  const { alias } = eventKindOf(type);
  return JSON.stringify({
    id: idOf('Webhook', eventUuid),
    type,
    ...(alias && { alias }),
    timestamp: at.toISOString(),
    ...(sequence !== undefined && { sequence }),
    data,
  });
}
