/**
 * Wakes what waits for the change of a record in this process. The events come from the event log, so a change on another
 * process wakes it as well. What waits holds no connection to the database.
 */
import type { LoggedEvent } from '../../infrastructure/events/log.ts';
import type { EventTail } from '../../infrastructure/events/tail.ts';

export interface ChangeFeed {
  /** Calls `onChange` after each event of the record until the returned function is called. */
  watch(recordId: string, onChange: () => void): () => void;
  close(): void;
}

const topics: ReadonlySet<LoggedEvent['topic']> = new Set(['agent-action', 'transaction']);

export function createChangeFeed(tail: Pick<EventTail, 'listen'>): ChangeFeed {
  const watching = new Map<string, Set<() => void>>();
  const stop = tail.listen(({ topic, resourceId }) => {
    if (!topics.has(topic)) return;
    for (const onChange of [...(watching.get(resourceId) ?? [])]) onChange();
  });
  return {
    watch(recordId, onChange) {
      const own = () => onChange();
      const others = watching.get(recordId) ?? new Set();
      watching.set(recordId, others.add(own));
      return () => {
        others.delete(own);
        if (others.size === 0 && watching.get(recordId) === others) watching.delete(recordId);
      };
    },
    close: stop,
  };
}
