/**
 * Deletes a customer: the record stays, marked, nobody signs for its wallets any more, its access tokens end and its
 * agents may do nothing. Refused while money would be stranded.
 *
 * Source: gaps 2.2.
 */
import { announceEndOfAccess } from '../access/end-of-access.ts';
import type { PlatformPrincipal } from '../access/principal.ts';
import { revokeAccessTokens } from '../access/store.ts';
import { agentIdsOf } from '../agents/store.ts';
import { endWalletAccess } from '../credentials/store.ts';
import { transact } from '../database/transact.ts';
import type { Id } from '../kernel/ids.ts';
import type { Ports } from '../ports.ts';
import { type Customer, CustomerDeleted, CustomerHoldsMoney, CustomerNotFound } from './customer.ts';
import { holdsMoney, lockCustomer, saveCustomer } from './store.ts';

export async function deleteCustomer(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: PlatformPrincipal,
  id: Id<'Customer'>,
): Promise<Customer | CustomerNotFound | CustomerDeleted | CustomerHoldsMoney> {
  return transact(db, async (tx) => {
    const customer = await lockCustomer(tx, { platformId: platform.id }, id);
    if (!customer) return new CustomerNotFound(id);
    if (customer.isDeleted) return new CustomerDeleted();
    if (await holdsMoney(tx, id)) return new CustomerHoldsMoney();

    const deleted: Customer = { ...customer, isDeleted: true, updatedAt: clock.now(platform) };
    await saveCustomer(tx, platform.id, deleted);
    await endWalletAccess(tx, id, deleted.updatedAt);
    const ended = [
      ...(await agentIdsOf(tx, id)),
      ...(await revokeAccessTokens(tx, { customerId: id }, clock.real())),
    ];
    await announceEndOfAccess(tx, platform.id, ended, deleted.updatedAt);
    return deleted;
  });
}
