/** Faults on request of the updates of one stream: see `UpdateFault` for what each does. */
import { setTimeout as delay } from 'node:timers/promises';
import type { StreamFaults } from '../../sandbox/ports.ts';
import type { SubscriptionResult } from './subscription-executor.ts';

/** The update with the label of its fault in `extensions`. */
function labelled(update: SubscriptionResult, label: string | undefined): SubscriptionResult {
  if (label === undefined) return update;
  const result = JSON.parse(update.text) as { extensions?: object };
  const text = JSON.stringify({ ...result, extensions: { ...result.extensions, sandboxFault: label } });
  return { ...update, text };
}

/** @param disconnect breaks the connection of the client. */
export function withUpdateFaults(
  source: AsyncIterableIterator<SubscriptionResult>,
  faults: StreamFaults,
  disconnect: () => void,
): AsyncIterableIterator<SubscriptionResult> {
  const ended = new AbortController();
  /** Sent before the next update of the source. */
  const queue: SubscriptionResult[] = [];
  /** Sent after the next update of the source. */
  let late: SubscriptionResult | undefined;

  async function end(): Promise<IteratorReturnResult<undefined>> {
    ended.abort();
    faults.close();
    await source.return?.();
    return { value: undefined, done: true };
  }

  /** Applies the fault of an update. Returns what is sent now; undefined when the stream has ended. */
  async function apply(update: SubscriptionResult): Promise<SubscriptionResult | undefined> {
    const fault = await faults.take(update.eventType);
    if (late) queue.push(late);
    late = undefined;
    if (!fault) return update;
    const changed = labelled(update, fault.label);
    switch (fault.effect) {
      case 'disconnect':
        disconnect();
        return undefined;
      case 'repeat':
        queue.unshift(changed);
        return changed;
      case 'repeat-after-next':
        late = changed;
        return update;
      case 'delay':
        await delay(fault.delayMs, undefined, { ref: false, signal: ended.signal }).catch(() => undefined);
        return ended.signal.aborted ? undefined : changed;
    }
  }

  return {
    async next() {
      const repeated = queue.shift();
      if (repeated) return { value: repeated, done: false };
      try {
        const { value, done } = await source.next();
        const sent = done ? undefined : await apply(value);
        return sent ? { value: sent, done: false } : await end();
      } catch (error) {
        await end();
        throw error;
      }
    },
    return: end,
    async throw(error) {
      await end();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
