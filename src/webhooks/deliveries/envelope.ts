/**
 * The body of a webhook: `{id, type, alias?, timestamp, sequence?, data}`. Made once for each event, kept, and sent
 * byte for byte at every attempt.
 *
 * Source: gaps 6.1.
 */

import { idOf } from '../../kernel/ids.ts';
import type { JsonBody } from '../../kernel/view.ts';
import { type EventType, eventKindOf } from '../event-kinds.ts';

export interface Envelope {
  readonly eventUuid: string;
  readonly type: EventType;
  /** When it happened, on the platform's clock. */
  readonly at: Date;
  /** Counts the events of one object from 1; TEST has none. */
  readonly sequence: number | undefined;
  /** The resource as REST answers it. */
  readonly data: JsonBody;
}

export function envelopeText({ eventUuid, type, at, sequence, data }: Envelope): string {
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
