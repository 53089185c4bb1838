/** Records a change of a verification: the row, the status of the customer, and the events of both. */

import type { Executor } from '../../infrastructure/database/client.ts';
import { appendEvents } from '../../infrastructure/events/log.ts';
import type { Customer } from '../customer.ts';
import { verificationEvent } from '../events.ts';
import type { Ports } from '../ports.ts';
import { recordIdentity } from '../record-identity.ts';
import { type DecisionRecord, saveVerification } from './store.ts';
import { customerStatusAfter, type Verification } from './verification.ts';
import { verificationView } from './verification-view.ts';

/**
 * Records a change of a verification. The customer is locked.
 *
 * @param before absent for a new verification.
 * @returns the customer with its resulting status.
 */
export async function recordVerification(
  tx: Executor,
  ports: Pick<Ports, 'customerHooks'>,
  before: Verification | undefined,
  after: Verification,
  customer: Customer,
  decision?: DecisionRecord,
): Promise<Customer> {
  await saveVerification(tx, after, decision);
  const status = customerStatusAfter(after.status);
  // An approved customer remains approved while another submission is checked.
  const demoted = status === 'PENDING' && (customer.kybStatus ?? customer.kycStatus) === 'APPROVED';
  const now = after.updatedAt;
  const resulting =
    status && !demoted ? await recordIdentity(tx, ports, after.platformId, customer, status, now) : customer;
  const type = verificationEvent(before?.status, after.status);
  if (type) {
    await appendEvents(tx, [
      {
        platformId: after.platformId,
        topic: 'verification',
        type,
        resourceId: after.id,
        data: { body: verificationView(after, resulting) },
        occurredAt: now,
      },
    ]);
  }
  return resulting;
}
