/** A customer's identity status moves here: the row, the event that tells it, and the accounts that it opens. */
import { walletCurrency } from '../accounts/internal-account.ts';
import { openInternalAccounts } from '../accounts/open-internal-accounts.ts';
import type { Executor } from '../database/client.ts';
import { customerEvent } from '../events/kinds.ts';
import { appendEvents } from '../events/log.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import { findEnabledCurrency } from '../platforms/currency-store.ts';
import type { Ports } from '../ports.ts';
import type { VerificationStatus } from '../verifications/verification.ts';
import { customerView } from '../views/customer.ts';
import { openWallet } from '../wallets/open-wallet.ts';
import type { Customer } from './customer.ts';
import { ownersOf } from './owner-store.ts';
import { saveCustomer } from './store.ts';

export const identityStatusOf = (customer: Customer): VerificationStatus | undefined =>
  customer.customerType === 'BUSINESS' ? customer.kybStatus : customer.kycStatus;

/** Tells that the identity status came to what the record says. `from` is absent for a new customer. */
export async function tellIdentity(
  tx: Executor,
  platformId: Id<'PlatformConfig'>,
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
      platformUuid: uuidOf(platformId),
      topic: 'customer',
      type,
      resourceId: customer.id,
      data: { body: customerView(customer, owners, 'masked') },
      occurredAt: customer.updatedAt,
    },
  ]);
}

/** Moves the identity status of a customer whose row is locked. An approved customer has its accounts. */
export async function recordIdentity(
  tx: Executor,
  ports: Pick<Ports, 'masterKey'>,
  platformId: Id<'PlatformConfig'>,
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
  if (status === 'APPROVED') {
    const wallet = await findEnabledCurrency(tx, platformId, walletCurrency);
    await openInternalAccounts(tx, platformId, after.id, after.currencies, at);
    if (wallet) await openWallet(tx, ports, platformId, after, at);
  }
  await tellIdentity(tx, platformId, before, after);
  return after;
}
