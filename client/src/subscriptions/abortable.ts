import { type LinkedController, reasonOf, throwIfAborted } from '../requests/linked.ts';

/**
 * An iterator that a signal and `return` end at once. A generator alone would first finish what it waits for, which can be
 * the next update.
 */
export function abortable<Value>(
  values: AsyncGenerator<Value, void, undefined>,
  { controller, unlink }: LinkedController,
): AsyncIterableIterator<Value> {
  const { signal } = controller;
  let isDone = false;
  const end = () => {
    isDone = true;
    unlink();
    controller.abort();
    // It rejects if it has waited: the caller does not wait for it any more.
    values.return().catch(() => undefined);
  };
  const next = () =>
    new Promise<IteratorResult<Value, void>>((resolve, reject) => {
      const abort = () => reject(reasonOf(signal));
      signal.addEventListener('abort', abort, { once: true });
      values
        .next()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', abort));
    });
  return {
    async next() {
      if (isDone) return { done: true, value: undefined };
      try {
        throwIfAborted(signal);
        const result = await next();
        if (result.done) end();
        return result;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
