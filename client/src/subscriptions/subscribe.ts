/** Subscriptions as async iterators. */
import { operationIn } from '../document.ts';
import { execute } from '../requests/execute.ts';
import { linkedController } from '../requests/linked.ts';
import type { Settings } from '../settings.ts';
import { abortable } from './abortable.ts';
import { type CursorStore, checkResumable } from './cursors.ts';
import { follow } from './follow.ts';
import type { OpenStream } from './transport.ts';

export interface SubscribeOptions {
  /** Default: `websocket`; `sse` where the client has no WebSocket. */
  readonly transport?: 'websocket' | 'sse' | undefined;
  /** The position of this subscription. Its cursor has precedence over the variable `after`. */
  readonly cursorStore?: CursorStore | undefined;
  /** Ends the iteration at once, with the reason of the signal as its error. */
  readonly signal?: AbortSignal | undefined;
}

type Data = Readonly<Record<string, unknown>>;

/**
 * Starts after the cursor of the store, else after the variable `after`, else at the position of the event log when
 * `subscribe` is called.
 */
export function subscribe(
  settings: Settings,
  open: OpenStream,
  query: string,
  variables: Data,
  { cursorStore, signal }: SubscribeOptions,
): AsyncIterableIterator<Data> {
  checkResumable(query, operationIn(query));
  const link = linkedController([signal, settings.closed]);
  const inner = link.controller.signal;
  const start = firstCursor(settings, variables['after'], cursorStore, inner);
  // Reported by the first `next`.
  start.catch(() => undefined);
  return abortable(follow(settings, open, { query, variables, cursorStore, start, signal: inner }), link);
}

async function firstCursor(
  settings: Settings,
  given: unknown,
  store: CursorStore | undefined,
  signal: AbortSignal,
): Promise<string> {
  const stored = await store?.load();
  if (typeof stored === 'string') return stored;
  const cursor = typeof given === 'string' ? given : await currentCursor(settings, signal);
  // A restart before the first update continues here.
  await store?.save(cursor);
  return cursor;
}

async function currentCursor(settings: Settings, signal: AbortSignal): Promise<string> {
  const { eventCursor } = await execute(settings, '{ eventCursor }', {}, { signal });
  return String(eventCursor);
}
