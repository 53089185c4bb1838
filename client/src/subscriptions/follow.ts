/**
 * The updates of a subscription, each exactly once and in order: after every end of the connection it continues after the
 * last update, and an update that arrives again is skipped.
 *
 * An update is finished when the caller asks for the next one. Only then its cursor is stored. A caller that stops within
 * an update gets that update again when it continues from the store.
 */
import { RequestError } from '../errors.ts';
import { delayAfter, pause } from '../requests/backoff.ts';
import { dataIn } from '../requests/http.ts';
import { throwIfAborted } from '../requests/linked.ts';
import type { Settings } from '../settings.ts';
import { type CursorStore, cursorOf } from './cursors.ts';
import type { OpenStream } from './transport.ts';

type Data = Readonly<Record<string, unknown>>;

interface Followed {
  readonly query: string;
  readonly variables: Data;
  readonly cursorStore: CursorStore | undefined;
  /** The position to start after. */
  readonly start: Promise<string>;
  readonly signal: AbortSignal;
}

/** Credentials that may be rejected one after another: a cache of the caller may return an expired one. */
const maxRejections = 3;

/** Cursors of the updates before. A network can repeat the last ones. */
const maxRecent = 1_000;

/** Remembers cursors, and says of each whether it is new. */
function newCursors(): (cursor: string) => boolean {
  const recent = new Set<string>();
  return (cursor) => {
    if (recent.has(cursor)) return false;
    recent.add(cursor);
    const [oldest] = recent;
    if (recent.size > maxRecent && oldest !== undefined) recent.delete(oldest);
    return true;
  };
}

export async function* follow(
  { retry, credentials, onRetry }: Settings,
  open: OpenStream,
  { query, variables, cursorStore, start, signal }: Followed,
): AsyncGenerator<Data, void, undefined> {
  let after = await start;
  const isNew = newCursors();
  let failures = 0;
  let rejections = 0;
  for (;;) {
    let hasProgress = false;
    try {
      for await (const result of open({ query, variables: { ...variables, after } }, signal)) {
        const data = dataIn(result);
        const cursor = cursorOf(data);
        rejections = 0;
        if (!isNew(cursor)) continue;
        failures = 0;
        hasProgress = true;
        yield data;
        await cursorStore?.save(cursor);
        after = cursor;
      }
      return;
    } catch (error) {
      throwIfAborted(signal);
      if (!(error instanceof RequestError)) throw error;
      // A server that only repeats updates would otherwise be called again at once, without end.
      if (error.code === 'UNREAD_MESSAGES' && hasProgress) continue;
      const isRejection = error.status === 401 && credentials.isRenewable && rejections < maxRejections;
      if (!error.retryable && !isRejection) throw error;
      if (isRejection) rejections += 1;
      failures += 1;
      // The first renewal does not wait.
      const delayMs = rejections === 1 && isRejection ? 0 : delayAfter(failures, retry, error.retryAfterMs);
      onRetry?.({ error, delayMs });
      await pause(delayMs, signal);
    }
  }
}
