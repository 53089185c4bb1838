/** Changes the identity status of a customer: stores it, publishes its event, and opens accounts. */
import type { Executor } from '../infrastructure/database/client.ts';
import { appendEvents } from '../infrastructure/events/log.ts';
import type { Id } from '../kernel/ids.ts';
import { ownersOf } from './beneficial-owners/owner-store.ts';
import type { Customer } from './customer.ts';
import { customerView } from './customer-view.ts';
import { customerEvent } from './events.ts';
import type { VerificationStatus } from './identity-status.ts';
import type { Ports } from './ports.ts';
import { saveCustomer } from './store.ts';

export const identityStatusOf = (customer: Customer): VerificationStatus | undefined =>
  customer.customerType === 'BUSINESS' ? customer.kybStatus : customer.kycStatus;

/** Publishes the event of a changed identity status. `from` is absent for a new customer. */
export async function publishIdentity(
  tx: Executor,
  platformId: Id<'Platform'>,
  from: VerificationStatus | undefined,
  customer: Customer,
): Promise<void> {
  const business = customer.customerType === 'BUSINESS';
  const status = identityStatusOf(customer);
  const type = status && customerEvent(business ? 'KYB' : 'KYC', from, status);
  if (!type) return;
  const owners = business ? (await ownersOf(tx, { platformId }, [customer.id])).get(customer.id) : undefined;
  await appendEvents(tx, [
    {
      platformId,
      topic: 'customer',
      type,
      resourceId: customer.id,
      data: { body: customerView(customer, owners, 'masked') },
      occurredAt: customer.updatedAt,
    },
  ]);
}

/** Changes the identity status of a customer whose row is locked. Approval opens the accounts. */
export async function recordIdentity(
  tx: Executor,
  { customerHooks }: Pick<Ports, 'customerHooks'>,
  platformId: Id<'Platform'>,
  customer: Customer,
  status: VerificationStatus,
  at: Date,
): Promise<Customer> {
  const before = identityStatusOf(customer);
  if (before === status) return customer;
  const after: Customer = {
    ...customer,
    ...(customer.customerType === 'BUSINESS' ? { kybStatus: status } : { kycStatus: status }),
    updatedAt: at,
  };
  await saveCustomer(tx, platformId, after);
  if (status === 'APPROVED') await customerHooks.activated(tx, platformId, after, at);
  await publishIdentity(tx, platformId, before, after);
  return after;
}
