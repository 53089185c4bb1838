/** A page of events as text for a broker, in messages of a bounded size. */
import type { EventPage } from '../ports.ts';
import type { LoggedEvent } from './log.ts';

/** Of one message; a broker takes 1 MiB unless it is told otherwise. */
const messageBytes = 256 * 1024;
const format = 1;

/** A page as texts of JSON that are each a page, none longer than a message may be. */
export function* encodePage(
  { previousUuid, events }: EventPage,
  mostBytes = messageBytes,
): Generator<string> {
  let previous = previousUuid;
  let part: string[] = [];
  let bytes = 0;
  const text = () => `{"format":${format},"previous":${JSON.stringify(previous ?? null)},"events":[${part}]}`;
  let last = previousUuid;
  for (const event of events) {
    const json = JSON.stringify(event);
    const size = Buffer.byteLength(json);
    if (part.length > 0 && bytes + size > mostBytes) {
      yield text();
      [part, bytes, previous] = [[], 0, last];
    }
    last = event.uuid;
    if (size > mostBytes) {
      // Too large for any message: the hole that it leaves is read from the log.
      previous = last;
      continue;
    }
    part.push(json);
    bytes += size;
  }
  if (part.length > 0) yield text();
}

/** The page that a text is; `undefined` where a later version of this program wrote it. */
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
