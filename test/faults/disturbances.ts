/** When the database was unavailable, and to which server: what decides whether a response of 503 or an error in a log was right. */
export interface Disturbances {
  /** The database is unavailable to these servers until the returned function is called. */
  begin(servers: readonly string[]): () => void;
  /** Whether it was away from the server then, or has been back for less than `graceMs`. */
  around(server: string): boolean;
  /** Milliseconds since the database came back to the server; 0 while it is away. */
  sinceBack(server: string): number | undefined;
}

/** Serving again takes a moment after the database's return: its connections are made anew. */
const graceMs = 10_000;

export function disturbances(): Disturbances {
  const spans: { readonly servers: readonly string[]; to: number }[] = [];
  const sinceBack = (server: string): number | undefined => {
    const ends = spans.filter(({ servers }) => servers.includes(server)).map(({ to }) => to);
    return ends.length === 0 ? undefined : Math.max(0, Date.now() - Math.max(...ends));
  };
  return {
    begin(servers) {
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
