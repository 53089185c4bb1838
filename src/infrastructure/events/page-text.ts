/** Pages of events as JSON messages of a bounded size for a broker. */
import type { EventPage } from '../ports.ts';
import type { LoggedEvent } from './log.ts';

/** The maximum size of a message. A broker accepts 1 MiB by default. */
const maxMessageBytes = 256 * 1024;
const format = 2;

/** Splits a page into messages. Each message is a page too. */
export function* encodePage(
  { previousUuid, events }: EventPage,
  maxBytes = maxMessageBytes,
): Generator<string> {
  let previous = previousUuid;
  let part: string[] = [];
  let bytes = 0;
  const text = () => `{"format":${format},"previous":${JSON.stringify(previous ?? null)},"events":[${part}]}`;
  let last = previousUuid;
  for (const event of events) {
    const json = JSON.stringify(event);
    const size = Buffer.byteLength(json);
    if (part.length > 0 && bytes + size > maxBytes) {
      yield text();
      [part, bytes, previous] = [[], 0, last];
    }
    last = event.uuid;
    if (size > maxBytes) {
      // Too large for any message. Processes read this event from the log.
      previous = last;
      continue;
    }
    part.push(json);
    bytes += size;
  }
  if (part.length > 0) yield text();
}

/** Decodes a message; `undefined` when a later version of this program wrote it. */
export function decodePage(text: string): EventPage | undefined {
  const read = JSON.parse(text) as {
    format: number;
    previous: string | null;
    events: (LoggedEvent & { type?: string; sequence?: number; occurredAt: string })[];
  };
  if (read.format !== format) return undefined;
  return {
    previousUuid: read.previous ?? undefined,
    events: read.events.map((event) => ({
      ...event,
      type: event.type,
      sequence: event.sequence,
      occurredAt: new Date(event.occurredAt),
    })),
  };
}
