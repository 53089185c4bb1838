/** Loaded into a server before its own code: asked over its channel, it collects garbage and answers what it holds. */
process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ resident: rss, held: heapUsed + external });
});
process.channel?.unref();
