/** Keeps an answer for a while; whoever asks meanwhile gets it, and those who ask together ask once. */
export function cached<T>(read: () => Promise<T>, ms: number): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (!answer || performance.now() >= until) {
      until = performance.now() + ms;
      answer = read();
    }
    return answer;
  };
}
