/**
 * Faults of requests. The platform of a caller is read with its credential for each request, and says until when the
 * platform can have a fault. So a platform without faults costs no further statement.
 */
import { DatabaseUnavailable } from '../../infrastructure/database/unavailable.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import { RateLimited } from '../../kernel/errors.ts';
import { credentialIdOf } from '../../platforms/access/principal.ts';
import type { RequestFault, RequestFaults } from '../ports.ts';
import { type Fault, labelOf, unaffectedOperations } from './fault.ts';
import { takeFault } from './take-fault.ts';

function errorOf({ kind, retryAfterSeconds }: Fault): RequestFault['error'] {
  if (kind === 'RATE_LIMITED') return new RateLimited(retryAfterSeconds);
  return kind === 'UNAVAILABLE' ? new DatabaseUnavailable('a fault on request') : undefined;
}

export const createRequestFaults =
  ({ clock }: { readonly clock: Pick<Clock, 'real'> }): RequestFaults =>
  async (db, principal, operations) => {
    const faultsUntil = principal?.platform.faultsUntil;
    if (!principal || !faultsUntil) return undefined;
    const now = clock.real();
    const isExempt = operations.some((operation) => unaffectedOperations.has(operation));
    if (faultsUntil <= now || isExempt) return undefined;
    const subject = {
      platformId: principal.platform.id,
      target: 'REQUESTS',
      tokenId: credentialIdOf(principal),
      operations,
    } as const;
    const fault = await takeFault(db, subject, now);
    return (
      fault && {
        label: labelOf(fault),
        delayMs: fault.delayMs,
        error: errorOf(fault),
        losesResponse: fault.kind === 'LOSE_RESPONSE',
      }
    );
  };
