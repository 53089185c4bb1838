/**
 * How a listener goes away without failing a request. The order is: readiness fails, so that a load balancer looks
 * elsewhere; new connections are refused, so that whoever tries goes elsewhere, having sent nothing; connections that
 * are kept alive end with their next answer, which says so; and those that stay silent are closed.
 *
 * Decision: answers say `Connection: close` only once connections are refused. Said earlier, callers would open new
 * ones to the process that is about to refuse them.
 */
import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as delayed, setImmediate as turnEnd } from 'node:timers/promises';

/** Requests that were begun are waited for so long. */
export const drainTimeoutMs = 5_000;
/** A busy server has its quiet moment within this, or is drained without. */
const quietWithinMs = 500;
const shortTurnMs = 1;

export interface Drain {
  /**
   * Takes no new connection; resolves when the last one has ended.
   *
   * @param lingerMs how long a connection that is kept alive may stay silent before it is closed. Who is about to send
   *   something on it cannot know.
   */
  finish(lingerMs: number): Promise<void>;
}

/** Watches a server from its start for what will have to be finished. */
export function drainOf(server: HttpServer): Drain {
  const running = new Set<ServerResponse>();
  let finishing = false;
  let silentAreClosed = false;
  server.prependListener('request', (_, response: ServerResponse) => {
    // Makes the answer say `Connection: close`, and the connection end after it.
    if (finishing) response.shouldKeepAlive = false;
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      // A stream that was begun before has not said that its connection ends with it.
      if (silentAreClosed) setImmediate(() => server.closeIdleConnections());
    });
  });

  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });

  /**
   * The moment when the loop has just looked, found no connection to accept, and had little else to do. One that the
   * system has made and nobody has accepted is reset with its listener, and the request that it may carry is lost; the
   * loop accepts one at a turn.
   */
  async function quietMoment(): Promise<void> {
    const deadline = performance.now() + quietWithinMs;
    // The turn that this is called in may have looked already.
    await turnEnd();
    for (let begun = performance.now(); begun < deadline; begun = performance.now()) {
      const before = accepted;
      await turnEnd();
      if (accepted === before && performance.now() - begun < shortTurnMs) return;
    }
  }

  return {
    async finish(lingerMs) {
      await quietMoment();
      finishing = true;
      // An HTTP server's own `close` also closes the connections that are silent at this instant.
      const closed = new Promise<void>((resolve) => {
        Server.prototype.close.call(server, () => resolve());
      });
      for (const response of running) response.shouldKeepAlive = false;
      const patience = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
      await Promise.race([closed, delayed(lingerMs, undefined, { ref: false })]);
      await quietMoment();
      silentAreClosed = true;
      server.closeIdleConnections();
      await closed;
      clearTimeout(patience);
    },
  };
}
