/**
 * A file exchange that ends soon when the process stops: contents end between two chunks, and the connection is closed if a call is
 * still running a moment later.
 *
 * A step that ends in between is repeated by the next exchange, as after a crash, so no file is lost and none is sent twice.
 */
import { type FileExchange, FileExchangeUnavailable } from './file-exchange.ts';

/** A rename at the server ends in this time, unless the server hangs. */
const closeAfterMs = 2_000;

async function* untilStopped(
  content: AsyncIterable<Uint8Array>,
  stopping: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    if (stopping.aborted) throw new FileExchangeUnavailable('stopped');
    yield chunk;
  }
}

export function stoppableExchange(exchange: FileExchange, stopping: AbortSignal): FileExchange {
  let timer: NodeJS.Timeout | undefined;
  const closeLater = () => {
    timer = setTimeout(() => void exchange.close().catch(() => undefined), closeAfterMs);
    timer.unref();
  };
  stopping.addEventListener('abort', closeLater, { once: true });
  return {
    stage: (name, content) => exchange.stage(name, untilStopped(content, stopping)),
    publish: (name) => exchange.publish(name),
    list: (limit, isListed) => exchange.list(limit, isListed),
    read: async (name) => untilStopped(await exchange.read(name), stopping),
    archive: (name) => exchange.archive(name),
    async close() {
      stopping.removeEventListener('abort', closeLater);
      clearTimeout(timer);
      await exchange.close();
    },
  };
}
