/** Caches a result for a time. Concurrent callers share one read. */
export function cached<T>(read: () => Promise<T>, ms: number): () => Promise<T> {
  let result: Promise<T> | undefined;
  let expiresAt = 0;
  return () => {
    if (!result || performance.now() >= expiresAt) {
      expiresAt = performance.now() + ms;
      result = read();
    }
    return result;
  };
}
