/**
 * Whether the service can be reached. Requests and sockets report what they see; while the service is unavailable, its
 * liveness is checked until it is back. Then `recovered` counts up, and lists load again.
 */
import { useSyncExternalStore } from 'react';

export interface Connection {
  readonly isLost: boolean;
  /** How often the connection has come back. */
  readonly recovered: number;
}

const firstCheckMs = 1_000;
const maxCheckMs = 10_000;

let state: Connection = { isLost: false, recovered: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: Connection): void {
  state = next;
  for (const listener of listeners) listener();
}

async function check(delayMs: number): Promise<void> {
  const isLive = await fetch('/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!state.isLost) return;
  if (isLive) reportReachable();
  else timer = setTimeout(() => void check(Math.min(delayMs * 2, maxCheckMs)), delayMs);
}

export function reportUnreachable(): void {
  if (state.isLost) return;
  set({ ...state, isLost: true });
  timer = setTimeout(() => void check(firstCheckMs), firstCheckMs);
}

export function reportReachable(): void {
  if (!state.isLost) return;
  clearTimeout(timer);
  set({ isLost: false, recovered: state.recovered + 1 });
}

/** Checks at once, for a button. */
export function checkConnection(): void {
  if (!state.isLost) return;
  clearTimeout(timer);
  void check(firstCheckMs);
}

addEventListener('online', checkConnection);
addEventListener('offline', reportUnreachable);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => state);
