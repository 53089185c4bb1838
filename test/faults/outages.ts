/** The outages of the database for each server. They determine whether a 503 or an error in the log is valid. */
export interface Disturbances {
  /** The database is unavailable to these servers until the returned function is called. */
  start(servers: readonly string[]): () => void;
  /** Whether the database is unavailable to the server, or has been available for less than `graceMs`. */
  around(server: string): boolean;
  /** Milliseconds since the database became available to the server again; 0 while it is unavailable. */
  sinceBack(server: string): number | undefined;
}

/** The grace period after an outage, in which the service reconnects. */
const graceMs = 10_000;

export function disturbances(): Disturbances {
  const spans: { readonly servers: readonly string[]; to: number }[] = [];
  const sinceBack = (server: string): number | undefined => {
    const ends = spans.filter(({ servers }) => servers.includes(server)).map(({ to }) => to);
    return ends.length === 0 ? undefined : Math.max(0, Date.now() - Math.max(...ends));
  };
  return {
    start(servers) {
      const span = { servers, to: Number.POSITIVE_INFINITY };
      spans.push(span);
      return () => {
        span.to = Date.now();
      };
    },
    around: (server) => (sinceBack(server) ?? graceMs) < graceMs,
    sinceBack,
  };
}
