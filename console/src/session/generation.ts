/** Counts the sign-ins of this page, so that what a session had opened is opened again with the next one. */
import { useSyncExternalStore } from 'react';

let generation = 0;
const listeners = new Set<() => void>();

export function startGeneration(): void {
  generation += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSessionGeneration = (): number => useSyncExternalStore(subscribe, () => generation);
