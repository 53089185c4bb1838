/**
 * Who has sockets and streams open, by credential, so that they end when it does: on this process when another one
 * revoked it, because that is told by the log.
 */
import { credentialIdOf, expiryOfCredential, type Principal } from '../../src/access/principal.ts';
import type { EventTail } from '../../src/events/tail.ts';

export interface LiveCallers {
  /** Answers how to forget it. `end` is called once, when the credential has ended: by its time, or before. */
  add(principal: Principal, end: () => void): () => void;
  readonly size: number;
  close(): void;
}

export function liveCallers(tail: EventTail): LiveCallers {
  const byCredential = new Map<string, Set<() => void>>();
  let size = 0;
  const stop = tail.listen((event) => {
    if (event.topic !== 'access') return;
    const ended = event.data['ended'];
    const open = typeof ended === 'string' ? byCredential.get(ended) : undefined;
    for (const end of [...(open ?? [])]) end();
  });
  return {
    get size() {
      return size;
    },
    add(principal, end) {
      const credentialId = credentialIdOf(principal);
      const expiresAt = expiryOfCredential(principal);
      const expiry = expiresAt && setTimeout(end, Math.max(0, expiresAt.getTime() - Date.now())).unref();
      const open = byCredential.get(credentialId) ?? new Set();
      byCredential.set(credentialId, open.add(end));
      size += 1;
      return () => {
        clearTimeout(expiry);
        if (!open.delete(end)) return;
        size -= 1;
        if (open.size === 0 && byCredential.get(credentialId) === open) byCredential.delete(credentialId);
      };
    },
    close: stop,
  };
}
