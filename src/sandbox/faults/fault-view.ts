/** The REST body of a fault. */
import type { Fault } from './fault.ts';

export const faultView = (fault: Fault) => ({
  id: fault.id,
  kind: fault.kind,
  target: fault.target,
  ...(fault.operation !== undefined && { operation: fault.operation }),
  ...(fault.tokenId !== undefined && { tokenId: fault.tokenId }),
  ...(fault.eventType !== undefined && { eventType: fault.eventType }),
  ...(fault.delayMs > 0 && { delayMs: fault.delayMs }),
  ...(fault.retryAfterSeconds > 0 && { retryAfterSeconds: fault.retryAfterSeconds }),
  hidden: fault.isHidden,
  ...(fault.remaining !== undefined && { remaining: fault.remaining }),
  appliedCount: fault.appliedCount,
  createdAt: fault.createdAt.toISOString(),
  expiresAt: fault.expiresAt.toISOString(),
});
