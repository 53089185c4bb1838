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

type Result = IteratorResult<SubscriptionResult, undefined>;

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

  async function end(): Promise<Result> {
    ended.abort();
    faults.close();
    await source.return?.();
    return { value: undefined, done: true };
  }

  /** Applies the fault of an update. Returns what is sent now; undefined when the stream has ended. */
  async function apply(
    update: SubscriptionResult,
    taken: ReturnType<StreamFaults['take']>,
  ): Promise<SubscriptionResult | undefined> {
    const fault = await taken;
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

  async function fail(error: unknown): Promise<never> {
    await end();
    throw error;
  }

  /** Most updates have no fault, and pass without another step. */
  function pass(result: Result): Result | Promise<Result> {
    if (result.done) return end();
    const taken = faults.take(result.value.eventType);
    if (!taken && !late) return result;
    return apply(result.value, taken).then((sent): Result | Promise<Result> =>
      sent ? { value: sent, done: false } : end(),
    );
  }

  return {
    next() {
      const repeated = queue.shift();
      if (repeated) return Promise.resolve<Result>({ value: repeated, done: false });
      return source.next().then(pass).catch(fail);
    },
    return: end,
    throw: fail,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
