import { RequestError } from '../errors.ts';

/**
 * Runs work with a controller that any of the signals aborts. `AbortSignal.any` is missing in React Native and in older
 * browsers.
 */
export async function linked<Result>(
  signals: readonly (AbortSignal | undefined)[],
  work: (controller: AbortController) => Promise<Result>,
): Promise<Result> {
  const link = linkedController(signals);
  try {
    return await work(link.controller);
  } finally {
    link.unlink();
  }
}

export interface LinkedController {
  readonly controller: AbortController;
  /** Removes the listeners, which would otherwise stay as long as the signals. */
  readonly unlink: () => void;
}

export function linkedController(signals: readonly (AbortSignal | undefined)[]): LinkedController {
  const controller = new AbortController();
  const listeners = signals.map((signal) => {
    const abort = () => controller.abort(signal?.reason);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    return () => signal?.removeEventListener('abort', abort);
  });
  return {
    controller,
    unlink: () => {
      for (const remove of listeners) remove();
    },
  };
}

/** The result of the work; or the reason of the signal, as soon as it is aborted. The work itself goes on. */
export function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(reasonOf(signal));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The reason of an aborted signal. React Native records none. */
export const reasonOf = (signal: AbortSignal): unknown =>
  signal.reason ?? new RequestError('ABORTED', 'The signal was aborted.', { retryable: false });

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw reasonOf(signal);
}
