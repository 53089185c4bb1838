/**
 * Ends sockets and streams when their credential ends: it expires or is revoked. Revocations arrive through the event
 * log, so they take effect on every process.
 */

import type { EventTail } from '../../infrastructure/events/tail.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import { credentialIdOf, expiryOfCredential, type Principal } from '../../platforms/access/principal.ts';

/** Why a credential ends: its lifetime is over; or it was revoked or deleted, or its agent was paused. */
export type CredentialEnd = 'expired' | 'revoked';

type OnEnd = (reason: CredentialEnd) => void;

export interface CredentialWatch {
  /** Calls `end` once, when the credential ends. Returns a function that removes it. */
  add(principal: Principal, end: OnEnd): () => void;
  readonly size: number;
  close(): void;
}

export function createCredentialWatch(tail: EventTail, clock: Pick<Clock, 'real'>): CredentialWatch {
  const byCredential = new Map<string, Set<OnEnd>>();
  let size = 0;
  const stop = tail.listen((event) => {
    if (event.topic !== 'access') return;
    const ended = event.data['ended'];
    const open = typeof ended === 'string' ? byCredential.get(ended) : undefined;
    for (const end of [...(open ?? [])]) end('revoked');
  });
  return {
    get size() {
      return size;
    },
    add(principal, end) {
      const credentialId = credentialIdOf(principal);
      const open = byCredential.get(credentialId) ?? new Set();
      byCredential.set(credentialId, open.add(end));
      size += 1;
      const expiresAt = expiryOfCredential(principal);
      const lifetimeMs = expiresAt && Math.max(0, expiresAt.getTime() - clock.real().getTime());
      const expiry = lifetimeMs === undefined ? undefined : setTimeout(end, lifetimeMs, 'expired');
      expiry?.unref();
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
