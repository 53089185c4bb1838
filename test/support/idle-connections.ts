/**
 * Runs before every test file: `fetch` gives up a connection that was idle for four seconds, long before the server does.
 * By itself it keeps one for nearly as long as the server says, and on a slow machine asks over it just when the server
 * closes it, which no response comes to.
 */
const slot = Symbol.for('undici.globalDispatcher.1');
const idleMs = 4_000;

type Connections = { readonly constructor: new (options: object) => Connections };
const place = globalThis as unknown as Record<symbol, Connections | undefined>;

// They are made with the first use.
await fetch('data:,');
const usual = place[slot];
if (usual) {
  place[slot] = new usual.constructor({ keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs });
}
