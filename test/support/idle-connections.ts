/**
 * Runs before every test file and makes `fetch` close connections that were idle for four seconds, long before the server
 * closes them. By default `fetch` reuses a connection almost until the server closes it. On a slow machine it would send a
 * request while the server closes the connection, and get no response.
 */
const slot = Symbol.for('undici.globalDispatcher.1');
const idleMs = 4_000;

type Connections = { readonly constructor: new (options: object) => Connections };
const place = globalThis as unknown as Record<symbol, Connections | undefined>;

// The dispatcher is created on first use.
await fetch('data:,');
const usual = place[slot];
if (usual) {
  place[slot] = new usual.constructor({ keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs });
}
