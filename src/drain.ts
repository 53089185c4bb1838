/**
 * Stops a listener without failing a request. The steps: readiness fails, so load balancers send no more requests; the
 * listener closes, so new connections are refused before a client has sent anything on them; keep-alive connections end
 * with their next response, which has `Connection: close`; connections that stay idle are closed.
 *
 * Decision: responses have `Connection: close` only after the listener is closed. Earlier, clients would open new
 * connections to a process that is about to stop accepting them.
 */
import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/** How long running requests may take to finish. */
export const drainTimeoutMs = 5_000;
/** How long to wait for a quiet turn of the event loop. A busy server is drained without one. */
const quietTurnTimeoutMs = 500;
const shortTurnMs = 1;

interface ConnectionDrain {
  /**
   * Closes the listener; resolves when the last connection has ended.
   *
   * @param idleGraceMs how long idle keep-alive connections stay open, because a client may be about to send a request
   *   on one.
   */
  finish(idleGraceMs: number): Promise<void>;
}

/** Tracks the connections and responses of a server from its start, so that it can be drained. */
export function createConnectionDrain(server: HttpServer): ConnectionDrain {
  const openResponses = new Set<ServerResponse>();
  let isClosing = false;
  let areIdleClosed = false;
  server.prependListener('request', (_, response: ServerResponse) => {
    // Adds `Connection: close` to the response and ends the connection after it.
    if (isClosing) response.shouldKeepAlive = false;
    openResponses.add(response);
    response.once('close', () => {
      openResponses.delete(response);
      // A stream that started before the drain has no `Connection: close`, so its connection is idle now.
      if (areIdleClosed) setImmediate(() => server.closeIdleConnections());
    });
  });

  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });

  /**
   * Waits for a turn of the event loop that accepted no connection and was short. The kernel completes connections
   * before the process accepts them, and the loop accepts one per turn. Closing the listener resets those not yet
   * accepted, and loses the requests on them.
   */
  async function quietTurn(): Promise<void> {
    const deadline = performance.now() + quietTurnTimeoutMs;
    // The current turn may have polled for connections before this call.
    await nextTurn();
    for (let startedAt = performance.now(); startedAt < deadline; startedAt = performance.now()) {
      const before = accepted;
      await nextTurn();
      if (accepted === before && performance.now() - startedAt < shortTurnMs) return;
    }
  }

  return {
    async finish(idleGraceMs) {
      await quietTurn();
      isClosing = true;
      // `close` of an HTTP server would also close idle connections at once.
      const closed = new Promise<void>((resolve) => {
        Server.prototype.close.call(server, () => resolve());
      });
      for (const response of openResponses) response.shouldKeepAlive = false;
      const timeout = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
      await Promise.race([closed, delay(idleGraceMs, undefined, { ref: false })]);
      await quietTurn();
      areIdleClosed = true;
      server.closeIdleConnections();
      await closed;
      clearTimeout(timeout);
    },
  };
}
