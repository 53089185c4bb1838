/** Loaded into a server before its own code. On an IPC message it collects garbage and reports the heap in use. */
process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ resident: rss, held: heapUsed + external });
});
process.channel?.unref();
